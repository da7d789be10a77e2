"""Prepares the process in which all tests run."""

import signal

# A shell starts its background jobs with SIGINT ignored, and a process inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)

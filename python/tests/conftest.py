"""Prepares the process in which all tests run."""

import signal

# A shell starts background jobs with SIGINT ignored, which this process would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

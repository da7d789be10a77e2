//! The fuzzer of [`plywood_fuzz::nboard`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::nboard(input));

//! The fuzzer of [`plywood_fuzz::records`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::records(input));

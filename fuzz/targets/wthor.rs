//! The fuzzer of [`plywood_fuzz::wthor`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::wthor(input));

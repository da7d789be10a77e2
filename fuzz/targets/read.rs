//! The fuzzer of [`plywood_fuzz::read`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::read(input));

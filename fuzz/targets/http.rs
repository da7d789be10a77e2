//! The fuzzer of [`plywood_fuzz::http`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::http(input));

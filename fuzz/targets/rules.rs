//! The fuzzer of [`plywood_fuzz::rules`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::rules(input));

//! The fuzzer of [`plywood_fuzz::ggf`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::ggf(input));

//! The fuzzer of [`plywood_fuzz::obf`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::obf(input));

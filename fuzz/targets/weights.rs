//! The fuzzer of [`plywood_fuzz::weights`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::weights(input));

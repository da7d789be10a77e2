//! The fuzzer of [`plywood_fuzz::position`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::position(input));

//! The fuzzer of [`plywood_fuzz::tbp`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::tbp(input));

//! The fuzzer of [`plywood_fuzz::moves`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::moves(input));

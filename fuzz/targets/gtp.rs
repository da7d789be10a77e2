//! The fuzzer of [`plywood_fuzz::gtp`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::gtp(input));

//! The fuzzer of [`plywood_fuzz::variant`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::variant(input));

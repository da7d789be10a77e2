//! The fuzzer of [`plywood_fuzz::spec`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::spec(input));

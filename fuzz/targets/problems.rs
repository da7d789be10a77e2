//! The fuzzer of [`plywood_fuzz::problems`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::problems(input));

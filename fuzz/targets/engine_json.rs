//! The fuzzer of [`plywood_fuzz::engine_json`].

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| plywood_fuzz::engine_json(input));

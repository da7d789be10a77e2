//! Rebuilds the crate when a file of the web page changes: the files are embedded in the program,
//! and the compiler does not track them.

fn main() {
    println!("cargo::rerun-if-changed=web");
}

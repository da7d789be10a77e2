//! The page's files are part of the program: a change to one of them is a
//! change to it, which the compiler cannot see by itself.

fn main() {
    println!("cargo::rerun-if-changed=../../web");
}

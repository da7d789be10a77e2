//! Runs every stored input of every fuzz target.

use std::fs;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use plywood_fuzz::TARGETS;

/// The messages of panics on all threads. Servers catch the panics of their requests, which must
/// fail the test, too.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn stored_inputs_pass() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        PANICS.lock().unwrap().push(info.to_string());
        print(info);
    }));
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for (name, target) in TARGETS {
        let files = files(&corpora.join(name));
        assert!(!files.is_empty(), "{name} has no corpus");
        for file in files {
            target(&fs::read(&file).unwrap());
            let panics = PANICS.lock().unwrap();
            assert!(panics.is_empty(), "{}: {panics:?}", file.display());
        }
    }
    let mut folders: Vec<_> = files(&corpora);
    folders.retain(|folder| TARGETS.iter().all(|(name, _)| !folder.ends_with(name)));
    assert!(folders.is_empty(), "corpora without a target: {folders:?}");
}

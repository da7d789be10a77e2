//! Errors of variant files and of files of weights that cannot be used.

use std::fs;
use std::path::Path;

use plywood_learn::Archive;
use plywood_registry::{GameEntry, Settings};
use plywood_search::{Budget, Game, Player};
use plywood_woodblock::{Rules, Variant, Woodblock, entry};

const BLAST8: &str = include_str!("../data/blast8.toml");

/// Returns the error of opening a game with a variant file.
fn variant_error(file: &Path) -> String {
    let rules: Settings = format!("variant=\"{}\"", file.display()).parse().unwrap();
    let error = entry().open(&rules, None, 1).map(drop).expect_err("the file is broken");
    error.to_string()
}

#[test]
fn errors_of_variant_files_name_the_file_and_the_problem() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let zero = BLAST8.replace("weight = 1", "weight = 0");
    let large = BLAST8.replace("size = 8", "size = 2");
    assert!(zero != BLAST8 && large != BLAST8);
    let files: [(&str, &[u8], &str); 7] = [
        ("empty.toml", b"", "missing field `name`"),
        ("truncated.toml", &BLAST8.as_bytes()[..BLAST8.len() / 2], "line "),
        ("latin1.toml", b"name = \"caf\xe9\"", "invalid utf-8 sequence of 1 bytes from index 11"),
        ("binary.toml", b"\x00\x01\x02", "line 1"),
        ("zero.toml", zero.as_bytes(), "all weights are 0: expected one above 0"),
        ("large.toml", large.as_bytes(), "the grid has 2"),
        ("size.toml", &vec![b'#'; 1 << 19], "expected 262144 at most"),
    ];
    for (name, bytes, expected) in files {
        fs::write(path(name), bytes).unwrap();
        let error = variant_error(&path(name));
        assert!(error.contains(name) && error.contains(expected), "{name}: {error}");
        assert!(error.contains("variant") && error.lines().count() == 1, "{name}: {error}");
    }
    assert!(variant_error(folder.path()).contains("expected a regular file"));
    assert!(variant_error(&path("none.toml")).contains("none.toml"));
}

/// Returns the bytes of an archive of this kind, with the weights that `set` adds.
fn archive(kind: &str, set: impl FnOnce(&mut Archive)) -> Vec<u8> {
    let mut archive = Archive::default();
    archive.set_text("kind", kind);
    set(&mut archive);
    archive.to_bytes()
}

const TUNED: &str = "woodblock features 1";
const LEARNED: &str = "woodblock patterns 1";

/// Returns a player with a file of weights, or the error message.
fn player(file: &Path) -> Result<Box<dyn Player<Woodblock>>, String> {
    let spec = format!("exhaustive:weights=\"{}\"", file.display()).parse().unwrap();
    entry().make_player(&spec, 1).map(|(player, _)| player).map_err(|error| error.to_string())
}

#[test]
fn errors_of_files_of_weights_name_the_file_and_the_problem() {
    let folder = tempfile::tempdir().unwrap();
    let nine = || archive(TUNED, |archive| archive.set_floats("weights", &[9], vec![1.0; 9]));
    let truncated = nine()[..nine().len() - 4].to_vec();
    let eight = archive(TUNED, |archive| archive.set_floats("weights", &[8], vec![1.0; 8]));
    let shorts = archive(TUNED, |archive| archive.set_shorts("weights", &[9], vec![1; 9]));
    let version = archive("woodblock features 2", |_| {});
    let other = archive("tetris linear 1", |_| {});
    let without = archive(TUNED, |_| {});
    let floats = archive(LEARNED, |archive| {
        archive.set_text("game", "classic10");
        archive.set_floats("weights", &[1], vec![1.0]);
    });
    let gameless = archive(LEARNED, |archive| archive.set_shorts("weights", &[1], vec![1]));
    fs::write(folder.path().join("nine"), nine()).unwrap();
    assert!(player(&folder.path().join("nine")).is_ok());
    let kinds = "expected \"woodblock patterns 1\" or \"woodblock features 1\"";
    let files: [(&str, &[u8], &str); 12] = [
        ("empty", b"", "not a safetensors file"),
        ("text", b"weights = 1, 2, 3", "not a safetensors file"),
        ("latin1", b"caf\xe9 caf\xe9 caf\xe9 caf\xe9", "not a safetensors file"),
        ("truncated", &truncated, "not a safetensors file"),
        ("eight", &eight, "its tensor \"weights\" is F32 [8], expected F32 [9]"),
        ("shorts", &shorts, "its tensor \"weights\" is I16 [9], expected F32 [9]"),
        ("version", &version, kinds),
        ("other", &other, kinds),
        ("without", &without, "it has no tensor \"weights\""),
        ("floats", &floats, "its tensor \"weights\" is F32 [1], expected I16"),
        ("gameless", &gameless, "its metadata lacks \"game\""),
        ("size", &vec![0; 5 << 20], "expected 4194304 at most"),
    ];
    for (name, bytes, expected) in files {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        let Err(error) = player(&file) else { panic!("{name} is read") };
        let path = file.display().to_string();
        assert!(error.contains(&path) && error.contains(expected), "{name}: {error}");
        assert!(error.contains("weights") && error.lines().count() == 1, "{name}: {error}");
    }
    let Err(error) = player(&folder.path().join("none")) else { panic!("there is no file") };
    let expected = "expected tuned, learned or a file written by training";
    assert!(error.contains("No such file") && error.contains(expected), "{error}");
}

#[test]
fn a_value_for_other_rules_is_refused_and_forfeits_without_a_session() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights");
    let weights = archive(LEARNED, |archive| {
        archive.set_text("game", "another game");
        archive.set_shorts("weights", &[3], vec![1; 3]);
    });
    fs::write(&file, weights).unwrap();
    for name in ["exhaustive", "lookahead", "hard", "expert"] {
        let spec = format!("{name}:weights=\"{}\"", file.display()).parse().unwrap();
        let mut session = entry().open(&"variant=blast8".parse().unwrap(), None, 1).unwrap();
        let error = session.seat_player(&spec, 1).unwrap_err().to_string();
        assert!(error.starts_with("weights=") && error.contains("/weights"), "{error}");
        assert!(error.contains("the weights are for other rules than blast8"), "{error}");
    }
    let game = Woodblock::new(Rules::new(Variant::named("blast8").unwrap(), false, None), 1);
    let decision = player(&file).unwrap().decide(&game.view(0), &Budget::unlimited(), &mut ());
    assert_eq!(decision.mv, None);
    let reason = decision.forfeit.expect("there is a reason");
    assert!(reason.contains("the weights are for other rules than blast8"), "{reason}");
}

//! Variants as data: a grid, a scoring rule and weighted shapes, read from TOML.

use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use crate::grid::Grid;
use crate::shape::Shape;

/// A valid variant of the game.
///
/// ```
/// use plywood_woodblock::Variant;
///
/// let text = r###"
///     name = "tiny"
///     size = 5
///     boxes = false
///     scoring = "lines"
///     shapes = [{ rows = ["##", "#."], weight = 1 }, { rows = ["#"], weight = 0.5 }]
/// "###;
/// assert_eq!(Variant::from_toml(text)?.shapes().len(), 2);
/// assert!(Variant::from_toml(&text.replace("0.5", "-1")).is_err());
/// # Ok::<(), plywood_woodblock::VariantError>(())
/// ```
#[derive(Clone)]
pub struct Variant(Shared);

/// The tables of a variant, shared by its games. Every simulation clones this handle, on several
/// threads at once. Built-in variants are static, so that a clone needs no atomic counter.
#[derive(Clone)]
enum Shared {
    BuiltIn(&'static Tables),
    File(Arc<Tables>),
}

/// A variant file, and the tables derived from the file.
pub(crate) struct Tables {
    pub(crate) file: VariantFile,
    pub(crate) grid: Grid,
    /// The orientations of each shape: as in the file, then by quarter turns clockwise, until the
    /// first orientation repeats.
    pub(crate) turns: Vec<Vec<Shape>>,
    /// For each shape, the sum of the weights up to and including the shape, divided by the total.
    pub(crate) shares: Vec<f64>,
}

/// The contents of a variant file.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VariantFile {
    name: String,
    size: u8,
    boxes: bool,
    pub(crate) scoring: Scoring,
    shapes: Vec<WeightedShape>,
}

/// A shape of a variant file.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightedShape {
    /// Its rows from the top: `#` is a cell of the shape, `.` is not.
    pub rows: Vec<String>,
    /// The weight of the shape when hands are dealt.
    pub weight: f64,
}

/// The rule for the points of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Scoring {
    /// `cells + 5 * lines * (lines + 1)`, with the cells placed and the lines cleared at once.
    Lines,
    /// As `Lines`. A placement that clears lines also scores `50 * (streak - 1)`, and 300 if the
    /// board is then empty.
    Streak,
    /// `cells`; if lines or boxes are cleared, `28 * (lines + boxes) + 10 * streak + cells - 20`.
    Woodoku,
}

/// The error for an invalid variant file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct VariantError(String);

/// Maximum number of shapes. The index of a shape is stored in a byte.
const MAX_SHAPES: usize = 200;
/// Largest weight. This limit keeps the sum of the weights precise enough for small weights.
const MAX_WEIGHT: f64 = 1e9;
/// Maximum number of bytes in a name, because reports print names within a line.
const MAX_NAME: usize = 40;

/// The names and the files of the built-in variants.
const BUILT_IN: [(&str, &str); 3] = [
    ("classic10", include_str!("../data/classic10.toml")),
    ("blast8", include_str!("../data/blast8.toml")),
    ("woodoku9", include_str!("../data/woodoku9.toml")),
];

static BUILT_IN_TABLES: LazyLock<[Tables; 3]> =
    LazyLock::new(|| BUILT_IN.map(|(_, text)| Tables::read(text).expect("a built-in variant")));

impl Variant {
    /// The names of the built-in variants, the default first.
    pub const NAMES: [&str; 3] = [BUILT_IN[0].0, BUILT_IN[1].0, BUILT_IN[2].0];

    /// Returns the built-in variant of a name; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        let index = Variant::NAMES.iter().position(|&known| known == name)?;
        Some(Variant(Shared::BuiltIn(&BUILT_IN_TABLES[index])))
    }

    /// Reads and checks a variant file.
    pub fn from_toml(text: &str) -> Result<Self, VariantError> {
        Ok(Variant(Shared::File(Arc::new(Tables::read(text)?))))
    }

    /// The name in the variant file.
    pub fn name(&self) -> &str {
        &self.tables().file.name
    }

    /// The shapes in the order of the file.
    pub fn shapes(&self) -> &[WeightedShape] {
        &self.tables().file.shapes
    }

    #[inline]
    pub(crate) fn tables(&self) -> &Tables {
        match &self.0 {
            Shared::BuiltIn(tables) => tables,
            Shared::File(tables) => tables,
        }
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (self.tables(), other.tables());
        std::ptr::eq(one, two) || one.file == two.file
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Tables {
    fn read(text: &str) -> Result<Self, VariantError> {
        let file: VariantFile = toml::from_str(text).map_err(|error| {
            let message = error.message().replace('\n', ": ");
            match error.span() {
                Some(span) => {
                    let before = text.as_bytes().iter().take(span.start);
                    let line = 1 + before.filter(|&&byte| byte == b'\n').count();
                    VariantError(format!("line {line}: {message}"))
                }
                None => VariantError(message),
            }
        })?;
        file.check().map_err(VariantError)?;
        let grid = Grid::new(file.size, file.boxes);
        let turns = file.shapes.iter().map(|shape| Shape::turns(&grid, shape.filled())).collect();
        let total: f64 = file.shapes.iter().map(|shape| shape.weight).sum();
        let share = |sum: &mut f64, shape: &WeightedShape| {
            *sum += shape.weight;
            Some(*sum / total)
        };
        let shares = file.shapes.iter().scan(0.0, share).collect();
        Ok(Tables { file, grid, turns, shares })
    }
}

impl VariantFile {
    fn check(&self) -> Result<(), String> {
        let (size, max) = (self.size, Grid::MAX_SIZE);
        if self.name.is_empty() || self.name.len() > MAX_NAME {
            return Err(format!("the name must have 1 to {MAX_NAME} bytes"));
        }
        if self.name.chars().any(char::is_control) {
            return Err("the name must be on one line".to_owned());
        }
        if !(1..=max).contains(&size) {
            return Err(format!("size must be from 1 to {max}, found {size}"));
        }
        if self.boxes && !size.is_multiple_of(3) {
            return Err(format!("boxes of 3x3 need a size of 3, 6 or 9, found {size}"));
        }
        if !(1..=MAX_SHAPES).contains(&self.shapes.len()) {
            let found = self.shapes.len();
            return Err(format!("there must be 1 to {MAX_SHAPES} shapes, found {found}"));
        }
        for (index, shape) in self.shapes.iter().enumerate() {
            let number = index + 1;
            shape
                .check(usize::from(size))
                .map_err(|problem| format!("shape {number} {problem}"))?;
            if let Some(twin) = self.shapes[..index].iter().position(|one| one.rows == shape.rows) {
                let twin = twin + 1;
                return Err(format!("shape {number} equals shape {twin}: add up their weights"));
            }
        }
        if self.shapes.iter().all(|shape| shape.weight == 0.0) {
            return Err("all weights are 0: expected one above 0".to_owned());
        }
        Ok(())
    }
}

impl WeightedShape {
    /// Returns its cells as pairs of row and column, sorted.
    fn filled(&self) -> Vec<(u32, u32)> {
        let row = |(row, text): (usize, &String)| {
            let cells = text.bytes().enumerate().filter(|&(_, cell)| cell == b'#');
            cells.map(move |(column, _)| (row as u32, column as u32)).collect::<Vec<_>>()
        };
        self.rows.iter().enumerate().flat_map(row).collect()
    }

    fn check(&self, size: usize) -> Result<(), String> {
        let weight = self.weight;
        if !(0.0..=MAX_WEIGHT).contains(&weight) {
            return Err(format!("has the weight {weight}: expected 0 to {MAX_WEIGHT:e}"));
        }
        let (height, width) = (self.rows.len(), self.rows.first().map_or(0, String::len));
        if self.rows.iter().any(|row| row.contains(|c| !matches!(c, '#' | '.'))) {
            return Err("has other characters than '#' and '.'".to_owned());
        }
        if self.rows.iter().any(|row| row.len() != width) {
            return Err("has rows of different lengths".to_owned());
        }
        if height > size || width > size {
            return Err(format!("is {height} rows by {width} columns: the grid has {size}"));
        }
        let filled = self.filled();
        if filled.is_empty() {
            return Err("is empty: expected at least one '#'".to_owned());
        }
        let edges = [
            ("first row", filled.iter().any(|&(row, _)| row == 0)),
            ("last row", filled.iter().any(|&(row, _)| row as usize == height - 1)),
            ("first column", filled.iter().any(|&(_, column)| column == 0)),
            ("last column", filled.iter().any(|&(_, column)| column as usize == width - 1)),
        ];
        match edges.iter().find(|(_, has_cell)| !has_cell) {
            Some((edge, _)) => Err(format!("has an empty {edge}: leave it out")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn built_in_variants_have_their_known_figures() {
        let figures = Variant::NAMES.map(|name| {
            let variant = Variant::named(name).expect("it is built in");
            let weights: f64 = variant.shapes().iter().map(|shape| shape.weight).sum();
            assert_eq!(variant.name(), name);
            assert_eq!(format!("{variant:?}"), name);
            let Tables { grid, file, .. } = variant.tables();
            (grid.size(), grid.has_boxes(), file.scoring, file.shapes.len(), weights)
        });
        assert_eq!(figures[0], (10, false, Scoring::Lines, 19, 42.0));
        assert_eq!(figures[1], (8, false, Scoring::Streak, 38, 38.0));
        assert_eq!(figures[2], (9, true, Scoring::Woodoku, 47, 47.0));
        assert_eq!(Variant::named("classic11"), None);
    }

    /// Returns the error for a variant file in which `good` is replaced by `bad`. Without the
    /// change it is valid.
    fn problem(good: &str, bad: &str) -> String {
        let file = r###"name = "tiny"
size = 6
boxes = true
scoring = "lines"
shapes = [
  { rows = ["##", "#."], weight = 1 },
  { rows = ["#"], weight = 0.5 },
]"###;
        assert!(Variant::from_toml(file).is_ok());
        assert!(file.contains(good), "{good}");
        let error = Variant::from_toml(&file.replace(good, bad)).expect_err(bad).to_string();
        assert!(!error.contains('\n'), "{error:?} is more than a line");
        error
    }

    #[test]
    fn errors_name_the_problem() {
        let cases = [
            ("\"#.\"", "\"#.#\"", "shape 1 has rows of different lengths"),
            ("\"##\", \"#.\"", "", "shape 1 is empty"),
            ("\"#\"", "\".\"", "shape 2 is empty"),
            ("\"#\"", "\"x\"", "shape 2 has other characters"),
            ("\"#\"", "\"é\"", "shape 2 has other characters"),
            ("\"#\"", "\"#######\"", "shape 2 is 1 rows by 7 columns: the grid has 6"),
            ("\"#\"", "\".#\"", "shape 2 has an empty first column"),
            ("\"#\"", "\"#\", \".\"", "shape 2 has an empty last row"),
            ("\"#\"", "\"##\", \"#.\"", "shape 2 equals shape 1"),
            ("0.5", "-1", "shape 2 has the weight -1"),
            ("0.5", "nan", "shape 2 has the weight NaN"),
            ("0.5", "inf", "shape 2 has the weight inf"),
            ("0.5", "\"1\"", "line 7"),
            ("1 }", "1, colour = 3 }", "line 6: unknown field `colour`"),
            ("boxes", "cubes", "line 3: unknown field `cubes`"),
            ("scoring", "# scoring", "missing field `scoring`"),
            ("\"lines\"", "\"bonus\"", "line 4: unknown variant `bonus`"),
            ("size = 6", "size = 11", "size must be from 1 to 10, found 11"),
            ("size = 6", "size = 0", "size must be from 1 to 10, found 0"),
            ("size = 6", "size = 1000", "line 2"),
            ("size = 6", "size = 5", "boxes of 3x3 need a size of 3, 6 or 9, found 5"),
            ("tiny", "", "the name must have"),
            ("tiny", "a\\nb", "the name must be on one line"),
        ];
        for (good, bad, expected) in cases {
            let problem = problem(good, bad);
            assert!(problem.contains(expected), "{bad}: {problem:?} lacks {expected:?}");
        }
    }

    #[test]
    fn counts_of_shapes_and_weights_are_checked() {
        let head = "name = \"x\"\nsize = 10\nboxes = false\nscoring = \"lines\"\n";
        let shapes = |count: usize, weight: u32| {
            let shape = |k: usize| {
                let bits = format!("#{:08b}#", k % 256).replace('0', ".").replace('1', "#");
                format!("{{ rows = [\"{bits}\"], weight = {weight} }}")
            };
            let list: Vec<_> = (0..count).map(shape).collect();
            Variant::from_toml(&format!("{head}shapes = [{}]", list.join(",")))
        };
        assert!(shapes(200, 1).is_ok());
        let problem = |found: Result<Variant, VariantError>| found.unwrap_err().to_string();
        assert_eq!(problem(shapes(201, 1)), "there must be 1 to 200 shapes, found 201");
        assert_eq!(problem(shapes(0, 1)), "there must be 1 to 200 shapes, found 0");
        assert_eq!(problem(shapes(3, 0)), "all weights are 0: expected one above 0");
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".*", at in 0usize..2000, c: char) {
            let _ = Variant::from_toml(&text);
            let mut file: Vec<char> = BUILT_IN[2].1.chars().collect();
            let at = at % file.len();
            file[at] = c;
            let _ = Variant::from_toml(&file.into_iter().collect::<String>());
        }
    }
}

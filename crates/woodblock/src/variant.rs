//! Variants are data: a grid, a way of scoring, and weighted shapes, from a
//! TOML file that is checked when it is read.

use serde::Deserialize;

use crate::grid::Grid;

/// A kind of the game: what a variant file says, checked.
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
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    name: String,
    size: u8,
    boxes: bool,
    scoring: Scoring,
    shapes: Vec<WeightedShape>,
}

/// A shape as a variant file has it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightedShape {
    rows: Vec<String>,
    weight: f64,
}

/// How a placement scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// Its cells, and 5 r (r + 1) for r lines at once.
    Lines,
    /// The same, 50 (streak - 1) for a clearing placement of a streak, and
    /// 300 for an empty board.
    Streak,
    /// Its cells; where c lines clear, 28 c + 10 streak + cells - 20.
    Woodoku,
}

/// What is wrong with a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct VariantError(String);

/// More shapes than any known variant has, and numbers that fit into a byte.
const MOST_SHAPES: usize = 200;
/// Keeps sums of weights far from the end of what numbers can tell apart.
const LARGEST_WEIGHT: f64 = 1e9;
/// Names stand in rules and reports, on a line with other things.
const LONGEST_NAME: usize = 40;

/// The variants that are built in, and their files.
const BUILT_IN: [(&str, &str); 3] = [
    ("classic10", include_str!("../data/classic10.toml")),
    ("blast8", include_str!("../data/blast8.toml")),
    ("woodoku9", include_str!("../data/woodoku9.toml")),
];

impl Variant {
    /// The names of the variants that are built in, the default first.
    pub const NAMES: [&str; 3] = [BUILT_IN[0].0, BUILT_IN[1].0, BUILT_IN[2].0];

    /// The built-in variant of a name.
    pub fn named(name: &str) -> Option<Self> {
        let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Variant::from_toml(text).ok()
    }

    /// Reads and checks a variant file.
    pub fn from_toml(text: &str) -> Result<Self, VariantError> {
        let variant: Variant = toml::from_str(text).map_err(|error| {
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
        variant.check()?;
        Ok(variant)
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of rows, and of columns.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Whether full 3x3 boxes clear too.
    pub fn boxes(&self) -> bool {
        self.boxes
    }

    /// How placements score.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Its shapes, in the order of the file.
    pub fn shapes(&self) -> &[WeightedShape] {
        &self.shapes
    }

    fn check(&self) -> Result<(), VariantError> {
        let wrong = |problem: String| Err(VariantError(problem));
        let (size, largest) = (self.size, Grid::LARGEST);
        if self.name.is_empty() || self.name.len() > LONGEST_NAME {
            return wrong(format!("the name must have 1 to {LONGEST_NAME} characters"));
        }
        if self.name.chars().any(char::is_control) {
            return wrong("the name must be on one line".to_owned());
        }
        if !(1..=largest).contains(&size) {
            return wrong(format!("size must be from 1 to {largest}, found {size}"));
        }
        if self.boxes && !size.is_multiple_of(3) {
            return wrong(format!("boxes of 3x3 need a size of 3, 6 or 9, found {size}"));
        }
        if !(1..=MOST_SHAPES).contains(&self.shapes.len()) {
            let found = self.shapes.len();
            return wrong(format!("there must be 1 to {MOST_SHAPES} shapes, found {found}"));
        }
        for (index, shape) in self.shapes.iter().enumerate() {
            let number = index + 1;
            if let Err(problem) = shape.check(usize::from(size)) {
                return wrong(format!("shape {number} {problem}"));
            }
            if let Some(twin) = self.shapes[..index].iter().position(|one| one.rows == shape.rows) {
                let twin = twin + 1;
                return wrong(format!(
                    "shape {number} is shape {twin} again: add up their weights"
                ));
            }
        }
        if self.shapes.iter().all(|shape| shape.weight == 0.0) {
            return wrong("all weights are 0: expected one above 0".to_owned());
        }
        Ok(())
    }
}

impl WeightedShape {
    /// Its rows from the top, `#` for a cell and `.` for none.
    pub fn rows(&self) -> &[String] {
        &self.rows
    }

    /// How often it comes, against the other weights.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Its cells, each a row and a column.
    pub(crate) fn filled(&self) -> Vec<(u32, u32)> {
        let row = |(row, text): (usize, &String)| {
            let cells = text.bytes().enumerate().filter(|&(_, cell)| cell == b'#');
            cells.map(move |(column, _)| (row as u32, column as u32)).collect::<Vec<_>>()
        };
        self.rows.iter().enumerate().flat_map(row).collect()
    }

    fn check(&self, size: usize) -> Result<(), String> {
        let weight = self.weight;
        if !(0.0..=LARGEST_WEIGHT).contains(&weight) {
            return Err(format!("has the weight {weight}: expected 0 to {LARGEST_WEIGHT:e}"));
        }
        let width = self.rows.first().map_or(0, String::len);
        if self.rows.iter().any(|row| row.contains(|c| !matches!(c, '#' | '.'))) {
            return Err("has other characters than '#' and '.'".to_owned());
        }
        if self.rows.iter().any(|row| row.len() != width) {
            return Err("has rows of different lengths".to_owned());
        }
        if self.rows.len() > size || width > size {
            let height = self.rows.len();
            return Err(format!("is {height} rows by {width} columns: the grid has {size}"));
        }
        let filled = self.filled();
        if filled.is_empty() {
            return Err("is empty: expected at least one '#'".to_owned());
        }
        let edges = [
            ("first row", filled.iter().any(|&(row, _)| row == 0)),
            ("last row", filled.iter().any(|&(row, _)| row as usize == self.rows.len() - 1)),
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
    fn the_built_in_variants() {
        let figures = Variant::NAMES.map(|name| {
            let variant = Variant::named(name).expect("it is built in");
            let weights: f64 = variant.shapes().iter().map(WeightedShape::weight).sum();
            assert_eq!(variant.name(), name);
            (variant.size(), variant.boxes(), variant.scoring(), variant.shapes().len(), weights)
        });
        assert_eq!(figures[0], (10, false, Scoring::Lines, 19, 42.0));
        assert_eq!(figures[1], (8, false, Scoring::Streak, 38, 38.0));
        assert_eq!(figures[2], (9, true, Scoring::Woodoku, 47, 47.0));
        assert_eq!(Variant::named("classic11"), None);
    }

    /// A good file with one thing in it replaced.
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
    fn what_can_be_wrong_is_named() {
        let cases = [
            ("\"#.\"", "\"#.#\"", "shape 1 has rows of different lengths"),
            ("\"##\", \"#.\"", "", "shape 1 is empty"),
            ("\"#\"", "\".\"", "shape 2 is empty"),
            ("\"#\"", "\"x\"", "shape 2 has other characters"),
            ("\"#\"", "\"é\"", "shape 2 has other characters"),
            ("\"#\"", "\"#######\"", "shape 2 is 1 rows by 7 columns: the grid has 6"),
            ("\"#\"", "\".#\"", "shape 2 has an empty first column"),
            ("\"#\"", "\"#\", \".\"", "shape 2 has an empty last row"),
            ("\"#\"", "\"##\", \"#.\"", "shape 2 is shape 1 again"),
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
    fn none_and_too_many_shapes_and_no_weight() {
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

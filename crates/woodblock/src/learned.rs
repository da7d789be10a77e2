//! The learned value of a board between two hands: a sum of weights of its patterns.

use std::io::Read;
use std::sync::{Arc, LazyLock};

use flate2::read::GzDecoder;
use plywood_learn::{Archive, ArchiveError, PatternTables};

use crate::bits::Bits;
use crate::features::FeatureMap;
use crate::layout::Layout;
use crate::plan::BoardValue;
use crate::rules::Rules;

/// The name of the format in files of weights.
pub(crate) const KIND: &str = "woodblock patterns 1";

/// The number of units of value in a hand. The value of a board is the number of hands to come, of which later hands
/// count less.
pub(crate) const HAND: i32 = 256;

/// The value of a point, in units. It is small, because a player that survives longer also scores more points.
pub(crate) const POINT: i32 = 1;

/// The greatest size of a grid whose cells fit into a word.
pub(crate) const WORD_SIZE: u32 = 8;

/// The learned value of boards.
#[derive(Clone, Debug)]
pub(crate) struct Learned {
    map: Arc<FeatureMap>,
    /// The weight of every index, in units. Symmetric indices have copies of the same weight, so that it is found in
    /// one step.
    by_index: Arc<[i16]>,
}

/// Weights as they are saved, without copies. They can be used with either word type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LearnedWeights {
    /// The rules that the weights are for, as [`game_text`] writes them.
    game: String,
    /// The weights, in units.
    weights: Vec<i16>,
}

/// Returns the rules that weights are for, as text: the grid, the scoring and the shapes. Leaves out rotation and caps,
/// which change the value of a board only a little.
pub(crate) fn game_text(rules: &Rules) -> String {
    let (grid, variant) = (rules.grid(), rules.variant());
    let scoring = variant.tables().file.scoring;
    let mut text = format!("{} {} {scoring:?}", grid.size(), grid.has_boxes());
    for shape in variant.shapes() {
        text += &format!(" {}*{}", shape.rows.join("/"), shape.weight);
    }
    text
}

impl LearnedWeights {
    /// Returns the weights that are shipped for the game of these rules; `None` if there are none.
    pub(crate) fn shipped(rules: &Rules) -> Option<&'static Self> {
        static SHIPPED: LazyLock<Vec<LearnedWeights>> = LazyLock::new(|| {
            let files = [
                &include_bytes!("../weights/blast8.safetensors.gz")[..],
                &include_bytes!("../weights/classic10.safetensors.gz")[..],
            ];
            files.into_iter().map(LearnedWeights::unpack).collect()
        });
        let game = game_text(rules);
        SHIPPED.iter().find(|weights| weights.game == game)
    }

    fn unpack(bytes: &[u8]) -> Self {
        let mut archive = Vec::new();
        GzDecoder::new(bytes).read_to_end(&mut archive).expect("shipped weights are compressed");
        let archive = Archive::from_bytes(&archive).expect("shipped weights are an archive");
        LearnedWeights::from_archive(&archive).expect("shipped weights are complete")
    }

    /// Returns the current weights of a training, rounded to units.
    pub(crate) fn new(rules: &Rules, tables: &PatternTables) -> Self {
        let units = |&hands: &f32| (hands * HAND as f32).round() as i16;
        LearnedWeights {
            game: game_text(rules),
            weights: tables.weights().iter().map(units).collect(),
        }
    }

    /// Returns the evaluation of boards with these weights. The error says why the weights do not fit the rules.
    pub(crate) fn value<B: Bits>(&self, layout: &Layout<B>) -> Result<Learned, String> {
        let name = layout.rules.variant().name();
        if self.game != game_text(&layout.rules) {
            return Err(format!(
                "the weights are for other rules than {name}: expected a file that was trained with them"
            ));
        }
        let map = FeatureMap::new(layout);
        let (found, expected) = (self.weights.len(), map.weights());
        if found != expected {
            return Err(format!("the file has {found} weights: {name} needs {expected}"));
        }
        let by_index =
            map.weight_of().iter().map(|&weight| self.weights[weight as usize]).collect();
        Ok(Learned { map: Arc::new(map), by_index })
    }

    /// Returns the weights in the form of a file.
    pub(crate) fn to_archive(&self) -> Archive {
        let mut archive = Archive::default();
        archive.set_text("kind", KIND);
        archive.set_text("game", self.game.clone());
        archive.set_shorts("weights", &[self.weights.len()], self.weights.clone());
        archive
    }

    /// Reads what [`to_archive`](LearnedWeights::to_archive) wrote.
    pub(crate) fn from_archive(archive: &Archive) -> Result<Self, ArchiveError> {
        archive.expect_text("kind", KIND)?;
        let game = archive.text("game")?.to_owned();
        let weights = archive.any_shorts("weights")?.to_vec();
        Ok(LearnedWeights { game, weights })
    }
}

impl<B: Bits> BoardValue<B> for Learned {
    #[inline(always)]
    fn point(&self) -> i32 {
        POINT
    }

    fn unit(&self) -> i32 {
        HAND
    }

    fn hand(&self) -> i32 {
        HAND
    }

    fn lost(&self) -> i32 {
        0
    }

    #[inline(always)]
    fn value(&self, layout: &Layout<B>, board: B, streak: u16) -> i32 {
        let mut sum = 0;
        self.map.each_index(layout, board, streak, |index| sum += i32::from(self.by_index[index]));
        sum
    }
}

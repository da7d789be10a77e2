//! The colours, on light and on dark backgrounds.

use plotters::style::{RGBAColor, RGBColor};

/// The purpose of a colour, with one colour for light and one for dark backgrounds.
#[derive(Clone, Copy)]
pub(super) enum Ink {
    Ground,
    Text,
    /// Axis numbers and remarks.
    Muted,
    Grid,
    /// The colour of the player with this index; colours repeat after eight players.
    Player(usize),
}

/// The colours of Okabe and Ito, which people with any colour vision can distinguish. Yellow and
/// black are changed to be visible on both backgrounds.
const PLAYERS: [(RGBColor, RGBColor); 8] = [
    (RGBColor(0, 114, 178), RGBColor(86, 170, 230)),
    (RGBColor(213, 94, 0), RGBColor(240, 128, 60)),
    (RGBColor(0, 158, 115), RGBColor(40, 195, 150)),
    (RGBColor(190, 90, 150), RGBColor(228, 155, 200)),
    (RGBColor(224, 152, 0), RGBColor(245, 185, 60)),
    (RGBColor(80, 175, 228), RGBColor(160, 218, 250)),
    (RGBColor(130, 115, 10), RGBColor(205, 195, 80)),
    (RGBColor(85, 85, 95), RGBColor(175, 175, 185)),
];
const GROUND: (RGBColor, RGBColor) = (RGBColor(255, 255, 255), RGBColor(22, 24, 29));
const TEXT: (RGBColor, RGBColor) = (RGBColor(31, 35, 40), RGBColor(230, 232, 236));
const MUTED: (RGBColor, RGBColor) = (RGBColor(94, 101, 110), RGBColor(157, 164, 174));
const GRID: (RGBColor, RGBColor) = (RGBColor(222, 225, 230), RGBColor(52, 56, 64));

impl Ink {
    /// Returns the colour on light backgrounds, which the style sheet replaces on dark ones.
    pub(super) fn colour(self, opacity: f64) -> RGBAColor {
        let (RGBColor(red, green, blue), _) = match self {
            Ink::Ground => GROUND,
            Ink::Text => TEXT,
            Ink::Muted => MUTED,
            Ink::Grid => GRID,
            Ink::Player(number) => PLAYERS[number % PLAYERS.len()],
        };
        RGBAColor(red, green, blue, opacity)
    }
}

/// Returns a style sheet that replaces the light colours if the reader prefers dark pages.
pub(super) fn style_sheet() -> String {
    let hex = |RGBColor(red, green, blue): RGBColor| format!("#{red:02X}{green:02X}{blue:02X}");
    let rules: String = PLAYERS
        .into_iter()
        .chain([GROUND, TEXT, MUTED, GRID])
        .map(|(light, dark)| {
            let (light, dark) = (hex(light), hex(dark));
            format!("[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}")
        })
        .collect();
    format!("<style>@media (prefers-color-scheme:dark){{{rules}}}</style>\n")
}

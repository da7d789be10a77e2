//! Learning curves: the metrics as an SVG picture.

use plotters::prelude::*;

const WIDTH: u32 = 800;
const PANEL_HEIGHT: u32 = 180;

/// Returns an SVG picture with a panel for each column after the first, which is the x axis of all
/// panels.
pub(crate) fn draw_curves(columns: &[&str], rows: &[Vec<f64>]) -> Result<String, String> {
    let mut picture = String::new();
    draw(columns, rows, &mut picture).map_err(|error| error.to_string())?;
    Ok(picture)
}

fn draw(
    columns: &[&str],
    rows: &[Vec<f64>],
    picture: &mut String,
) -> Result<(), Box<dyn std::error::Error>> {
    let (x_name, names) = columns.split_first().ok_or("there are no columns")?;
    let height = PANEL_HEIGHT * names.len().max(1) as u32;
    let area = SVGBackend::with_string(picture, (WIDTH, height)).into_drawing_area();
    area.fill(&WHITE)?;
    for (number, (name, panel)) in names.iter().zip(area.split_evenly((names.len(), 1))).enumerate()
    {
        let points = || rows.iter().filter_map(|row| Some((*row.first()?, *row.get(number + 1)?)));
        let finite = || points().filter(|(x, y)| x.is_finite() && y.is_finite());
        let mut chart = ChartBuilder::on(&panel)
            .margin(8)
            .x_label_area_size(28)
            .y_label_area_size(72)
            .caption(*name, ("sans-serif", 14))
            .build_cartesian_2d(range(finite().map(|(x, _)| x)), range(finite().map(|(_, y)| y)))?;
        chart.configure_mesh().light_line_style(TRANSPARENT).x_desc(*x_name).draw()?;
        chart.draw_series(LineSeries::new(finite(), &BLUE))?;
    }
    area.present()?;
    Ok(())
}

/// Returns the range from the smallest to the largest value, widened if it would be empty.
fn range(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let ends = values.fold(None, |ends: Option<(f64, f64)>, x| {
        Some(ends.map_or((x, x), |(low, high)| (low.min(x), high.max(x))))
    });
    match ends {
        Some((low, high)) if low < high => low..high,
        Some((low, _)) => low - 0.5..low + 0.5,
        None => 0.0..1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_column_has_a_panel() {
        let columns = ["moves", "lines", "loss"];
        assert!(draw_curves(&columns, &[]).unwrap().starts_with("<svg"));
        let row = |step: u32| vec![f64::from(step), f64::from(step * step), 1.0];
        let mut rows: Vec<_> = (0..5).map(row).collect();
        rows.push(vec![5.0, f64::NAN, 1.0]);
        let picture = draw_curves(&columns, &rows).unwrap();
        assert_eq!(picture.matches("stroke=\"#0000FF\"").count(), 2, "{picture}");
        assert!(picture.contains("lines") && picture.contains("loss"));
    }
}

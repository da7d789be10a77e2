//! Learning curves: a picture of the metrics.

use plotters::prelude::*;

use crate::metrics::Metrics;

const WIDTH: u32 = 800;
const PANEL_HEIGHT: u32 = 180;

/// An SVG picture with a panel for each column over the first one.
pub fn draw_curves(metrics: &Metrics) -> Result<String, String> {
    let mut picture = String::new();
    draw(metrics, &mut picture).map_err(|error| error.to_string())?;
    Ok(picture)
}

fn draw(metrics: &Metrics, picture: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let (x_name, names) = metrics.columns().split_first().ok_or("there are no columns")?;
    let height = PANEL_HEIGHT * names.len().max(1) as u32;
    let area = SVGBackend::with_string(picture, (WIDTH, height)).into_drawing_area();
    area.fill(&WHITE)?;
    for (number, (name, panel)) in names.iter().zip(area.split_evenly((names.len(), 1))).enumerate()
    {
        let points =
            || metrics.rows().iter().filter_map(|row| Some((*row.first()?, *row.get(number + 1)?)));
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

/// From the least to the greatest, and never of no width.
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
    fn a_panel_for_each_column() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.csv");
        let mut metrics = Metrics::create(&path, &["moves", "lines", "loss"]).unwrap();
        assert!(draw_curves(&metrics).unwrap().starts_with("<svg"));
        for step in 0..5 {
            metrics.push(vec![f64::from(step), f64::from(step * step), 1.0]).unwrap();
        }
        metrics.push(vec![5.0, f64::NAN, 1.0]).unwrap();
        let picture = draw_curves(&metrics).unwrap();
        assert_eq!(picture.matches("stroke=\"#0000FF\"").count(), 2, "{picture}");
        assert!(picture.contains("lines") && picture.contains("loss"));
    }
}

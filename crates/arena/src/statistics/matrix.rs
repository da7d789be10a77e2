//! The inverse of a small symmetric matrix.

/// Returns the inverse of a positive definite matrix by Gauss-Jordan elimination; `None` if it is
/// singular to working precision.
///
/// Needs no row exchanges, since the pivots of a positive definite matrix are positive.
pub(super) fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut rows = matrix.to_vec();
    for (k, row) in rows.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == k))));
    }
    for k in 0..size {
        let pivot = rows[k][k];
        if !pivot.is_normal() || pivot < 0.0 {
            return None;
        }
        rows[k].iter_mut().for_each(|entry| *entry /= pivot);
        let pivot_row = rows[k].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != k) {
            let factor = row[k];
            row.iter_mut().zip(&pivot_row).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    Some(rows.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_by_hand() {
        let inverted = inverse(&[vec![2.0, -1.0], vec![-1.0, 2.0]]).unwrap();
        for (entry, thirds) in inverted.concat().iter().zip([2.0, 1.0, 1.0, 2.0]) {
            assert!((entry - thirds / 3.0).abs() < 1e-12);
        }
    }

    #[test]
    fn singular_matrices_have_no_inverse() {
        assert_eq!(inverse(&[vec![1.0, 1.0], vec![1.0, 1.0]]), None);
    }
}

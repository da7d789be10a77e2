//! The squares in each direction from a square.

/// The axes as steps to the right and down: the row, the diagonal from the upper right to the lower
/// left, the column, and the other diagonal.
const AXES: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

/// The rays from one square, without the square itself, in the order of [`AXES`].
#[repr(align(32))]
pub(super) struct Rays {
    /// Towards higher bits.
    pub(super) ahead: [u64; 4],
    /// Towards lower bits.
    pub(super) behind: [u64; 4],
}

/// The rays from every square.
pub(super) static RAYS: [Rays; 64] = {
    let mut rays = [const { Rays { ahead: [0; 4], behind: [0; 4] } }; 64];
    let mut index = 0;
    while index < 64 * AXES.len() {
        let (square, axis) = (index / AXES.len(), index % AXES.len());
        let (right, down) = AXES[axis];
        rays[square].ahead[axis] = ray(square, right, down);
        rays[square].behind[axis] = ray(square, -right, -down);
        index += 1;
    }
    rays
};

const fn ray(square: usize, right: i32, down: i32) -> u64 {
    let mut squares = 0;
    let mut column = square as i32 % 8 + right;
    let mut row = square as i32 / 8 + down;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        squares |= 1 << (row * 8 + column);
        column += right;
        row += down;
    }
    squares
}

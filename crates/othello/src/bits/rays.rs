//! The squares in each direction from a square.

/// The rays from one square, without the square itself. The four axes are the row, the diagonal from
/// the upper right to the lower left, the column, and the other diagonal.
#[repr(align(32))]
pub(super) struct Rays {
    /// Towards higher bits: right, down left, down, down right.
    pub(super) ahead: [u64; 4],
    /// Towards lower bits: left, up right, up, up left.
    pub(super) behind: [u64; 4],
}

/// The rays of every square.
pub(super) static RAYS: [Rays; 64] = {
    let mut rays = [const { Rays { ahead: [0; 4], behind: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        rays[square] = Rays {
            ahead: [ray(square, 1, 0), ray(square, -1, 1), ray(square, 0, 1), ray(square, 1, 1)],
            behind: [
                ray(square, -1, 0),
                ray(square, 1, -1),
                ray(square, 0, -1),
                ray(square, -1, -1),
            ],
        };
        square += 1;
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

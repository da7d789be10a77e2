//! Leaf evaluation does not allocate once its buffers have grown.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use plywood_search::{Game, Guide, Rng};
use plywood_tetris::evaluation::Depth;
use plywood_tetris::features::FeatureSet;
use plywood_tetris::guide::{Rollouts, TetrisGuide};
use plywood_tetris::leaf::Leaf;
use plywood_tetris::{Rules, Tetris};

/// The system allocator with a count of allocations.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is forwarded to the system allocator; the default methods call these two.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // `try_with` fails while a thread exits, since the counter is destroyed by then.
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn leaf_evaluation_does_not_allocate() {
    let leaves =
        [Leaf::Linear].into_iter().chain(FeatureSet::ALL.map(Leaf::Network)).collect::<Vec<_>>();
    for leaf in leaves {
        for depth in [Depth::One, Depth::Two] {
            let mut guide = TetrisGuide::new(Rollouts::Linear, leaf, depth);
            let (mut rng, mut scratch) = (Rng::new(1), Vec::with_capacity(64));
            // The starts of 20 games include all pieces, so the buffers reach their largest size.
            for seed in 0..20 {
                guide.static_value(&Tetris::new(Rules::default(), seed), &mut [0.0]);
            }
            let mut game = Tetris::new(Rules::default(), 1);
            let before = ALLOCATIONS.get();
            for _ in 0..50 {
                assert!(guide.static_value(&game, &mut [0.0]));
                let mv = guide.rollout_move(&game, &mut rng, &mut scratch);
                game.play(mv.expect("fifty pieces are survived"));
            }
            assert_eq!(ALLOCATIONS.get(), before, "{leaf:?} {depth:?}");
        }
    }
}

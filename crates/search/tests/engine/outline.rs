//! An exported tree as an indented outline.

use std::fmt::{Debug, Write};

use plywood_search::TreeNode;

pub(crate) fn outline<M: Debug, S: Debug>(tree: &TreeNode<M, S>) -> String {
    let mut text = String::new();
    write_node(tree, 0, &mut text);
    text
}

fn write_node<M: Debug, S: Debug>(node: &TreeNode<M, S>, depth: usize, text: &mut String) {
    let _ = write!(text, "{:1$}", "", 2 * depth);
    let _ = match (&node.mv, &node.seen) {
        (Some(mv), _) => write!(text, "{mv:?}"),
        (None, Some(seen)) => write!(text, "sees {seen:?}"),
        (None, None) => write!(text, "root"),
    };
    let _ = write!(text, ": {} visits", node.visits);
    if let (Some(seat), Some(value)) = (node.seat, node.value) {
        let _ = write!(text, ", {value:.4} for {seat}");
    }
    if let Some(proven) = node.proven {
        let _ = write!(text, ", proven {proven:.4}");
    }
    text.push('\n');
    for child in &node.children {
        write_node(child, depth + 1, text);
    }
}

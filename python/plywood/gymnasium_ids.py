"""The registration of the Gymnasium environments by name."""

from __future__ import annotations

#: The built-in games for one player, by the names of their environments.
IDS = {
    "plywood/Klondike-v0": "klondike",
    "plywood/WoodBlock-v0": "woodblock",
    "plywood/Tetris-v0": "tetris",
}


def register() -> None:
    """Registers the environments if Gymnasium is installed."""
    try:
        from gymnasium.envs.registration import register, registry
    except ImportError:
        return
    for name, game in IDS.items():
        if name not in registry:
            register(
                name,
                entry_point="plywood.gymnasium_env:PlywoodEnv",
                vector_entry_point="plywood.gymnasium_env:PlywoodVectorEnv",
                kwargs={"game": game},
            )

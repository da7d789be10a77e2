"""Runs searches of OpenSpiel's C++ MCTSBot.

Arguments: the name of the game, and a transcript that leads to the position
(empty for the start). Prints the version of OpenSpiel, then reads lines
"SIMULATIONS SEED" and answers each with a line of JSON: the move and the
seconds of processor time.
"""

import importlib.metadata
import json
import math
import sys
import time

import pyspiel

# Twice Plywood's constant: OpenSpiel's values range from -1 to 1, Plywood's only from 0 to 1.
EXPLORATION = 2 * math.sqrt(2)
ROLLOUTS = 1
MEMORY_MEGABYTES = 1024


def position(game, transcript):
    state = game.new_initial_state()
    for start in range(0, len(transcript), 2):
        state.apply_action(state.string_to_action(transcript[start:start + 2]))
    return state


def decide(game, state, simulations, seed):
    """Returns the action and the processor time of the search."""
    started = time.process_time()
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    bot = pyspiel.MCTSBot(
        game, evaluator, EXPLORATION, simulations, MEMORY_MEGABYTES,
        solve=True, seed=seed, verbose=False)
    action = bot.step(state)
    return action, time.process_time() - started


def written(name, state, action):
    """Returns the move in Plywood's notation, which counts columns from 1."""
    return str(action + 1) if name == "connect_four" else state.action_to_string(action)


def main():
    name, transcript = sys.argv[1:]
    game = pyspiel.load_game(name)
    state = position(game, transcript)
    print(importlib.metadata.version("open_spiel"), flush=True)
    for line in sys.stdin:
        simulations, seed = map(int, line.split())
        action, seconds = decide(game, state, simulations, seed)
        print(json.dumps({"best": written(name, state, action), "seconds": seconds}), flush=True)


main()

"""Gymnasium and PettingZoo environments."""

import math
import sys
import warnings
from pathlib import Path

import numpy
import pytest

import plywood

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
from connect_four import ConnectFour  # noqa: E402
from test_own_game import HigherCard  # noqa: E402

plywood.register(ConnectFour)

ONE_PLAYER = ["plywood/Klondike-v0", "plywood/WoodBlock-v0", "plywood/Tetris-v0"]
SEVERAL_PLAYERS = ["othello", "connect_four"]


@pytest.mark.parametrize("name", ONE_PLAYER)
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_gymnasiums_checker_passes(name, mode):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, render_mode=mode).unwrapped, skip_render_check=mode is None)


@pytest.mark.parametrize("name", ONE_PLAYER)
def test_a_random_game_gains_its_score(name):
    env = gymnasium.make(name, render_mode="ansi")
    observation, info = env.reset(seed=5)
    rng, gained, over = numpy.random.default_rng(1), 0.0, False
    while not over:
        action = rng.choice(numpy.flatnonzero(info["action_mask"]))
        observation, reward, over, truncated, info = env.step(action)
        assert observation in env.observation_space and not truncated and not info["illegal"]
        gained += reward
    game = env.unwrapped
    assert gained == pytest.approx(game._games.scores(0)[0])
    assert not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        game.step(0)


def test_an_illegal_action_changes_nothing():
    env = plywood.gym_env("tetris")
    before, info = env.reset(seed=1)
    illegal = int(numpy.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, truncated, info = env.step(illegal)
    assert (before == after).all() and info["illegal"]
    assert (reward, over, truncated) == (0.0, False, False)


def test_wrong_environments_are_refused():
    with pytest.raises(plywood.InputError, match="aec_env"):
        plywood.gym_env("othello")
    with pytest.raises(plywood.InputError, match="gym_env"):
        plywood.aec_env("tetris")
    with pytest.raises(plywood.InputError, match="rgb_array"):
        plywood.gym_env("tetris", render_mode="human")
    with pytest.raises(plywood.InputError, match="unknown game"):
        plywood.vector_env("go", n=2)
    with pytest.raises(plywood.InputError, match="n=0"):
        plywood.vector_env("tetris", n=0)
    with pytest.raises(plywood.InputError, match="width"):
        plywood.vector_env("tetris", n=1, rules={"width": 0})
    with pytest.raises(plywood.InputError, match="16777216 games of 583 numbers"):
        plywood.vector_env("klondike", n=2**24)
    env = plywood.vector_env("tetris", n=3)
    env.reset(seed=1)
    with pytest.raises(plywood.InputError, match="2 actions for 3 games"):
        env.step(numpy.zeros(2, int))
    with pytest.raises(plywood.InputError, match="action 40: expected 0 to 39"):
        env.step(numpy.array([0, 40, 0]))
    with pytest.raises(plywood.InputError, match="action -1"):
        env.step(numpy.array([0, -1, 0]))


@pytest.mark.parametrize("game", ["tetris", "klondike", "woodblock"])
def test_a_vector_agrees_with_single_environments(game):
    """The same deals and actions give the same observations, rewards and ends."""
    count, seeds = 5, [11, 12, 13, 14, 15]
    vector = plywood.vector_env(game, n=count)
    singles = [plywood.gym_env(game) for _ in range(count)]
    observations, info = vector.reset(seed=seeds)
    for env, seed in zip(singles, seeds, strict=True):
        env.reset(seed=seed)
    over = numpy.zeros(count, bool)
    for _ in range(100):
        actions = vector.sample_legal()
        observations, rewards, ends, truncations, info = vector.step(actions)
        for index, env in enumerate(singles):
            if over[index]:
                continue
            observation, reward, end, _, single = env.step(actions[index])
            assert (observation == observations[index]).all()
            assert reward == rewards[index] and end == ends[index]
            assert (single["action_mask"] == info["action_mask"][index]).all()
        over |= ends
    assert not truncations.any()


def test_finished_games_of_a_vector_restart():
    env = plywood.vector_env("tetris", n=64, rules="height=6")
    env.reset(seed=3)
    restarted = 0
    ended = numpy.zeros(64, bool)
    for _ in range(200):
        observations, rewards, ends, _, info = env.step(env.sample_legal())
        fresh = observations[ended]
        assert (fresh[:, : 6 * 10] == 0).all() and (rewards[ended] == 0).all()
        assert not ends[ended].any()
        restarted += len(fresh)
        ended = ends
    assert restarted > 100


def test_vectors_are_seeded():
    def play(seed):
        env = plywood.vector_env("othello", n=8)
        env.reset(seed=seed)
        return [env.step(env.sample_legal())[0].copy() for _ in range(100)]

    first, again, other = play(1), play(1), play(2)
    assert all((a == b).all() for a, b in zip(first, again, strict=True))
    assert any((a != b).any() for a, b in zip(first, other, strict=True))


def test_a_vector_of_two_seats_names_the_seat_to_move():
    env = plywood.vector_env("othello", n=4)
    _, info = env.reset(seed=1)
    assert (info["seat"] == 0).all()
    _, rewards, _, _, info = env.step(env.sample_legal())
    assert (info["seat"] == 1).all()
    # The first move changes the discs from 2-2 to 4-1, so the difference grows by 3.
    assert (rewards == 3).all()


@pytest.mark.parametrize("game", SEVERAL_PLAYERS)
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_pettingzoos_tests_pass(game, mode):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    # Observations with an action mask and named seats cause warnings.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(plywood.aec_env(game, render_mode=mode), num_cycles=300)
        seed_test(lambda: plywood.aec_env(game), num_cycles=50)


def test_rewards_of_othello_add_up_to_the_score():
    pytest.importorskip("pettingzoo")
    env = plywood.aec_env("othello")
    env.reset(seed=4)
    rng, gained = numpy.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        gained[agent] += reward
        mask = numpy.flatnonzero(observation["action_mask"])
        env.step(None if termination else int(rng.choice(mask)))
    scores = env._games.scores(0)
    assert [gained["black"], gained["white"]] == pytest.approx(scores)
    assert scores[0] == -scores[1]


def test_an_illegal_action_of_an_agent_is_refused():
    pytest.importorskip("pettingzoo")
    env = plywood.aec_env("othello")
    env.reset(seed=1)
    with pytest.raises(plywood.InputError, match="not legal"):
        env.step(0)
    assert env.agent_selection == "black"


def test_a_seat_observes_its_own_view():
    """Seats see their own discs in the first plane."""
    pytest.importorskip("pettingzoo")
    env = plywood.aec_env("othello")
    env.reset(seed=1)
    env.step(int(numpy.flatnonzero(env.observe("black")["action_mask"])[0]))
    black, white = (env.observe(agent)["observation"] for agent in ("black", "white"))
    assert (black[0].sum(), black[1].sum()) == (4, 1)
    assert (white[0].sum(), white[1].sum()) == (1, 4)
    assert env.observe("black")["action_mask"].sum() == 0


class HigherCardNumbers(HigherCard):
    """The card of the seat, and whether the seat is to move."""

    shape, actions, bounds = (6,), 2, (0, 1)

    @staticmethod
    def observe(view, seat):
        _, known, shown, to_move, _ = view
        card = known[seat] if shown else known
        return [float(card == one) for one in range(5)] + [float(to_move == seat)]

    @staticmethod
    def index(view, move):
        return ["stay", "fold"].index(move)


def test_private_facts_are_not_observed():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    plywood.check(HigherCardNumbers)
    env = plywood.aec_env(plywood.register(HigherCardNumbers))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=100)
    own = {}
    for seed in range(50):
        env.reset(seed=seed)
        seen = [env.observe(agent)["observation"] for agent in env.agents]
        cards = [int(numbers[:5].argmax()) for numbers in seen]
        assert cards[0] != cards[1]
        # The observation depends on the seat's own card alone, not on the other card.
        assert (own.setdefault(cards[0], seen[0]) == seen[0]).all()


class HiddenDifference(HigherCard):
    """The score is the difference of two cards, even while they are hidden."""

    name, points = "hidden_difference", (-5, 5)
    shape, actions = (1,), 2
    observe = staticmethod(lambda view, seat: [0.0])
    index = staticmethod(lambda view, move: ["stay", "fold"].index(move))

    def score(self, seat):
        return float(self.cards[seat] - self.cards[1 - seat])


def test_rewards_do_not_reveal_hidden_facts():
    pytest.importorskip("pettingzoo")
    plywood.check(HiddenDifference)
    env = plywood.aec_env(plywood.register(HiddenDifference))
    for seed in range(20):
        env.reset(seed=seed)
        env.step(0)
        assert env.rewards == {"first": 0.0, "second": 0.0}
        env.step(0)
        assert env.rewards["first"] == -env.rewards["second"] != 0


def test_environments_in_use_are_busy():
    """A game that calls its own environment gets an error, not a deadlock."""
    raised = []

    class Curious(ConnectFour):
        name = "curious"

        def observe(self, seat):
            try:
                env.sample_legal()
            except plywood.BusyError as error:
                raised.append(error)
            return super().observe(seat)

    plywood.register(Curious)
    env = plywood.vector_env("curious", n=2)
    env.reset(seed=1)
    assert len(raised) == 2


def test_wrong_numbers_are_refused():
    env = plywood.gym_env("tetris")
    env.reset(seed=1)
    for action in (-1, 40, 2**70, 0.5, "3", None):
        with pytest.raises(plywood.InputError, match="action="):
            env.step(action)
    for seed in (-1, 2**64, "x"):
        with pytest.raises(plywood.InputError, match="seed="):
            env.reset(seed=seed)
    vector = plywood.vector_env("tetris", n=2)
    before = vector.reset(seed=numpy.int64(1))[0]
    for seed in (-1, 2**63 - 1, "x", (1, 2), [1, -1], [1, 0.5]):
        with pytest.raises(plywood.InputError, match="seed="):
            vector.reset(seed=seed)
    for actions in ([0.0, 1.7], [math.nan, 0], ["0", "1"], None, [True, False]):
        with pytest.raises(plywood.InputError, match="actions of type"):
            vector.step(actions)
    assert (before == vector.reset(seed=1)[0]).all()
    with pytest.raises(plywood.InputError, match="shape="):
        plywood.register(type("Flat", (ConnectFour,), {"shape": (0,)}))
    for sizes in ({"shape": (2**40,)}, {"shape": (2**32, 2**32)}, {"actions": 2**40}):
        with pytest.raises(plywood.InputError, match="expected a whole number from 1 to 16777216"):
            plywood.register(type("Huge", (ConnectFour,), sizes))


def test_masks_sample_legal_actions():
    env = plywood.vector_env("tetris", n=4)
    _, info = env.reset(seed=1)
    actions = env.action_space.sample(mask=tuple(info["action_mask"]))
    assert not env.step(actions)[4]["illegal"].any()
    made = gymnasium.make_vec("plywood/Tetris-v0", num_envs=4)
    assert made.reset(seed=1)[0].shape == (4, 221)

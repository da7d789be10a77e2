//! The example of four seats: its rules, its worlds, its notation and its players.

#[path = "../../../examples/hearts.rs"]
#[expect(dead_code, reason = "the example also has a main of its own")]
mod hearts;

use std::collections::BTreeMap;

use hearts::{Card, Cards, Hearts, Move, Passing, RulesPlayer, Seen, entry};
use plywood::registry::{GameEntry, Settings};
use plywood::search::{Budget, Game, Notation, Player, Points, Rng, conformance};

const PASSINGS: [Passing; 4] = [Passing::Left, Passing::Right, Passing::Across, Passing::Hold];

/// Deals a game. The seed determines the cards and the passing.
fn start(seed: u64) -> Hearts {
    Hearts::deal(PASSINGS[(seed % 4) as usize], seed)
}

fn card(text: &str) -> Card {
    match start(3).read_move(text).expect("a card") {
        Move::Play(card) => card,
        other => panic!("{other:?} is not a play"),
    }
}

/// Reads cards such as `2C QS`.
fn cards(text: &str) -> Cards {
    text.split_whitespace().map(|text| card(text).set()).sum()
}

/// Returns a suit without the cards in `without`.
fn suit(letter: char, without: &str) -> Cards {
    let all = "23456789TJQKA".chars().map(|rank| format!("{rank}{letter}"));
    cards(&all.filter(|card| !without.contains(card.as_str())).collect::<Vec<_>>().join(" "))
}

fn legal(game: &Hearts) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.into_iter().map(|mv| game.write_move(mv)).collect()
}

/// Plays moves as text, each of which must be legal.
fn play(game: &mut Hearts, moves: &str) -> Seen {
    let mut seen = Seen::Nothing;
    for text in moves.split_whitespace() {
        let mv = game.read_move(text).expect("a card");
        seen = game.try_play(mv).unwrap_or_else(|_| panic!("{text} is illegal: {game:?}"));
    }
    seen
}

fn play_at_random(game: &mut Hearts, moves: usize, rng: &mut Rng) {
    for _ in 0..moves {
        let Some(mv) = game.random_move(rng, &mut Vec::new()) else { return };
        game.play(mv);
    }
}

/// South has all clubs, West all diamonds, North all spades, East all hearts.
fn one_suit_each() -> Hearts {
    Hearts::new(Passing::Hold, ['C', 'D', 'S', 'H'].map(|letter| suit(letter, "")))
}

#[test]
fn hearts_passes_the_conformance_suite() {
    conformance::check(60, start);
    conformance::check_notation(20, start);
    conformance::check_objective(100, start, &Points::within(-26.0, 0.0));
}

#[test]
fn the_first_trick_has_no_points_unless_a_hand_has_nothing_else() {
    let mut game = one_suit_each();
    assert_eq!((game.seat(), legal(&game)), (Some(0), vec!["2C".to_owned()]));
    play(&mut game, "2C 2D");
    let spades = legal(&game);
    assert!(spades.len() == 12 && !spades.contains(&"QS".to_owned()), "{spades:?}");
    play(&mut game, "AS");
    assert_eq!(legal(&game).len(), 13, "a hand of hearts may discard a heart");
}

#[test]
fn all_points_shoot_the_moon() {
    let mut game = one_suit_each();
    while game.seat().is_some() {
        let first = legal(&game)[0].clone();
        play(&mut game, &first);
    }
    assert_eq!([0, 1, 2, 3].map(|seat| game.score(seat)), [0.0, -26.0, -26.0, -26.0]);
}

#[test]
fn the_queen_counts_thirteen_for_the_seat_that_takes_her() {
    let mut game = one_suit_each();
    play(&mut game, "2C 2D AS 2H 3C 3D QS 3H");
    assert_eq!([0, 1, 2, 3].map(|seat| game.score(seat)), [-15.0, 0.0, 0.0, 0.0]);
    assert_eq!(game.seat(), Some(0), "the winner leads");
}

#[test]
fn hearts_are_led_after_they_are_broken_or_from_a_hand_of_hearts() {
    // North takes the first trick with the ace of clubs.
    let south = suit('C', "KC AC") | cards("2H 3H");
    let west = suit('D', "AD KD") | cards("KC 4H");
    let north = suit('S', "KS") | cards("AC");
    let east = suit('H', "2H 3H 4H") | cards("AD KD KS");
    let mut game = Hearts::new(Passing::Hold, [south, west, north, east]);
    play(&mut game, "2C KC AC KS");
    assert_eq!(game.seat(), Some(2));
    assert_eq!(legal(&game).len(), 12, "spades alone, all of which may be led");
    play(&mut game, "2S AD 3C 2D");
    // North leads again; hearts are not broken.
    play(&mut game, "3S KD 4C 3D 4S");
    assert!(legal(&game).iter().all(|card| card.ends_with('H')));
    play(&mut game, "5H 2H 4H");
    assert_eq!(game.score(2), -3.0);
    // A hand with nothing but hearts may lead a heart.
    let south = suit('C', "AC") | cards("2D");
    let west = suit('D', "2D AD") | cards("2S 3S");
    let north = suit('S', "2S 3S") | cards("AD 2H");
    let east = suit('H', "2H") | cards("AC");
    let mut game = Hearts::new(Passing::Hold, [south, west, north, east]);
    play(&mut game, "2C 3D AD AC");
    assert_eq!((game.seat(), legal(&game).len()), (Some(3), 12));
    // A hand with other cards may not.
    let swapped = [south, west ^ cards("2S 2H"), north ^ cards("2S 2H"), east];
    let mut game = Hearts::new(Passing::Hold, swapped);
    play(&mut game, "2C 3D AD AC");
    assert_eq!(legal(&game).len(), 12);
    let mixed = [south, west ^ cards("3S AH"), north, east ^ cards("3S AH")];
    let mut game = Hearts::new(Passing::Hold, mixed);
    play(&mut game, "2C 3D AD AC");
    assert_eq!(legal(&game), ["3S"]);
}

#[test]
fn cards_are_passed_face_down() {
    let hands = one_suit_each().hands();
    for (passing, receivers) in [
        (Passing::Left, [1, 2, 3, 0]),
        (Passing::Across, [2, 3, 0, 1]),
        (Passing::Right, [3, 0, 1, 2]),
    ] {
        let mut game = Hearts::new(passing, hands);
        let before = game.clone();
        play(&mut game, "2C 3C 4C 2D 3D 4D 2S 3S 4S 2H 3H");
        assert_eq!(game.view(0), {
            let mut other = before.clone();
            play(&mut other, "2C 3C 4C 2D 3D 4D 2S 3S 4S 7H 8H");
            other.view(0)
        });
        assert_eq!(game.seat(), Some(3));
        let seen = play(&mut game, "4H");
        let Seen::Passed { leader, got } = Hearts::seen_by(seen, 3, 1) else { panic!("{seen:?}") };
        assert_eq!(
            (leader, game.seat()),
            (receivers[0], Some(receivers[0])),
            "has the two of clubs"
        );
        assert_eq!(got.map(|cards| cards.is_some()), [false, true, false, false]);
        for (giver, letter) in [(0, 'C'), (1, 'D'), (2, 'S'), (3, 'H')] {
            let passed = cards(&[2, 3, 4].map(|rank| format!("{rank}{letter}")).join(" "));
            assert_eq!(game.hands()[usize::from(receivers[giver])] & passed, passed);
            assert_eq!(game.hands()[giver] & passed, 0);
            assert_eq!(game.gave()[giver], passed);
        }
    }
    assert_eq!(Hearts::move_shown(Move::Pass(card("QS")), 1, 1), Move::Pass(card("QS")));
    assert_eq!(Hearts::move_shown(Move::Pass(card("QS")), 1, 2), Move::HiddenPass);
}

#[test]
fn points_of_a_deal_add_up() {
    for seed in 0..500 {
        let mut game = start(seed);
        play_at_random(&mut game, 100, &mut Rng::new(seed));
        let sum: f64 = (0..4).map(|seat| game.score(seat)).sum();
        assert!(sum == -26.0 || sum == -78.0, "{game:?}");
        assert_eq!(game.record().len(), 52);
    }
}

/// Returns all ways to give `cards` to hands of these sizes.
fn deals(cards: &[Cards], sizes: [usize; 3]) -> Vec<[Cards; 3]> {
    let Some((&card, rest)) = cards.split_first() else { return vec![[0; 3]] };
    let mut all = Vec::new();
    for hand in (0..3).filter(|&hand| sizes[hand] > 0) {
        let mut left = sizes;
        left[hand] -= 1;
        for mut deal in deals(rest, left) {
            deal[hand] |= card;
            all.push(deal);
        }
    }
    all
}

fn each(cards: Cards) -> Vec<Cards> {
    (0..64).map(|bit| 1 << bit).filter(|card| card & cards != 0).collect()
}

/// Returns the hands of all deals that agree with the view of `seat`: they contain the cards that the seat has
/// seen and passed, and every recorded play is legal in them, which is checked by playing the record again.
fn agreeing_deals(game: &Hearts, seat: usize, receiver: usize) -> Vec<[Cards; 4]> {
    let mut replay = Hearts::new(Passing::Hold, before_the_first_trick(game, game.hands()));
    let mut played = [0; 4];
    for &card in game.record() {
        played[usize::from(replay.seat().unwrap())] |= card.set();
        replay.play(Move::Play(card));
    }
    let others = [1, 2, 3].map(|step| (seat + step) % 4);
    let unseen = others.iter().map(|&other| game.hands()[other]).sum();
    let sizes = others.map(|other| game.hands()[other].count_ones() as usize);
    let agrees = |hands: &[Cards; 4]| {
        let had = [0, 1, 2, 3].map(|seat| hands[seat] | played[seat]);
        let mut replay = Hearts::new(Passing::Hold, had);
        let mut plays = game.record().iter();
        (game.gave()[seat] & !had[receiver] == 0 || receiver == seat)
            && plays.all(|&card| replay.try_play(Move::Play(card)).is_ok())
    };
    let with_own = |deal: [Cards; 3]| {
        let mut hands = game.hands();
        others.iter().zip(deal).for_each(|(&other, cards)| hands[other] = cards);
        hands
    };
    deals(&each(unseen), sizes).into_iter().map(with_own).filter(agrees).collect()
}

/// Returns the hands before the first trick of a game in which the seats now have these `hands`.
fn before_the_first_trick(game: &Hearts, mut hands: [Cards; 4]) -> [Cards; 4] {
    // Puts the played cards back into the hands trick by trick, from the first on, since the winner of a trick leads
    // the next one.
    let text = Hearts::write_position(&game.view(0));
    let lead = text.split("lead=").nth(1).expect("the passing is over").chars().next().unwrap();
    let mut seat = "SWNE".find(lead).unwrap();
    for trick in game.record().chunks(4) {
        let mut best = (trick[0], seat);
        for (place, &card) in trick.iter().enumerate() {
            let owner = (seat + place) % 4;
            hands[owner] |= card.set();
            let (one, two) = (card.to_string(), best.0.to_string());
            if one[1..] == two[1..] && card.set() > best.0.set() {
                best = (card, owner);
            }
        }
        seat = best.1;
    }
    hands
}

/// Draws worlds and checks by a chi-squared test that every deal that agrees with the view is equally
/// likely. Returns the number of these deals.
fn check_uniform(game: &Hearts, seat: u8, passing: Passing, rng: &mut Rng) -> usize {
    const DRAWS_EACH: usize = 30;
    let receiver = (usize::from(seat) + passing as usize) % 4;
    let all = agreeing_deals(game, usize::from(seat), receiver);
    let mut counts: BTreeMap<[Cards; 4], f64> = all.iter().map(|&hands| (hands, 0.0)).collect();
    for _ in 0..DRAWS_EACH * all.len() {
        let world = Hearts::world(&game.view(seat), rng);
        let count = counts.get_mut(&world.hands());
        *count.unwrap_or_else(|| panic!("{world:?} does not agree with {game:?}")) += 1.0;
    }
    let expected = DRAWS_EACH as f64;
    let chi_squared: f64 = counts.values().map(|count| (count - expected).powi(2) / expected).sum();
    let freedom = all.len() as f64 - 1.0;
    // Six standard deviations, plus 20 for small numbers of deals, whose distribution has a longer tail.
    let limit = freedom + 6.0 * (2.0 * freedom).sqrt() + 20.0;
    assert!(chi_squared < limit, "{chi_squared} for {} deals: {game:?}", all.len());
    all.len()
}

#[test]
fn worlds_are_uniform_over_all_deals_that_agree_with_the_view() {
    let mut rng = Rng::new(5);
    let mut sizes = Vec::new();
    for seed in 0..60 {
        let mut game = start(seed);
        let passing = PASSINGS[(seed % 4) as usize];
        let passes = if passing == Passing::Hold { 0 } else { 12 };
        // Plays until three tricks are left; in every twentieth game, until four are left.
        let left = if seed % 20 == 0 { 16 } else { 12 };
        play_at_random(&mut game, passes + 52 - left + rng.below(4), &mut rng);
        for seat in 0..4 {
            sizes.push(check_uniform(&game, seat, passing, &mut rng));
        }
    }
    sizes.sort_unstable();
    assert!(sizes[sizes.len() / 2] > 20, "too few deals to test: {sizes:?}");
}

#[test]
fn worlds_follow_from_plays_that_only_some_hands_allow() {
    let mut rng = Rng::new(6);
    let (hearts, deck) = (suit('H', ""), ['C', 'D', 'S', 'H'].map(|letter| suit(letter, "")));
    // East discards a heart in the first trick, or wins it and leads a heart before hearts are broken. Only hands
    // with hardly any other cards allow that.
    for (east, plays, left) in
        [(hearts, 4, hearts | cards("QS")), (suit('H', "2H") | cards("AC"), 5, hearts)]
    {
        let mut rest = each(deck.iter().sum::<Cards>() & !east);
        for round in 0..30 {
            rng.shuffle(&mut rest);
            let hand = |index: usize| rest[13 * index..13 * (index + 1)].iter().sum();
            let mut game = Hearts::new(Passing::Hold, [hand(0), hand(1), hand(2), east]);
            let seat = round % 3;
            play_at_random(&mut game, plays, &mut rng);
            let world = Hearts::world(&game.view(seat), &mut rng);
            assert_eq!(world.hands()[3] & !left, 0, "{world:?}");
            play_at_random(&mut game, 40 - plays, &mut rng);
            check_uniform(&game, seat, Passing::Hold, &mut rng);
        }
    }
}

#[test]
fn passes_of_other_seats_are_uniform_in_worlds() {
    let mut rng = Rng::new(7);
    let mut game = start(0);
    play_at_random(&mut game, 12 + 24, &mut rng);
    // South does not know which cards West passed to North. Each of the 13 cards that North had is equally likely.
    let had = before_the_first_trick(&game, [0; 4])[2];
    let draws = 20_000;
    let mut counts = BTreeMap::new();
    for _ in 0..draws {
        let world = Hearts::world(&game.view(0), &mut rng);
        assert_eq!(world.gave()[1].count_ones(), 3);
        each(world.gave()[1]).into_iter().for_each(|card| *counts.entry(card).or_insert(0) += 1);
    }
    for card in each(had) {
        let share = f64::from(counts[&card]) / f64::from(draws);
        assert!((share - 3.0 / 13.0).abs() < 0.02, "{share}");
    }
}

#[test]
fn positions_are_views() {
    let mut game = Hearts::deal(Passing::Left, 9);
    assert_eq!(
        Hearts::write_position(&game.view(0)),
        "seat=S passed=0 hand=".to_owned() + &legal(&game).concat()
    );
    play_at_random(&mut game, 20, &mut Rng::new(1));
    for seat in 0..4 {
        let text = Hearts::write_position(&game.view(seat));
        let view = game.read_view(&text).unwrap().unwrap();
        assert_eq!(Hearts::seat_of(&view), Some(seat));
        let own = game.hands()[usize::from(seat)];
        let picture = Hearts::picture(&view);
        for other in (0..4).filter(|&other| other != usize::from(seat)) {
            let hidden = game.hands()[other] & !game.gave()[usize::from(seat)] & !own;
            let names = each(hidden).into_iter().map(Cards::trailing_zeros);
            for name in names.map(|bit| {
                let (suit, rank) = (bit as usize / 16, bit as usize % 16);
                format!("{}{}", &"23456789TJQKA"[rank..=rank], &"CDSH"[suit..=suit])
            }) {
                assert!(!picture.contains(&name), "{name} of seat {other} is shown:\n{picture}");
            }
        }
    }
}

#[test]
fn impossible_positions_are_errors() {
    let game = Hearts::deal(Passing::Left, 1);
    let hand = "hand=2C3C4C5C6C7C8C9CTCJCQCKCAC";
    let bad = [
        "".to_owned(),
        "seat=S".to_owned(),
        format!("seat=X passed=0 {hand}"),
        format!("seat=S passed=12 {hand}"),
        format!("seat=S passed=1 {hand}"),
        format!("seat=S passed=0 {hand} lead=S"),
        format!("seat=S passed=0 {hand} {hand}"),
        "seat=S passed=0 hand=2C2C".to_owned(),
        "seat=S passed=0 hand=2X".to_owned(),
        "seat=S passed=0 hand=éé".to_owned(),
        format!("seat=S lead=S {hand}"),
        // West has the two of clubs, and so has South.
        format!("seat=S lead=W {hand} gave=2D3D4D got=2C3C4C"),
        // The first card is not the two of clubs.
        format!("seat=S lead=W {hand} gave=2D3D4D got=3C4C5C play=3D"),
        // West does not follow suit although it has a card of the suit, which it plays later.
        "seat=S lead=S hand=6C7C8C9CTCJCQCKCAC2D3D gave=2H3H4H got=6C7C8C play=2C9DASKD3C5C"
            .to_owned(),
        // A card that South passed to West is played by North.
        "seat=S lead=S hand=6C7C8C9CTCJCQCKCAC2D3D5C gave=2H9D4H got=6C7C8C play=2C3C9D".to_owned(),
    ];
    for text in bad {
        assert!(game.read_view(&text).is_err(), "{text} was taken");
    }
    let good = format!("seat=S lead=S {hand} gave=2D3D4D got=2C3C4C");
    assert!(game.read_view(&good).is_ok(), "{:?}", game.read_view(&good));
}

/// A text with random errors is either refused or read as a possible view, for which a world can be drawn.
#[test]
fn texts_with_errors_do_not_give_impossible_views() {
    let mut rng = Rng::new(8);
    let mut taken = 0;
    for seed in 0..3000 {
        let mut game = start(seed);
        let moves = rng.below(65);
        play_at_random(&mut game, moves, &mut rng);
        let mut text = Hearts::write_position(&game.view((seed / 4 % 4) as u8)).into_bytes();
        for _ in 0..=rng.below(2) {
            let (from, to) = (rng.below(text.len()), rng.below(text.len()));
            text[to] = text[from];
        }
        let text = String::from_utf8(text).expect("only ASCII");
        if let Ok(Some(view)) = game.read_view(&text) {
            taken += 1;
            let seat = Hearts::seat_of(&view).expect("a seat");
            assert_eq!(Hearts::world(&view, &mut rng).view(seat), view, "{text}");
        }
    }
    assert!(taken > 100, "{taken}");
}

#[test]
fn moves_are_described_in_words() {
    let mut game = Hearts::new(Passing::Left, one_suit_each().hands());
    assert_eq!(game.describe_move(Move::Pass(card("QC"))), "pass the queen of clubs to West");
    game = one_suit_each();
    assert_eq!(game.describe_move(Move::Play(card("2C"))), "lead the 2 of clubs");
    play(&mut game, "2C");
    assert_eq!(game.describe_move(Move::Play(card("TD"))), "discard the 10 of diamonds");
}

/// Plays deals with the rule-based player in one seat and random moves in the others. Returns the mean score
/// of the rule-based player and that of the others.
fn rules_against_random(deals: u64) -> (f64, f64) {
    let (mut own, mut others) = (0.0, 0.0);
    for seed in 0..deals {
        let (mut game, mut rng) = (start(seed), Rng::new(seed));
        let rules = (seed / 4 % 4) as u8;
        while let Some(seat) = game.seat() {
            let mv = if seat == rules {
                RulesPlayer.decide(&game.view(seat), &Budget::simulations(1), &mut ()).mv
            } else {
                game.random_move(&mut rng, &mut Vec::new())
            };
            assert!(game.try_play(mv.expect("a move")).is_ok(), "illegal: {mv:?} in {game:?}");
        }
        own += game.score(rules) / deals as f64;
        others += (0..4).filter(|&seat| seat != rules).map(|seat| game.score(seat)).sum::<f64>()
            / (3 * deals) as f64;
    }
    (own, others)
}

#[test]
fn the_rule_based_player_plays_legal_moves_and_avoids_points() {
    let (own, others) = rules_against_random(400);
    assert!(own > others + 4.0, "{own} against {others}");
}

#[test]
fn the_entry_has_the_players_and_the_rule_of_passing() {
    let entry = entry();
    assert_eq!(entry.seats(), ["South", "West", "North", "East"]);
    assert!(entry.players().iter().any(|player| player.name == "rules"));
    let hold: Settings = "pass=hold".parse().unwrap();
    let mut session = entry.open(&hold, None, 1).unwrap();
    assert_eq!(session.legal_moves(), ["2C"]);
    let player = session.seat_player(&"mcts:simulations=50".parse().unwrap(), 1).unwrap();
    assert_eq!(session.unit(player), "points");
    session.play("2C").unwrap();
    let budget = session.budget(player);
    let decision = session.ask(player, &budget, &mut ());
    let value = decision.value.expect("a searched value");
    assert!((-26.0..=0.0).contains(&value), "{value}");
    let wrong: Settings = "pass=up".parse().unwrap();
    assert!(entry.open(&wrong, None, 1).is_err());
}

// Exercises: positions in which the person made a mistake, kept in the browser.

import { thrownBy } from "./verdicts.js";

const KEY = "plywood exercises";
// The number of exercises that are kept; the oldest are dropped.
const MOST = 200;
const DAY = 24 * 60 * 60 * 1000;
// The number of forgotten exercises that are remembered; the oldest are dropped.
const MOST_FORGOTTEN = 400;
// The pauses after the first and the second time that an exercise is solved. The third time, it is removed.
const PAUSES = [DAY, 7 * DAY];
// What the browser has refused to store; null if it has stored the last change.
let unstored = null;

const isText = (value) => typeof value === "string";
const isExercise = (one) =>
  [
    one?.game,
    one?.rules,
    one?.position,
    one?.player,
    one?.unit,
    one?.lossUnit,
    one?.played?.move,
    one?.best?.move,
  ].every(isText) &&
  [one.number, one.loss, one.due, one.solved, one.best.value].every(Number.isFinite) &&
  [one.played.words, one.thrown].every((text) => text === undefined || isText(text)) &&
  [one.best.pv, one.best.words].every((list) => Array.isArray(list) && list.every(isText));

// Returns all exercises that can be read, the oldest first, and the names of those that are forgotten or solved for good.
function read() {
  if (unstored) return unstored;
  try {
    const { exercises, forgotten } = JSON.parse(localStorage.getItem(KEY)) ?? {};
    return { exercises: [exercises].flat().filter(isExercise), forgotten: [forgotten].flat().filter(isText) };
  } catch {
    return { exercises: [], forgotten: [] };
  }
}

const all = () => read().exercises;

function store(exercises, forgotten = read().forgotten) {
  const kept = { exercises: exercises.slice(-MOST), forgotten: forgotten.slice(-MOST_FORGOTTEN) };
  try {
    localStorage.setItem(KEY, JSON.stringify({ schema: 1, ...kept }));
    unstored = null;
  } catch {
    // The storage is full or forbidden: the exercises last until the page is closed.
    unstored = kept;
  }
}

// Returns a short name of an exercise, by which hundreds of forgotten ones are remembered: positions are long. Two
// exercises with the same name are unlikely, and harmless.
function nameOf({ game, rules, position }) {
  let hash = 0;
  for (const letter of `${rules} ${position}`) hash = (Math.imul(hash, 31) + letter.codePointAt(0)) | 0;
  return `${game} ${hash}`;
}

// Removes exercises for good: the review that they come from does not bring them back.
function drop(isDropped) {
  const { exercises, forgotten } = read();
  const names = exercises.filter(isDropped).map(nameOf);
  const kept = exercises.filter((one) => !isDropped(one));
  store(kept, [...forgotten.filter((name) => !names.includes(name)), ...names]);
}

const isSame = (one, other) => one.game === other.game && one.rules === other.rules && one.position === other.position;

export const exercisesOf = (game) => all().filter((one) => one.game === game);

// Returns the exercises of a game that are due, the longest waiting first.
export const dueOf = (game, now = Date.now()) =>
  exercisesOf(game)
    .filter(({ due }) => due <= now)
    .sort((one, other) => one.due - other.due);

// Returns the mistakes and blunders of a seat in a review as exercises.
export const mistakesOf = ({ game, rules, player, unit, score_unit: scoreUnit, moves }, seat, now = Date.now()) =>
  moves
    .filter((move) => move.seat === seat && (move.mark === "mistake" || move.mark === "blunder"))
    .map(({ ply, position, move, words, best, played, exact, loss, score_loss: score }) => ({
      game,
      rules,
      position,
      number: ply + 1,
      player,
      unit,
      played: { move, words },
      best: { move: best.move, value: best.value, pv: best.pv, words: best.words },
      // Prefers exact scores.
      loss: score > 0 ? score : loss,
      lossUnit: score > 0 ? scoreUnit : unit,
      thrown: thrownBy({ exact, best, played }, unit),
      due: now,
      solved: 0,
    }))
    .filter(isExercise);

// Adds exercises that are not kept yet; with `again`, also those forgotten or solved for good.
export function keep(exercises, { again = false } = {}) {
  const { exercises: known, forgotten } = read();
  const isFresh = (one) => !known.some((other) => isSame(one, other)) && (again || !forgotten.includes(nameOf(one)));
  const fresh = exercises.filter(isFresh);
  const names = fresh.map(nameOf);
  if (fresh.length > 0) {
    store(
      [...known, ...fresh],
      forgotten.filter((name) => !names.includes(name)),
    );
  }
}

// Notes an answer: solved exercises come back later and are removed in the end, others come back at once.
export function note(exercise, isSolved, now = Date.now()) {
  const pause = isSolved ? PAUSES[exercise.solved] : 0;
  if (pause === undefined) return forget(exercise);
  const next = { ...exercise, solved: isSolved ? exercise.solved + 1 : 0, due: now + pause };
  store(all().map((one) => (isSame(one, exercise) ? next : one)));
}

export const forget = (exercise) => drop((one) => isSame(one, exercise));
export const forgetAll = (game) => drop((one) => one.game === game);

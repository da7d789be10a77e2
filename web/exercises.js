// Exercises: positions in which the person made a mistake, kept in the browser.

const KEY = "plywood exercises";
// The number of exercises that are kept; the oldest are dropped.
const MOST = 200;
const DAY = 24 * 60 * 60 * 1000;
// The pauses after the first and the second time that an exercise is solved. The third time, it is removed.
const PAUSES = [DAY, 7 * DAY];
// The exercises that the browser has refused to store; null if it has stored the last ones.
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
  [one.loss, one.due, one.solved, one.best.value].every(Number.isFinite) &&
  [one.best.pv, one.best.words].every((list) => Array.isArray(list) && list.every(isText));

// Returns all exercises that can be read, the oldest first.
function all() {
  if (unstored) return unstored;
  try {
    return [JSON.parse(localStorage.getItem(KEY))?.exercises].flat().filter(isExercise);
  } catch {
    return [];
  }
}

function store(exercises) {
  const kept = exercises.slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify({ schema: 1, exercises: kept }));
    unstored = null;
  } catch {
    // The storage is full or forbidden: the exercises last until the page is closed.
    unstored = kept;
  }
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
    .map(({ ply, position, move, words, best, loss, score_loss: score }) => ({
      game,
      rules,
      position,
      number: ply + 1,
      player,
      unit,
      played: { move, words },
      best: { move: best.move, value: best.value, pv: best.pv, words: best.words },
      // An exact score says more.
      loss: score > 0 ? score : loss,
      lossUnit: score > 0 ? scoreUnit : unit,
      due: now,
      solved: 0,
    }))
    .filter(isExercise);

// Keeps exercises that are not kept yet.
export function keep(exercises) {
  const known = all();
  const fresh = exercises.filter((one) => !known.some((other) => isSame(one, other)));
  if (fresh.length > 0) store([...known, ...fresh]);
}

// Notes an answer: solved exercises come back later and are removed in the end, others come back at once.
export function note(exercise, isSolved, now = Date.now()) {
  const pause = isSolved ? PAUSES[exercise.solved] : 0;
  const next = { ...exercise, solved: isSolved ? exercise.solved + 1 : 0, due: now + pause };
  store(all().flatMap((one) => (!isSame(one, exercise) ? [one] : pause === undefined ? [] : [next])));
}

export const forget = (exercise) => store(all().filter((one) => !isSame(one, exercise)));
export const forgetAll = (game) => store(all().filter((one) => one.game !== game));

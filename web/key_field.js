// Fields for the keys of a game's rules and of a player's settings.

import { html } from "./dom.js";

const PLAIN_WORDS = { true: "yes", false: "no" };
// Shown if a key has no default value.
const UNSET = "not set";

// Returns a value of a key in plain words.
export const plainly = ({ words, word_labels: labels }, value) =>
  labels[words.indexOf(value)] ?? PLAIN_WORDS[value] ?? value;

// Returns the keys that a page may change, without file names: only the command line may name files.
export const settable = (keys) => keys.filter(({ words, file }) => words.length > 0 || !file);

// Returns the meaning of a key without the label at its beginning, and without a meaning that only repeats it.
function withoutLabel({ label, meaning }) {
  if (!meaning.toLowerCase().startsWith(label.toLowerCase())) return meaning;
  return meaning.slice(label.length).replace(/^[,:;]? /, "");
}

function select(key, value, attributes) {
  const { words, default: usual } = key;
  const chosen = value || usual || "";
  // A value that is not in the list may come from a link; the server says what is wrong with it.
  const listed = ["", ...words].includes(chosen) ? words : [...words, chosen];
  const values = words.includes(usual) ? listed : ["", ...listed];
  const text = (word) => plainly(key, word) + (word === usual ? " (usual)" : "");
  return html(
    "select",
    attributes,
    values.map((word) => html("option", { value: word, selected: word === chosen }, word === "" ? UNSET : text(word))),
  );
}

// Returns a labelled field: a list if the key takes words, otherwise a text field. An empty value means that the
// key is not given. Calls `change` with the new value, which is empty if the default is chosen from a list.
export function keyField(key, value, change) {
  const { name, label, words, default: usual } = key;
  const attributes = { "aria-label": label, "data-field": name };
  const field =
    words.length > 0
      ? select(key, value, {
          ...attributes,
          change: ({ target }) => change(target.value === usual ? "" : target.value),
        })
      : html("input", {
          ...attributes,
          value,
          placeholder: usual ?? UNSET,
          spellcheck: "false",
          autocomplete: "off",
          change: ({ target }) => change(target.value.trim()),
        });
  return html(
    "label",
    { class: "key-field" },
    html("span", { class: "key-name" }, label),
    field,
    html("span", { class: "key-meaning" }, withoutLabel(key)),
  );
}

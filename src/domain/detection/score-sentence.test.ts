import assert from "node:assert/strict";
import { test } from "node:test";
import { SentimentIntensityAnalyzer } from "vader-sentiment";
import { makeRandom } from "../../../test/kit/random-project.ts";
import { scoreSentence } from "./score-sentence.ts";

const WORDS =
  "good GREAT great bad awful not never least at very extremely kind of sort but BUT Acme ACME Best the is a I great-value can't isn't without doubt yeah right kiss of death don't café ünïque 42 :) :-( <3 .hidden. don 't so this hand to mouth cut the mustard marginally barely".split(
    " ",
  );
const ENDS = [
  "",
  "",
  "",
  ".",
  "!",
  "!!",
  "!!!",
  "?",
  "??",
  "???",
  "?!?",
  ",",
  ";",
  ":",
  "'",
  '"',
  "...",
  "-",
  "%",
];

test("a sentence scores what the published implementation says, ten thousand times", () => {
  const random = makeRandom(5);
  const pick = (list: readonly string[]) => list[random(list.length)] ?? "";
  let scored = 0;
  for (let round = 0; round < 10_000; round++) {
    const text = Array.from({ length: random(14) }, () => {
      const word = `${pick(ENDS)}${pick(WORDS)}`;
      return random(3) === 0 ? `${word}${pick(ENDS)}` : pick(WORDS) + pick(ENDS);
    }).join(random(9) === 0 ? "  " : " ");
    const { compound } = SentimentIntensityAnalyzer.polarity_scores(text);
    assert.equal(scoreSentence(text), compound, JSON.stringify(text));
    if (compound !== 0) scored += 1;
  }
  assert.ok(scored > 5_000);
});

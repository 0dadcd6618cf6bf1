import assert from "node:assert/strict";
import { test } from "node:test";
import { overlapOf, salientWords } from "./salient-words.ts";
import { type AskedText, suggestPrompts } from "./suggest-prompts.ts";

/** Numbers below `below` that look random and are the same each time. */
function seeded(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = Array.from(
  { length: 40 },
  (_, index) => `zor${String.fromCharCode(97 + (index % 26))}${"xyq"[index % 3]}${index}`,
);

/** A question of one to ten of some words, the first of which are the most frequent. */
function questionOf(pick: (below: number) => number, words: number): string {
  const some = Array.from({ length: 1 + pick(10) }, () => WORDS[pick(1 + pick(words))]);
  return `Which ${some.join(" ")}?`;
}

const asAsked = (text: string, chat_count: number): AskedText => ({
  ...{ text, source: "answer", chat_count, model_count: 1, examples: [] },
});

/** What is suggested where each question is compared with every prompt and every better suggestion. */
function plainly(asked: readonly AskedText[], prompts: readonly string[]): string[] {
  const covered = prompts.map((text) => new Set(salientWords(text)));
  const made: string[] = [];
  const strongest = asked.toSorted(
    (a, b) => b.chat_count - a.chat_count || (a.text < b.text ? -1 : 1),
  );
  for (const { text } of strongest) {
    const words = salientWords(text);
    if (made.length >= 50 || words.length < 2) continue;
    if (covered.some((known) => overlapOf(words, known) >= 0.6)) continue;
    covered.push(new Set(words));
    made.push(text);
  }
  return made;
}

test("what is suggested is what comparing every question with every prompt gives", async () => {
  let suggested = 0;
  for (let seed = 1; seed <= 150; seed++) {
    const pick = seeded(seed);
    const words = 4 + pick(WORDS.length - 4);
    const prompts = Array.from({ length: pick(60) }, () => questionOf(pick, words));
    const texts = new Set(Array.from({ length: 200 }, () => questionOf(pick, words)));
    const asked = [...texts].map((text) => asAsked(text, 1 + pick(5)));
    const made = await suggestPrompts(asked, { prompts, decided_keys: new Set() });
    assert.deepEqual(
      made.map(({ text }) => text),
      plainly(asked, prompts),
      `seed ${seed}`,
    );
    suggested += made.length;
  }
  assert.ok(suggested > 500, `${suggested}`);
});

test("many questions beside many prompts leave the process free for requests", async () => {
  const pick = seeded(7);
  const prompts = Array.from({ length: 1_000 }, () => questionOf(pick, WORDS.length));
  const asked = prompts.map((text, index) => asAsked(`${text} `, index));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await suggestPrompts(asked, { prompts, decided_keys: new Set() });
  isOver = true;
  assert.ok(turns > 20, `${turns} turns of others`);
});

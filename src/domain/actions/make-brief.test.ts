import assert from "node:assert/strict";
import { test } from "node:test";
import { makeBrief } from "./make-brief.ts";

const rivals = new Map([[1, "Globex"]]);
const answerOf = (answer_id: number, answer: string) => ({
  ...{ answer_id, answer, prompt_id: 1, asked: "Which mower?", brand_ids: [1], pages: [] },
});

test("a claim is a sentence as people read it, without marks of Markdown", async () => {
  const answers = [
    answerOf(
      1,
      "# Mowers\n\n1. **Globex** has a [quiet brushless motor](https://a.example/x) [1]. Fine.",
    ),
    answerOf(2, "- `Globex`: a quiet brushless motor, e.g. for lawns\n- Other."),
  ];
  const { claims } = await makeBrief({ answers, others: [], rivals });
  assert.deepEqual(
    claims.map(({ text, chat_count }) => [text, chat_count]),
    [["Globex has a quiet brushless motor.", 2]],
  );
});

test("names, headings, rows of prices, introductions and hints are no claims, however many answers share them", async () => {
  const shared = [
    "Globex Mow 3000 Cordless Robot Mower Brushless",
    "Globex Mow 3000 Robot Mower – $579.99",
    "Globex Mow Desk Edge S1$499.00$599.004.6(2k+)Globex Rain Blade Sensor$389.994.2(811)",
    "Based on tests, here are some of the best mowers for small gardens: Globex Mow 3000.",
    "Compare the warranty, the battery and the blades of Globex before ordering.",
    "Is the Globex warranty longer than that of most other mowers?",
  ].join("\n\n");
  const { claims } = await makeBrief({
    answers: [answerOf(1, shared), answerOf(2, shared)],
    others: [],
    rivals,
  });
  assert.deepEqual(claims, []);
});

test("headings, introductions and rows of prices that were glued to a claim are no part of it", async () => {
  const glued = [
    "Here are some top mowers: Top Picks: Globex Mow 3000:Praised for its quiet brushless motor.",
    "Globex Mow 3000$499.004.6(2k+)Globex wins on warranty, battery life and edges.",
  ].join(" ");
  const { claims } = await makeBrief({
    answers: [answerOf(1, glued), answerOf(2, glued)],
    others: [],
    rivals,
  });
  assert.deepEqual(
    claims.map(({ text }) => text),
    [
      "Globex wins on warranty, battery life and edges.",
      "Globex Mow 3000:Praised for its quiet brushless motor.",
    ],
  );
});

test("a claim that many sentences share counts each answer once and tells all brands", async () => {
  const two = new Map([...rivals, [2, "Initech"]]);
  const both = (id: number, text: string) => ({ ...answerOf(id, text), brand_ids: [1, 2] });
  const { claims } = await makeBrief({
    answers: [
      both(1, "Globex mows with a quiet brushless motor. Globex has a quiet brushless motor."),
      both(2, "Initech has a quiet and brushless motor, too."),
      both(3, "Initech has a sharp blade, made of hardened steel."),
    ],
    others: [],
    rivals: two,
  });
  assert.deepEqual(
    claims.map(({ chat_count, brands }) => [chat_count, brands]),
    [[2, ["Globex", "Initech"]]],
  );
});

test("others get their turn while a brief of long and hostile answers is made", async () => {
  const claim = "Globex wins on a quiet brushless motor and its warranty. ";
  const texts = [
    claim.repeat(350),
    `${"[".repeat(19_000)}\n${claim}`,
    `${"](".repeat(9_000)}\n${claim}`,
  ];
  const answers = Array.from({ length: 60 }, (_, n) => answerOf(n, texts[n % 3] ?? ""));
  let turns = 0;
  let isOver = false;
  const look = () => {
    turns++;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  const { claims } = await makeBrief({ answers, others: texts, rivals });
  isOver = true;
  assert.ok(turns >= answers.length, `${turns} turns`);
  assert.deepEqual(
    claims.map(({ chat_count }) => chat_count),
    [60],
  );
});

test("words are those that tell, surely more frequent than elsewhere: no numbers, no joining words, nothing asked", async () => {
  const answers = Array.from({ length: 20 }, (_, n) =>
    answerOf(
      n,
      `Globex and Acme: which mower now? In 2026 the five ones to try have a brushless motor.${n < 6 ? " Its blade is sharp." : ""}`,
    ),
  );
  const others = Array.from(
    { length: 40 },
    (_, n) => `Now try one of three hoses.${n < 10 ? " Its blade is new." : ""}`,
  );
  const { words } = await makeBrief({ answers, others, rivals, names: ["Acme"] });
  assert.deepEqual(
    words.map(({ word, chat_count }) => [word, chat_count]),
    [
      ["brushless", 20],
      ["motor", 20],
    ],
  );
});

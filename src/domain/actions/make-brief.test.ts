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

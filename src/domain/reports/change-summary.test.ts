import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const LAST = "2026-10-28";

type Planted = {
  prompts: number;
  days: number;
  isNamed: (back: number, prompt: number) => boolean;
};

/** Explains the last days of a project whose prompts were asked daily in two models, twice as long. */
async function makeExplained({ prompts, days, isNamed }: Planted) {
  const world = await makeWorld({ name: "Acme", domain: "acme.com" });
  const lines = Array.from({ length: 2 * days * prompts * 2 }, (_, at) => {
    const [back, prompt] = [Math.floor(at / (2 * prompts)), Math.floor(at / 2) % prompts];
    return JSON.stringify({
      ...{ captured_at: `${addDays(LAST, -back)}T12:00:00Z`, model: at % 2 ? "alpha" : "bravo" },
      prompt: `Which boots are good, case ${prompt}?`,
      answer: isNamed(back, prompt) ? "Acme is there." : "Nothing stands out.",
    });
  });
  assert.equal((await world.rest("POST", "/chats/import", lines.join("\n"))).status, 200);
  await world.runJobs();
  return async (more: object = {}) => {
    const range = { date_from: addDays(LAST, 1 - days), date_to: LAST };
    const asked = { ...range, ...more, limit: 1000 };
    const { status, body } = await world.rest("POST", "/reports/changes", asked);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
}

test("what changed of one prompt is told, and by its answers whether that is more than chance", async () => {
  const explain = await makeExplained({ prompts: 1, days: 14, isNamed: (back) => back < 14 });
  const { change, asked_otherwise, summary, data } = await explain();
  assert.deepEqual([change.value, change.reason], [1, "too few prompts"]);
  assert.equal(asked_otherwise.value, 0);
  assert.match(summary, /Of what was asked in both: .*100\.0.*; not tested: too few prompts\. /);
  assert.match(summary, /More than chance in 1 prompt/);
  const part = data.find(({ split }: { split: string }) => split === "prompt");
  assert.deepEqual([part.contribution, part.basis, part.significant], [1, "answers", true]);
});

test("a summary is of all parts, however many of them are shown", async () => {
  const explain = await makeExplained({
    ...{ prompts: 16, days: 14 },
    // One prompt rises by nothing.
    isNamed: (back, prompt) => (back + prompt) % 10 < (back < 14 && prompt > 0 ? 9 : 1),
  });
  const [some, all] = [await explain(), await explain({ all_parts: true })];
  assert.equal(some.summary, all.summary);
  assert.match(all.summary, /More than chance in .*15 prompts; the other parts may be chance\.$/);
});

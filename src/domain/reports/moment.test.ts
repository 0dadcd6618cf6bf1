import assert from "node:assert/strict";
import { test } from "node:test";
import { storeAnswers } from "#domain/answers/ingest/store-answers.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { wilson } from "./intervals.ts";

let count = 0;
const line = () => ({
  captured_at: "2026-03-02T10:00:00Z",
  prompt: `Which boots last longest on trail ${count++ % 3}?`,
  model: "ChatGPT",
  answer: `I would pick Acme, ${count}.`,
  sources: [{ url: "https://trailbench.example/best", cited: true }],
});
const importSome = async (world: World, lines: number) => {
  const text = Array.from({ length: lines }, () => JSON.stringify(line())).join("\n");
  const { status } = await world.rest("POST", "/chats/import", text);
  assert.equal(status, 200);
};
const range = { date_from: "2026-03-01", date_to: "2026-03-31" };

/** Stores answers whose sums are not rebuilt yet. */
async function storeUnsummed(world: World, answers: number) {
  await world.db.transaction().execute((db) =>
    storeAnswers(db, world.project, {
      log: world.base.log,
      answers: Array.from({ length: answers }, () => {
        const { prompt, answer, captured_at } = line();
        return {
          ...{ external_id: null, captured_at: new Date(captured_at), day: "2026-03-02" },
          ...{ prompt, country_code: "US", language_code: "en", slug: "chatgpt", answer },
          ...{ model_name: "ChatGPT", surface: "import", status: "answered", origin: "import" },
          ...{ served_model: null, search_ran: null, search_queries: [] },
          sources: [
            { url: "https://trailbench.example/best", title: null, cited: 1, retrieved: 1 },
          ],
        } as const;
      }),
    }),
  );
}

async function ask(world: World, db: World["db"], what: string, query: object = {}) {
  const app = world.appOn(db);
  const answer = await app.request(`http://localhost:8787/api/v1/reports/${what}`, {
    method: "POST",
    headers: { "x-api-key": world.key, "content-type": "application/json" },
    body: JSON.stringify({ ...range, ...query }),
  });
  assert.equal(answer.status, 200);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  return (await answer.json()) as any;
}

for (const [what, words, total] of [
  ["brands", "brand_cells as", "visibility_total"],
  ["domains", "source_cells as", "total_chat_count"],
  ["urls", "source_cells as", "total_chat_count"],
] as const) {
  test(`the report on ${what} is of one moment, whatever is stored while it is read`, async () => {
    const world = await makeWorld();
    await importSome(world, 4);
    const db = betweenStatements(world.db, words, async (time) => {
      if (time === 1) await importSome(world, 3);
    });
    const { data, population } = await ask(world, db, what);
    assert.deepEqual([data[0][total], population.answers], [4, 4]);
    const after = await ask(world, world.db, what);
    assert.deepEqual([after.data[0][total], after.population.answers], [7, 7]);
  });
}

test("population counts where the rows are counted, also while sums wait to be rebuilt", async () => {
  const world = await makeWorld();
  const topic = (await world.rest("POST", "/topics", { name: "Boots" })).body.id;
  await importSome(world, 6);
  for (const { id } of (await world.rest("GET", "/prompts")).body.data) {
    await world.rest("PATCH", `/prompts/${id}`, { topic_id: topic });
  }
  await rebuildDirtyRollups(world.db, world.project);
  await storeUnsummed(world, 5);
  const sum = (rows: Record<string, number>[], name: string) =>
    rows.reduce((all, row) => all + (row[name] ?? 0), 0);
  for (const [dimension, answers] of [
    ["searched", 11],
    ["prompt_id", 6],
  ] as const) {
    const split = await ask(world, world.db, "brands", { dimensions: [dimension] });
    assert.equal(split.population.answers, answers);
    assert.equal(sum(split.data, "visibility_total"), answers);
  }
  const filters = [{ field: "topic_id", operator: "in", values: [topic] }];
  const ofTopic = await ask(world, world.db, "domains", { filters });
  assert.deepEqual(
    [
      ofTopic.data[0].cited_chat_count,
      ofTopic.data[0].total_chat_count,
      ofTopic.population.answers,
    ],
    [11, 11, 11],
  );
  const whole = await ask(world, world.db, "domains");
  assert.deepEqual([whole.data[0].total_chat_count, whole.population.answers], [6, 6]);
});

test("no interval leaves 0 to 1, even of a count that is out of bounds", () => {
  for (const [count, total] of [
    [3, 2],
    [-1, 4],
    [5_000, 1],
    [0, 1],
    [1, 1],
  ] as const) {
    const interval = wilson(count, total);
    assert.ok(interval && interval.low >= 0 && interval.high <= 1, `${count} of ${total}`);
    assert.ok(interval.low <= interval.high);
  }
});

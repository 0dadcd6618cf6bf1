import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeId, encodeId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { storeAnswers } from "#domain/answers/ingest/store-answers.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import { addModel, addPage, addPrompt, putFact } from "../../../test/kit/facts.ts";
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

const WEEK = { date_from: "2026-03-08", date_to: "2026-03-14" };

/** Ten prompts of a tag, three days of a week summed, and a way to ask them on its other days: an own brand on the rise. */
async function halfAWeek() {
  const world = await makeWorld();
  const { db, project } = world;
  const id = project.project_id;
  const brand_id = decodeId("brd", (await world.rest("GET", "/brands")).body.data[0].id);
  const other = (await world.rest("POST", "/brands", { name: "Globex" })).body.id;
  const model_id = await addModel(db, id, "asked");
  const page = await addPage(db, id, "trailbench.example");
  const tag = (await world.rest("POST", "/tags", { name: "trail" })).body.id;
  const prompts: number[] = [];
  for (let n = 0; n < 10; n++) {
    const prompt = await addPrompt(db, id, { text: `Which boots ${n}?` });
    await world.rest("PATCH", `/prompts/${encodeId("prm", prompt)}`, { tag_ids: [tag] });
    prompts.push(prompt);
  }
  const put = async (first: number, end: number, isSeen: (day: number, n: number) => boolean) => {
    for (let day = first; day < end; day++)
      for (const [n, prompt_id] of prompts.entries()) {
        const of = (brand: number) => ({
          ...{ brand_id: brand, position: 1, mention_count: 1, sentiment: null },
        });
        const isOwn = isSeen(day, n);
        const brands = [...(isOwn ? [brand_id] : []), ...(n < 2 ? [decodeId("brd", other)] : [])];
        await putFact(db, id, {
          ...{ day: addDays(WEEK.date_from, day), model_id, prompt_id, mentions: brands.map(of) },
          citations: isOwn ? [{ ...page, retrieved: 1, cited: 1 }] : [],
        });
      }
  };
  await put(-7, 3, (day, n) => n >= 2 && (day * 7 + n * 3) % 5 === 0);
  await rebuildDirtyRollups(db, project);
  const askMore = () => put(3, 7, (_, n) => n >= 2 && n !== 9);
  return { world, askMore, filters: [{ field: "tag_id", operator: "in", values: [tag] }] };
}

for (const [what, field, from] of [
  ["brands", "visibility", "facts"],
  ["domains", "cited_percentage", "facts"],
  ["domains", "cited_percentage", "sums"],
] as const) {
  test(`a report on ${what} from ${from} says what changed in its rows, also while sums wait to be rebuilt`, async () => {
    const { world, askMore, filters } = await halfAWeek();
    const asked = { ...WEEK, compare: "previous_period", ...(from === "facts" && { filters }) };
    const now = async () => {
      const row = (await ask(world, world.db, what, asked)).data[0];
      const { value } = row.change[field];
      const difference = row[field] - row.previous[field];
      assert.ok(Math.abs(value - difference) < 1e-9, `${value}, not ${difference}`);
      return [row[field], row.previous[field], value];
    };
    // The cells of these sums are not known yet.
    if (from === "facts") await now();
    await askMore();
    const waiting = await now();
    await rebuildDirtyRollups(world.db, world.project);
    assert.deepEqual(await now(), waiting);
  });
}

test("an opportunity's competitor is counted in the answers that the opportunity is", async () => {
  const { world, askMore } = await halfAWeek();
  const path = `/opportunities?date_from=${WEEK.date_from}&date_to=${WEEK.date_to}&model_id=mdl_asked`;
  const totals = async () => {
    const { status, body } = await world.rest("GET", path);
    assert.equal(status, 200, JSON.stringify(body));
    const gaps = body.data.filter((one: { prompt: unknown }) => one.prompt);
    return gaps.map((gap: { answer_count: number; best_total: number }) => [
      gap.answer_count,
      gap.best_total,
    ]);
  };
  await totals();
  await askMore();
  assert.deepEqual(await totals(), [
    [7, 7],
    [7, 7],
  ]);
});

test("a brand that was deleted is in no row, also while sums wait to be rebuilt", async () => {
  const world = await makeWorld();
  const brand = (await world.rest("POST", "/brands", { name: "Globex" })).body.id;
  const text = JSON.stringify({ ...line(), answer: "I would pick Globex, then Acme." });
  assert.equal((await world.rest("POST", "/chats/import", text)).status, 200);
  await world.runJobs();
  const named = async () =>
    (await ask(world, world.db, "domains")).data[0].mentioned_brand_ids as string[];
  const all = await named();
  assert.ok(all.length === 2 && all.includes(brand));
  assert.equal((await world.rest("DELETE", `/brands/${brand}`)).status, 204);
  assert.deepEqual(
    await named(),
    all.filter((one) => one !== brand),
  );
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

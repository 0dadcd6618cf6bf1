import assert from "node:assert/strict";
import { test } from "node:test";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

const PROMPTS = ["Which boots last longest?", "Which boots are light?"];
const SITE = "shoes.example";
/** Reports of what sums do not tell, and their dimensions. */
const REPORTS = [
  ["brands", "prompt_id"],
  ["brands", "tag_id"],
  ["brands", "topic_id", "searched"],
  ["domains", "tag_id"],
  ["urls", "topic_id"],
];
// Of more days than are few.
const range = { date_from: "2025-11-01", date_to: "2026-03-05" };

async function importAnswer(world: World, prompt: string, answer: string) {
  const line = { captured_at: "2026-03-02T10:00:00Z", prompt, model: "ChatGPT", answer };
  assert.equal((await world.rest("POST", "/chats/import", JSON.stringify(line))).status, 200);
}

/** A project with an answer to each of two prompts, and its brand report of one of them: names, mentions, answers. */
async function askedOfOnePrompt() {
  const world = await makeWorld();
  for (const prompt of PROMPTS) await importAnswer(world, prompt, "I would pick Acme.");
  await rebuildDirtyRollups(world.db, world.project);
  const { body: prompts } = await world.rest("GET", "/prompts");
  const prompt = prompts.data.find(({ text }: { text: string }) => text === PROMPTS[0]);
  let counted = 0;
  const db = betweenStatements(world.db, "brand_cells as", async () => {
    counted += 1;
  });
  const app = world.appOn(db);
  const ask = async (
    filter: object = { field: "prompt_id", operator: "in", values: [prompt.id] },
  ) => {
    const before = counted;
    const response = await app.request("http://localhost:8787/api/v1/reports/brands", {
      method: "POST",
      headers: { "x-api-key": world.key, "content-type": "application/json" },
      body: JSON.stringify({ ...range, filters: [filter] }),
    });
    assert.equal(response.status, 200);
    const { data, population } = (await response.json()) as {
      data: { brand: { name: string }; visibility_count: number; visibility_total: number }[];
      population: { answers: number; error: number };
    };
    for (const row of data) assert.equal(row.visibility_total, population.answers);
    const rows = data.map(({ brand, visibility_count }) => [brand.name, visibility_count]);
    return { rows, answers: population.answers, isCounted: counted > before };
  };
  return { world, prompt, ask };
}

test("a page of facts is not counted again while all that it hangs on is the same", async () => {
  const { ask } = await askedOfOnePrompt();
  const first = { rows: [["Acme", 1]], answers: 1, isCounted: true };
  assert.deepEqual(await ask(), first);
  assert.deepEqual(await ask(), { ...first, isCounted: false });
});

test("nor is a page of sources", async () => {
  const { world } = await askedOfOnePrompt();
  let counted = 0;
  const app = world.appOn(
    betweenStatements(world.db, "source_cells as", async () => void counted++),
  );
  for (let time = 0; time < 2; time++) {
    const response = await app.request("http://localhost:8787/api/v1/reports/domains", {
      method: "POST",
      headers: { "x-api-key": world.key, "content-type": "application/json" },
      body: JSON.stringify({ ...range, dimensions: ["topic_id"] }),
    });
    assert.equal(response.status, 200);
  }
  assert.equal(counted, 1);
});

test("it is counted again when answers wait to be summed, and once they are", async () => {
  const { world, ask } = await askedOfOnePrompt();
  await ask();
  // Stored with its sums left to be made.
  await world.db
    .insertInto("rollup_dirty")
    .values({ project_id: world.project.project_id, day: "2026-03-02" })
    .execute();
  const waiting = { rows: [["Acme", 1]], answers: 1, isCounted: true };
  assert.deepEqual(await ask(), waiting);
  assert.deepEqual(await ask(), { ...waiting, isCounted: false });
  await importAnswer(world, PROMPTS[0] ?? "", "Acme again.");
  await rebuildDirtyRollups(world.db, world.project);
  const after = { rows: [["Acme", 2]], answers: 2, isCounted: true };
  assert.deepEqual(await ask(), after);
  assert.deepEqual(await ask(), { ...after, isCounted: false });
});

test("another name, another brand and another prompt of a tag change it at once", async () => {
  const { world, prompt, ask } = await askedOfOnePrompt();
  await ask();
  const { body: brands } = await world.rest("GET", "/brands");
  await world.rest("PATCH", `/brands/${brands.data[0].id}`, { name: "Acme Boots" });
  assert.deepEqual((await ask()).rows[0]?.[0], "Acme Boots");
  await world.rest("POST", "/brands", { name: "Borealis" });
  assert.equal((await ask()).rows.length, 2);

  const { body: tag } = await world.rest("POST", "/tags", { name: "light" });
  const ofTag = { field: "tag_id", operator: "in", values: [tag.id] };
  assert.equal((await ask(ofTag)).answers, 0);
  await world.rest("PATCH", `/prompts/${prompt.id}`, { tag_ids: [tag.id] });
  const tagged = await ask(ofTag);
  assert.equal(tagged.answers, 1);
  assert.equal(
    tagged.rows.reduce((sum, [, count]) => sum + Number(count), 0),
    1,
  );
});

test("whatever happens, what is kept is what is counted", async () => {
  const world = await makeWorld();
  const { rest, db, project } = world;
  const days = { date_from: "2026-03-04", date_to: "2026-03-12", compare: "previous_period" };
  let number = 0;
  /** As if by chance, the same each time. */
  const oneOf = <Of>(list: readonly Of[]): Of => {
    number = (number * 1_103_515_245 + 12_345) % 2 ** 31;
    // The lowest bits come again and again.
    return list[Math.floor(number / 65_536) % list.length] as Of;
  };
  const put = async () => {
    const line = {
      ...{ prompt: `Which boots ${oneOf([1, 2, 3, 4])}?`, model: oneOf(["ChatGPT", "Gemini"]) },
      captured_at: `2026-03-${oneOf(["02", "05", "08", "11"])}T10:00:00Z`,
      external_id: oneOf(["a", "b", "c", "d", "e", "f"]),
      answer: oneOf(["Acme is great.", "Globex and Acme.", "Globex.", "None of them."]),
      sources: [{ url: `https://${SITE}/${oneOf(["a", "b", "c"])}`, cited: true }],
    };
    assert.equal((await rest("POST", "/chats/import", JSON.stringify(line))).status, 200);
  };
  for (let time = 0; time < 20; time++) await put();
  await rest("POST", "/brands", { name: "Globex" });
  const { body: topic } = await rest("POST", "/topics", { name: "Light" });
  const { body: tag } = await rest("POST", "/tags", { name: "new" });
  const { body: prompts } = await rest("GET", "/prompts");
  const { body: brands } = await rest("GET", "/brands");
  const path = () => `/prompts/${oneOf<{ id: string }>(prompts.data).id}`;
  let classified = 0;
  const reported = new Set<string>();
  const classify = async () => {
    const classification = ["ugc", "retail"][classified++ % 2];
    const { status } = await rest("PATCH", "/domains", { domain: SITE, classification });
    assert.equal(status, 200);
  };
  const changes = [
    put,
    () => rest("PATCH", path(), { topic_id: oneOf([topic.id, null]) }),
    () => rest("PATCH", path(), { tag_ids: oneOf([[], [tag.id]]) }),
    () => rest("PATCH", `/brands/${brands.data[0].id}`, { name: oneOf(["Globex", "Acme", "A1"]) }),
    classify,
    () => world.runJobs(),
    () => rebuildDirtyRollups(db, project),
  ];
  for (let step = 0; step < 30; step++) {
    await oneOf(changes)();
    for (const [kind, ...dimensions] of REPORTS) {
      const ask = async (limit: number) => {
        const asked = { ...days, dimensions, limit };
        const { status, body } = await rest("POST", `/reports/${kind}`, asked);
        assert.equal(status, 200);
        if (body.data.length > 0) reported.add(kind ?? "");
        return { ...body, limit: 0 };
      };
      // Another limit is another question: nothing is kept of it.
      assert.deepEqual(
        await ask(900),
        await ask(100 + step),
        `step ${step}, ${kind} by ${dimensions}`,
      );
    }
  }
  assert.ok(classified > 1);
  assert.deepEqual([...reported].sort(), ["brands", "domains", "urls"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeId } from "#core/id.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { markAdded, markDirty, rebuildDirtyRollups } from "./dirty-days.ts";
import { keepCounted, keepParts } from "./kept-facts.ts";

const DAY = "2026-03-02";
const SCOPE = { date_from: "2026-03-01", date_to: "2026-03-05", branded: "include" as const };
const LINE = { prompt: "Which boots?", model: "ChatGPT", answer: "Acme.", external_id: "one" };

async function put({ rest }: World, line: object) {
  const body = JSON.stringify({ captured_at: `${DAY}T10:00:00Z`, ...LINE, ...line });
  const { status, body: said } = await rest("POST", "/chats/import", body);
  assert.deepEqual([status, said.failed_count], [200, 0]);
}

/** A project with an answer that is summed, and a way to ask whether what is kept of its days is counted again. */
async function makeKept(filters: Parameters<typeof keepCounted>[2]["scope"]["filters"] = []) {
  const world = await makeWorld();
  await put(world, {});
  await rebuildDirtyRollups(world.db, world.project);
  const isCounted = async () => {
    let counted = 0;
    const scope = { ...SCOPE, filters };
    await keepCounted(world.db, world.project, { name: "test", scope }, async () => ({
      count: ++counted,
    }));
    return counted > 0;
  };
  assert.equal(await isCounted(), true);
  assert.equal(await isCounted(), false);
  const { body } = await world.rest("GET", "/prompts");
  return { world, isCounted, prompt: body.data[0] };
}

test("what is counted is kept until anything of the days changes", async () => {
  const { world, isCounted } = await makeKept();
  const changes: [string, () => Promise<unknown>][] = [
    ["an answer that is added", () => put(world, { external_id: "two" })],
    ["one that is replaced", () => put(world, { answer: "Globex." })],
    ["one that failed", () => put(world, { external_id: "no", answer: "", status: "no_answer" })],
    ["another of these", () => put(world, { external_id: "no", answer: "", status: "refused" })],
    ["a brand that is read in all", () => world.rest("POST", "/brands", { name: "Globex" })],
  ];
  for (const [name, change] of changes) {
    await change();
    assert.equal(await isCounted(), true, name);
    await world.runJobs();
    await rebuildDirtyRollups(world.db, world.project);
    // It may have been summed before the first question.
    await isCounted();
    assert.equal(await isCounted(), false, `${name}, again`);
  }
  await put(world, { captured_at: "2026-03-06T10:00:00Z", external_id: "later" });
  assert.equal(await isCounted(), false, "a day that is not counted");
});

test("answers that are only added change it once they are summed or a minute has gone, or at once where that is asked for", async (t) => {
  const { world, isCounted } = await makeKept();
  const { db, project, pool } = world;
  const isCountedExactly = await keptBy(world, [], true);
  const { rows } = await pool.query("select answer_id from answers where project_id = $1", [
    project.project_id,
  ]);
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  await markAdded(db, project, [{ day: DAY, answer_id: Number(rows[0]?.answer_id) }]);
  assert.equal(await isCounted(), false);
  assert.equal(await isCountedExactly(), true);
  t.mock.timers.tick(60_000);
  assert.equal(await isCounted(), true, "a minute later");
  assert.equal(await isCounted(), false);
  await markDirty(db, project, [DAY]);
  assert.equal(await isCounted(), true, "another change of the day");
  await rebuildDirtyRollups(db, project);
  assert.equal(await isCounted(), true, "summed");
  // A day without sums has nothing to be behind.
  await markAdded(db, project, [{ day: "2026-03-03", answer_id: Number(rows[0]?.answer_id) }]);
  assert.equal(await isCounted(), true, "the first answer of a day");
});

test("it is counted again when prompts, topics, tags or brands are others", async () => {
  const { world, prompt } = await makeKept();
  const { body: topic } = await world.rest("POST", "/topics", { name: "Boots" });
  const { body: tag } = await world.rest("POST", "/tags", { name: "light" });
  const { body: brands } = await world.rest("GET", "/brands");
  const ofTag = await keptBy(world, [
    { field: "tag_id", operator: "in", values: [decodeId("tag", tag.id)] },
  ]);
  const isCounted = await keptBy(world, []);
  const patch = (path: string, body: object) => async () => {
    const { status, body: said } = await world.rest("PATCH", path, body);
    assert.equal(status, 200, `${path} ${JSON.stringify([body, said])}`);
  };
  const changes: [string, () => Promise<void>][] = [
    ["a topic", patch(`/prompts/${prompt.id}`, { topic_id: topic.id })],
    [
      "an archived prompt",
      async () => {
        const body = { prompt_ids: [prompt.id] };
        assert.equal((await world.rest("POST", "/prompts/archive", body)).status, 200);
      },
    ],
    ["a brand's name", patch(`/brands/${brands.data[0].id}`, { name: "Acme Boots" })],
  ];
  for (const [name, change] of changes) {
    await change();
    assert.equal(await isCounted(), true, name);
  }
  await ofTag();
  await patch(`/prompts/${prompt.id}`, { tag_ids: [tag.id] })();
  assert.equal(await ofTag(), true, "a tag that is asked for");
});

/** Whether what is kept of some answers is counted again. */
async function keptBy(
  { db, project }: World,
  filters: Parameters<typeof keepCounted>[2]["scope"]["filters"],
  isExact = false,
) {
  const ask = async () => {
    let isCounted = false;
    const asked = { name: "by", scope: { ...SCOPE, filters }, isExact };
    await keepCounted(db, project, asked, async () => {
      isCounted = true;
      return {};
    });
    return isCounted;
  };
  await ask();
  return ask;
}

test("what adds up over days is counted in two parts, so that an answer of the last days counts these alone", async () => {
  const { world } = await makeKept();
  const counted: string[] = [];
  const ask = (date_from: string) =>
    keepParts(
      world.db,
      world.project,
      { name: "parts", scope: { ...SCOPE, date_from, filters: [] }, isExact: true },
      async (days) => {
        counted.push(`${days.date_from} to ${days.date_to}`);
        return { count: counted.length };
      },
    );
  const [older, newer] = ["2026-03-01 to 2026-03-03", "2026-03-04 to 2026-03-05"];
  assert.deepEqual(await ask("2026-03-01"), [{ count: 1 }, { count: 2 }]);
  assert.deepEqual(counted, [older, newer]);
  await put(world, { captured_at: "2026-03-05T10:00:00Z", external_id: "today" });
  assert.deepEqual(await ask("2026-03-01"), [{ count: 1 }, { count: 3 }]);
  await put(world, { captured_at: "2026-03-01T10:00:00Z", external_id: "then" });
  assert.deepEqual(await ask("2026-03-01"), [{ count: 4 }, { count: 3 }]);
  assert.deepEqual(counted, [older, newer, newer, older]);
  // The days that are apart anyway are one part, and so is a single day.
  assert.deepEqual(await ask("2026-03-04"), [{ count: 3 }]);
  assert.deepEqual(await ask("2026-03-05"), [{ count: 5 }]);
});

test("what is too large to be kept is counted once for all parts of a report", async () => {
  const { world } = await makeKept();
  let counted = 0;
  const asked = { name: "large", scope: { ...SCOPE, filters: [] } };
  const readTwice = () =>
    world.db.transaction().execute(async (db) => {
      const count = async () => ({ count: ++counted, cells: Buffer.alloc(5_000_000) });
      for (let part = 0; part < 2; part++) await keepCounted(db, world.project, asked, count);
    });
  await readTwice();
  assert.equal(counted, 1);
  await readTwice();
  assert.equal(counted, 2, "it is not kept longer");
});

test("of several who ask at a time one counts, and where that fails the next one", async () => {
  const { world } = await makeKept();
  let counted = 0;
  const askAll = (name: string, count: () => Promise<object>) =>
    Promise.allSettled(
      Array.from({ length: 5 }, () =>
        keepCounted(world.db, world.project, { name, scope: { ...SCOPE, filters: [] } }, count),
      ),
    );
  const slowly = async () => {
    await new Promise((done) => setTimeout(done, 300));
    return { count: ++counted };
  };
  const found = await askAll("together", slowly);
  assert.deepEqual(
    new Set(found.map((one) => one.status === "fulfilled" && one.value)),
    new Set([found[0]?.status === "fulfilled" && found[0].value]),
  );
  assert.equal(counted, 1);
  let tried = 0;
  const failing = async () => {
    tried += 1;
    await new Promise((done) => setTimeout(done, 300));
    if (tried === 1) throw new Error("The connection is lost.");
    return { count: tried };
  };
  const some = await askAll("failing", failing);
  assert.equal(some.filter(({ status }) => status === "rejected").length, 1);
  assert.equal(tried, 2);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "#core/run.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { deletePrompts } from "./delete-prompts.ts";
import { UNNAMED } from "./named-brands.ts";
import { insertPrompts } from "./prompt-queries.ts";
import { updatePrompts } from "./update-prompts.ts";

type Row = { id: string; status: string; topic_id: string | null; tag_ids: string[] };

const create = async (world: World, ...prompts: object[]) =>
  (await world.rest("POST", "/prompts", { prompts })).body;
const answer = (world: World, prompt: string) =>
  world.rest(
    "POST",
    "/chats/import",
    JSON.stringify({
      captured_at: "2026-03-02T10:00:00Z",
      prompt,
      model: "ChatGPT",
      answer: "Acme.",
    }),
  );

test("prompts are made with the project's defaults; what cannot be made is skipped by its place", async () => {
  const world = await makeWorld();
  const { body } = await world.rest("POST", "/prompts", {
    prompts: [
      { text: "Best boots?" },
      { text: "Best boots?" },
      { text: "Best boots?", country_code: "DE", language_code: "de" },
      { text: "Is Acme any good?", topic_id: "top_zzzzzzzz" },
      { text: "Is Acme any good?" },
    ],
  });
  assert.deepEqual(
    body.data.map((row: Record<string, unknown>) => [row["country_code"], row["is_branded"]]),
    [
      ["US", false],
      ["DE", false],
      ["US", true],
    ],
  );
  assert.deepEqual(
    body.skipped.map((row: Record<string, unknown>) => [row["index"], row["code"]]),
    [
      [1, "CONFLICT"],
      [3, "NOT_FOUND"],
    ],
  );
  assert.equal((await world.rest("GET", "/prompts?search=acme")).body.total_count, 1);
  for (const [query, count] of [
    ["is_branded=true", 1],
    ["is_branded=false", 2],
    ["is_branded=false&search=acme", 0],
  ]) {
    assert.equal(
      (await world.rest("GET", `/prompts?${query}`)).body.total_count,
      count,
      `${query}`,
    );
  }
});

test("text and country stay once there are answers; topic and tags may change", async () => {
  const world = await makeWorld();
  const [prompt] = (await create(world, { text: "Best boots?" })).data;
  const topic = (await world.rest("POST", "/topics", { name: "Boots" })).body;
  const tag = (await world.rest("POST", "/tags", { name: "Launch" })).body;
  const renamed = await world.rest("PATCH", `/prompts/${prompt.id}`, { text: "Best shoes?" });
  assert.deepEqual([renamed.status, renamed.body.text], [200, "Best shoes?"]);
  await answer(world, "Best shoes?");
  const refused = await world.rest("PATCH", `/prompts/${prompt.id}`, { text: "Other?" });
  assert.deepEqual([refused.status, refused.body.error.code], [409, "CONFLICT"]);
  const moved = await world.rest("PATCH", `/prompts/${prompt.id}`, {
    topic_id: topic.id,
    tag_ids: [tag.id],
  });
  assert.deepEqual([moved.body.topic_id, moved.body.tag_ids], [topic.id, [tag.id]]);
  await world.runJobs();
  const report = await world.rest("POST", "/reports/brands", {
    date_from: "2026-03-01",
    date_to: "2026-03-31",
    filters: [{ field: "tag_id", operator: "in", values: [tag.id] }],
  });
  assert.equal(report.body.data[0].visibility, 1);
});

test("archiving twice does no harm, and an archived prompt's answers are listed on request", async () => {
  const world = await makeWorld();
  await answer(world, "Best boots?");
  const [prompt] = (await world.rest("GET", "/prompts")).body.data as Row[];
  assert(prompt);
  const ids = { prompt_ids: [prompt.id, "prm_zzzzzzzz"] };
  const first = await world.rest("POST", "/prompts/archive", ids);
  assert.deepEqual(
    [first.body.data[0].status, first.body.skipped[0].code],
    ["archived", "NOT_FOUND"],
  );
  assert.equal((await world.rest("POST", "/prompts/archive", ids)).status, 200);
  assert.equal((await world.rest("GET", "/chats")).body.total_count, 0);
  assert.equal((await world.rest("GET", "/chats?include_archived=true")).body.total_count, 1);
  const back = await world.rest("POST", "/prompts/unarchive", ids);
  assert.equal(back.body.data[0].status, "active");
});

test("a deleted prompt takes its answers with it, out of reports too", async () => {
  const world = await makeWorld();
  await answer(world, "Best boots?");
  await answer(world, "Best tents?");
  const [first, second] = (await world.rest("GET", "/prompts")).body.data as Row[];
  assert(first && second);
  assert.equal((await world.rest("DELETE", `/prompts/${first.id}`)).status, 204);
  assert.equal((await world.rest("GET", "/chats")).body.total_count, 1);
  const result = await run(deletePrompts, world.context(), { prompt_ids: [second.id] });
  assert.deepEqual(result.data, [{ id: second.id }]);
  assert.equal((await world.rest("GET", "/chats")).body.total_count, 0);
});

test("many prompts change at once, and another tenant's are skipped", async () => {
  const world = await makeWorld();
  const other = await world.neighbour({ name: "Other" });
  const { data } = await create(world, { text: "One?" }, { text: "Two?" });
  const [foreign] = (await create(other, { text: "Three?" })).data;
  const tag = (await world.rest("POST", "/tags", { name: "Launch" })).body;
  const result = await run(updatePrompts, world.context(), {
    prompt_ids: [...data.map((row: Row) => row.id), foreign.id],
    add_tag_ids: [tag.id],
    status: "archived",
  });
  assert.deepEqual(
    result.data.map((row) => [row.status, row.tag_ids]),
    [
      ["archived", [tag.id]],
      ["archived", [tag.id]],
    ],
  );
  assert.deepEqual(result.skipped.length, 1);
});

test("a plan's room for prompts is kept", async () => {
  const world = await makeWorld({ plan: "brand/growth" });
  const texts = (from: number) =>
    Array.from({ length: 100 }, (_, index) => ({ text: `Question ${from + index}?` }));
  assert.equal((await world.rest("POST", "/prompts", { prompts: texts(0) })).status, 201);
  const over = await world.rest("POST", "/prompts", { prompts: texts(100) });
  assert.deepEqual([over.status, over.body.error.code], [403, "FORBIDDEN"]);
  assert.match(over.body.error.message, /this would make 200\.$/);
  const again = await world.rest("POST", "/prompts", { prompts: texts(0) });
  assert.deepEqual([again.status, again.body.data], [201, []], "a retry makes nothing");
  assert.equal(again.body.skipped.length, 100);
  const filling = await world.rest("POST", "/prompts", { prompts: texts(50) });
  assert.deepEqual([filling.status, filling.body.data.length], [201, 50], "half were known");
  const one = await world.rest("POST", "/prompts", { prompts: [{ text: "One more?" }] });
  assert.equal(one.status, 403);
});

test("a project over its plan takes what makes no more prompts", async () => {
  const world = await makeWorld();
  const texts = Array.from({ length: 160 }, (_, index) => ({ text: `Question ${index}?` }));
  const prompts = texts.slice(60);
  await create(world, ...texts.slice(0, 60));
  const prompt_ids = (await create(world, ...prompts)).data.map(({ id }: Row) => id);
  const { organisation_id } = world.project;
  await world.pool.query("update organisations set plan = $1 where organisation_id = $2", [
    "brand/growth",
    organisation_id,
  ]);
  const file = prompts.map(({ text }) => JSON.stringify({ prompt: text })).join("\n");
  for (const [method, path, sent, field] of [
    ["POST", "/prompts", { prompts }, "skipped"],
    ["POST", "/prompts/unarchive", { prompt_ids }, "data"],
    ["PATCH", "/prompts", { prompt_ids, status: "active" }, "data"],
  ] as const) {
    const { status, body } = await world.rest(method, path, sent);
    assert.equal(body[field]?.length, 100, `${method} ${path}: ${status}`);
  }
  const read = await world.rest("POST", "/prompts/import?dry_run=true", file);
  assert.equal(read.body.unchanged, 100, `${read.status}`);
});

test("a text and a country changed at once leave a prompt that is as branded as its text", async () => {
  const world = await makeWorld();
  for (let round = 0; round < 10; round++) {
    const { data } = await create(world, { text: `Best boots, round ${round}?` });
    const change = (values: object) => world.rest("PATCH", `/prompts/${data[0].id}`, values);
    await Promise.all([
      change({ text: `Is Acme good, round ${round}?` }),
      change({ country_code: "DE" }),
    ]);
    const { body } = await world.rest("GET", `/prompts/${data[0].id}`);
    assert.deepEqual([body.country_code, body.is_branded], ["DE", true], `${round}`);
  }
});

test("of two who delete the same at once one finds it gone", async () => {
  const world = await makeWorld();
  const made: Record<string, (round: number) => Promise<string>> = {
    topics: async (round) => (await world.rest("POST", "/topics", { name: `T ${round}` })).body.id,
    tags: async (round) => (await world.rest("POST", "/tags", { name: `T ${round}` })).body.id,
    brands: async (round) => (await world.rest("POST", "/brands", { name: `B${round}x` })).body.id,
    prompts: async (round) => (await create(world, { text: `Which, ${round}?` })).data[0].id,
  };
  for (const [kind, make] of Object.entries(made)) {
    for (let round = 0; round < 5; round++) {
      const path = `/${kind}/${await make(round)}`;
      const gone = await Promise.all([1, 2, 3].map(() => world.rest("DELETE", path)));
      const codes = gone.map(({ status }) => status).sort();
      assert.deepEqual(codes, [204, 404, 404], `${path}, ${round}`);
    }
  }
  const id = (await create(world, { text: "Which of all?" })).data[0].id;
  const remove = () => world.rest("POST", "/prompts/delete", { prompt_ids: [id] });
  const both = await Promise.all([remove(), remove()]);
  assert.deepEqual(both.map(({ body }) => body.data.length).sort(), [0, 1]);
});

test("a prompt says which tracked brands its text names, whenever the brand came, and answers are chosen by that", async () => {
  const world = await makeWorld();
  const brand = async (name: string) => (await world.rest("POST", "/brands", { name })).body.id;
  const globex = await brand("Globex");
  await create(
    world,
    { text: "What are alternatives to Globex?" },
    { text: "Acme or globex.com?" },
  );
  await answer(world, "Which boots last longest?");
  await answer(world, "What are alternatives to Globex?");
  await answer(world, "Is Initech any good?");
  await answer(world, "Acme or Globex Pro?");
  const late = await brand("Initech");
  const pro = await brand("Globex Pro");
  await world.runJobs();
  const named = async () => {
    const { data } = (await world.rest("GET", "/prompts")).body;
    return Object.fromEntries(
      data.map((one: { text: string; brand_ids: string[] }) => [one.text, one.brand_ids]),
    );
  };
  const { data: brands } = (await world.rest("GET", "/brands")).body;
  const acme = brands.find((one: { is_own: boolean }) => one.is_own).id;
  assert.deepEqual(await named(), {
    "What are alternatives to Globex?": [globex],
    "Acme or globex.com?": [acme, globex],
    "Which boots last longest?": [],
    "Is Initech any good?": [late],
    "Acme or Globex Pro?": [acme, pro],
  });
  const count = async (operator: string, values: string[]) => {
    const { body } = await world.rest("POST", "/reports/brands", {
      ...{ date_from: "2026-03-01", date_to: "2026-03-31" },
      filters: [{ field: "prompt_brand_id", operator, values }],
    });
    return body.population.answers;
  };
  assert.equal(await count("in", [globex, late]), 2);
  assert.equal(await count("not_in", [globex, late, pro]), 1);
  assert.equal((await world.rest("GET", `/chats?prompt_brand_id=${late}`)).body.total_count, 1);
  await world.rest("DELETE", `/brands/${late}`);
  await world.runJobs();
  assert.deepEqual((await named())["Is Initech any good?"], []);
});

test("a prompt that named a brand which is gone names it no more, though nothing else was read meanwhile", async () => {
  const world = await makeWorld();
  await world.runJobs();
  const { body: brand } = await world.rest("POST", "/brands", { name: "Globex" });
  await create(world, { text: "What are alternatives to Globex?" });
  await world.rest("DELETE", `/brands/${brand.id}`);
  await world.runJobs();
  const { data } = (await world.rest("GET", "/prompts")).body;
  assert.deepEqual(
    data.map((one: { brand_ids: string[] }) => one.brand_ids),
    [[]],
  );
});

test("two that make the same prompts in another order at the same moment both end", async () => {
  const { db, project } = await makeWorld();
  const [first, second] = ["Which boots?", "Which shoes?"].map((text) => ({
    ...{ text, country_code: "US", language_code: "en", ...UNNAMED },
  }));
  assert.ok(first && second);
  let others: Promise<Map<string, number>> | undefined;
  const own = await db.transaction().execute(async (trx) => {
    const made = await insertPrompts(trx, project, [first]);
    others = db.transaction().execute((trx) => insertPrompts(trx, project, [second, first]));
    others.catch(() => {});
    await sleep(100);
    return [made, await insertPrompts(trx, project, [second])];
  });
  assert.deepEqual([...own.map(({ size }) => size), (await others)?.size], [1, 1, 0]);
});

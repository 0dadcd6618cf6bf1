import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { suggestionKey } from "#domain/detection/find-candidates.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

const UNKNOWN = encodeId("sug", 999_999_999);

/** Stores an open suggestion and returns its public id. */
async function suggest(world: World, kind: string, name: string, detail: object = {}) {
  const { rows } = await world.pool.query(
    `insert into suggestions (project_id, kind, name, name_key, domains, chat_count, model_count, examples,
       detail, reason, score)
     values ($1, $2, $3, $4, '{umbra.example}', 4, 2, $5, $6, 'Named in 4 answers.', 4)
     returning suggestion_id`,
    [
      world.project.project_id,
      kind,
      name,
      suggestionKey(name),
      JSON.stringify([{ chat_id: 7, text: `Try ${name}.` }]),
      JSON.stringify(detail),
    ],
  );
  return encodeId("sug", rows[0].suggestion_id);
}

const reject = (world: World, body: object, kind = "brands") =>
  world.rest("POST", `/suggestions/${kind}/reject`, body);
const accept = (world: World, body: object, kind = "brands") =>
  world.rest("POST", `/suggestions/${kind}/accept`, body);
const skippedCodes = (body: { skipped: { code: string }[] }) =>
  body.skipped.map(({ code }) => code);

test("open suggestions are listed with their evidence", async () => {
  const world = await makeWorld();
  const id = await suggest(world, "brand", "Umbra");
  const { status, body } = await world.rest("GET", "/suggestions/brands");
  assert.equal(status, 200);
  const { created_at: _, ...shown } = body.data[0];
  assert.deepEqual(shown, {
    id,
    kind: "brand",
    status: "open",
    name: "Umbra",
    domains: ["umbra.example"],
    ...{ chat_count: 4, model_count: 2, first_day: null, counted_at: null },
    examples: [{ chat_id: encodeId("cht", 7), text: "Try Umbra." }],
    reason: "Named in 4 answers.",
    decided_at: null,
    result_id: null,
  });
  assert.equal((await world.rest("GET", "/suggestions/prompts")).body.total_count, 0);
});

test("rejecting answers what was rejected, and a retry skips it", async () => {
  const world = await makeWorld();
  const id = await suggest(world, "brand", "Umbra");
  const first = await reject(world, { suggestion_ids: [id] });
  assert.equal(first.status, 200);
  assert.deepEqual(Object.keys(first.body.data[0]), ["id", "status", "decided_at"]);
  assert.deepEqual([first.body.data[0].id, first.body.data[0].status], [id, "rejected"]);
  assert.deepEqual(first.body.skipped, []);
  for (const body of [{ suggestion_ids: [id] }, { suggestion_id: id }]) {
    const again = await reject(world, body);
    assert.deepEqual([again.status, again.body.data], [200, []]);
    assert.deepEqual(skippedCodes(again.body), ["SUGGESTION_ALREADY_DECIDED"]);
  }
  assert.equal((await world.rest("GET", "/suggestions/brands")).body.total_count, 0);
  const { body } = await world.rest("GET", "/suggestions/brands?status=rejected");
  assert.deepEqual([body.data[0].id, body.data[0].decided_at], [id, first.body.data[0].decided_at]);
});

test("a single unknown suggestion is not found, a single accepted one a conflict", async () => {
  const world = await makeWorld();
  const id = await suggest(world, "brand", "Umbra");
  const foreign = await suggest(await world.neighbour(), "brand", "Umbra");
  const prompt = await suggest(world, "prompt", "Which shoes last?");
  for (const unknown of [UNKNOWN, foreign, prompt]) {
    const { status, body } = await reject(world, { suggestion_id: unknown });
    assert.deepEqual([status, body.error.code], [404, "NOT_FOUND"]);
  }
  await accept(world, { suggestion_id: id });
  const { status, body } = await reject(world, { suggestion_id: id });
  assert.deepEqual([status, body.error.code], [409, "CONFLICT"]);
});

for (const kind of ["brand", "prompt", "topic"]) {
  test(`a rejected ${kind} can be taken back, is open as before, and leaves an audit row`, async () => {
    const world = await makeWorld();
    const id = await suggest(world, kind, "Umbra");
    const accepted = await suggest(world, kind, "Penumbra");
    const list = async () => (await world.rest("GET", `/suggestions/${kind}s`)).body.data;
    const [before] = (await list()).filter((one: { id: string }) => one.id === id);
    const reopen = (body: object) => world.rest("POST", `/suggestions/${kind}s/reopen`, body);
    await accept(world, { suggestion_id: accepted }, `${kind}s`);
    await reject(world, { suggestion_id: id }, `${kind}s`);
    const first = await reopen({ suggestion_ids: [id, accepted, UNKNOWN] });
    assert.deepEqual([first.status, first.body.data], [200, [{ id, status: "open" }]]);
    assert.deepEqual(skippedCodes(first.body), ["SUGGESTION_ALREADY_DECIDED", "NOT_FOUND"]);
    assert.deepEqual(await list(), [before]);
    const again = await reopen({ suggestion_id: id });
    assert.deepEqual([again.status, again.body.data], [200, []]);
    assert.deepEqual(skippedCodes(again.body), ["CONFLICT"]);
    assert.match(again.body.skipped[0].message, /^sug_\w+ is open already\.$/);
    assert.equal((await reopen({ suggestion_id: accepted })).status, 409);
    const { rows } = await world.pool.query(
      "select operation, target from audit_log where project_id = $1 order by audit_id desc limit 1",
      [world.project.project_id],
    );
    assert.deepEqual(rows, [
      { operation: `reopen_${kind}_suggestions`, target: { suggestion_ids: [id] } },
    ]);
    const made = await reject(world, { suggestion_id: id }, `${kind}s`);
    assert.equal(made.body.data[0].status, "rejected");
  });
}

for (const kind of ["brand", "prompt", "topic"]) {
  test(`an accepted ${kind} can be taken back once what it made is deleted`, async () => {
    const world = await makeWorld();
    const id = await suggest(world, kind, "Umbra");
    const list = async (status: string) =>
      (await world.rest("GET", `/suggestions/${kind}s?status=${status}`)).body.data;
    const made = (await accept(world, { suggestion_id: id }, `${kind}s`)).body.data[0].result_id;
    assert.equal((await list("accepted"))[0].result_id, made);
    await world.runJobs();
    assert.equal((await world.rest("DELETE", `/${kind}s/${made}`)).status, 204);
    assert.equal((await list("accepted"))[0].result_id, null);
    const chosen = { suggestion_id: id };
    const { body } = await world.rest("POST", `/suggestions/${kind}s/reopen`, chosen);
    assert.deepEqual(body, { data: [{ id, status: "open" }], skipped: [] });
    assert.equal((await accept(world, chosen, `${kind}s`)).body.data[0].status, "accepted");
  });
}

test("in bulk each suggestion is decided on its own", async () => {
  const world = await makeWorld();
  const [open, accepted, rejected] = [
    await suggest(world, "brand", "Umbra"),
    await suggest(world, "brand", "Penumbra"),
    await suggest(world, "brand", "Corona"),
  ];
  await accept(world, { suggestion_id: accepted });
  await reject(world, { suggestion_id: rejected });
  const { status, body } = await reject(world, {
    suggestion_ids: [open, open, accepted, rejected, UNKNOWN],
  });
  assert.deepEqual([status, body.data.map(({ id }: { id: string }) => id)], [200, [open]]);
  assert.deepEqual(
    body.skipped.map(({ id, code }: { id: string; code: string }) => [id, code]),
    [
      [accepted, "SUGGESTION_ALREADY_DECIDED"],
      [rejected, "SUGGESTION_ALREADY_DECIDED"],
      [UNKNOWN, "NOT_FOUND"],
    ],
  );
});

test("the body names suggestions in exactly one way, 1 to 100 of them", async () => {
  const world = await makeWorld();
  const id = await suggest(world, "brand", "Umbra");
  for (const [sent, pattern] of [
    [{}, /^suggestion_ids: is required/],
    [{ suggestion_ids: [] }, /^suggestion_ids: must have 1 to 100 items/],
    [{ suggestion_ids: Array(101).fill(id) }, /^suggestion_ids: must have 1 to 100 items/],
    [{ suggestion_id: id, suggestion_ids: [id] }, /together/],
    [{ suggestion_id: encodeId("brd", 1) }, /^suggestion_id: must be the id of a suggestion/],
    [{ suggestion_id: id, name: "x" }, /unknown argument "name"/],
  ] as const) {
    const { status, body } = await reject(world, sent);
    assert.deepEqual([status, body.error.code], [400, "VALIDATION_ERROR"]);
    assert.match(body.error.message, pattern);
  }
});

test("accepting tracks the brand, with edits for a single one", async () => {
  const world = await makeWorld();
  const id = await suggest(world, "brand", "Umbra Classic");
  const { status, body } = await accept(world, { suggestion_id: id, name: "Umbra", domains: [] });
  assert.deepEqual([status, body.data[0].status], [200, "accepted"]);
  const brand = await world.rest("GET", `/brands/${body.data[0].result_id}`);
  const { name, domains, source } = brand.body;
  assert.deepEqual({ name, domains, source }, { name: "Umbra", domains: [], source: "suggestion" });
  const again = await accept(world, { suggestion_ids: [id] });
  assert.deepEqual([again.status, skippedCodes(again.body)], [200, ["SUGGESTION_ALREADY_DECIDED"]]);
  const two = [await suggest(world, "brand", "A1"), await suggest(world, "brand", "B1")];
  assert.equal((await accept(world, { suggestion_ids: two, name: "x" })).status, 400);
});

test("a suggestion decided twice at once is decided once", async () => {
  const world = await makeWorld();
  const id = await suggest(world, "brand", "Umbra");
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 ? accept(world, { suggestion_id: id }) : reject(world, { suggestion_id: id }),
    ),
  );
  const decided = answers.filter(({ status, body }) => status === 200 && body.data.length === 1);
  assert.equal(decided.length, 1);
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
});

test("accepting a brand that is tracked already is a conflict and leaves the suggestion open", async () => {
  const world = await makeWorld();
  const id = await suggest(world, "brand", "Acme");
  const { status, body } = await accept(world, { suggestion_id: id });
  assert.deepEqual([status, body.error.code], [409, "CONFLICT"]);
  assert.equal((await world.rest("GET", "/suggestions/brands")).body.total_count, 1);
});

test("accepting a prompt tracks it, accepting a topic gives it to its prompts", async () => {
  const world = await makeWorld();
  const id = await suggest(world, "prompt", "Which shoes last?");
  const made = await accept(world, { suggestion_id: id }, "prompts");
  assert.match(made.body.data[0].result_id, /^prm_/);
  const prompts = await world.pool.query(
    "select prompt_id, country_code, topic_id from prompts where project_id = $1",
    [world.project.project_id],
  );
  assert.equal(prompts.rows[0].country_code, "US");
  const topic = await suggest(world, "topic", "Shoes", { prompt_ids: [prompts.rows[0].prompt_id] });
  const accepted = await accept(world, { suggestion_ids: [topic] }, "topics");
  const { body } = await world.rest("GET", `/topics/${accepted.body.data[0].result_id}`);
  assert.deepEqual([body.name, body.prompt_count], ["Shoes", 1]);
});

test("a prompt accepted from a suggestion is known to name the own brand, or not to", async () => {
  const world = await makeWorld();
  const suggestion_ids = [
    await suggest(world, "prompt", "How good is Acme for trails?"),
    await suggest(world, "prompt", "How good is an acmeist for trails?"),
  ];
  const { body } = await accept(world, { suggestion_ids }, "prompts");
  const made = body.data.map(({ result_id }: { result_id: string }) =>
    world.rest("GET", `/prompts/${result_id}`),
  );
  const branded = (await Promise.all(made)).map((answer) => answer.body.is_branded);
  assert.deepEqual(branded, [true, false]);
});

test("an import is followed by suggestions, and an accepted brand is found in what was imported", async () => {
  const world = await makeWorld();
  const line = (index: number) => ({
    ...{ captured_at: `2026-11-0${index + 1}T08:00:00Z`, prompt: "Which shoes last?" },
    ...{ model: "chatgpt", answer: `- **Umbra**: grips well (${index}).\n- **Acme**: light.` },
  });
  const lines = [0, 1, 2, 3].map((index) => JSON.stringify(line(index)));
  await world.rest("POST", "/chats/import", lines.join("\n"));
  await world.runJobs();
  const [umbra] = (await world.rest("GET", "/suggestions/brands")).body.data;
  assert.deepEqual([umbra.name, umbra.chat_count, umbra.examples.length], ["Umbra", 4, 3]);
  const { body } = await accept(world, { suggestion_id: umbra.id });
  const brand = () => world.rest("GET", `/brands/${body.data[0].result_id}`);
  assert.equal((await brand()).body.status, "recalculating");
  await world.runJobs();
  assert.equal((await brand()).body.status, "ready");
  const period = { date_from: "2026-11-01", date_to: "2026-11-30" };
  const report = await world.rest("POST", "/reports/brands", period);
  const row = report.body.data.find(
    (one: { brand: { name: string } }) => one.brand.name === "Umbra",
  );
  assert.deepEqual([row.visibility_count, row.visibility_total], [4, 4]);
  assert.equal((await world.rest("GET", "/suggestions/brands")).body.total_count, 0);
});

test("decisions of many callers at once, in any order, decide each suggestion once and lose none", async () => {
  const world = await makeWorld();
  const names = Array.from({ length: 20 }, (_, index) => `Umbra ${index}`);
  for (const kind of ["brand", "prompt", "topic"]) {
    const ids = await Promise.all(names.map((name) => suggest(world, kind, name)));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const body = { suggestion_ids: index % 3 ? ids : ids.toReversed() };
        return index % 2 ? accept(world, body, `${kind}s`) : reject(world, body, `${kind}s`);
      }),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const decided = answers.flatMap(({ body }) => body.data.map(({ id }: { id: string }) => id));
    assert.deepEqual(decided.sort(), ids.toSorted());
  }
});

test("deciding needs the plan that has it, at the level of its tier", async () => {
  for (const [plan, expected] of [
    ["brand/growth", 403],
    ["brand/scale", 403],
    ["brand/enterprise", 200],
    ["agency/growth", 403],
    ["agency/scale", 200],
  ] as const) {
    const world = await makeWorld({ plan });
    const id = await suggest(world, "brand", "Umbra");
    const { status } = await reject(world, { suggestion_id: id });
    assert.deepEqual([plan, status], [plan, expected]);
    assert.equal((await world.rest("GET", "/suggestions/brands")).status, 200);
  }
});

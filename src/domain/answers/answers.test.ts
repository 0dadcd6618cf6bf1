import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { importChats } from "./ingest/import-chats.ts";

type Line = Record<string, unknown>;

const line = (fields: Line = {}): Line => ({
  captured_at: "2026-03-02T10:00:00Z",
  prompt: "Which hiking boots last longest?",
  model: "ChatGPT",
  answer: "I would pick **Acme** for rocky trails; Borealis is lighter.",
  ...fields,
});
const importLines = (world: World, lines: Line[], query = "") =>
  world.rest("POST", `/chats/import${query}`, lines.map((one) => JSON.stringify(one)).join("\n"));

async function addBrand(world: World, name: string) {
  return (await world.rest("POST", "/brands", { name })).body.id as string;
}

test("an imported answer is found with its brands, evidence, sources and searches", async () => {
  const world = await makeWorld();
  const borealis = await addBrand(world, "Borealis");
  const { status, body } = await importLines(world, [
    line({
      sources: [
        { url: "https://www.trailbench.example/best-boots?utm_source=x", title: "Best boots" },
        { url: "https://trailbench.example/best-boots", cited: true },
        { url: "https://acme.com/boots", retrieved: true },
      ],
      search_queries: ["hiking boots durability"],
    }),
  ]);
  const made = { prompts_made: 1, prompts_archived: 0, failed: [], failed_count: 0 };
  assert.deepEqual([status, body], [200, { imported: 1, unchanged: 0, ...made }]);
  const list = await world.rest("GET", "/chats");
  assert.equal(list.body.total_count, 1);
  const [chat] = list.body.data;
  assert.equal(chat.brand_ids.length, 2);
  assert.equal(chat.brand_ids[1], borealis);
  assert.deepEqual([chat.model_id, chat.date, chat.sample], ["mdl_chatgpt", "2026-03-02", 1]);
  const { body: detail } = await world.rest("GET", `/chats/${chat.id}`);
  const [acme] = detail.brands_mentioned;
  assert.deepEqual([acme.name, acme.position, acme.mention_count], ["Acme", 1, 1]);
  const { start, end, text } = acme.evidence[0];
  assert.equal(detail.answer.slice(start, end), text);
  assert.deepEqual(
    detail.sources.map((source: Line) => [
      source["url_normalized"],
      source["citation_count"],
      source["retrieved"],
      source["classification"],
    ]),
    [
      ["https://trailbench.example/best-boots", 2, true, "editorial"],
      ["https://acme.com/boots", 0, true, "own"],
    ],
  );
  assert.deepEqual(detail.search_queries, ["hiking boots durability"]);
  const queries = await world.rest("GET", "/search-queries");
  assert.deepEqual(
    [queries.body.total_count, queries.body.data[0].query, queries.body.data[0].chat_id],
    [1, "hiking boots durability", chat.id],
  );
});

test("the same lines twice store nothing twice; other content under a known external_id replaces", async () => {
  const world = await makeWorld();
  const lines = [line(), line({ external_id: "a", prompt: "Another question?" })];
  assert.equal((await importLines(world, lines)).body.imported, 2);
  assert.deepEqual((await importLines(world, lines)).body.unchanged, 2);
  const changed = line({ external_id: "a", prompt: "Another question?", answer: "Nothing named." });
  assert.equal((await importLines(world, [changed])).body.imported, 1);
  const { body } = await world.rest("GET", "/chats?search=Nothing");
  assert.deepEqual([body.total_count, body.data[0].brand_ids], [1, []]);
  assert.equal((await world.rest("GET", "/chats")).body.total_count, 2);
});

test("several answers for one prompt, model and day are samples, all kept", async () => {
  const world = await makeWorld();
  const at = (hour: number) => line({ captured_at: `2026-03-02T1${hour}:00:00Z` });
  await importLines(world, [at(1), at(2)]);
  await importLines(world, [at(3)]);
  const { body } = await world.rest("GET", "/chats?sort=asc");
  assert.deepEqual(
    body.data.map((chat: Line) => chat["sample"]),
    [1, 2, 3],
  );
});

test("more samples of one prompt, model and day than two bytes count are stored", async () => {
  const world = await makeWorld();
  await importLines(world, [line()]);
  for (const table of ["answers", "mentions", "citations", "search_queries"])
    await world.pool.query(`update ${table} set sample = 32767 where project_id = $1`, [
      world.project.project_id,
    ]);
  const next = line({ captured_at: "2026-03-02T19:00:00Z", external_id: "late" });
  assert.equal((await importLines(world, [next])).body.imported, 1);
  const { body } = await world.rest("GET", "/chats");
  assert.deepEqual(body.data.map((chat: Line) => chat["sample"]).sort(), [32_767, 32_768]);
  const changed = { ...next, answer: "Nothing named." };
  assert.equal((await importLines(world, [changed])).body.imported, 1);
});

test("two imports of the same file at once store each answer once", async () => {
  const world = await makeWorld();
  const lines = Array.from({ length: 60 }, (_, index) => line({ prompt: `Question ${index}?` }));
  const [left, right] = await Promise.all([importLines(world, lines), importLines(world, lines)]);
  assert.equal(left.body.imported + right.body.imported, 60);
  assert.equal((await world.rest("GET", "/chats")).body.total_count, 60);
});

test("a bad line is reported by number and does not keep the others out", async () => {
  const world = await makeWorld();
  const text = [
    JSON.stringify(line()),
    "not json",
    JSON.stringify(line({ model: undefined })),
    JSON.stringify(line({ colour: "red" })),
    JSON.stringify(line({ captured_at: "0001-01-01T00:00:00Z" })),
    "",
    JSON.stringify(line({ prompt: " \u0000" })),
    JSON.stringify(
      line({ prompt: "With\u0000 NUL?", sources: [{ url: "https://a.example/\u0000" }] }),
    ),
  ].join("\n");
  const { body } = await world.rest("POST", "/chats/import", text);
  assert.equal(body.imported, 2);
  assert.deepEqual(
    body.failed.map((failure: Line) => failure["line"]),
    [2, 3, 4, 5, 7],
  );
  assert.match(body.failed[2].message, /colour/);
  assert.equal(body.failed[4].message, "prompt: must have 1 to 2000 characters");
});

test("a line in another encoding is reported by number, never stored with its letters replaced", async () => {
  const world = await makeWorld();
  const lines = [line({ prompt: "Plain?" }), line({ prompt: "Größe?" })];
  const bytes = Buffer.concat(
    lines.map((one, index) => Buffer.from(`${JSON.stringify(one)}\n`, index ? "latin1" : "utf8")),
  );
  const answer = await world.app.request("http://localhost:8787/api/v1/chats/import", {
    method: "POST",
    headers: { "x-api-key": world.key, "content-type": "application/x-ndjson" },
    body: new Uint8Array(bytes),
  });
  const { imported, failed } = (await answer.json()) as { imported: number; failed: unknown };
  assert.equal(imported, 1);
  assert.deepEqual(failed, [
    { line: 2, code: "VALIDATION_ERROR", message: "The line is not UTF-8." },
  ]);
});

test("a dry run stores nothing and says what it would do", async () => {
  const world = await makeWorld();
  await importLines(world, [line()]);
  const { body } = await importLines(world, [line(), line({ prompt: "New?" })], "?dry_run=true");
  assert.deepEqual([body.imported, body.unchanged], [1, 1]);
  assert.equal((await world.rest("GET", "/chats")).body.total_count, 1);
});

test("an import notes its row with the first new answers it commits, so one that fails later is noted too", async () => {
  const world = await makeWorld();
  const texts = Array.from({ length: 600 }, (_, index) =>
    JSON.stringify(line({ answer: `Answer ${index} names Acme.` })),
  );
  const importBody = (lines: string[], { dry_run = false, fails = false } = {}) => {
    async function* body() {
      yield Buffer.from(lines.join("\n"));
      if (fails) throw new Error("The connection is gone.");
    }
    return run(importChats, world.context(), { dry_run }, body());
  };
  const noted = async () => {
    const { rows } = await world.pool.query(
      "select operation from audit_log where project_id = $1 and operation = 'import_chats'",
      [world.project.project_id],
    );
    return rows.length;
  };
  await importBody(texts, { dry_run: true });
  await assert.rejects(importBody(texts, { dry_run: true, fails: true }));
  assert.equal(await noted(), 0);
  await assert.rejects(importBody(texts, { fails: true }), /connection is gone/);
  const { total_count } = (await world.rest("GET", "/chats")).body;
  assert.ok(
    total_count > 0 && total_count < texts.length,
    `${total_count} stored before it failed`,
  );
  assert.equal(await noted(), 1);
  await importBody(texts);
  assert.equal(await noted(), 2, "one row for all its batches");
  await importBody(texts);
  assert.equal(await noted(), 2, "nothing new: nothing changed");
});

test("a dry run counts what earlier lines of the same file would have stored, batches away", async () => {
  const world = await makeWorld();
  await importLines(world, [line({ external_id: "kept" })]);
  const answer = (number: number) => line({ prompt: `Question ${number}?` });
  const others = (from: number) => Array.from({ length: 260 }, (_, index) => answer(from + index));
  const lines = [
    ...[answer(0), line({ external_id: "kept", answer: "Changed." }), ...others(0)],
    ...[answer(1), line({ external_id: "kept", answer: "Changed." }), ...others(1_000)],
    ...[answer(1_001), line({ external_id: "kept" })],
  ];
  const { body: dry } = await importLines(world, lines, "?dry_run=true");
  assert.equal((await world.rest("GET", "/chats")).body.total_count, 1);
  const { body: real } = await importLines(world, lines);
  assert.deepEqual(dry, real);
  assert.deepEqual([real.imported, real.unchanged], [522, 4]);
});

test("a report includes an import as soon as it is answered", async () => {
  const world = await makeWorld();
  await importLines(world, [line(), line({ prompt: "Other?", answer: "No brand here." })]);
  const { rows } = await world.pool.query(
    "select sum(answers) as answers from answer_rollup where project_id = $1 and span = 1",
    [world.project.project_id],
  );
  assert.equal(Number(rows[0].answers), 2);
});

test("a new brand is found in stored answers as if it had been tracked from the start", async () => {
  const world = await makeWorld();
  await importLines(world, [line(), line({ prompt: "Other?", answer: "Borealis, then Acme." })]);
  const created = await world.rest("POST", "/brands", { name: "Borealis" });
  assert.equal(created.body.status, "recalculating");
  await world.runJobs();
  const brand = await world.rest("GET", `/brands/${created.body.id}`);
  assert.equal(brand.body.status, "ready");
  const { body } = await world.rest("GET", `/chats?brand_id=${created.body.id}`);
  assert.equal(body.total_count, 2);
  const first = await world.rest("GET", "/chats?search=then Acme");
  const detail = await world.rest("GET", `/chats/${first.body.data[0].id}`);
  assert.deepEqual(
    detail.body.brands_mentioned.map((one: Line) => [one["name"], one["position"]]),
    [
      ["Borealis", 1],
      ["Acme", 2],
    ],
  );
});

test("filters and another tenant's ids", async () => {
  const world = await makeWorld();
  const other = await world.neighbour({ name: "Other" });
  await importLines(world, [line(), line({ country_code: "DE", model: "文心一言" })]);
  assert.equal((await world.rest("GET", "/chats?country_code=DE")).body.total_count, 1);
  assert.equal((await world.rest("GET", "/chats?model_id=mdl_chatgpt")).body.total_count, 1);
  assert.equal((await world.rest("GET", "/chats?date_from=2026-03-03")).body.total_count, 0);
  assert.equal((await world.rest("GET", "/chats?status=refused")).body.total_count, 0);
  const { body } = await world.rest("GET", "/chats");
  const foreign = await other.rest("GET", `/chats/${body.data[0].id}`);
  assert.deepEqual([foreign.status, foreign.body.error.code], [404, "NOT_FOUND"]);
  const reversed = await world.rest("GET", "/chats?date_from=2026-03-03&date_to=2026-03-01");
  assert.equal(reversed.status, 400);
});

test("a preview shows which stored answers a draft of a brand would match", async () => {
  const world = await makeWorld();
  await importLines(world, [line()]);
  const { body } = await world.rest("POST", "/brands/preview", { name: "Borealis" });
  assert.deepEqual([body.checked_count, body.matched_count], [1, 1]);
  assert.deepEqual(body.examples[0].matches, ["Borealis"]);
});

test("spellings that would add answers are proposed with how many, for a draft and for a brand", async () => {
  const world = await makeWorld();
  const texts = [
    "Try Mail Zolt.",
    "Two Mailzolts.",
    "Mailzolts are fine.",
    "Mailzolt.",
    "The target.",
  ];
  await importLines(
    world,
    texts.map((answer, index) => line({ answer, captured_at: `2026-03-0${index + 1}T10:00:00Z` })),
  );
  const added = [
    ["Mailzolts", 2, "ending"],
    ["Mail Zolt", 1, "spacing"],
  ];
  type Proposal = { text: string; added_count: number; reason: string };
  const shown = (all: Proposal[]) => all.map((one) => [one.text, one.added_count, one.reason]);
  const draft = await world.rest("POST", "/brands/preview", { name: "Mailzolt" });
  assert.deepEqual(shown(draft.body.proposals), added);
  const brand = await world.rest("POST", "/brands", { name: "Mailzolt" });
  const path = `/brands/${brand.body.id}/alias-proposals`;
  assert.deepEqual(shown((await world.rest("GET", path)).body.proposals), added);
  const { body } = await world.rest("POST", "/brands/preview", { name: "Target" });
  assert.deepEqual(body.exact_case, { is_suggested: true, exact_count: 0, any_count: 1 });
  assert.equal(body.matched_count, 0);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import { run } from "#core/run.ts";
import { type NewAnswer, storeAnswers } from "#domain/answers/ingest/store-answers.ts";
import { type RowFormat, writeRows } from "#transports/shared/write-rows.ts";
import { jobContext } from "../../../test/kit/event-checks.ts";
import { collect } from "../../../test/kit/read-all.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { exportAnswers } from "./export-answers.ts";

async function write(world: World, format: RowFormat): Promise<string> {
  const rows = await run(exportAnswers, world.context(), {});
  return (await collect(writeRows(rows, format))).join("");
}

test("a file of answers says the topic and the tags of each prompt, and which brands it names, in the order of the answer", async () => {
  const world = await makeWorld();
  for (const name of ["Globex", "Initech"]) await world.rest("POST", "/brands", { name });
  await world.runJobs();
  const line = { captured_at: "2026-03-01T06:00:00Z", model: "ChatGPT" };
  const lines = [
    { ...line, prompt: "Which is best?", answer: "Initech, then Acme, and Initech again." },
    { ...line, prompt: "Which is oldest?", answer: "Nobody knows." },
  ].map((one) => JSON.stringify(one));
  await world.rest("POST", "/chats/import", lines.join("\n"));
  const { body: topic } = await world.rest("POST", "/topics", { name: "Tools" });
  const tag_ids: string[] = [];
  for (const name of ["wide", "Core"])
    tag_ids.push((await world.rest("POST", "/tags", { name })).body.id);
  const { body: prompts } = await world.rest("GET", "/prompts");
  const best = prompts.data.find(({ text }: { text: string }) => text === "Which is best?");
  const change = { topic_id: topic.id, tag_ids };
  assert.equal((await world.rest("PATCH", `/prompts/${best.id}`, change)).status, 200);

  const text = await write(world, "jsonl");
  const rows = text
    .trim()
    .split("\n")
    .map((one) => JSON.parse(one));
  const told = (row: Record<string, unknown>) => [
    row["topic"],
    row["tags"],
    row["brands_mentioned"],
  ];
  assert.deepEqual(rows.map(told), [
    ["Tools", ["Core", "wide"], ["Initech", "Acme"]],
    [null, [], []],
  ]);
  const csv = parse(await write(world, "csv"), { columns: true }) as Record<string, string>[];
  assert.deepEqual(csv.map(told), [
    ["Tools", "Core|wide", "Initech|Acme"],
    ["", "", ""],
  ]);

  // What is told beside an answer makes it no other one.
  const { body } = await world.rest("POST", "/chats/import", text);
  assert.deepEqual([body.imported, body.unchanged, body.failed_count], [0, 2, 0]);
});

test("who answered has a name, without blanks around it, so that a file of answers is taken again", async () => {
  const world = await makeWorld();
  const line = { captured_at: "2026-03-01T06:00:00Z", prompt: "Which?", answer: "Acme." };
  const lines = ["  ", "mdl_", " ChatGPT\n"].map((model) => JSON.stringify({ ...line, model }));
  const { body } = await world.rest("POST", "/chats/import", lines.join("\n"));
  assert.deepEqual(
    body.failed.map(({ message }: { message: string }) => message),
    ["model: must have 1 to 100 characters", "model: must name who answered"],
  );
  const text = await write(world, "jsonl");
  assert.equal(JSON.parse(text).model, "ChatGPT");
  assert.equal((await world.rest("POST", "/chats/import", text)).body.unchanged, 1);
});

test("an answer that a capture stored with many sources and searches leaves as a line that an import takes", async () => {
  const world = await makeWorld();
  const { log } = jobContext(world);
  const sources = Array.from({ length: 60 }, (_, n) => {
    return { url: `https://site.example/${n}`, title: null, cited: 9, retrieved: 1 };
  });
  const answer: NewAnswer = {
    ...{ external_id: "x", captured_at: new Date("2026-03-02T11:00:00Z"), day: "2026-03-02" },
    ...{ prompt: "Which boots?", country_code: "US", language_code: "en", slug: "chatgpt" },
    ...{ model_name: "ChatGPT", surface: "import", origin: "import", status: "answered" },
    ...{ answer: "I would pick Umbra.", served_model: null, search_ran: true, is_cut: false },
    ...{ removed_spans: [], extras: [], sources },
    search_queries: Array.from({ length: 120 }, (_, n) => `boots ${n}`),
  };
  await world.db
    .transaction()
    .execute((trx) => storeAnswers(trx, world.project, { answers: [answer], log }));
  const text = await write(world, "jsonl");
  const other = await world.neighbour();
  const { body } = await other.rest("POST", "/chats/import", text);
  assert.deepEqual([body.imported, body.failed], [1, []]);
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import type { AnyOperation } from "#core/operation.ts";
import type { RowStream } from "#core/rows.ts";
import { run } from "#core/run.ts";
import { listChats } from "#domain/answers/lists/list-chats.ts";
import { type RowFormat, writeRows } from "#transports/shared/write-rows.ts";
import { collect } from "../../../test/kit/read-all.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { catalog } from "../../catalog.ts";

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: tests look into any row.
type Row = Record<string, any>;
const operations: readonly AnyOperation[] = catalog;

/** What an export writes, as text. */
async function write(world: World, name: string, input: Json = {}, format: RowFormat = "jsonl") {
  const operation = operations.find((known) => known.name === name);
  assert.ok(operation, name);
  const rows: RowStream = await run(operation, world.context(), input);
  return (await collect(writeRows(rows, format))).join("");
}

async function rowsOf(world: World, name: string, input: Json = {}): Promise<Row[]> {
  const text = await write(world, name, input);
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
}

async function importLines(world: World, text: string) {
  const { status, body } = await world.rest("POST", "/chats/import", text);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.failed_count, 0, JSON.stringify(body.failed));
  return { imported: body.imported, unchanged: body.unchanged };
}

const WORDS = ["Acme", "Globex", "good", "bad", "**Initech**", "\n- ", "Зима", "🦊", "=1+1", '"'];

/** Answers of every kind, of three models, two countries and many days. */
function makeLines(count: number): Json[] {
  return Array.from({ length: count }, (_, n) => ({
    ...(n % 3 > 0 && { external_id: `a-${n}` }),
    captured_at: new Date(Date.UTC(2026, 0, 1 + (n % 40), 6, 0, n % 7)).toISOString(),
    prompt: `Which tool is best for task ${n % 5}?`,
    country_code: n % 4 === 0 ? "DE" : "US",
    model: ["ChatGPT", "Клод", "mdl_perplexity"][n % 3],
    surface: "ui",
    ...(n % 2 === 0 && { served_model: "v1" }),
    ...(n % 11 === 0 && { status: "refused" }),
    search_ran: [true, false, null][n % 3],
    answer: `${n}. ${WORDS[n % 10]} ${WORDS[(n * 7) % 10]} and ${WORDS[(n * 3) % 10]}`,
    sources: Array.from({ length: n % 4 }, (_, index) => ({
      url: `https://site${(n + index) % 6}.example/p/?utm_source=x&q=${index % 2}`,
      title: index === 0 ? `=Title ${n % 6}` : null,
      cited: index !== 1,
      retrieved: index !== 2,
    })).flatMap((source) => (n % 8 === 7 ? [source, source] : [source])),
    search_queries: n % 2 === 0 ? [`best tool ${n % 3}`, "a|b"] : [],
    is_cut: n % 9 === 0,
    ...(n % 2 === 0 && {
      search_asked: ["forced", "chosen", "off"][n % 3],
      search_tool: "web_search",
    }),
    ...(n % 5 === 0 && { effort: "high", country_asked: "told", asked_without: ["tool_choice"] }),
    extras: n % 6 === 0 ? [{ kind: "ad", title: `Sale | ${n}`, url: null, price: "$9" }] : [],
  }));
}

async function makeFilled(count = 450): Promise<World> {
  const world = await makeWorld();
  for (const name of ["Globex", "Initech"]) await world.rest("POST", "/brands", { name });
  await world.runJobs();
  await importLines(
    world,
    makeLines(count)
      .map((line) => JSON.stringify(line))
      .join("\n"),
  );
  return world;
}

const RANGE = { date_from: "2026-01-01", date_to: "2026-02-28" };
const REPORTS = ["brands", "domains", "urls"];

/** The reports of a project with names in place of ids, which every project has its own of. */
async function reportsOf(world: World) {
  const { body: brands } = await world.rest("GET", "/brands");
  const names = new Map(brands.data.map(({ id, name }: Row) => [id, name]));
  const reports = [];
  for (const report of REPORTS) {
    for (const dimensions of [[], ["model_id", "date"], ["asked"]]) {
      const query = { ...RANGE, dimensions, limit: 1000 };
      const { status, body } = await world.rest("POST", `/reports/${report}`, query);
      assert.equal(status, 200, JSON.stringify(body));
      assert.ok(body.data.length > 2);
      // Sums of fractions differ in their last digit with the order in which prompts were made.
      const plain = (value: unknown) =>
        typeof value === "number"
          ? Number(value.toPrecision(12))
          : (names.get(`${value}`) ?? value);
      reports.push(JSON.stringify(body, (_, value) => plain(value)));
    }
  }
  return reports;
}

test("exported answers are imported elsewhere with the same reports, and again without a change", async () => {
  const world = await makeFilled();
  const text = await write(world, "export_answers");
  const other = await world.neighbour();
  for (const name of ["Globex", "Initech"]) await other.rest("POST", "/brands", { name });
  await other.runJobs();
  assert.deepEqual(await importLines(other, text), { imported: 450, unchanged: 0 });
  assert.deepEqual(await reportsOf(other), await reportsOf(world));
  for (const one of [world, other]) {
    assert.deepEqual(await importLines(one, text), { imported: 0, unchanged: 450 });
  }
  const strip = (rows: Row[]) => rows.map(({ chat_id: _, ...row }) => row);
  const [first, second] = [
    await rowsOf(world, "export_answers"),
    await rowsOf(other, "export_answers"),
  ];
  assert.deepEqual(strip(second), strip(first));
  assert.ok(
    first.some(({ model }) => model === "Клод") && first.some((row) => !("external_id" in row)),
  );
  const told = (name: string) => first.filter((row) => name in row && row[name] !== false).length;
  assert.deepEqual(
    ["is_cut", "search_asked", "effort", "country_asked", "asked_without"].map(told),
    [50, 225, 90, 90, 90],
  );
  assert.equal(first.flatMap(({ extras }) => extras).length, 75);
});

test("an export has the answers that list_chats lists under the same filters, once each, in order", async () => {
  const world = await makeFilled();
  const id = async (path: string, match: (row: Row) => boolean = () => true) =>
    (await world.rest("GET", path)).body.data.find(match).id as string;
  const topic_id = (await world.rest("POST", "/topics", { name: "Tools" })).body.id;
  const tag_id = (await world.rest("POST", "/tags", { name: "core" })).body.id;
  const prompt_id = await id("/prompts");
  await world.rest("PATCH", `/prompts/${prompt_id}`, { topic_id, tag_ids: [tag_id] });
  const archived = await id("/prompts", (row) => row["id"] !== prompt_id);
  await world.rest("POST", "/prompts/archive", { prompt_ids: [archived] });
  const filters: Json[] = [
    {},
    { sort: "desc" },
    { include_archived: true },
    { date_from: "2026-01-05", date_to: "2026-01-09" },
    { prompt_id },
    { topic_id },
    { tag_id },
    { brand_id: await id("/brands", ({ name }) => name === "Globex") },
    { model_id: "mdl_chatgpt" },
    { country_code: "DE", sort: "desc" },
    { status: "refused" },
    { search: "globex" },
  ];
  for (const filter of filters) {
    const page = { sort: "asc", ...filter, limit: 1000 };
    const { data } = await run(listChats, world.context(), page);
    const listed = data.map((chat) => chat.id);
    const rows = await rowsOf(world, "export_answers", filter);
    assert.deepEqual(
      rows.map(({ chat_id }) => chat_id),
      listed,
      JSON.stringify(filter),
    );
    assert.ok(listed.length > 5, JSON.stringify(filter));
  }
});

test("answers of one moment fall on both sides of a batch and are there once, either way round", async () => {
  const world = await makeWorld();
  const lines = Array.from({ length: 601 }, (_, n) =>
    JSON.stringify({
      captured_at: "2026-03-01T06:00:00.123Z",
      ...{ prompt: "Which?", model: "ChatGPT", answer: `Acme ${n}.` },
    }),
  );
  await importLines(world, lines.join("\n"));
  const up = await rowsOf(world, "export_answers");
  const down = await rowsOf(world, "export_answers", { sort: "desc" });
  assert.equal(new Set(up.map(({ answer }) => answer)).size, 601);
  assert.deepEqual(down.toReversed(), up);
});

test("mentions, citations and searches are those that each answer shows", async () => {
  const world = await makeFilled(120);
  const chats = (await world.rest("GET", "/chats?limit=1000&sort=asc")).body.data as Row[];
  const group = (rows: Row[]) => Map.groupBy(rows, ({ chat_id }) => chat_id as string);
  const mentions = group(await rowsOf(world, "export_mentions"));
  const citations = group(await rowsOf(world, "export_citations"));
  const searches = group(await rowsOf(world, "export_search_queries"));
  let seen = 0;
  for (const { id } of chats) {
    const { body } = await world.rest("GET", `/chats/${id}`);
    // Which words made an estimate is looked for where one answer is read.
    const named = body.brands_mentioned.map(({ sentiment_words: _, ...row }: Row) => row);
    assert.deepEqual(
      (mentions.get(id) ?? []).map(({ brand: name, ...row }) =>
        Object.fromEntries(Object.keys(named[0]).map((field) => [field, { name, ...row }[field]])),
      ),
      named,
    );
    assert.deepEqual(
      (citations.get(id) ?? []).map((row) =>
        Object.fromEntries(Object.keys(body.sources[0]).map((name) => [name, row[name]])),
      ),
      body.sources,
    );
    assert.deepEqual(
      (searches.get(id) ?? []).map(({ query }) => query),
      body.search_queries,
    );
    for (const row of [...(mentions.get(id) ?? []), ...(citations.get(id) ?? [])]) {
      seen++;
      assert.deepEqual(
        [row["captured_at"], row["date"], row["prompt_id"], row["prompt"], row["model_id"]],
        [body.captured_at, body.date, body.prompt_id, body.prompt_text, body.model_id],
      );
    }
  }
  assert.ok(seen > 200, `${seen} rows`);
  const brand_id = (await world.rest("GET", "/brands")).body.data[1].id;
  const own = await rowsOf(world, "export_mentions", { brand_id });
  assert.ok(own.length > 5 && own.every((row) => row["brand_id"] === brand_id));
});

test("an exported report has every row of the report, flat", async () => {
  const world = await makeFilled();
  for (const [report, first] of [
    ["brand", "brand_id"],
    ["domain", "domain"],
    ["url", "url"],
  ] as const) {
    const query = { ...RANGE, date_from: "2026-01-20", dimensions: ["model_id", "date"] };
    const { body } = await world.rest("POST", `/reports/${report}s`, { ...query, limit: 1000 });
    const rows = await rowsOf(world, `export_${report}_report`, query);
    assert.equal(rows.length, body.total_count);
    assert.equal(Object.keys(rows[0] ?? {})[0], first);
    for (const [index, row] of (body.data as Row[]).entries()) {
      const { brand, ...rest } = row;
      const flat = brand
        ? { brand_id: brand.id, brand_name: brand.name, brand_is_own: brand.is_own, ...rest }
        : rest;
      assert.deepEqual(rows[index], flat);
    }
    const compared = await rowsOf(world, `export_${report}_report`, {
      ...{ date_from: "2026-01-20", date_to: "2026-01-31", compare: "previous_period" },
    });
    const field = report === "brand" ? "visibility" : "cited_percentage";
    assert.equal(typeof compared[0]?.[`previous_${field}`], "number");
    assert.equal(typeof compared[0]?.[`change_${field}_value`], "number");
    const none = { date_from: "2020-01-01", date_to: "2020-01-02", dimensions: ["date"] };
    const heading = await write(world, `export_${report}_report`, none, "csv");
    assert.equal(heading.split("\r\n").length, 2);
    assert.match(heading, /,date,/);
    assert.doesNotMatch(heading, /,model_id,|previous|change/);
  }
});

test("the same rows are in both formats; lists are separated by | in CSV", async () => {
  const world = await makeFilled(60);
  for (const name of ["answers", "mentions", "citations", "search_queries"]) {
    const rows = await rowsOf(world, `export_${name}`);
    const text = await write(world, `export_${name}`, {}, "csv");
    const records = parse(text, { columns: true, record_delimiter: "\r\n" }) as Row[];
    assert.equal(records.length, rows.length);
    assert.deepEqual(
      new Set(rows.flatMap((row) => Object.keys(row))),
      new Set(Object.keys(records[0] ?? {})),
    );
    assert.ok(Object.keys(records[0] ?? {}).every((column) => /^[a-z_]+$/.test(column)));
  }
  const [answer] = (await rowsOf(world, "export_answers")).filter(
    ({ sources }) => sources.length > 2,
  );
  const text = await write(world, "export_answers", {}, "csv");
  const records = parse(text, { columns: true }) as Row[];
  const record = records.find(({ chat_id }) => chat_id === answer?.["chat_id"]);
  assert.equal(record?.["sources"], answer?.["sources"].map(({ url }: Row) => url).join("|"));
});

test("the document of exports names every column", async () => {
  const world = await makeWorld();
  const document = readFileSync("docs/export.md", "utf8");
  for (const name of ["answers", "mentions", "citations", "search_queries"]) {
    const heading = (await write(world, `export_${name}`, {}, "csv")).trim();
    for (const column of heading.split(",")) {
      assert.ok(document.includes(`| \`${column}\` |`), `${name}: ${column}`);
    }
  }
});

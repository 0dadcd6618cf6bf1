import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { encodeId } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Rows } from "#core/rows.ts";
import { call, signedIn, visitorOf } from "../../../test/kit/http-client.ts";
import { serveApp } from "../../../test/kit/serve-app.ts";
import { waitFor } from "../../../test/kit/wait-for.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { catalog } from "../../catalog.ts";

const ANSWERS = [1, 2, 3].map((n) => ({
  captured_at: `2026-03-0${n}T06:00:00Z`,
  ...{ prompt: "Which, and why?", model: "ChatGPT", answer: `=Acme "${n}",\nöäü` },
}));

async function makeFilled(options = {}) {
  const world = await makeWorld({ name: "Acmé & Söhne", ...options });
  const lines = ANSWERS.map((line) => JSON.stringify(line)).join("\n");
  assert.equal((await world.rest("POST", "/chats/import", lines)).body.imported, 3);
  const download = (file: string, query: Record<string, string> = {}) =>
    `/app/export/${file}?${new URLSearchParams({ project_id: world.project.id, ...query })}`;
  return { world, download };
}

test("a viewer downloads a file of UTF-8 that is named after its project, and that is in the log", async () => {
  const { world, download } = await makeFilled();
  const { visitor } = await signedIn(world, "viewer");
  const csv = await visitor.get(download("answers.csv", { date_from: "2026-03-02" }));
  assert.equal(csv.status, 200, csv.text);
  assert.equal(csv.headers.get("content-type"), "text/csv; charset=utf-8; header=present");
  assert.match(
    csv.headers.get("content-disposition") ?? "",
    /^attachment; filename="acme-sohne-answers-2026-03-02-to-\d{4}-\d\d-\d\d\.csv"$/,
  );
  assert.equal(csv.headers.get("cache-control"), "no-store");
  assert.equal(csv.headers.get("x-content-type-options"), "nosniff");
  const [heading = "", first = ""] = csv.text.split("\r\n");
  assert.match(heading, /^chat_id,external_id,captured_at,date,prompt,/);
  assert.match(first, /,2026-03-02T06:00:00Z,2026-03-02,"Which, and why\?",/);
  assert.match(first, /"'=Acme ""2"",\nöäü"/);
  const jsonl = await visitor.get(download("mentions.jsonl"));
  assert.equal(jsonl.headers.get("content-type"), "application/x-ndjson; charset=utf-8");
  const names = jsonl.text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line).brand);
  assert.deepEqual(names, []);
  const owner = await signedIn(world);
  const organisation_id = encodeId("org", world.project.organisation_id);
  const { body } = await call(owner.visitor, "list_audit", { organisation_id });
  const exported = body.data.filter(({ operation: name }: { operation: string }) =>
    name.startsWith("export_"),
  );
  assert.deepEqual(
    exported.map((entry: Record<string, unknown>) => [entry["operation"], entry["door"]]),
    [
      ["export_mentions", "dashboard"],
      ["export_answers", "dashboard"],
    ],
  );
});

test("a report takes its query, lists as parameters again and again and objects as JSON", async () => {
  const { world, download } = await makeFilled();
  const { visitor } = await signedIn(world, "viewer");
  const filter = { field: "model_id", operator: "in", values: ["mdl_chatgpt"] };
  const range = { date_from: "2026-03-01", date_to: "2026-03-31" };
  const path = download("brand-report.jsonl", { ...range, filters: JSON.stringify(filter) });
  const asked = `${path}&dimensions=date&dimensions=model_id`;
  const { text, status, headers } = await visitor.get(asked);
  assert.equal(status, 200, text);
  const days = "2026-03-01-to-2026-03-31";
  const file = `acme-sohne-brand-report-by-date-model-${days}-filtered-chatgpt.jsonl`;
  assert.equal(headers.get("content-disposition"), `attachment; filename="${file}"`);
  const dimensions = ["date", "model_id"];
  const { body } = await world.rest("POST", "/reports/brands", {
    ...{ ...range, dimensions, filters: [filter] },
  });
  const rows = text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    rows.map((row) => [row.date, row.model_id, row.brand_id, row.visibility_total]),
    body.data.map((row: Record<string, never>) => [
      ...[row["date"], row["model_id"], row["brand"]?.["id"], row["visibility_total"]],
    ]),
  );
  assert.equal(rows.length, 3);
  const weekly = await visitor.get(`${download("brand-report.csv", range)}&dimensions=week`);
  const [head = "", first = ""] = weekly.text.split("\r\n");
  const place = head.split(",").indexOf("is_partial");
  assert.deepEqual([place > 0, first.split(",")[place]], [true, "true"], "of 1 March, a Sunday");
  const split = await visitor.get(
    `${download("brand-report.csv", range)}&dimensions=model_id&dimensions=topic_id&dimensions=prompt_id`,
  );
  const [names = [], cells = []] = parse(split.text) as string[][];
  const named = ["model", "topic", "prompt", "date_from"].map((name) => cells[names.indexOf(name)]);
  assert.deepEqual(named, ["ChatGPT", "", "Which, and why?", "2026-03-01"]);
});

test("a spreadsheet says its days and filters in every row, and one filter's value in its name", async () => {
  const { world, download } = await makeFilled();
  const { visitor } = await signedIn(world, "viewer");
  const range = { date_from: "2026-03-02", date_to: "2026-03-08" };
  const read = async (file: string, query: Record<string, string> = {}) => {
    const { text, headers } = await visitor.get(download(file, { ...range, ...query }));
    const name = /-(?:\d\d-to-.{10})-?(.*)\.\w+"$/.exec(headers.get("content-disposition") ?? "");
    const [head = [], first = []] = parse(text, { relax_column_count: true }) as string[][];
    const at = (column: string) => first[head.indexOf(column)];
    const columns = ["date_from", "date_to", "compared_from", "compared_to", "filtered_by"];
    return [name?.[1], ...columns.map(at)];
  };
  const filter = (field: string, values: string[], operator = "in") => ({
    filters: JSON.stringify({ field, operator, values }),
  });
  const days = ["2026-03-02", "2026-03-08"];
  const plain = [undefined, undefined, undefined];
  assert.deepEqual(await read("brand-report.csv"), ["", ...days, ...plain]);
  assert.deepEqual(
    await read("brand-report.csv", {
      ...filter("model_id", ["mdl_chatgpt"]),
      ...{ branded: "exclude", compare: "previous_period" },
    }),
    [
      ...["filtered-chatgpt", ...days, "2026-02-23", "2026-03-01"],
      "Assistants: ChatGPT; Without prompts that name the brand",
    ],
  );
  // Rows by time are compared with nothing, and say no days that they would be compared with.
  const byDay = await read("brand-report.csv", { compare: "previous_period", dimensions: "date" });
  assert.deepEqual(byDay.slice(1), [...days, ...plain]);
  const unlike = filter("country_code", ["DE", "FR"], "not_in");
  const [name, , , , , words] = await read("answers.csv", unlike);
  assert.deepEqual([name, words], ["filtered", "Countries: all but Germany, France"]);
  const one = await read("answers.csv", filter("country_code", ["DE"], "not_in"));
  assert.equal(one[0], "filtered-not-germany");
  const asked = await read("answers.csv", { status: "answered", search: "which" });
  assert.deepEqual([asked[0], asked[5]], ["filtered", "Status: answered; Text: which"]);
  const unknown = filter("brand_id", ["brd_nowhere"]);
  const refused = await visitor.get(download("brand-report.csv", { ...range, ...unknown }));
  assert.equal(
    refused.body.error.code,
    (await visitor.get(download("brand-report.jsonl", { ...range, ...unknown }))).body.error.code,
  );
});

test("a spreadsheet of a project with simulated assistants says so in every row, its own numbers unchanged", async () => {
  const { world, download } = await makeFilled();
  const { visitor } = await signedIn(world, "viewer");
  const range = { date_from: "2026-03-01", date_to: "2026-03-08" };
  const read = async (what: string): Promise<Record<string, string>[]> =>
    parse((await visitor.get(download(`${what}.csv`, range))).text, { columns: true });
  const [before] = await read("brand-report");
  assert(before && !("simulated" in before));
  await world.pool.query("update models set provider = 'simulated' where project_id = $1", [
    world.project.project_id,
  ]);
  for (const what of ["answers", "brand-report", "domain-report"])
    for (const row of await read(what)) assert.equal(row["simulated"], "true", what);
  assert.deepEqual((await read("brand-report"))[0], { ...before, simulated: "true" });
});

test("nothing leaves without a session, of another's project, or through another door", async () => {
  const { world, download } = await makeFilled();
  const stranger = await visitorOf(world).get(download("answers.csv"));
  assert.deepEqual([stranger.status, stranger.body.error.code], [401, "UNAUTHORIZED"]);
  const other = await world.neighbour();
  const { visitor } = await signedIn(other);
  const foreign = await visitor.get(download("answers.csv"));
  const nowhere = await visitor.get("/app/export/answers.csv?project_id=prj_nowhere");
  assert.equal(foreign.status, 404);
  assert.deepEqual(foreign.body, nowhere.body);
  const own = await signedIn(world);
  const called = await call(own.visitor, "export_answers", { project_id: world.project.id });
  assert.equal(called.status, 404);
  for (const file of ["get-me.csv", "answers.xlsx", "answers", "..%2Fanswers.csv", "%00.csv"]) {
    assert.equal((await own.visitor.get(download(file))).status, 404, file);
  }
  const posted = await own.visitor.submit(download("answers.csv"), {});
  assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET"]);
});

test("what is wrong with the arguments is reported before a file begins", async () => {
  const { world, download } = await makeFilled();
  const { visitor } = await signedIn(world);
  const wrong: [string, Record<string, string>, RegExp][] = [
    ["answers.csv", { limit: "5" }, /unknown argument "limit" \(valid: date_from, /],
    ["answers.csv", { date_from: "2026-13-01" }, /^date_from: /],
    ["answers.csv", { brand_id: world.project.id }, /^brand_id: must be the id of a brand/],
    ["answers.csv", { include_archived: "maybe" }, /^include_archived: /],
    ["brand-report.csv", {}, /^date_from: is required/],
    ["brand-report.csv", { filters: "[" }, /^filters: must be an object, written as JSON/],
  ];
  for (const [file, query, message] of wrong) {
    const { status, body, headers } = await visitor.get(download(file, query));
    assert.equal(status, 400, JSON.stringify(query));
    assert.match(body.error.message, message);
    assert.equal(headers.get("content-disposition"), null);
  }
  const { body } = await visitor.get("/app/export/answers.csv");
  assert.match(body.error.message, /^project_id: /);
});

/** An export without end that says how far it was read, and one that breaks. */
function makeCounting() {
  const state = { batches: 0, ended: false };
  const exportNumbers = operation({
    name: "export_numbers",
    scope: "project",
    effect: "reads",
    audit: () => ({}),
    download: "numbers",
    group: "Exports",
    summary: "Export numbers",
    returns: "The numbers",
    input: z.strictObject({ broken_after: z.int().optional() }),
    output: Rows,
    async handler(_, { broken_after }) {
      const batches = (async function* () {
        try {
          for (;;) {
            if (state.batches === broken_after) throw new Error("the database went away");
            state.batches++;
            yield Array.from({ length: 1_000 }, (_, n) => ({ n, text: "x".repeat(100) }));
          }
        } finally {
          state.ended = true;
        }
      })();
      return {
        columns: [
          { name: "n", about: "" },
          { name: "text", about: "" },
        ],
        batches,
      };
    },
  });
  return { state, options: { catalog: [...catalog, exportNumbers] } };
}

/** A world on a real socket, where bodies are taken at the pace of the reader. */
async function listen(options: { catalog: typeof catalog | readonly unknown[] }) {
  const { world, download } = await makeFilled(options);
  const { visitor } = await signedIn(world);
  const { url, server } = await serveApp(world);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const get = (file: string, query = {}) =>
    fetch(`${url}${download(file, query)}`, { headers: { cookie } });
  return { get, close: () => new Promise((resolve) => server.close(resolve)) };
}

test("a file is read from the database no faster than it is taken, and no further once no one wants it", async () => {
  const { state, options } = makeCounting();
  const { get, close } = await listen(options);
  try {
    const { body } = await get("numbers.csv");
    const reader = body?.getReader();
    let bytes = 0;
    while (bytes < 1_000_000) bytes += (await reader?.read())?.value?.byteLength ?? 0;
    // In each of these turns another batch could be read.
    for (let turn = 0; turn < 5_000; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(state.batches < 200, `${state.batches} batches of 100 kB were read for 1 MB`);
    await reader?.cancel();
    await waitFor("the end of reading", () => state.ended);
  } finally {
    await close();
  }
});

test("a file that cannot be read to its end breaks off: it never looks whole", async () => {
  const { options } = makeCounting();
  const { get, close } = await listen(options);
  try {
    const answer = await get("numbers.jsonl", { broken_after: "50" });
    assert.equal(answer.status, 200);
    await assert.rejects(answer.text());
  } finally {
    await close();
  }
});

test("a file that cannot be begun is an error", async () => {
  const { options } = makeCounting();
  const { get, close } = await listen(options);
  try {
    for (const file of ["numbers.csv", "numbers.jsonl"]) {
      const { status, headers } = await get(file, { broken_after: "0" });
      assert.deepEqual([status, headers.get("content-disposition")], [500, null]);
    }
  } finally {
    await close();
  }
});

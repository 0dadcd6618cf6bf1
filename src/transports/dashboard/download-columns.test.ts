import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import { DIMENSION_NAMES } from "#domain/sums/dimensions.ts";
import { call, signedIn } from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

type Column = { name: string; about: string };

async function makeAsking() {
  const world = await makeWorld();
  const line = { captured_at: "2026-03-01T06:00:00Z", prompt: "Which?", model: "ChatGPT" };
  await world.rest("POST", "/chats/import", JSON.stringify({ ...line, answer: "Acme." }));
  await world.pool.query("update models set provider = 'simulated' where project_id = $1", [
    world.project.project_id,
  ]);
  const { visitor } = await signedIn(world, "viewer");
  const project_id = world.project.id;
  const { body, status } = await call(visitor, "get_export_columns", { project_id });
  assert.equal(status, 200, JSON.stringify(body));
  const files = new Map<string, Column[]>(
    body.files.map(({ file, columns }: { file: string; columns: Column[] }) => [file, columns]),
  );
  const headOf = async (file: string, dimensions: readonly string[]): Promise<string[]> => {
    const query = new URLSearchParams({ project_id, date_from: "2026-03-01" });
    query.set("date_to", "2026-03-31");
    query.set("branded", "exclude");
    for (const name of dimensions) query.append("dimensions", name);
    const { text, status } = await visitor.get(`/app/export/${file}.csv?${query}`);
    assert.equal(status, 200, text);
    return (parse(text) as string[][])[0] ?? [];
  };
  return { files, headOf };
}

test("every column of every file that the dashboard saves is explained in a sentence, once", async () => {
  const { files, headOf } = await makeAsking();
  const added = new Set(files.get("csv")?.map(({ name }) => name));
  const reports = ["brand-report", "domain-report", "url-report"];
  const captured = ["answers", "mentions", "citations", "search-queries"];
  assert.deepEqual([...files.keys()], [...captured, ...reports, "csv"]);
  for (const [file, columns] of files) {
    for (const { name, about } of columns) {
      assert.match(about, /^(true: )?[A-Z0-9a-z].*\.$/s, `${file}, ${name}: ${about}`);
      assert.doesNotMatch(about, /null|undefined/, `${file}, ${name}: ${about}`);
    }
    const names = columns.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length, file);
    if (file === "csv") continue;
    const splits = reports.includes(file) ? [[], ...DIMENSION_NAMES.map((one) => [one])] : [[]];
    const seen = new Set<string>();
    for (const dimensions of splits)
      for (const name of await headOf(file, dimensions)) {
        seen.add(name);
        assert.ok(names.includes(name) || added.has(name), `${file}: ${name} is not explained`);
      }
    assert.deepEqual(
      names.filter((name) => !seen.has(name)),
      [],
      `${file}: explained and never there`,
    );
    assert.ok(seen.has("simulated") && seen.has("filtered_by") && seen.has("date_from"), file);
  }
});

test("the document of exports says of each column what the dashboard says", async () => {
  const { files } = await makeAsking();
  const document = readFileSync("docs/export.md", "utf8");
  for (const file of ["answers", "mentions", "citations", "search-queries"])
    for (const { name, about } of files.get(file) ?? [])
      assert.ok(document.includes(`| \`${name}\` | ${about} |`), `${file}: ${name}`);
});

test("a CSV file begins with the mark of UTF-8, one for programs does not", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world, "viewer");
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const line = { captured_at: "2026-03-01T06:00:00Z", prompt: "Which?", model: "ChatGPT" };
  await world.rest("POST", "/chats/import", JSON.stringify({ ...line, answer: "Acme." }));
  // Its text does not tell of a mark.
  const beginOf = async (file: string, length: number) => {
    const path = `/app/export/${file}?project_id=${world.project.id}`;
    const url = `${world.base.server.base_url}${path}`;
    const answer = await world.app.request(url, { headers: { cookie } });
    return Buffer.from(await answer.arrayBuffer())
      .subarray(0, length)
      .toString("latin1");
  };
  for (const file of ["answers.csv", "citations.csv"])
    assert.match(await beginOf(file, 7), /^\xEF\xBB\xBFchat/, file);
  assert.equal(await beginOf("answers.jsonl", 10), '{"chat_id"');
});

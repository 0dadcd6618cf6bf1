import assert from "node:assert/strict";
import { test } from "node:test";
import { type KyselyPlugin, type OperationNode, RawNode, ValueNode } from "kysely";
import { SPREAD_TABLES } from "#domain/tenancy/spread-tables.ts";
import { makeWorld } from "../kit/world.ts";

test("what is looked at most asks for facts and for settings in statements of their own: on a cluster they are on two servers", async () => {
  const world = await makeWorld();
  const line = { captured_at: "2026-03-02T10:00:00Z", model: "ChatGPT" };
  const cited = { sources: [{ url: "https://a.example/b" }], search_queries: ["best boots"] };
  const lines = ["Which boots?", "Is Acme good?", "Which are old?"].map((prompt) =>
    JSON.stringify({ ...line, ...cited, prompt, answer: "Acme, then others." }),
  );
  assert.equal((await world.rest("POST", "/chats/import", lines.join("\n"))).status, 200);
  await world.runJobs();
  const { body: prompts } = await world.rest("GET", "/prompts");
  const { body: topic } = await world.rest("POST", "/topics", { name: "Boots" });
  const [first, , last] = prompts.data;
  for (const [method, path, change] of [
    ["PATCH", `/prompts/${first.id}`, { topic_id: topic.id }],
    ["PATCH", "/prompts", { prompt_ids: [last.id], status: "archived" }],
  ] as const)
    assert.equal((await world.rest(method, path, change)).status, 200, path);

  const { rows } = await world.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const known = new Set(rows.map(({ name }) => name));
  const spread = new Set<string>(SPREAD_TABLES);
  const statements: string[][] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const named = wordsOf(node).matchAll(/\b(?:from|join|,)\s+"?([a-z_]+)"?/g);
      statements.push([...named].map(([, name = ""]) => name).filter((name) => known.has(name)));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const app = world.appOn(world.db.withPlugin(plugin));
  const [chat] = (await world.rest("GET", "/chats")).body.data;
  const filters = [
    "",
    `topic_id=${topic.id}`,
    "include_archived=true",
    "search=boots",
    "limit=1",
    "tone=scored",
  ];
  const days = "date_from=2026-03-01&date_to=2026-03-31&offset=0";
  const report = { date_from: "2026-03-01", date_to: "2026-03-31" };
  const asked: [string, object?][] = [
    [`/chats/${chat.id}`],
    ...filters.flatMap((one): [string][] => [[`/chats?${one}`], [`/chats?${one}&${days}`]]),
    ...filters.slice(0, -1).map((one): [string] => [`/search-queries?${one}`]),
    ["/reports/brands", report],
    ["/reports/brands", { ...report, dimensions: ["date"], limit: 2 }],
    ["/reports/brands", { ...report, dimensions: ["model_id"], compare: "previous_period" }],
  ];
  for (const [path, body] of asked) {
    statements.length = 0;
    const answer = await app.request(`http://localhost:8787/api/v1${path}`, {
      headers: { "x-api-key": world.key, "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    assert.equal(answer.status, 200, `${path}: ${await answer.text()}`);
    assert.ok(
      statements.some((tables) => tables.some((one) => spread.has(one))),
      path,
    );
    for (const tables of statements) {
      const isOfFacts = tables.map((one) => spread.has(one));
      assert.ok(!(isOfFacts.includes(true) && isOfFacts.includes(false)), `${path}: ${tables}`);
    }
  }
});

/** The SQL of a statement without its values. */
function wordsOf(node: OperationNode): string {
  if (ValueNode.is(node)) return "?";
  if (!RawNode.is(node)) return "";
  return node.sqlFragments
    .map((words, place) => words + (node.parameters[place] ? wordsOf(node.parameters[place]) : ""))
    .join("");
}

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { encode } from "gpt-tokenizer";
import { decodeId, encodeId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { storeDemoDays } from "#domain/demo/fill-demo.ts";
import { mcpListings } from "../../../test/kit/contract-files.ts";
import { call as callPage, signedIn } from "../../../test/kit/http-client.ts";
import { type McpClient, openMcp } from "../../../test/kit/mcp-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { catalog } from "../../catalog.ts";
import { GROUP_PAGES } from "./dashboard-page.ts";

const TOKENS = 6_000;
const TOKENS_MAX = 20_000;
const RANGE = { date_from: "2020-01-01", date_to: "2020-01-01" };

let mcp: McpClient;
let project_id = "";

before(async () => {
  const world = await makeWorld();
  const organisation_id = encodeId("org", world.project.organisation_id);
  const { visitor } = await signedIn(world, "admin");
  ({ id: project_id } = (await callPage(visitor, "create_demo", { organisation_id })).body);
  // Its other days are filled by a job that another test's jobs could take along.
  await world.pool.query("delete from graphile_worker._private_jobs");
  await storeDemoDays(world.context(), { project_id: decodeId("prj", project_id) }, { days: 12 });
  mcp = await openMcp(world, { access: "read" });
  const chats = await call("list_chats", { limit: 1 });
  RANGE.date_to = columnOf(chats, "date")[0] as string;
  RANGE.date_from = columnOf(await call("list_chats", { limit: 1, sort: "asc" }), "date")[0];
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
async function call(tool: string, args: Record<string, unknown> = {}): Promise<any> {
  const { body } = await mcp.call(tool, { project_id, ...args });
  assert.equal(body.error, undefined, `${tool}: ${body.error?.message}`);
  return body.result.structuredContent;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
function columnOf({ columns, rows }: any, name: string): any[] {
  assert.ok(columns.includes(name), `${name} is not among ${columns}`);
  return rows.map((row: unknown[]) => row[columns.indexOf(name)]);
}

const tokensOf = (answer: unknown) => encode(JSON.stringify(answer)).length;
const listing = mcpListings().tools as { name: string; inputSchema: { required?: string[] } }[];
/** Lists and reports of a project, each with what it must be given. */
const PAGES = listing
  .filter(({ name }) => /^list_(?!projects)|_report$|^explain_/.test(name))
  .map(({ name, inputSchema }) => ({ name, dated: inputSchema.required?.includes("date_from") }));

test("the default page of every list and report of a filled project takes under 6,000 tokens", async () => {
  for (const { name, dated } of PAGES) {
    const isReport = name.endsWith("_report");
    const forms = [{}, ...(isReport ? [{ compare: "previous_period" }] : [])];
    if (name === "get_brand_report") forms.push({ dimensions: ["prompt_id"] } as never);
    for (const form of forms) {
      const answer = await call(name, { ...(dated && RANGE), ...form });
      assert.ok(tokensOf(answer) < TOKENS, `${name}: ${tokensOf(answer)} tokens`);
      assert.equal(answer.row_count, answer.rows.length);
      assert.ok(answer.rows.length > 0 || answer.total_count === 0, name);
    }
  }
});

test("a limit that was asked for is kept to under 20,000 tokens, and next_offset leads through all rows", async () => {
  for (const { name, dated } of PAGES) {
    const seen: string[] = [];
    let total = 0;
    for (let offset: number | null = 0; offset !== null; ) {
      const args = { ...(dated && RANGE), limit: 1000, offset };
      const answer = await call(name, args);
      assert.ok(tokensOf(answer) < TOKENS_MAX, `${name}: ${tokensOf(answer)} tokens`);
      total = answer.total_count;
      seen.push(...answer.rows.map((row: unknown) => JSON.stringify(row)));
      assert.ok(answer.next_offset === null || answer.next_offset > offset);
      offset = answer.next_offset;
    }
    assert.equal(seen.length, total, name);
    if (name === "list_chats" || name === "get_url_report") assert.equal(new Set(seen).size, total);
  }
});

test("prompts stand with their text, answers with the words around a mention, other ids with their names", async () => {
  const brands = await call("list_brands");
  const [brand_id] = columnOf(brands, "id");
  const [name] = columnOf(brands, "name");
  const chats = await call("list_chats", { brand_id });
  for (const excerpt of columnOf(chats, "excerpt")) assert.match(excerpt, new RegExp(name, "i"));
  assert.equal(chats.names[brand_id], name);
  const [model_id] = columnOf(chats, "model_id");
  const models = await call("list_models");
  const at = columnOf(models, "id").indexOf(model_id);
  assert.equal(chats.names[model_id], columnOf(models, "name")[at]);
  const report = await call("get_brand_report", { ...RANGE, dimensions: ["prompt_id"] });
  const texts = new Set(columnOf(await call("list_prompts", { limit: 1000 }), "text"));
  for (const text of columnOf(report, "prompt_text")) assert.ok(texts.has(text), text);
  const numbers = report.rows.flat().filter((one: unknown) => typeof one === "number");
  assert.ok(numbers.some((one: number) => !Number.isInteger(one)));
  for (const one of numbers) assert.ok(Number.isInteger(one) || one === +one.toPrecision(4), one);
});

test("a result without rows says why, and what to try", async () => {
  const [prompt_id] = columnOf(await call("list_prompts", { limit: 1 }), "id");
  const past = { date_from: "2020-01-01", date_to: "2020-01-07" };
  const before = await call("list_chats", past);
  assert.match(before.note, /^No rows\. Answers of this project go from .* With date_from /);
  assert.ok(before.note.includes(`go from ${RANGE.date_from} to ${RANGE.date_to}`), before.note);
  const none = await call("list_chats", { ...RANGE, prompt_id, search: "no such words" });
  assert.match(none.note, /Without prompt_id, search there would be \d+\./);
  const report = await call("get_brand_report", past);
  assert.match(
    report.note,
    /^No answers are behind these rows\. .*With date_from .* there would be \d+/,
  );
  // A change has days before it, chosen or not: these stay behind when others are tried.
  const others = { compare_from: "2019-12-01", compare_to: "2019-12-07" };
  for (const chosen of [{}, others]) {
    const change = await call("explain_change", { ...past, ...chosen });
    assert.match(change.note, /^No rows\. Answers of this project go from \S+ to \S+\. A change /);
    assert.doesNotMatch(change.note, /No other days/);
  }
  const sites = await call("get_domain_report", { ...past, compare: "previous_period" });
  assert.match(sites.note, /^No rows\. .* With date_from .* there would be \d+\.$/);
  const end = await call("list_brands", { offset: 1000 });
  assert.match(end.note, /offset is past the end; there are \d+/);
  assert.equal((await call("list_brands")).note, undefined);
});

test("the group of each tool has a page, and the router knows it", () => {
  const router = readFileSync("web/router.tsx", "utf8");
  const found = router.matchAll(/\b(?:page\(|path:)\s*"([^"]+)"/g);
  const paths = new Set([...found].map(([, path]) => path));
  assert.ok(paths.size > 15);
  for (const { name, group, tool } of catalog) {
    if (!tool) continue;
    const page = GROUP_PAGES[group];
    assert.ok(page !== undefined, `${name}: ${group}`);
    assert.ok(paths.has(page.split("?")[0] || "/"), page);
  }
});

test("each result has the address of the page that shows the same", async () => {
  const at = `http://localhost:8787/projects/${project_id}`;
  const days = `from=${RANGE.date_from}&to=${RANGE.date_to}`;
  const url = await call("get_url_report", {
    ...RANGE,
    filters: [{ field: "country_code", operator: "in", values: ["US"] }],
  });
  assert.equal(url.dashboard, `${at}/sources?tab=pages&${days}&branded=include&country=US`);
  const chats = await call("list_chats", { ...RANGE, search: "best" });
  assert.ok(chats.dashboard.startsWith(`${at}/answers?${days}`), chats.dashboard);
  assert.ok(chats.dashboard.endsWith("q=best"), chats.dashboard);
  const brand_ids = columnOf(await call("list_brands"), "id");
  const [one, other] = brand_ids;
  const narrowed = await call("list_chats", {
    ...{ ...RANGE, not_brand_id: one, first_brand_id: other, tone: "positive", sort: "asc" },
  });
  const own = new URL(narrowed.dashboard).searchParams;
  assert.deepEqual(
    ["not_brand_id", "first_brand_id", "tone", "sort"].map((key) => own.get(key)),
    [one, other, "positive", "asc"],
  );
  assert.equal(own.get("not_mentioned"), null, "one filter is said once");
  const open = new URL((await call("list_chats", { date_from: RANGE.date_from })).dashboard);
  assert.equal(open.searchParams.get("from"), RANGE.date_from);
  assert.ok((open.searchParams.get("to") ?? "") >= RANGE.date_to, open.href);
  const all = new URL((await call("list_search_queries")).dashboard).searchParams;
  assert.ok((all.get("from") ?? "9") < RANGE.date_from, "all days, not the last thirty");
  const [chat_id] = columnOf(chats, "id");
  assert.equal((await call("get_chat", { chat_id })).dashboard, `${at}/answers/${chat_id}`);
  // Leads leave out prompts that name the brand, as the page does.
  const actions = await call("list_actions", RANGE);
  assert.equal(actions.dashboard, `${at}/actions?${days}`);
  const [action_key] = columnOf(actions, "action_key");
  const action = await call("get_action", { action_key });
  assert.equal(action.dashboard, `${at}/actions?${new URLSearchParams({ action: action_key })}`);
  const rejected = await call("list_brand_suggestions", { status: "rejected" });
  assert.equal(rejected.dashboard, `${at}/suggestions?kind=brand&status=rejected`);
  assert.equal((await call("list_tags")).dashboard, `${at}/prompts?tab=tags`);
  const topics = await call("list_topic_suggestions");
  assert.equal(topics.dashboard, `${at}/suggestions?kind=topic`);
});

test("the address of a report has every filter that the dashboard knows", async () => {
  const { FILTERS, operatorOf } = await import("../../../web/scope.ts");
  const [one] = columnOf(await call("list_brands"), "id");
  const samples: Record<string, string> = {
    model_id: columnOf(await call("list_models"), "id")[0],
    ...{ country_code: "US", searched: "true", not_brand_id: one },
    ...{ prompt_brand_id: one },
    topic_id: columnOf(await call("list_topics"), "id")[0],
    tag_id: columnOf(await call("list_tags"), "id")[0],
  };
  for (const [name, { field }] of Object.entries(FILTERS)) {
    const value = samples[field];
    // How an answer was asked has its own words, which the simulated ones lack.
    if (!value) continue;
    const operator = operatorOf(name as keyof typeof FILTERS);
    const filters = [{ field, operator, values: [value] }];
    for (const tool of ["get_brand_report", "get_url_report"]) {
      const { dashboard } = await call(tool, { ...RANGE, filters });
      assert.equal(new URL(dashboard).searchParams.get(name), value, `${tool}: ${name}`);
    }
  }
  const naming = [{ field: "brand_id", operator: "in", values: [one] }];
  const sites = await call("get_domain_report", { ...RANGE, filters: naming });
  assert.equal(new URL(sites.dashboard).searchParams.get("mentioned"), one);
  const of = (field: string, ...values: string[]) => [{ field, operator: "in", values }];
  const narrowed = async (tool: string, filters: object[]) =>
    new URL((await call(tool, { ...RANGE, filters })).dashboard).searchParams;
  const kept = await narrowed("get_url_report", [
    ...of("domain", "a.example"),
    ...of("classification", "editorial"),
  ]);
  assert.deepEqual([kept.get("domain"), kept.get("class")], ["a.example", "editorial"]);
  const kinds = await narrowed("get_domain_report", of("classification", "ugc"));
  assert.equal(kinds.get("class"), "ugc");
  const several = await narrowed("get_domain_report", of("classification", "ugc", "retail"));
  assert.equal(several.get("class"), null, "the page shows one kind, or all");
  const rows = await call("get_brand_report", { ...RANGE, filters: naming });
  assert.equal(new URL(rows.dashboard).searchParams.get("mentioned"), null);
});

test("who may open no project is told so, and nothing of a project", async () => {
  const world = await makeWorld();
  const left = await openMcp(world, { access: "read" });
  const { organisation_id } = world.project;
  await world.pool.query("delete from memberships where organisation_id = $1", [organisation_id]);
  const { body } = await left.call("list_projects", {});
  assert.match(body.result.structuredContent.note, /^No rows\. This user may open none: /);
});

test("a list whose default leaves rows out says which it leaves out, asked for or not", async () => {
  const world = await makeWorld();
  const { project_id: number, id } = world.project;
  for (const kind of ["brand", "prompt", "topic"]) {
    await world.pool.query(
      `insert into suggestions (project_id, kind, name, name_key, domains, chat_count, model_count,
         examples, detail, reason, score, status, decided_at)
       values ($1, $2, 'Umbra', 'umbra', '{}', 4, 2, '[]', '{}', 'Named.', 4, 'rejected', now())`,
      [number, kind],
    );
    for (const args of [{}, { status: "open" }, { status: "accepted" }]) {
      const client = await openMcp(world, { access: "read" });
      const { body } = await client.call(`list_${kind}_suggestions`, { project_id: id, ...args });
      assert.equal(
        body.result.structuredContent.note,
        "No rows. With status rejected there would be 1.",
        `${kind} ${JSON.stringify(args)}`,
      );
    }
  }
});

test("the address of a change, of actions and of prompts shows what was asked for", async () => {
  type Search = Record<string, string | undefined>;
  const searchOf = async (tool: string, args: Record<string, unknown>): Promise<Search> => {
    const { pathname, searchParams } = new URL((await call(tool, args)).dashboard);
    return { page: pathname.split("/").at(-1), ...Object.fromEntries(searchParams) };
  };
  const brand_id = columnOf(await call("list_brands"), "id")[1];
  const before = { compare_from: "2019-12-01", compare_to: "2019-12-07" };
  assert.deepEqual(await searchOf("explain_change", { ...RANGE, ...before, brand_id }), {
    ...{ page: "changes", from: RANGE.date_from, to: RANGE.date_to, branded: "include" },
    ...{ brand_id, vs_from: before.compare_from, vs_to: before.compare_to },
  });
  const kind = { status: "doing", kind: "source_gap" };
  assert.deepEqual(await searchOf("list_actions", { ...RANGE, ...kind }), {
    ...{ page: "actions", from: RANGE.date_from, to: RANGE.date_to, ...kind },
  });
  const { from, to } = await searchOf("list_actions", {});
  assert.ok((to ?? "") >= RANGE.date_to, "up to today, which the tool looks at");
  assert.equal(from, addDays(to ?? "", -29));
  assert.equal((await searchOf("list_prompts", { status: "archived" }))["status"], "archived");
  assert.equal((await searchOf("list_prompts", { search: "best" }))["status"], "all");
});

test("numbers of simulated assistants say so before all else, in each tool that reads and in prompts; others do not", async () => {
  const reads = PAGES.map(({ name, dated }) => [name, dated ? RANGE : {}] as const);
  const [chat_id] = columnOf(await call("list_chats", { limit: 1 }), "id");
  for (const [name, args] of [...reads, ["get_chat", { chat_id }], ["get_project", {}]] as const) {
    const [first, said] = Object.entries(await call(name, args))[0] ?? [];
    assert.equal(first, "simulated", name);
    assert.match(String(said), /are simulated: .* Say so/);
  }
  const world = await makeWorld();
  const asked = await openMcp(world, { access: "read" });
  const { body: real } = await asked.call("list_brands", { project_id: world.project.id });
  assert.equal(real.result.structuredContent.simulated, undefined);
  const given = { name: "weekly_pulse", arguments: { project: project_id } };
  const { body } = await mcp.request("prompts/get", given);
  const text: string = body.result.messages[0].content.text;
  assert.match(text, /^Some assistants of this project are simulated: .* Say so/);
});

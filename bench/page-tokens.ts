import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { encode } from "gpt-tokenizer";
import { decodeId, encodeId } from "#core/id.ts";
import { storeDemoDays } from "#domain/demo/fill-demo.ts";
import { call, signedIn } from "../test/kit/http-client.ts";
import { openMcp } from "../test/kit/mcp-client.ts";
import { makeWorld, type World } from "../test/kit/world.ts";
import { toImportLines } from "./convert-real-answers.ts";
import { readAnswers, readLines } from "./real-data.ts";

// node test/run.ts bench/page-tokens.ts: what the default page of every reading tool takes, in tokens (gpt-tokenizer): over
// the demo's 90 days, and where REAL_ANSWERS names their folder over real answers whose 16 most listed brands are tracked.
const FOLDER = process.env["REAL_ANSWERS"] ?? "";
const BRANDS = 16;
const ANSWERS = 5;
const own = { "sec-fetch-site": "same-origin" };

// biome-ignore lint/suspicious/noExplicitAny: any tool's answer.
type Any = any;

/** The brands that people listed for most answers, the first of them as the own one. */
function mostListed(): string[] {
  const counts = new Map<string, number>();
  for (const { products_mentioned } of readAnswers(FOLDER)) {
    const names = new Set((products_mentioned ?? []).map(({ brand }) => brand?.trim() ?? ""));
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  counts.delete("");
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.slice(0, BRANDS).map(([name]) => name);
}

/** A project of real answers. */
async function fillReal(): Promise<World> {
  const [own = "Acme", ...rivals] = mostListed();
  const world = await makeWorld({ name: own, domain: "own.example" });
  for (const name of rivals) await world.rest("POST", "/brands", { name });
  const lines = [...toImportLines(readAnswers(FOLDER), readLines(join(FOLDER, "queries.jsonl")))];
  const stored = await world.rest("POST", "/chats/import", lines.join("\n"));
  assert.equal(stored.status, 200, JSON.stringify(stored.body).slice(0, 500));
  await world.runJobs();
  return world;
}

/** What is asked for: `days` where a tool takes a range, `late` for comparisons with the time before. */
type Ranges = { days: object; late: object };

/** Prints a row of a table for each tool. */
async function printSizes(world: World, project_id: string, { days, late }: Ranges): Promise<void> {
  const mcp = await openMcp(world, { access: "read" });
  const { tools } = (await mcp.request("tools/list")).body.result as { tools: Any[] };
  const show = async (name: string, args: object, says = name) => {
    const { body } = await mcp.call(name, { project_id, ...args });
    const answer = body.result?.structuredContent ?? body.error;
    console.log(`| ${says} | ${encode(JSON.stringify(answer)).length} |`);
    return answer;
  };
  for (const { name, inputSchema, annotations } of tools) {
    const wanted = (inputSchema.required ?? []).filter((key: string) => key !== "project_id");
    if (!annotations.readOnlyHint || name === "list_projects") continue;
    if (wanted.some((key: string) => !key.startsWith("date_"))) continue;
    const asked = "date_from" in inputSchema.properties ? days : {};
    await show(name, name === "explain_change" ? late : asked);
    if (!("dimensions" in inputSchema.properties)) continue;
    await show(name, { ...days, dimensions: ["model_id"] }, `${name} by model`);
    await show(name, { ...days, dimensions: ["prompt_id"] }, `${name} by prompt`);
    await show(name, { ...late, compare: "previous_period" }, `${name} compared`);
  }
  const { columns, rows } = await show("list_chats", { limit: 200 }, "list_chats, limit 200");
  const sizes: number[] = [];
  for (const row of rows) {
    const chat_id = row[columns.indexOf("id")];
    const { body } = await mcp.call("get_chat", { project_id, chat_id });
    sizes.push(encode(JSON.stringify(body.result.structuredContent)).length);
  }
  sizes.sort((one, other) => one - other);
  const at = (part: number) => sizes[Math.min(sizes.length - 1, Math.floor(part * sizes.length))];
  console.log(
    `| get_chat: middle, 95 %, largest of ${sizes.length} | ${at(0.5)}, ${at(0.95)}, ${at(1)} |`,
  );
  assert.ok(sizes.length > ANSWERS);
}

test("what default pages take over real answers", { skip: FOLDER === "" }, async () => {
  const world = await fillReal();
  await printSizes(world, world.project.id, {
    days: { date_from: "2025-05-24", date_to: "2025-05-26" },
    late: { date_from: "2025-05-25", date_to: "2025-05-25" },
  });
});

test("what default pages take over the demo", async () => {
  const world = await makeWorld();
  const organisation_id = encodeId("org", world.project.organisation_id);
  const { visitor } = await signedIn(world, "admin");
  const { body } = await call(visitor, "create_demo", { organisation_id }, own);
  const tenant = { project_id: decodeId("prj", body.id) };
  const context = world.context();
  await storeDemoDays(context, tenant);
  const day = (ago: number) =>
    new Date(context.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  await printSizes(world, body.id, {
    days: { date_from: day(29), date_to: day(0) },
    late: { date_from: day(6), date_to: day(0) },
  });
});

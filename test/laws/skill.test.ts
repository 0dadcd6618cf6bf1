import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import * as yaml from "yaml";
import { openMcp } from "../kit/mcp-client.ts";
import { makeThings } from "../kit/one-of-each.ts";
import { serveApp } from "../kit/serve-app.ts";
import { makeWorld, type World } from "../kit/world.ts";

const FILE = "clients/skill/earshot/SKILL.md";
const text = readFileSync(FILE, "utf8");
const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
const playbooks = body.split(/^## Playbook /m).slice(1);
const DAYS = { DATE_FROM: "2026-01-11", DATE_TO: "2026-01-20" };

test("the skill is one as the format of Agent Skills has it", () => {
  const { name, description, license, compatibility, metadata, ...rest } = yaml.parse(head);
  assert.deepEqual(rest, {}, "no field that the format does not know");
  assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
  assert.equal(name, basename(dirname(FILE)), "it is called like its folder");
  assert.ok(name.length <= 64 && description.length <= 1_024 && compatibility.length <= 500);
  assert.match(description, /Use when/);
  assert.equal(license, JSON.parse(readFileSync("package.json", "utf8")).license);
  assert.ok(Object.values(metadata).every((value) => typeof value === "string"));
  assert.ok(body.split("\n").length < 500);
  assert.equal(playbooks.length, 5);
});

type Call = { tool: string; arguments: Record<string, unknown> };
/** The calls of a playbook, as it prints them. */
const callsOf = (playbook: string): string[] =>
  [...playbook.matchAll(/```json\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
    block.trim().split("\n"),
  );

test("each playbook's calls of tools work as printed, one after the other, and each finds something", async () => {
  const world = await makeMarket();
  const { call } = await openMcp(world);
  const known: Record<string, string> = { ...DAYS };
  let ran = 0;
  for (const playbook of playbooks) {
    for (const line of callsOf(playbook)) {
      const { tool, arguments: args }: Call = JSON.parse(fill(line, known));
      const { body: answered } = await call(tool, args);
      assert.equal(answered.error, undefined, `${line}\n${JSON.stringify(answered.error)}`);
      const result = answered.result.structuredContent;
      if (result.columns) assert.ok(result.rows.length > 0, `${line} finds nothing`);
      learn(known, tool, result);
      ran++;
    }
  }
  assert.equal(ran, 18);
});

test("every call over REST works as printed", {
  skip: spawnSync("curl", ["--version"]).status !== 0 && "There is no curl here.",
}, async () => {
  const world = await makeMarket();
  const { url } = await serveApp(world);
  const blocks = [...body.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  assert.equal(blocks.length, 3);
  for (const block of blocks) {
    const { stdout } = await promisify(execFile)("bash", ["-euc", fill(block, DAYS)], {
      env: {
        ...process.env,
        EARSHOT_URL: url,
        EARSHOT_KEY: await world.makeKey("read"),
      },
    });
    const answered = JSON.parse(stdout);
    assert.ok(answered.openapi || answered.data.length > 0, `${block}\n${stdout.slice(0, 300)}`);
  }
});

/** Puts in what is known; anything in capitals that is left was not to be had from the calls before. */
function fill(line: string, known: Record<string, string>): string {
  const filled = line.replace(/\b[A-Z]+(?:_[A-Z]+)+\b|\bDOMAIN\b/g, (name) =>
    name.startsWith("EARSHOT_") ? name : (known[name] ?? `MISSING:${name}`),
  );
  assert.doesNotMatch(filled, /MISSING:/);
  return filled;
}

type Result = { columns: string[]; rows: unknown[][] };

/** What a reader would take from a result to put into the calls that follow. */
function learn(known: Record<string, string>, tool: string, result: Result): void {
  const take = (name: string, column: string, fits = (_row: unknown[]) => true) => {
    const row = result.rows.find(fits);
    const value = row?.[result.columns.indexOf(column)];
    assert.equal(typeof value, "string", `${tool} has no ${column}: ${result.columns}`);
    known[name] = String(value);
  };
  if (tool === "list_projects") take("PROJECT_ID", "id");
  if (tool === "list_chats") take("CHAT_ID", "id");
  if (tool === "get_domain_report") take("DOMAIN", "domain");
  if (tool === "list_actions") take("ACTION_KEY", "action_key");
  if (tool === "list_brand_suggestions") take("SUGGESTION_ID", "id");
  if (tool === "list_brands") {
    const own = result.columns.indexOf("is_own");
    take("OWN_BRAND_ID", "id", (row) => row[own] === true);
  }
}

/** A project whose answers mostly name a competitor, and cite a site. */
async function makeMarket(): Promise<World> {
  const world = await makeWorld();
  await makeThings(world);
  await world.rest("POST", "/brands", { name: "Globex" });
  const lines = Array.from({ length: 8 }, (_, prompt) =>
    Array.from({ length: 20 }, (_, day) => ({
      captured_at: `2026-01-${String(day + 1).padStart(2, "0")}T08:00:00Z`,
      prompt: `Which shoes are best for use ${prompt}?`,
      model: "chatgpt",
      answer:
        (prompt + day) % 5 === 0
          ? `Acme and Globex both last, on day ${day}.`
          : `Globex lasts longest, on day ${day}.`,
      sources: [{ url: `https://reviews.example/shoes-${prompt}`, cited: true, retrieved: true }],
    })),
  ).flat();
  const { status, body: imported } = await world.rest(
    "POST",
    "/chats/import",
    lines.map((line) => JSON.stringify(line)).join("\n"),
  );
  assert.equal(status, 200, JSON.stringify(imported));
  assert.equal(imported.failed?.length ?? 0, 0, JSON.stringify(imported.failed));
  return world;
}

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { encode } from "gpt-tokenizer";
import { openMcp } from "../test/kit/mcp-client.ts";
import { makeWorld } from "../test/kit/world.ts";
import { askModel, readAsker } from "./evaluate/ask-model.ts";
import { makeAnswers, type Planted, PROMPTS, TOPICS } from "./evaluate/planted.ts";
import { QUESTIONS, type Row } from "./evaluate/questions.ts";

// npm run evaluate: questions with known answers, asked over MCP as scripts, over a project whose answers are planted; writes
// docs/mcp-evaluation.md. With --model a language model asks them, and the table is printed.
const PAGE = "docs/mcp-evaluation.md";

// biome-ignore lint/suspicious/noExplicitAny: scripts look into any answer.
type Any = any;

/** A project with planted answers, and a client of it. */
async function openPlanted(planted: readonly Planted[]) {
  const world = await makeWorld({ name: "Acme", domain: "acme.com" });
  for (const name of ["Orvane", "Beltra", "Quillon", "Nimbora"]) {
    const made = await world.rest("POST", "/brands", {
      name,
      domains: [`${name.toLowerCase()}.com`],
    });
    assert.equal(made.status, 201);
  }
  const topics = new Map<string, string>();
  for (const name of TOPICS)
    topics.set(name, (await world.rest("POST", "/topics", { name })).body.id);
  const tag = await world.rest("POST", "/tags", { name: "campaign" });
  for (const country_code of ["US", "DE"]) {
    const prompts = PROMPTS.map(({ text, topic, is_tagged }) => ({
      ...{ text, country_code, topic_id: topics.get(topic) },
      tag_ids: is_tagged ? [tag.body.id] : [],
    }));
    assert.equal((await world.rest("POST", "/prompts", { prompts })).status, 201);
  }
  const lines = planted.map(({ day, prompt, country_code, model, text, urls, queries }) => ({
    ...{ captured_at: `${day}T12:00:00Z`, prompt, country_code, model, answer: text },
    ...{ sources: urls.map((url) => ({ url, cited: true })), search_queries: queries },
  }));
  const body = lines.map((line) => JSON.stringify(line)).join("\n");
  const stored = await world.rest("POST", "/chats/import", body);
  assert.deepEqual([stored.status, stored.body.imported], [200, planted.length]);
  await world.runJobs();
  return { mcp: await openMcp(world, { access: "read" }), project_id: world.project.id };
}

test("questions with known answers", async () => {
  const planted = makeAnswers();
  const { mcp, project_id } = await openPlanted(planted);
  const asker = readAsker();
  const { tools } = (await mcp.request("tools/list")).body.result;
  const lines: string[] = [];
  const wrong: string[] = [];
  let [calls, tokens] = [0, 0];
  for (const [index, { question, ask, truth }] of QUESTIONS.entries()) {
    const spent = { calls: 0, tokens: 0 };
    const callTool = async (tool: string, args: Record<string, unknown>) => {
      const { body } = await mcp.call(tool, args);
      const shown = JSON.stringify(body.result?.structuredContent ?? body.error);
      spent.calls += 1;
      spent.tokens += encode(shown).length;
      return { shown, body };
    };
    const byScript = () =>
      ask(async (tool, args = {}) => {
        const { body } = await callTool(tool, { project_id, ...args });
        assert.equal(body.error, undefined, `${question}: ${body.error?.message}`);
        const { columns, rows, ...rest }: Any = body.result.structuredContent;
        const named = rows?.map(
          (row: unknown[]): Row => Object.fromEntries(row.map((value, at) => [columns[at], value])),
        );
        return { ...rest, rows: named ?? [] };
      });
    const asked = { question, project_id, tools };
    const said = asker
      ? await askModel(asker, asked, async (tool, args) => (await callTool(tool, args)).shown)
      : await byScript();
    const expected = truth(planted);
    const isRight = isSame(said, expected);
    if (!isRight)
      wrong.push(`${question}: ${JSON.stringify(said)}, not ${JSON.stringify(expected)}`);
    calls += spent.calls;
    tokens += spent.tokens;
    lines.push(
      `| ${index + 1} | ${question} | ${spent.calls} | ${spent.tokens} | ${isRight ? "right" : "wrong"} |`,
    );
  }
  const page = pageOf(lines, { calls, tokens, wrong: wrong.length, answers: planted.length });
  if (asker) {
    console.log(`${asker.model}\n${page}\n${wrong.join("\n")}`);
    return;
  }
  // What default pages take is measured elsewhere and stays.
  const [, rest = ""] = readFileSync(PAGE, "utf8").split(/^(?=## )/m);
  writeFileSync(PAGE, `${page}${rest && `\n${rest}`}`);
  assert.deepEqual(wrong, []);
});

/** Numbers within a thousandth, since results have 4 significant places. */
function isSame(said: unknown, expected: unknown): boolean {
  if (typeof said === "number" && typeof expected === "number") {
    return Math.abs(said - expected) <= 0.001 * Math.max(1, Math.abs(expected));
  }
  if (Array.isArray(said) && Array.isArray(expected)) {
    return said.length === expected.length && said.every((one, at) => isSame(one, expected[at]));
  }
  return said === expected;
}

type Sums = { calls: number; tokens: number; wrong: number; answers: number };

function pageOf(lines: readonly string[], { calls, tokens, wrong, answers }: Sums): string {
  return `# What assistants can find out over MCP
Written by \`npm run evaluate\`: ${lines.length} questions of marketers and analysts, asked by scripts over
the MCP server of a project with ${answers} planted answers, so that what is right is counted from these and not by
Earshot. Tokens are those of the results (gpt-tokenizer). A script knows which tool to call; how often a model chooses the
right one is not measured here; \`npm run evaluate -- --model NAME\` has a model ask, with its key in \`EVALUATE_API_KEY\`.

**${lines.length - wrong} of ${lines.length} right, ${calls} calls, ${tokens} tokens** (${Math.round(tokens / lines.length)} a question).

| | Question | Calls | Tokens | Answer |
|---|---|---|---|---|
${lines.join("\n")}
`;
}

import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import type { AccountContext } from "#core/context.ts";
import { run } from "#core/run.ts";
import { insertTarget } from "#domain/capture/targets/target-queries.ts";
import { getJudge } from "#domain/judging/get-judge.ts";
import { judgeProject } from "#domain/judging/judge-project.ts";
import { setJudge } from "#domain/judging/set-judge.ts";
import { type ProviderServer, startProviderServer } from "./provider-server.ts";
import { makeWorld, type World } from "./world.ts";

type Body = { model: string; messages: { content: string }[] };
type Said = string | { status: number; body: unknown };

export const jobContext = ({ base }: World): AccountContext => ({
  ...base,
  actor: { kind: "system", door: "job", access: new Set(["read", "write"] as const) },
});

/** A server of the OpenAI-compatible shape that says what `say` makes of each question. */
export function serveModel(
  say: (question: string) => Said | Promise<Said>,
): Promise<ProviderServer> {
  return startProviderServer(async (response, { body }) => {
    const said = await say((body as Body).messages[0]?.content ?? "");
    if (typeof said !== "string") return send(response, said);
    // What a model reads in the question and gives back.
    const question = (body as Body).messages[0]?.content ?? "";
    const content = said.replaceAll("SEAL", /"seal" is always "(\w+)"/.exec(question)?.[1] ?? "");
    const message = { role: "assistant", content };
    const usage = { prompt_tokens: 100, completion_tokens: 20, cost: 0.001 };
    send(response, {
      status: 200,
      body: { model: "tiny", choices: [{ finish_reason: "stop", message }], usage },
    });
  });
}

/** A world with a model that can be made its judge, which says what `say` makes of each question. */
export async function withJudge(
  say: (question: string) => Said | Promise<Said>,
  work: (world: World, asked: () => string[]) => Promise<void>,
) {
  const server = await serveModel(say);
  try {
    const world = await makeWorld();
    await insertTarget(world.db, world.project, {
      ...{ slug: "judge", name: "Judge", provider: "openai_compatible", surface: "api" },
      supports: { search_queries: false, retrieved: false, cited: false, location: false },
      ...{ requested_model: "tiny", base_url: server.base_url, parameters: { temperature: 0 } },
      ...{ api_key: null, api_key_hint: null, samples_per_day: 1, concurrency: 1 },
      requests_per_minute: null,
    });
    const asked = () => server.seen.map(({ body }) => (body as Body).messages[0]?.content ?? "");
    await work(world, asked);
  } finally {
    await server.close();
  }
}

/** The passages of a question, with their ids and texts. */
export function passagesOf(question: string) {
  const found = question.matchAll(
    /Passage (\w+), brand: "([^"]*)"[^\n]*\n<<<PASSAGE #\w+\n([\s\S]*?)\n#\w+ PASSAGE>>>/g,
  );
  return [...found].map(([, id = "", brand = "", text = ""]) => ({ id, brand, text }));
}

function send(response: ServerResponse, { status, body }: { status: number; body: unknown }) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export const ratings = (...rows: unknown[]) =>
  `Sure:\n\`\`\`json\n${JSON.stringify({ seal: "SEAL", ratings: rows })}\n\`\`\``;

export async function importAnswers(world: World, answers: string[]) {
  const lines = answers.map((answer, index) => ({
    captured_at: new Date(Date.now() - index * 1000).toISOString(),
    prompt: `Which boots last longest, try ${index}?`,
    model: "ChatGPT",
    answer,
  }));
  const text = lines.map((one) => JSON.stringify(one)).join("\n");
  assert.equal((await world.rest("POST", "/chats/import", text)).body.imported, lines.length);
}

export async function chats(world: World) {
  const list = await world.rest("GET", "/chats?sort=asc");
  const found = [];
  for (const { id } of list.body.data) found.push((await world.rest("GET", `/chats/${id}`)).body);
  return found.reverse();
}

export const tones = (chat: { brands_mentioned: Record<string, unknown>[] }) =>
  chat.brands_mentioned.map((one) => [one["name"], one["sentiment"], one["sentiment_method"]]);

export const judgeAll = async (world: World, input: Record<string, unknown> = {}) => {
  await run(setJudge, world.context(), { model_id: "mdl_judge", ...input });
  await world.runJobs();
};

/** How many questions are left in all after each of some turns of a judge, which rests not between them. */
export async function leftAfter(world: World, turns: number): Promise<number[]> {
  const left = [];
  for (let turn = 0; turn < turns; turn++) {
    await world.pool.query("update judges set waits_until = null where project_id = $1", [
      world.project.project_id,
    ]);
    await judgeProject.handler(jobContext(world), world.project);
    left.push((await run(getJudge, world.context(), {})).discarded_count);
  }
  return left;
}

import type { ServerResponse } from "node:http";
import { makeRandom } from "#adapters/engines/simulated-random.ts";
import type { Database } from "#core/database.ts";
import { insertTarget } from "#domain/capture/targets/target-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { insertPrompts } from "#domain/prompts/prompt-queries.ts";
import { PROVIDER_ANSWERS } from "./provider-answers.ts";
import { type SeenRequest, startProviderServer } from "./provider-server.ts";

/** Assistants as their providers behave today, each with what is wrong with it. */
export const ASSISTANTS = {
  claude: { provider: "anthropic", model: "claude-opus-4-7", wrong: "refuses a forced search" },
  deepseek: {
    provider: "deepseek",
    model: "deepseek-chat",
    wrong: "refuses to be told how to think",
  },
  retired: {
    provider: "anthropic",
    model: "claude-3-opus-20240229",
    wrong: "is retired meanwhile",
  },
  dearer: {
    provider: "openrouter",
    model: "openai/gpt-5.4",
    wrong: "costs ten times as much meanwhile",
  },
  copies: { provider: "serpapi", model: "google_ai_mode", wrong: "gives kept answers again" },
  page: {
    provider: "cloro_chatgpt",
    model: "chatgpt",
    wrong: "loses tasks, and breaks off receipts",
  },
  batch: { provider: "openai", model: "gpt-5.4", wrong: "returns empty batches" },
} as const;
export type AssistantName = keyof typeof ASSISTANTS;

/** How often questions are refused, answered and charged for, by assistant. */
export type Bill = {
  refused: number;
  usd: number;
  /** Whole answers, or accepted requests, by question. */
  answers: Map<string, number>;
};
export type Loopback = {
  base_url: string;
  bills: Record<AssistantName, Bill>;
  requests(): number;
  close(): Promise<void>;
};

type Call = SeenRequest & {
  response: ServerResponse;
  /** The path and query behind the assistant's name. */
  path: string;
  bill: Bill;
  json(body: unknown, status?: number): void;
  /** Answers a question and charges for it; a share of the answers breaks off half-way. */
  answer(question: string, body: unknown, usd?: number): void;
};

const DEARER_USD = [0.0012, 0.012] as const;
const BATCH_EMPTY_EVERY = 4;

/**
 * Starts all assistants on one port, each under its name. `cut`: the share of answers whose JSON is half-written.
 * `change_after`: after so many answers a model is retired and another one dearer. `lost_every`: which of the accepted
 * tasks is lost, and of which, by its half, the receipt breaks off. `delay_ms`: how long each answer takes.
 */
export async function startLoopback({
  cut = 0.03,
  change_after = 20,
  lost_every = 40,
  delay_ms = 0,
} = {}): Promise<Loopback> {
  const random = makeRandom("loopback", "cuts");
  const names = Object.keys(ASSISTANTS) as AssistantName[];
  const newBill = (): Bill => ({ refused: 0, usd: 0, answers: new Map() });
  const bills = Object.fromEntries(names.map((name) => [name, newBill()])) as Loopback["bills"];
  const serve = makeServers({ change_after, lost_every });
  const server = await startProviderServer((response, request) => {
    const [, name = "", ...rest] = request.url.split("/");
    const bill = bills[name as AssistantName];
    const write = (text: string, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" }).end(text);
    };
    const json: Call["json"] = (body, status = 200) => {
      if (status >= 400) bill.refused += 1;
      setTimeout(() => write(JSON.stringify(body), status), delay_ms);
    };
    const answer: Call["answer"] = (question, body, usd = 0) => {
      charge(bill, question, usd);
      const text = JSON.stringify(body);
      const isCut = random() < cut;
      setTimeout(() => write(isCut ? text.slice(0, text.length / 2) : text), delay_ms);
    };
    serve[name as AssistantName]({
      ...{ ...request, response, bill, json, answer },
      path: `/${rest.join("/")}`,
    });
  });
  const { base_url, seen, close } = server;
  return { base_url, bills, requests: () => seen.length, close };
}

function charge(bill: Bill, question: string, usd: number): void {
  bill.answers.set(question, (bill.answers.get(question) ?? 0) + 1);
  bill.usd += usd;
}

type Settings = { change_after: number; lost_every: number };

function makeServers(settings: Settings): Record<AssistantName, (call: Call) => void> {
  return {
    claude: (call) => (isForced(call) ? refuse(call, FORCED) : answerMessage(call)),
    deepseek(call) {
      if (bodyOf(call)["thinking"]) return refuse(call, "thinking: Extra inputs are not permitted");
      if (isForced(call)) return refuse(call, "Thinking mode does not support this tool_choice");
      answerMessage(call);
    },
    retired(call) {
      if (isForced(call)) return refuse(call, FORCED);
      if (call.bill.answers.size < settings.change_after) return answerMessage(call);
      const error = { type: "not_found_error", message: `model: ${ASSISTANTS.retired.model}` };
      call.json({ type: "error", error }, 404);
    },
    dearer(call) {
      const usd = DEARER_USD[call.bill.answers.size < settings.change_after ? 0 : 1];
      const usage = { ...PROVIDER_ANSWERS["openrouter"], usage: { total_tokens: 940, cost: usd } };
      call.answer(questionOf(call), usage, usd);
    },
    copies(call) {
      const question = new URL(call.path, "http://localhost").searchParams.get("q") ?? "";
      const text_blocks = [{ type: "paragraph", snippet: `Umbra, says page ${question}` }];
      call.answer(question, { search_metadata: { status: "Success" }, text_blocks });
    },
    page: makePage(settings),
    batch: makeBatches(),
  };
}

const FORCED = 'tool_choice: type "tool" and "any" are not supported for this model.';
const bodyOf = ({ body }: Call) => body as Record<string, unknown>;

function isForced(call: Call): boolean {
  const choice = bodyOf(call)["tool_choice"] as { type?: string } | undefined;
  return choice !== undefined && choice.type !== "auto";
}

function refuse({ json }: Call, message: string): void {
  json({ type: "error", error: { type: "invalid_request_error", message } }, 400);
}

function questionOf(call: Call): string {
  const [message] = bodyOf(call)["messages"] as { content: string }[];
  return message?.content ?? "";
}

function answerMessage(call: Call): void {
  call.answer(questionOf(call), PROVIDER_ANSWERS["anthropic"]);
}

/** Cloro: a task is accepted once by its name, is ready at the second look, and may be lost. */
function makePage({ lost_every }: Settings) {
  const names = new Set<string>();
  const tasks = new Map<string, { prompt: string; looks: number }>();
  return (call: Call) => {
    if (call.method === "POST") {
      const { idempotencyKey, payload } = call.body as {
        idempotencyKey: string;
        payload: { prompt: string };
      };
      if (names.has(idempotencyKey)) return call.json({ error: "already used" }, 409);
      names.add(idempotencyKey);
      const id = `t${names.size}`;
      tasks.set(id, { prompt: payload.prompt, looks: 0 });
      charge(call.bill, payload.prompt, 0);
      if (names.size % lost_every === lost_every >> 1) return call.response.destroy();
      return call.json({ task: { id, status: "QUEUED" } });
    }
    const id = call.path.split("/").at(-1) ?? "";
    const task = tasks.get(id);
    const isLost = Number(id.slice(1)) % lost_every === 0;
    if (!task || isLost) return call.json({ message: "no such task" }, 404);
    task.looks += 1;
    if (task.looks < 2) return call.json({ task: { id, status: "PROCESSING" } });
    call.json({ task: { id, status: "COMPLETED" }, response: { text: `Umbra. ${task.prompt}` } });
  };
}

type Line = { custom_id: string; body: { input: string } };

/** OpenAI's files and batches; the first of every four comes back with nothing in it. */
function makeBatches() {
  const files: Line[][] = [];
  const batches: { metadata: object; lines: Line[]; looks: number; is_empty: boolean }[] = [];
  const describe = (number: number) => {
    const batch = batches[number];
    const is_over = (batch?.looks ?? 0) > 1;
    const files = is_over ? { output_file_id: `out${number}` } : {};
    const status = is_over ? "completed" : "in_progress";
    return { id: `b${number}`, status, metadata: batch?.metadata, ...files };
  };
  return (call: Call) => {
    const { method, path, json, response } = call;
    if (method === "POST" && path === "/files") {
      const lines = String(call.body).split(/\r?\n/);
      files.push(lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line)));
      return json({ id: `in${files.length - 1}` });
    }
    if (method === "POST") {
      const { metadata, input_file_id } = call.body as { metadata: object; input_file_id: string };
      const lines = files[Number(input_file_id.slice(2))] ?? [];
      const is_empty = batches.length % BATCH_EMPTY_EVERY === 0;
      batches.push({ metadata, lines, looks: 0, is_empty });
      // What is accepted is paid, however often it is fetched.
      for (const { body } of is_empty ? [] : lines) charge(call.bill, body.input, 0);
      return json(describe(batches.length - 1));
    }
    if (path.startsWith("/batches?")) {
      return json({ data: batches.map((_, number) => describe(number)), has_more: false });
    }
    const number = Number(/\d+/.exec(path)?.[0]);
    const batch = batches[number];
    if (!batch) return json({ error: { message: "no such batch" } }, 404);
    if (path.startsWith("/batches/")) {
      batch.looks += 1;
      return json(describe(number));
    }
    const told = batch.is_empty ? [] : batch.lines;
    response.end(told.map(writeLine).join("\n"));
  };
}

function writeLine({ custom_id }: Line): string {
  const response = { status_code: 200, body: PROVIDER_ANSWERS["openai"] };
  return JSON.stringify({ id: `r_${custom_id}`, custom_id, error: null, response });
}

/** Gives a project so many prompts, and every assistant to ask them of; copies are asked twice. Returns the questions in all. */
export async function fillLoopbackProject(
  { db, project }: { db: Database; project: Tenant & { organisation_id: number; id: string } },
  { loopback, prompts }: { loopback: Loopback; prompts: number },
): Promise<number> {
  const texts = Array.from({ length: prompts }, (_, index) => ({
    text: `Which running shoe is lightest in test ${index}?`,
    ...{ country_code: "US", language_code: "en", is_branded: false, brand_ids: [] },
  }));
  await insertPrompts(db, project, texts);
  const entries = Object.entries(ASSISTANTS);
  for (const [slug, { provider, model }] of entries) {
    await insertTarget(db, project, {
      ...{ slug, name: slug, provider, requested_model: model },
      surface: provider === "cloro_chatgpt" ? "ui" : provider === "serpapi" ? "serp" : "api",
      supports: { search_queries: false, retrieved: false, cited: true, location: true },
      ...{ base_url: `${loopback.base_url}/${slug}`, api_key: null, api_key_hint: null },
      parameters: slug === "batch" ? { batch: true } : {},
      samples_per_day: slug === "copies" ? 2 : 1,
      ...{ concurrency: 8, requests_per_minute: null },
    });
  }
  return prompts * (entries.length + 1);
}

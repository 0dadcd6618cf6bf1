import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import * as z from "zod";
import { listen } from "../listen.ts";
import { simulateAnswer } from "./simulate-answer.ts";
import { writeChatBody, writeResponsesBody } from "./simulated-body.ts";
import { INVENTED_MARKET, type SimulatedMarket } from "./simulated-market.ts";
import { makeRandom, pick, type Random } from "./simulated-random.ts";

const BODY_BYTES_MAX = 1024 * 1024;
const SAMPLES_MAX = 50_000;
const KEEP_ALIVE_MS = 75_000;

/** The troubles a simulated server can make instead of answering. */
export type SimulatedFault =
  | "rate_limited"
  | "rate_limited_told"
  | "quota"
  | "overloaded"
  | "unavailable"
  | "truncated"
  | "slow"
  | "reset";

/** How a simulated server behaves. */
export type SimulatedServerOptions = {
  seed: string;
  /** What the answers talk about; a function chooses by prompt, for several projects. */
  market?: SimulatedMarket | ((prompt: string) => SimulatedMarket);
  /** 0 for a free port. */
  port?: number;
  /** Share of requests (0 to 1) that go wrong, and in which ways. */
  faults?: {
    rate: number;
    kinds: readonly [SimulatedFault, ...SimulatedFault[]];
    slow_seconds?: number;
  };
  now?: () => Date;
};

/** A running simulated server; `requests` counts what it was asked, faults included. */
export type SimulatedServer = {
  base_url: string;
  requests: () => number;
  close: () => Promise<void>;
};

const requestShape = z.looseObject({
  model: z.string(),
  input: z.string().optional(),
  messages: z.array(z.looseObject({ content: z.string() })).optional(),
  tools: z
    .array(
      z.looseObject({
        user_location: z.looseObject({ country: z.string().optional() }).optional(),
      }),
    )
    .optional()
    .catch(undefined),
  metadata: z
    .looseObject({
      day: z.iso.date().optional().catch(undefined),
      sample: z.coerce.number().int().optional().catch(undefined),
      market: z.string().max(100_000).optional().catch(undefined),
    })
    .nullish(),
});

const brandShape = z.object({ name: z.string().min(1), domain: z.string() });
const marketShape = z.object({
  own: brandShape,
  competitors: z.array(brandShape),
  topics: z.array(z.string()),
  pages: z
    .array(
      z.object({
        ...{ url: z.string(), title: z.string(), about: z.string() },
        until: z.string().optional(),
        never_cited: z.boolean().optional(),
      }),
    )
    .optional(),
  searches: z.array(z.object({ about: z.string(), query: z.string() })).optional(),
});

type State = { options: SimulatedServerOptions; samples: Map<string, number>; random: Random };

/** Starts a local server that answers like an assistant with invented brands, on 127.0.0.1.
 * It speaks `/v1/responses` (queries, pages, citations) and `/v1/chat/completions`; its models
 * are "simulated-a", "simulated-b" and "simulated-c". `metadata.day` and `metadata.sample` of a
 * request fix the answer; else the day is today and asking again is the next sample.
 * `metadata.market` (JSON) names the brands to talk about. */
export async function startSimulatedServer(
  options: SimulatedServerOptions,
): Promise<SimulatedServer> {
  const state: State = { options, samples: new Map(), random: makeRandom(options.seed, "faults") };
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    handle(state, request, response).catch(() => response.destroy());
  });
  // As providers do: a connection that ends after 5 s of silence may do so just when it is used again.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const { port, close } = await listen(server, { host: "127.0.0.1", port: options.port ?? 0 });
  return { base_url: `http://127.0.0.1:${port}/v1`, requests: () => count, close };
}

async function handle(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chat = request.url === "/v1/chat/completions";
  if (request.method !== "POST" || (!chat && request.url !== "/v1/responses")) {
    return send(response, 404, writeError("not_found", "Simulated: no such endpoint."));
  }
  const parsed = requestShape.safeParse(await readJson(request));
  const prompt = parsed.data?.input ?? parsed.data?.messages?.at(-1)?.content;
  if (!parsed.success || prompt === undefined) {
    const message = "Simulated: model and input (or messages) are needed.";
    return send(response, 400, writeError("invalid_request_error", message));
  }
  const answer = simulateAnswer({
    seed: state.options.seed,
    prompt,
    engine: parsed.data.model,
    market: readMarket(parsed.data.metadata?.market) ?? chooseMarket(state.options, prompt),
    country_code: parsed.data.tools?.[0]?.user_location?.country ?? null,
    ...chooseDay(state, prompt, parsed.data),
  });
  const body = JSON.stringify((chat ? writeChatBody : writeResponsesBody)(answer, prompt));
  const { faults } = state.options;
  if (faults === undefined || state.random() >= faults.rate) return send(response, 200, body);
  const kind = pick(state.random, faults.kinds);
  makeFault(response, { kind, body, slow_seconds: faults.slow_seconds ?? 5 });
}

function makeFault(
  response: ServerResponse,
  { kind, body, slow_seconds }: { kind: SimulatedFault; body: string; slow_seconds: number },
): void {
  const json = { "content-type": "application/json" };
  if (kind === "reset") {
    response.socket?.resetAndDestroy();
  } else if (kind === "truncated") {
    // A proxy that gives up half-way still ends the response properly.
    response.writeHead(200, json).end(body.slice(0, Math.floor(body.length / 2)));
  } else if (kind === "slow") {
    response.writeHead(200, json).write(body.slice(0, 10));
    const timer = setTimeout(() => response.end(body.slice(10)), slow_seconds * 1000);
    response.once("close", () => clearTimeout(timer));
  } else {
    const [status, code, headers] = FAULT_ANSWERS[kind];
    const text = writeError(code, `Simulated fault: ${kind}.`);
    response.writeHead(status, { ...json, ...headers }).end(text);
  }
}

const FAULT_ANSWERS: Record<
  Exclude<SimulatedFault, "reset" | "truncated" | "slow">,
  [status: number, code: string, headers: Record<string, string>]
> = {
  rate_limited: [429, "rate_limit_exceeded", {}],
  rate_limited_told: [429, "rate_limit_exceeded", { "retry-after": "1" }],
  quota: [429, "insufficient_quota", {}],
  overloaded: [529, "overloaded_error", {}],
  unavailable: [503, "server_error", {}],
};

/** The market a request brings along as JSON, or null. */
function readMarket(text: string | undefined): SimulatedMarket | null {
  if (text === undefined) return null;
  try {
    return marketShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function chooseMarket(options: SimulatedServerOptions, prompt: string): SimulatedMarket {
  const { market } = options;
  return typeof market === "function" ? market(prompt) : (market ?? INVENTED_MARKET);
}

function chooseDay(
  state: State,
  prompt: string,
  request: z.output<typeof requestShape>,
): { day: string; sample: number } {
  const now = (state.options.now ?? (() => new Date()))();
  const day = request.metadata?.day ?? now.toISOString().slice(0, 10);
  const given = request.metadata?.sample;
  if (given !== undefined) return { day, sample: given };
  const country = request.tools?.[0]?.user_location?.country;
  const key = JSON.stringify([prompt, request.model, day, country]);
  if (state.samples.size > SAMPLES_MAX) state.samples.clear();
  const sample = (state.samples.get(key) ?? 0) + 1;
  state.samples.set(key, sample);
  return { day, sample };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return null;
  }
}

function writeError(code: string, message: string): string {
  return JSON.stringify({ error: { code, type: code, message } });
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}

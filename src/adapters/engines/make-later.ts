import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import {
  type Asked,
  type Captured,
  EngineFailure,
  type EngineRequest,
  type Handed,
  type HowAsked,
  type LaterEngine,
  type Refusal,
} from "#core/answer-engine.ts";
import { findRefused } from "./adapt-request.ts";
import { type JsonCall, requestJson } from "./request-json.ts";

/** Calls the provider as its questions do; `headers` of the wire are added. */
export type Call = (call: Omit<JsonCall, "headers">) => Promise<unknown>;

/** What is handed over: each question as the provider takes it, by our id; `first` says how the model is set up. */
export type Sent = {
  key: string;
  sent_at: Date;
  first: EngineRequest;
  bodies: ReadonlyMap<string, Record<string, unknown>>;
};

/** What a wire that answers later has of its own. */
export type LaterShape = {
  /** Most questions in one request; 1 unless given. */
  questions_max?: number;
  give_up_seconds: number;
  /** With which parameters questions are handed over; with any unless given. */
  when?(parameters: EngineRequest["parameters"]): boolean;
  /** Hands the questions over; returns what the provider calls the request. */
  submit(call: Call, sent: Sent): Promise<string>;
  /** The name of what may have been accepted; null: surely not accepted; throws where that cannot be told. */
  find?(call: Call, sent: Sent): Promise<string | null>;
  /** The body of each answer, or what became of it; null while the provider is at work. */
  fetch(call: Call, name: string, sent: Sent): Promise<Map<string, unknown> | null>;
  /** What an answer costs as it was handed over; its own unless given. */
  price?(captured: Captured, provider: string): number | null;
};

/** A request is looked for among those made so long after it was sent, and a little before: clocks differ. */
export const LATE_MS = 600_000;
export const EARLY_MS = 60_000;

/** Whether a request that was made at this time, as its provider says, may be what was sent then. */
export function isNear(sent_at: Date, made_at: string | null | undefined): boolean {
  const after_ms = Date.parse(made_at ?? "") - sent_at.getTime();
  return Number.isNaN(after_ms) || (after_ms > -EARLY_MS && after_ms < LATE_MS);
}

type Written = { body: Record<string, unknown> | undefined } & HowAsked;

/** What handing over needs of a wire's engine. */
type Parts = {
  provider: string;
  read(raw: unknown, request: EngineRequest): Promise<Captured>;
  headers(request: EngineRequest): Record<string, string>;
  write(request: EngineRequest): Written;
  /** Sends the question of a request again without what is refused of it. */
  adapt<Result>(
    request: EngineRequest,
    send: (body: Record<string, unknown> | undefined, timeout_seconds: number) => Promise<Result>,
  ): Promise<{ sent: Result; refusals: Refusal[] } & HowAsked>;
};

const howShape = z.object({
  search_asked: z.enum(["forced", "chosen", "off"]),
  asked_without: z.array(z.string()),
  search_tool: z.string().nullable(),
  effort: z.string().nullable(),
}) satisfies z.ZodType<HowAsked>;
/** What a ticket holds: the provider's name of the request, and how it was asked, since settings change meanwhile. */
const ticketShape = z.object({
  name: z.string(),
  model: z.string(),
  how: z.record(z.string(), howShape),
  refusals: z.array(z.object({ part: z.string(), said: z.string() })),
});
type Ticket = z.output<typeof ticketShape>;
const UNKNOWN: HowAsked = {
  ...{ search_asked: "chosen", asked_without: [] },
  ...{ search_tool: null, effort: null },
};

/** How long a look for one answer may take. */
const LOOK_SECONDS = 30;

/** So much longer, against one answer, the answers of a request are fetched and their redirects resolved: within a lease. */
const READ_FACTOR = 4 / 3;

/** The engine of a wire whose answers are fetched later. */
export function makeLater(shape: LaterShape, parts: Parts): LaterEngine {
  const callAs = (request: EngineRequest, seconds_max?: number) =>
    limitCalls(request, parts.headers(request), seconds_max);
  const sentOf = (handed: Handed, first: EngineRequest): Sent => {
    const bodies = new Map<string, Record<string, unknown>>();
    for (const [id, request] of handed.requests) bodies.set(id, parts.write(request).body ?? {});
    return { key: handed.key, sent_at: handed.sent_at, first, bodies };
  };
  const submit = async (handed: Handed): Promise<string> => {
    const first = firstOf(handed);
    const sent = sentOf(handed, first);
    const [id = ""] = handed.requests.keys();
    const { requested_model: model } = first;
    if (handed.requests.size > 1) {
      const name = await shape.submit(callAs(first), sent).catch(throwOpen);
      return writeTicket({ name, model, how: howOf(handed, parts), refusals: [] });
    }
    const {
      sent: name,
      refusals,
      ...how
    } = await parts.adapt(first, (body = {}, timeout_seconds) => {
      const bodies = new Map([[id, body]]);
      const call = callAs({ ...first, timeout_seconds });
      return shape.submit(call, { ...sent, bodies }).catch(throwOpen);
    });
    return writeTicket({ name, model, how: { [id]: how }, refusals });
  };
  const { find } = shape;
  return {
    questions_max: shape.questions_max ?? 1,
    give_up_seconds: shape.give_up_seconds,
    submit,
    ...(find && {
      async find(handed: Handed) {
        const first = firstOf(handed);
        const name = await find(callAs(first, LOOK_SECONDS), sentOf(handed, first));
        if (name === null) return null;
        const how = howOf(handed, parts);
        return writeTicket({ name, model: first.requested_model, how, refusals: [] });
      },
    }),
    async fetch(handed, text) {
      const first = firstOf(handed);
      const reading = AbortSignal.timeout(Math.ceil(first.timeout_seconds * READ_FACTOR * 1000));
      const ticket = ticketShape.parse(JSON.parse(text));
      const sent = sentOf(handed, first);
      const found = await shape.fetch(callAs(first, LOOK_SECONDS), ticket.name, sent);
      if (found === null) return null;
      const signals = [reading, ...(first.signal ? [first.signal] : [])];
      const read = { ...first, requested_model: ticket.model, signal: AbortSignal.any(signals) };
      return readAnswers(found, async (id, raw) => {
        if (raw instanceof EngineFailure) return withRefusal(raw, { id, sent, handed });
        const captured = await parts.read(raw, read);
        const cost_usd = shape.price
          ? shape.price(captured, parts.provider)
          : captured.usage.cost_usd;
        const usage = { ...captured.usage, cost_usd };
        const how = ticket.how[id] ?? UNKNOWN;
        return { ...captured, usage, ...how, refusals: ticket.refusals };
      });
    },
  };
}

/** Calls that together take no longer than one answer may, each `seconds_max` at most but those for answers of a batch. */
function limitCalls(
  request: EngineRequest,
  headers: JsonCall["headers"],
  seconds_max = Number.POSITIVE_INFINITY,
): Call {
  const ends_at = performance.now() + request.timeout_seconds * 1000;
  return (call) => {
    const left_seconds = Math.max(0.001, (ends_at - performance.now()) / 1000);
    const isLong = call.is_lines || call.is_batch;
    const timeout_seconds = isLong ? left_seconds : Math.min(left_seconds, seconds_max);
    return requestJson({ ...request, timeout_seconds }, { ...call, headers });
  };
}

/** Reads each answer alone: one that cannot be read fails nobody else's. */
async function readAnswers(
  found: ReadonlyMap<string, unknown>,
  read: (id: string, raw: unknown) => Promise<Asked | EngineFailure>,
): Promise<Map<string, Asked | EngineFailure>> {
  const answers = new Map<string, Asked | EngineFailure>();
  for (const [id, raw] of found) {
    try {
      answers.set(id, await read(id, raw));
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      answers.set(id, error);
    }
  }
  return answers;
}

/** A refusal of a part that can be left out is asked again without it, as `ask` does at once. */
function withRefusal(
  failure: EngineFailure,
  { id, sent, handed }: { id: string; sent: Sent; handed: Handed },
): EngineFailure {
  const request = handed.requests.get(id);
  const part = request ? findRefused(failure, sent.bodies.get(id), request) : null;
  if (part === null || request?.left_out?.includes(part)) return failure;
  const refusals = [{ part, said: failure.message }];
  return new EngineFailure("retry", failure.message, { refusals });
}

function firstOf({ requests }: Handed): EngineRequest {
  const [first] = requests.values();
  if (!first) throw new EngineFailure("permanent", "There is nothing to ask.");
  return first;
}

function howOf({ requests }: Handed, { write }: Parts): Ticket["how"] {
  const written = [...requests].map(([id, request]) => {
    const { body: _, ...how } = write(request);
    return [id, how] as const;
  });
  return Object.fromEntries(written);
}

const writeTicket = (ticket: Ticket) => JSON.stringify(ticket);

/** Failures before anything could be accepted; all others of the connection leave open whether it was. */
const UNSENT = /\((ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\)|^Stopped before/;
const OPEN_STATUSES = new Set([408, 500, 502, 504]);

function throwOpen(error: unknown): never {
  if (!(error instanceof EngineFailure)) throw error;
  const { kind, status, message, raw } = error;
  const isBroken = kind === "retry" && status === null && !UNSENT.test(message);
  const isOpen = isBroken || raw !== undefined || OPEN_STATUSES.has(status ?? 0);
  throw isOpen ? new EngineFailure("timeout_after_send", message) : error;
}

const POLL_MS = 2_000;

/** Hands one question over and waits for its answer, for a caller that waits, too. */
export async function askLater(later: LaterEngine, request: EngineRequest): Promise<Asked> {
  const ends_at = performance.now() + request.timeout_seconds * 1000;
  const requests = new Map([["1", request]]);
  const handed = { key: randomUUID(), sent_at: new Date(), requests };
  const ticket = await later.submit(handed);
  for (;;) {
    const answer = (await later.fetch(handed, ticket))?.get("1");
    if (answer instanceof EngineFailure) throw answer;
    if (answer) return answer;
    if (performance.now() + POLL_MS > ends_at || request.signal?.aborted) {
      const message = `No answer within ${request.timeout_seconds} s; it may still come and be billed.`;
      throw new EngineFailure("timeout_after_send", message);
    }
    await wait(POLL_MS);
  }
}

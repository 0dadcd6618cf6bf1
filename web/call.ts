import type * as z from "zod";
import type { catalog } from "../src/catalog.ts";
import { nameField } from "./words/field-names.ts";

type Operations = { [Operation in (typeof catalog)[number] as Operation["name"]]: Operation };
/** Every capability of the server, by its name in the catalogue. */
export type OperationName = keyof Operations;
/** What an operation takes; one that works on a project takes `project_id` next to it. */
export type InputOf<Name extends OperationName> = Arguments<z.input<Operations[Name]["input"]>> &
  (Operations[Name]["scope"] extends "project" ? { project_id: string } : unknown);
/** An object without fields would forbid `project_id` next to it. */
type Arguments<Input> = Input extends Record<string, never> ? unknown : Input;
/** What an operation answers. */
export type OutputOf<Name extends OperationName> = z.output<Operations[Name]["output"]>;

/** A refusal of the server in its own words, or what kept us from asking it. */
export class CallFailure extends Error {
  readonly code: string;
  readonly status: number;
  /** Seconds until the server takes it, where it says so. */
  readonly retry_after: number | undefined;
  /** The project that was made before, where that is why it refuses. */
  readonly project_id: string | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    more: { retry_after?: number | undefined; project_id?: string | undefined } = {},
  ) {
    super(message);
    this.name = "CallFailure";
    this.status = status;
    this.code = code;
    this.retry_after = more.retry_after;
    this.project_id = more.project_id;
  }
}

/** What the server says of a call that takes the password, or the organisation's provider, once more. */
const ONCE_MORE = ["PASSWORD_REQUIRED", "SIGN_IN_AGAIN"];
const GIVEN_UP = [...ONCE_MORE, "UNAUTHORIZED"];

/** Whether the user was asked to show once more who they are and gave up: they know. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof CallFailure && GIVEN_UP.includes(error.code);

let base = "/app/call/";
/** `signOn`: where to sign in again at the organisation's provider, instead of a password. */
type AskOnceMore = (signOn?: string) => Promise<boolean>;
let askOnceMore: AskOnceMore = async () => false;

/** The question that is open: calls that come meanwhile wait for its answer, too. */
let asked: Promise<boolean> | undefined;
function askedOnce(signOn?: string): Promise<boolean> {
  asked ??= askOnceMore(signOn).finally(() => {
    asked = undefined;
  });
  return asked;
}

/** Sets who asks the user to show again who they are; resolves with whether to go on. */
export function whenAskedOnceMore(ask: AskOnceMore): void {
  askOnceMore = ask;
}

/** Until a page is there that can say that the session is over, it is left. */
let askToSignIn = async (_isReading: boolean): Promise<boolean> => {
  leaveForSignIn();
  return false;
};

/**
 * Sets what happens where the session is over; resolves with whether to ask again, as it is there again. What is read
 * comes by itself: nobody pressed anything.
 */
export function whenSessionIsOver(ask: (isReading: boolean) => Promise<boolean>): void {
  askToSignIn = ask;
}

/** From here on calls go through a share link's door instead of a session's. */
export function callAsGuest(token: string): void {
  base = `/app/share/${encodeURIComponent(token)}/call/`;
}

/** Whose page it is: a session of somebody else, who signed in in another tab, is none to it. */
let user_id: string | undefined;
/** Says so to the server. */
export const ofThisPage = (): Record<string, string> =>
  user_id ? { "earshot-user": user_id } : {};

const TRIES_MAX = 2;
const WAIT_MAX = 15;

/** Whether a failed reading is asked again: what never came, and what the server takes in a few seconds. */
export function isWorthAnother(count: number, error: Error): boolean {
  if (count >= TRIES_MAX) return false;
  if (!(error instanceof CallFailure)) return true;
  return (
    error.status < 400 || (error.status === 429 && (error.retry_after ?? Infinity) <= WAIT_MAX)
  );
}

/** How long to wait before that: as the server says, else a second, then two. */
export function waitBefore(count: number, error: Error): number {
  const seconds = error instanceof CallFailure ? error.retry_after : undefined;
  return 1_000 * (seconds ?? 2 ** count);
}

/** Runs one operation of the catalogue on the server, once under each name (`namesOfCalls`); throws CallFailure. */
export async function call<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  { signal, once }: { signal?: AbortSignal | undefined; once?: string | undefined } = {},
): Promise<OutputOf<Name>> {
  const answer = await ask(`${base}${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(once && { "idempotency-key": once }) },
    body: JSON.stringify(input),
    ...(signal && { signal }),
  });
  const output = (answer.status === 204 ? undefined : await answer.json()) as OutputOf<Name>;
  if (name === "get_me") user_id ??= (output as OutputOf<"get_me">).id;
  return output;
}

/**
 * What a form reads before it is sent; `otherwise` where that cannot be read, null where the user gave up signing in again,
 * who is not asked anew.
 */
export const readFirst = <Name extends OperationName, Otherwise>(
  name: Name,
  input: InputOf<Name>,
  otherwise: Otherwise,
): Promise<OutputOf<Name> | Otherwise | null> =>
  call(name, input).catch((error: unknown) => (isGivenUp(error) ? null : otherwise));

/**
 * Names for calls that a dialog makes, the same for the same input: sent again, because no answer came, such a call is done
 * once.
 */
export function namesOfCalls(): (input: unknown) => string {
  // Not randomUUID, which there is over https alone.
  const dialog = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const inputs: string[] = [];
  return (input) => {
    const said = JSON.stringify(input);
    if (!inputs.includes(said)) inputs.push(said);
    return `${dialog}-${inputs.indexOf(said)}`;
  };
}

/** Runs an operation that takes a stream, with a file as its body; what it is asked stands in the address. */
export async function callWith<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  file: Blob,
): Promise<OutputOf<Name>> {
  const fields = Object.entries(input as Record<string, unknown>).map(([field, value]) => [
    field,
    String(value),
  ]);
  const answer = await ask(`${base}${name}?${new URLSearchParams(fields)}`, {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: file,
  });
  return (await answer.json()) as OutputOf<Name>;
}

async function ask(path: string, request: RequestInit): Promise<Response> {
  const headers = { ...request.headers, ...ofThisPage() };
  const answer = await fetch(path, { ...request, headers }).catch((error: unknown) => {
    if ((error as Error).name === "AbortError") throw error;
    throw new CallFailure(
      0,
      "UNREACHABLE",
      "The server does not answer. Check your connection, and that Earshot is running.",
    );
  });
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => ({}))) as {
    error?: { code: string; message: string; at?: string; project_id?: string };
  };
  const {
    code = "INTERNAL_ERROR",
    message = `The server answered ${answer.status}.`,
    at,
    project_id,
  } = body.error ?? {};
  const isOver = answer.status === 401 && base === "/app/call/";
  if (isOver && (await askToSignIn(request.signal !== undefined))) return ask(path, request);
  if (ONCE_MORE.includes(code) && (await askedOnce(at))) return ask(path, request);
  const retry_after = Number(answer.headers.get("retry-after")) || undefined;
  throw new CallFailure(answer.status, code, nameField(message), { retry_after, project_id });
}

/** Where one signs in and comes back here. */
export const signInPath = () =>
  `/login?next=${encodeURIComponent(location.pathname + location.search)}`;

export const leaveForSignIn = () => location.assign(signInPath());

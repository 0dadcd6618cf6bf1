import assert from "node:assert/strict";
import { appendFileSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import type { Hono } from "hono";
import { makeLog } from "#adapters/log.ts";
import type { Log } from "#core/context.ts";
import type { Vault } from "#core/ports.ts";

// Every test leaves a trail: what was logged and refused, and the secrets that were made or sent. When all tests are
// done, test/run.ts looks for the ones in the other.

const folder = process.env["EARSHOT_TEST_TRAIL"];
const fileOf = (kind: string) => join(folder ?? "", `${process.pid}.${kind}`);
const FORM = /earshot_(at|rt|ac|sk)_[\w-]{38,}/;
const SECRET_MIN = 12;

const written = folder ? makeLog("debug", fileOf("trail")) : null;
const write = (level: "info" | "warn" | "error") => (fields: object, message: string) => {
  // Before anything is cut out of it: what is cut out was not meant to be there.
  const line = `${message} ${inspect(fields, { depth: 6 })}`;
  assert.doesNotMatch(line, FORM, "a secret would be logged");
  written?.[level](fields, message);
};

/** The product's log at debug level, into the trail; fails whatever would have put a token, code or key into it. */
export const testLog: Log = { info: write("info"), warn: write("warn"), error: write("error") };

/** Adds what a process printed, or a server refused with, to the trail. */
export function leaveTrail(text: string): void {
  if (folder && text !== "") appendFileSync(fileOf("trail"), `${text}\n`);
}

/** Keeps what is told once more when all tests are done: a long run's own output is far above by then. */
export function tellAtEnd(text: string): void {
  if (folder) appendFileSync(fileOf("told"), `${text}\n`);
}

/** Notes secrets that nothing in the trail may show. */
export function noteSecrets(...secrets: unknown[]): void {
  const usable = secrets.filter((one) => typeof one === "string" && one.length >= SECRET_MIN);
  if (!folder || usable.length === 0) return;
  appendFileSync(fileOf("secrets"), usable.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

/** A vault that notes what it is given; of what is written as JSON, whose ids are no secrets, each long token. */
export function watchVault({ seal, open }: Vault): Vault {
  return {
    open,
    seal(secret) {
      noteSecrets(...(secret.startsWith("{") ? (secret.match(/[\w-]{30,}/g) ?? []) : [secret]));
      return seal(secret);
    },
  };
}

const NAMED =
  /^(password|current_password|new_password|key|api_key|secret|token|access_token|refresh_token|code_verifier)$/;

/** Notes the secrets in requests to an app and in its answers; its refusals and redirects go into the trail. */
export function watchRequests(app: Hono): Hono {
  const { request } = app;
  app.request = async (input, init, ...rest) => {
    const headers = new Headers(init?.headers);
    noteSecrets(headers.get("x-api-key"), headers.get("authorization")?.replace(/^\w+ /, ""));
    noteSecrets(...(headers.get("cookie") ?? "").split("; ").map(cookieValue));
    noteFields(init?.body);
    const answer = await request(input, init, ...rest);
    noteSecrets(
      ...answer.headers.getSetCookie().map((line) => cookieValue(line.split(";")[0] ?? "")),
    );
    // Codes travel in redirects; that is what they are for.
    leaveTrail((answer.headers.get("location") ?? "").replace(/([?&])code=[^&]*/, "$1"));
    if (answer.status >= 400) leaveTrail(withoutTyped(await answer.clone().text()));
    else if (answer.headers.get("content-type")?.includes("application/json")) {
      noteFields(await answer.clone().text());
    }
    return answer;
  };
  return app;
}

/** The form of the setup hands back to who typed it the token of a try that failed for something else. */
const withoutTyped = (page: string) => page.replace(/(<input name="token" value=")[^"]*/g, "$1");

const cookieValue = (pair: string) => decodeURIComponent(pair.slice(pair.indexOf("=") + 1));

function noteFields(body: unknown): void {
  if (body instanceof URLSearchParams) {
    // In a form `code` is a code; in JSON it names what failed.
    const isSecret = ([name]: [string, string]) => name === "code" || NAMED.test(name);
    noteSecrets(...[...body].filter(isSecret).map(([, value]) => value));
  } else if (typeof body === "string" && body.startsWith("{")) {
    for (const [, name = "", value = ""] of body.matchAll(/"(\w+)":("(?:[^"\\]|\\.)*")/g)) {
      if (NAMED.test(name)) noteSecrets(JSON.parse(value));
    }
  }
}

/** How much a trail holds, the lines in which it shows a secret, and what is to be told. */
export type Trail = { lines: number; secrets: number; leaks: string[]; told: string[] };

/** Reads the trails of a folder and looks in them for the secrets noted there, and for whatever looks like one. */
export function readTrail(directory: string): Trail {
  const read = (kind: string) =>
    globSync(join(directory, `*.${kind}`)).flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== ""),
    );
  const lines = read("trail");
  const secrets = new Set(read("secrets").map((line) => JSON.parse(line) as string));
  const leaks = findLeaks(lines, [...secrets]);
  return { lines: lines.length, secrets: secrets.size, leaks, told: read("told") };
}

const PART = 12;

/** The lines that hold a secret, or the middle of one. */
export function findLeaks(lines: readonly string[], secrets: readonly string[]): string[] {
  const middles = new Set(secrets.map((secret) => middleOf(secret)));
  return lines.filter((line) => {
    if (FORM.test(line)) return true;
    for (let at = 0; at + PART <= line.length; at++) {
      if (middles.has(line.slice(at, at + PART))) return true;
    }
    return false;
  });
}

function middleOf(secret: string): string {
  const start = Math.floor((secret.length - PART) / 2);
  return secret.slice(start, start + PART);
}

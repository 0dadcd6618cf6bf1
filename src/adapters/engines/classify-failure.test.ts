import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { FailureKind } from "#core/answer-engine.ts";
import { assertLinear } from "../../../test/kit/linear-time.ts";
import { classifyFailure, redact } from "./classify-failure.ts";

const classify = (status: number, body: string, headers: Record<string, string> = {}) =>
  classifyFailure({ status, body, headers: new Headers(headers) }, "key-0123456789abcdef");

const error = (code: string, message = "sorry") => JSON.stringify({ error: { code, message } });
const google = (quotaId: string) =>
  JSON.stringify({
    error: {
      code: 429,
      status: "RESOURCE_EXHAUSTED",
      message: "You exceeded your quota.",
      details: [{ violations: [{ quotaId }] }, { retryDelay: "34s" }],
    },
  });

const TABLE: [number, string, FailureKind][] = [
  [408, "", "retry"],
  [409, "", "retry"],
  [425, "", "retry"],
  [500, "", "retry"],
  [502, "<html><h1>Bad Gateway</h1></html>", "retry"],
  [503, "", "retry"],
  [504, "", "retry"],
  [529, error("overloaded_error"), "retry"],
  [429, error("rate_limit_exceeded"), "wait"],
  [429, error("insufficient_quota"), "quota"],
  [429, error("enforced_spend_limit_reached"), "quota"],
  [429, google("GenerateRequestsPerDayPerProjectPerModel"), "quota"],
  [429, google("GenerateRequestsPerMinutePerProjectPerModel"), "wait"],
  [402, error("credit_balance_exhausted"), "quota"],
  [400, error("invalid_request_error", "Your credit balance is too low to use the API"), "quota"],
  [400, error("invalid_request_error", "max_tokens is too large"), "permanent"],
  [400, error("INVALID_ARGUMENT", "API key not valid. Please pass a valid one."), "paused_target"],
  [401, error("invalid_api_key"), "paused_target"],
  [401, error("insufficient_quota", "You exceeded your current quota"), "quota"],
  [403, error("forbidden", "country not supported"), "permanent"],
  [404, error("model_not_found"), "paused_target"],
  [410, error("gone", "Live search was removed"), "permanent"],
  [413, "", "permanent"],
  [422, error("unprocessable"), "permanent"],
];

for (const [status, body, kind] of TABLE) {
  test(`${status} with ${body.slice(0, 70) || "no body"} is ${kind}`, () => {
    assert.equal(classify(status, body).kind, kind);
  });
}

test("the wait is read from retry-after, milliseconds, resets and Google's body", () => {
  const wait = (headers: Record<string, string>, body = "") =>
    classify(429, body, headers).retry_after_seconds;
  assert.equal(wait({ "retry-after": "7" }), 7);
  assert.equal(wait({ "retry-after-ms": "1500", "retry-after": "9" }), 1.5);
  assert.equal(wait({ "x-ratelimit-reset-tokens": "1m30s" }), 90);
  assert.equal(wait({ "x-ratelimit-reset-requests": "250ms" }), 0.25);
  assert.equal(wait({}, google("GenerateRequestsPerMinute")), 34);
  assert.equal(wait({}), null);
  mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-11-20T10:00:00Z") });
  assert.equal(wait({ "anthropic-ratelimit-tokens-reset": "2026-11-20T10:00:20.000Z" }), 20);
  assert.equal(wait({ "x-ratelimit-reset": String(Date.now() + 20_000) }), 20);
  mock.timers.reset();
});

test("a bucket that still has room is not the one to wait for", () => {
  const headers = {
    "x-ratelimit-reset-tokens": "2s",
    "x-ratelimit-remaining-tokens": "0",
    "x-ratelimit-reset-requests": "6h",
    "x-ratelimit-remaining-requests": "4999",
  };
  assert.equal(classify(429, "", headers).retry_after_seconds, 2);
});

test("a wait is never negative and never more than a day", () => {
  assert.equal(classify(503, "", { "retry-after": "-5" }).retry_after_seconds, 0);
  assert.equal(classify(503, "", { "retry-after": "999999" }).retry_after_seconds, 86_400);
});

test("the provider's words are kept, short and without keys", () => {
  const said = "Incorrect API key provided: sk-abcdefgh****wxyz for key-0123456789abcdef";
  const failure = classify(401, error("invalid_api_key", said));
  assert.match(failure.message, /^HTTP 401: Incorrect API key provided: \[redacted\]/);
  assert.doesNotMatch(failure.message, /wxyz|0123456789/);
  assert.ok(classify(500, error("x", "y".repeat(9000))).message.length <= 501);
  const address = "at https://v.example/search?q=a&api_key=topsecret&hl=en";
  assert.equal(redact(address, null), "at https://v.example/search?q=a&api_key=[redacted]&hl=en");
  assert.equal(redact("Bearer abcdef123456", null), "Bearer [redacted]");
  assert.equal(
    redact("the task skipped_because_it_was_late", null),
    "the task skipped_because_it_was_late",
  );
});

test("an error body of any size is read in proportion to it, and no half of a key is left where it is cut", () => {
  for (const piece of ["<", "<a ", "Bearer ", "run out of ", '"retryDelay" ', "api_key="])
    assertLinear((body) => classify(429, body), piece, 8_000);
  const key = "key-0123456789abcdef";
  for (const spaces of [65_530, 65_535]) {
    const cut = classify(500, `${" ".repeat(spaces)}${key}`).message;
    assert.doesNotMatch(cut, /key-/);
  }
  const late = JSON.stringify({ trace: "x".repeat(100_000), error: { message: "Out of memory" } });
  assert.equal(classify(500, late).message, "HTTP 500: Out of memory");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { RETRIES_MAX } from "#core/answer-engine.ts";
import { computeBackoffSeconds } from "./backoff.ts";

test("back-off is full jitter under a minute, never below what was requested", () => {
  assert.equal(
    computeBackoffSeconds(3, null, () => 0.5),
    4,
  );
  assert.equal(computeBackoffSeconds(30, null, () => 0.999) < 60, true);
  assert.equal(
    computeBackoffSeconds(0, 12, () => 0.5),
    12,
  );
  assert.equal(RETRIES_MAX.retry, 5);
  assert.equal(RETRIES_MAX.timeout_after_send, 1);
  assert.equal(RETRIES_MAX.quota, 0);
});

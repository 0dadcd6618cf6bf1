import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptedEncoding } from "./accept-encoding.ts";

test("what a client weighs with 0 is not sent, and of what it takes the best is", () => {
  const cases: [string | undefined, string][] = [
    [undefined, "identity"],
    ["", "identity"],
    ["gzip", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP ; Q=1", "gzip"],
    ["br;q=0.1, gzip;q=0.9", "gzip"],
    ["gzip;q=0", "identity"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["*;q=0", "identity"],
    ["*;q=0, gzip", "gzip"],
    ["*, br;q=0.0", "gzip"],
    ["identity, gzip;q=0.5", "identity"],
    ["identity;q=0.5, gzip", "gzip"],
    ["identity", "identity"],
    ["x-br, not-gzip", "identity"],
    ["gzip;q=nonsense", "identity"],
  ];
  for (const [header, expected] of cases) {
    assert.equal(acceptedEncoding(header, ["br", "gzip"]), expected, String(header));
  }
});

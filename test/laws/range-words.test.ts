import assert from "node:assert/strict";
import { test } from "node:test";
import { rangeLabel } from "../../web/scope.ts";

test("a range of one's own says each part of its dates as often as it takes", () => {
  const label = (from: string, to: string) => rangeLabel({ from, to }).replaceAll("\u00a0", " ");
  assert.equal(label("2026-03-04", "2026-03-04"), "4 Mar 2026");
  assert.equal(label("2026-03-04", "2026-04-09"), "4 Mar – 9 Apr 2026");
  assert.equal(label("2025-12-28", "2026-01-03"), "28 Dec 2025 – 3 Jan 2026");
});

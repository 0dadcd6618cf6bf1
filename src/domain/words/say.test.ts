import assert from "node:assert/strict";
import { test } from "node:test";
import { sayDay, sayDays, sayShare, sayTime } from "./say.ts";

test("shares, days and times are said as the dashboard writes them", () => {
  assert.equal(sayShare(0.2264), "22.6\u00A0%");
  assert.equal(sayShare(0.2264, 0), "23\u00A0%");
  assert.equal(sayDay("2026-03-04"), "4 Mar 2026");
  assert.equal(sayDays("2026-03-04", "2026-03-04"), "4 Mar 2026");
  assert.equal(sayDays("2026-03-04", "2026-04-09"), "4 Mar – 9 Apr 2026");
  assert.equal(sayDays("2025-12-29", "2026-01-04"), "29 Dec 2025 – 4 Jan 2026");
  assert.equal(sayTime(new Date("2026-03-04T14:05:59Z")), "4 Mar 2026, 14:05 UTC");
  assert.equal(
    sayTime(new Date("2026-03-04T23:05:59Z"), "Europe/Berlin"),
    "5 Mar 2026, 00:05 (Europe/Berlin)",
  );
});

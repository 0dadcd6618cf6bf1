import assert from "node:assert/strict";
import { test } from "node:test";
import { plannedDays } from "./planned-days.ts";

test("a weekday that is new in the schedule was not planned before", () => {
  // Monday the 2nd to Thursday the 12th; from the 9th on Tuesdays are asked, too.
  const seen = ["2026-03-02", "2026-03-05", "2026-03-10"];
  const isPlanned = plannedDays([1, 2, 4], seen);
  const days = Array.from({ length: 11 }, (_, at) => `2026-03-${String(at + 2).padStart(2, "0")}`);
  assert.deepEqual(days.filter(isPlanned), [
    ...["2026-03-02", "2026-03-05", "2026-03-09", "2026-03-10", "2026-03-12"],
  ]);
});

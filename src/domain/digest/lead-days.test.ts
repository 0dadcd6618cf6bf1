import assert from "node:assert/strict";
import { test } from "node:test";
import { leadDays } from "./week.ts";

test("the actions of a week are from the 30 days up to the day after it, never later than today", () => {
  // In Berlin it is the 9th already.
  const now = { timezone: "Europe/Berlin", now: new Date("2026-03-08T23:30:00Z") };
  // Of the last full week they are those of the list of actions, today's answers among them.
  const newest = { date_from: "2026-02-08", date_to: "2026-03-09" };
  assert.deepEqual(leadDays("2026-03-08", now), newest);
  assert.deepEqual(leadDays("2026-03-09", now), newest);
  assert.deepEqual(leadDays("2026-03-01", now), { date_from: "2026-02-01", date_to: "2026-03-02" });
});

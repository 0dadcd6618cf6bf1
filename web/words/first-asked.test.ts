import assert from "node:assert/strict";
import { test } from "node:test";
import { PLAN_MINUTES, SPREAD_SECONDS } from "#domain/capture/capture-task.ts";
import { PLAN_MS, SPREAD_HOURS, sayAnswers, sayFirstAsked } from "./first-asked.ts";

const timezone = "Europe/Berlin";
const weekdays = [1, 2, 3, 4, 5];
/** A Monday in winter, at an hour of Berlin. */
const monday = (hour: number) => new Date(Date.UTC(2026, 10, 23, hour - 1, 30));
const friday = (hour: number) => new Date(Date.UTC(2026, 10, 27, hour - 1, 30));
const say = (now: Date, schedule = { weekdays, hour: 6 }, status = "active") =>
  sayFirstAsked({ status, schedule, timezone }, now);

test("when a new prompt is first asked is what the schedule will do", () => {
  assert.equal(SPREAD_HOURS * 3600, SPREAD_SECONDS);
  assert.equal(say(monday(5)), "First asked today between 06:00 and 08:00 (Europe/Berlin).");
  assert.equal(say(monday(7)), "First asked today by 08:00 (Europe/Berlin).");
  assert.equal(PLAN_MS, PLAN_MINUTES * 60_000);
  assert.equal(say(monday(14)), "First asked at about 14:40 (Europe/Berlin).");
  const late = (of: (hour: number) => Date) => new Date(of(23).getTime() + 22 * 60_000);
  assert.equal(say(late(monday)), "First asked tomorrow between 06:00 and 08:00 (Europe/Berlin).");
  assert.equal(say(late(friday)), "First asked on Monday between 06:00 and 08:00 (Europe/Berlin).");
  const fridays = { weekdays: [5], hour: 6 };
  assert.equal(
    say(late(friday), fridays),
    "First asked in a week, on Friday between 06:00 and 08:00 (Europe/Berlin).",
  );
  const wednesdays = { weekdays: [3], hour: 23 };
  assert.equal(
    say(monday(14), wednesdays),
    "First asked on Wednesday between 23:00 and 24:00 (Europe/Berlin).",
  );
  const sundays = { weekdays: [7], hour: 0 };
  assert.equal(
    say(friday(14), sundays),
    "First asked on Sunday between 00:00 and 02:00 (Europe/Berlin).",
  );
  const tuesdays = { weekdays: [2], hour: 6 };
  assert.equal(
    say(monday(14), tuesdays),
    "First asked tomorrow between 06:00 and 08:00 (Europe/Berlin).",
  );
  assert.equal(say(monday(14), undefined, "paused"), "First asked once you resume asking.");
});

test("what new prompts are each time is said in answers and dollars, as far as prices are known", () => {
  const target = (
    samples_per_day: number,
    estimated_cost_usd: number | null,
    is_active = true,
  ) => ({
    ...{ samples_per_day, estimated_cost_usd, is_active },
  });
  const targets = [target(1, 0.01), target(2, 0.05), target(9, 9, false)];
  assert.equal(sayAnswers(3, targets), "9\u00A0answers each time, estimated at $0.33");
  assert.equal(sayAnswers(1, [target(1, 0)]), "1\u00A0answer each time, at no cost");
  const unknown = [target(1, 0.01), target(1, null)];
  assert.equal(sayAnswers(1, unknown), "2\u00A0answers each time, at a price that is not known");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { showDay, showDays } from "../scope.ts";
import { showTime } from "../words/numbers.ts";
import {
  behindPoint,
  daysOf,
  isCut,
  lackOf,
  longStep,
  sayIncomplete,
  shortStep,
  shownOf,
  withoutScarce,
} from "./line.ts";
import { besides, scalesOf } from "./scales.ts";

const days = { date_from: "2026-11-04", date_to: "2026-11-24" };

test("a step of several days says which of them are in the range", () => {
  assert.deepEqual(daysOf("2026-11-02", "week", days), { from: "2026-11-04", to: "2026-11-08" });
  assert.equal(longStep("2026-11-09", "week", days), "Week of 9\u00A0Nov – 15\u00A0Nov\u00A02026");
  assert.equal(longStep("2026-11-23", "week", days), "Week of 23\u00A0Nov – 24\u00A0Nov\u00A02026");
  assert.equal(shortStep("2026-11-09", "week", days), "9–15 Nov");
  assert.equal(shortStep("2026-11-30", "week", { ...days, date_to: "2027-01-31" }), "30 Nov–6 Dec");
  assert.equal(shortStep("2026-11-09", "date", days), "9 Nov");
  assert.equal(longStep("2026-11-09", "date", days), "Mon 9 Nov 2026");
  assert.equal(shortStep("2026-11-01", "month", days), "Nov 26");
  assert.equal(
    longStep("2026-11-01", "month", days),
    "November 2026 (4\u00A0Nov – 24\u00A0Nov\u00A02026)",
  );
  const whole = { date_from: "2026-10-31", date_to: "2026-11-30" };
  assert.equal(longStep("2026-11-01", "month", whole), "November 2026");
  assert.deepEqual(daysOf("2026-11-01", "month", days), { from: "2026-11-04", to: "2026-11-24" });
});

test("a step of which the range leaves out days is known as cut, a whole one and a day are not", () => {
  const cut = (at: string, step: "date" | "week" | "month") => isCut(at, step, days);
  assert.deepEqual(
    [cut("2026-11-02", "week"), cut("2026-11-09", "week"), cut("2026-11-23", "week")],
    [true, false, true],
  );
  assert.equal(
    isCut("2026-12-01", "month", { date_from: "2026-12-01", date_to: "2026-12-31" }),
    false,
  );
  assert.equal(cut("2026-11-01", "month"), true);
  assert.equal(cut("2026-11-24", "date"), false);
});

test("a step that is not over or not all in the range says what it lacks", () => {
  const now = { ...days, today: "2026-11-24" };
  const later = { ...days, today: "2026-12-24" };
  assert.deepEqual(
    ["2026-11-23", "2026-11-24"].map((at) => lackOf(at, "date", now)),
    [null, "not over yet"],
  );
  assert.deepEqual(
    ["2026-11-02", "2026-11-09", "2026-11-23"].map((at) => lackOf(at, "week", now)),
    ["part of the week", null, "not over yet"],
  );
  assert.equal(lackOf("2026-11-23", "week", later), "part of the week");
  assert.equal(lackOf("2026-11-23", "week", { ...days, today: "2026-11-25" }), "part of the week");
  assert.equal(lackOf("2026-11-01", "month", later), "part of the month");
  assert.equal(lackOf("2026-11-24", "date", later), null);
  const points = [
    { at: "2026-11-23", value: 0.5 },
    { at: "2026-11-24", value: 0 },
  ];
  const lines = [{ id: "brd_1", name: "Acme", color: "#000000", points }];
  assert.equal(
    sayIncomplete(lines, "date", now),
    "Hollow and dashed: Tue 24 Nov 2026, not over yet.",
  );
  assert.equal(sayIncomplete(lines, "date", later), null);
});

test("what is not whole and has few answers is not drawn, which is said, unless there is nothing else", () => {
  const now = { ...days, today: "2026-11-24" };
  const begin = (n: number) => [
    {
      ...{ id: "brd_1", name: "Acme", color: "#000000" },
      points: [
        { at: "2026-11-23", value: 0.5, n: 3 },
        { at: "2026-11-24", value: 1, n },
      ],
    },
  ];
  const { drawn, said } = withoutScarce(begin(6), "date", now);
  assert.deepEqual(
    drawn[0]?.points.map(({ at }) => at),
    ["2026-11-23"],
  );
  assert.equal(said, "Today so far: 6\u00A0answers, not drawn.");
  assert.match(
    withoutScarce(begin(8), "date", now).said ?? "",
    /^Hollow and dashed: .*not over yet/,
  );
  const weeksOf = (...counts: number[]) => [
    {
      ...{ id: "brd_1", name: "Acme", color: "#000000" },
      points: ["2026-11-02", "2026-11-16", "2026-11-23"].map((at, week) => ({
        ...{ at, value: 0.5, n: counts[week] ?? 0 },
      })),
    },
  ];
  assert.equal(
    withoutScarce(weeksOf(8, 5, 6), "week", now).said,
    "This week so far: 6\u00A0answers, not drawn. Hollow and dashed: Week of 4\u00A0Nov – 8\u00A0Nov\u00A02026, part of the week.",
    "what else is incomplete is said, too",
  );
  // One rule for both ends, whether the range cuts a week or today does; a whole one is drawn.
  const atBoth = withoutScarce(weeksOf(3, 5, 6), "week", now);
  assert.deepEqual(
    atBoth.drawn[0]?.points.map(({ at }) => at),
    ["2026-11-16"],
  );
  assert.equal(
    atBoth.said,
    "Week of 4\u00A0Nov – 8\u00A0Nov\u00A02026: 3\u00A0answers, not drawn. This week so far: 6\u00A0answers, not drawn.",
  );
  const only = begin(6).map((one) => ({ ...one, points: one.points.slice(1) }));
  assert.deepEqual(withoutScarce(only, "date", now), {
    drawn: only,
    said: sayIncomplete(only, "date", now),
  });
});

test("days and times are written alike, in every month", () => {
  assert.equal(showDay("2026-09-04"), "4 Sep 2026");
  assert.equal(showDays("2026-09-04", "2026-10-01"), "4\u00A0Sep – 1\u00A0Oct\u00A02026");
  assert.equal(showTime("2026-09-04T05:07:00"), "4\u00A0Sep\u00A02026, 05:07");
  assert.equal(showTime(null), "–");
});

test("a point opens the answers that it counts, and all of its step where it counts none", () => {
  const line = {
    ...{ id: "brd_1", name: "Acme", color: "#000000", of: { brand_id: "brd_1", prompt_id: "p" } },
    points: [
      { at: "2026-11-09", value: 0.5, n: 10, count: 5 },
      { at: "2026-11-16", value: 0, n: 7, count: 0 },
      { at: "2026-11-23", value: null, n: 0, count: 0 },
    ],
  };
  const at = (day: string) => behindPoint(line, { at: day, step: "week", days });
  assert.deepEqual(at("2026-11-09"), {
    count: 5,
    of: { brand_id: "brd_1", prompt_id: "p", from: "2026-11-09", to: "2026-11-15" },
  });
  assert.deepEqual(at("2026-11-16"), {
    count: 7,
    of: { prompt_id: "p", from: "2026-11-16", to: "2026-11-22" },
  });
  assert.equal(at("2026-11-23"), null);
});

test("lines that are hidden are left out, but where a filter leaves none of the others all are drawn", () => {
  const lines = ["own", "rival", "third"].map((id) => ({
    ...{ id, name: id, color: "#000000", points: [] },
  }));
  const ids = (some: typeof lines, hidden: string[]) => shownOf(some, hidden).map(({ id }) => id);
  assert.deepEqual(ids(lines, []), ["own", "rival", "third"]);
  assert.deepEqual(ids(lines, ["own", "third", "gone"]), ["rival"]);
  assert.deepEqual(ids(lines.slice(0, 1), ["own", "third"]), ["own"]);
});

test("points of one step that lie on one another stand beside each other; lines do not", () => {
  const lines = [0.5, 1, 0.5].map((value, n) => ({
    ...{ id: `${n}`, name: `${n}`, color: "" },
    points: ["2026-03-02", "2026-03-03"].map((at) => ({ at, value })),
  }));
  const frame = { width: 600, height: 200, right: 12 };
  const placesOf = (steps: string[]) => {
    const scales = scalesOf(lines, steps, { frame, from: 0 });
    return lines.map((one) => besides(one, { lines, steps, scales })("2026-03-02"));
  };
  const [first = 0, alone = 0, last = 0] = placesOf(["2026-03-02"]);
  assert(first < alone - 5 && last > alone + 5, `${first} ${alone} ${last}`);
  assert.equal(new Set(placesOf(["2026-03-02", "2026-03-03"])).size, 1);
});

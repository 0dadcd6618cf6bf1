import assert from "node:assert/strict";
import { test } from "node:test";
import dayjs from "dayjs";
import { daysBetween } from "#core/period.ts";
import { leadsInput } from "./brands/leads.ts";
import { stepOf } from "./brands/step-of.ts";
import { changeScope, isOfPage, menuScope, withScope } from "./menu-scope.ts";
import {
  aroundDay,
  beforeOf,
  calendarRanges,
  comparedWith,
  countFilters,
  DAYS_MAX,
  monthBefore,
  NO_DAYS,
  rangeLabel,
  readScope,
  reportInput,
  wholeLabel,
} from "./scope.ts";
import { sayAnswersFrom } from "./words/answers-from.ts";
import { todayIn } from "./words/formats.ts";

test("a rival that is mentioned and an own brand that is not are kept in the address and choose answers together", () => {
  const scope = readScope({ mentioned: ["brd_rival"], not_mentioned: ["brd_own"] });
  assert.deepEqual(reportInput(scope, "UTC").filters, [
    { field: "not_brand_id", operator: "not_in", values: ["brd_rival"] },
    { field: "not_brand_id", operator: "in", values: ["brd_own"] },
  ]);
  assert.equal(countFilters(scope), 2);
});

test("leads are looked for in answers whatever brands they mention, and it is said", () => {
  const brands = { mentioned: "brd_rival", not_mentioned: "brd_own", naming: "brd_rival" };
  const scope = readScope({ topic: "tpc_1", ...brands, not_naming: "brd_other" });
  const { input, cut } = leadsInput(scope, "UTC");
  assert.deepEqual(input.filters, [
    { field: "topic_id", operator: "in", values: ["tpc_1"] },
    { field: "prompt_brand_id", operator: "not_in", values: ["brd_other"] },
  ]);
  assert.deepEqual(Object.keys(menuScope(scope)).sort(), ["not_naming", "topic"]);
  assert.match(cut, /these filters do not count here/);
  assert.equal(leadsInput(readScope({ topic: "tpc_1" }), "UTC").cut, "");
});

test("days of an address that the server does not take are left out", () => {
  assert.deepEqual(readScope({ from: "1999-01-01", to: "1999-01-31" }), {});
  const first = { from: "2000-01-01", to: "2000-01-31" };
  assert.deepEqual(readScope(first), first);
});

test("of more days than a report takes the last ones are looked at, and compared with", () => {
  const [to, vs_to] = ["2026-11-29", "2021-12-31"];
  const longest = { from: "2023-11-26", to, vs_from: "2018-12-28", vs_to };
  assert.deepEqual(readScope({ from: "2022-01-01", to, vs_from: "2010-01-01", vs_to }), longest);
  assert.deepEqual(readScope(longest), longest);
  assert.equal(daysBetween(longest.from, to), DAYS_MAX);
  assert.equal(daysBetween(longest.vs_from, vs_to), DAYS_MAX);
});

test("days that leave today out are called whole ones", () => {
  const days = { from: "2026-10-29", to: "2026-11-27" };
  assert.equal(wholeLabel({}, days, "2026-11-28"), "Last 30 whole days");
  assert.equal(wholeLabel({ range: "7d" }, days, "2026-11-28"), "Last 7 whole days");
  assert.equal(wholeLabel({}, days, "2026-11-27"), "Last 30 days");
  const fixed = { from: "2026-10-29", to: "2026-11-28" };
  assert.equal(wholeLabel(fixed, days, "2026-11-28"), "29\u00A0Oct – 27\u00A0Nov\u00A02026");
});

test("leads are those of whole days: as many up to yesterday, and today's where there are no others", () => {
  const ago = (days: number) => dayjs(todayIn("UTC")).subtract(days, "day").format("YYYY-MM-DD");
  const daysOf = (search: Record<string, string>, isFirstDay = false) => {
    const { date_from, date_to } = leadsInput(readScope(search), "UTC", isFirstDay).input;
    return [date_from, date_to];
  };
  assert.deepEqual(daysOf({}), [ago(30), ago(1)]);
  assert.deepEqual(daysOf({ range: "7d" }), [ago(7), ago(1)]);
  assert.deepEqual(daysOf({}, true), [ago(29), ago(0)]);
  assert.deepEqual(daysOf({ from: ago(9), to: ago(0) }), [ago(9), ago(1)]);
  assert.deepEqual(daysOf({ from: ago(9), to: ago(3) }), [ago(9), ago(3)]);
  assert.deepEqual(daysOf({ from: ago(0), to: ago(0) }), [ago(0), ago(0)]);
});

test("days are compared with the same ones a month earlier, a month with the whole one before", () => {
  const before = (from: string, to: string) => {
    const days = monthBefore({ from, to }, "UTC");
    return days && [days.vs_from, days.vs_to];
  };
  assert.deepEqual(before("2026-11-01", "2026-11-25"), ["2026-10-01", "2026-10-25"]);
  assert.deepEqual(before("2026-03-01", "2026-03-31"), ["2026-02-01", "2026-02-28"]);
  assert.deepEqual(before("2026-02-01", "2026-02-28"), ["2026-01-01", "2026-01-31"]);
  assert.deepEqual(before("2026-03-01", "2026-03-15"), ["2026-02-01", "2026-02-15"]);
  // Longer than a month: some of them would be in both.
  assert.equal(before("2026-10-01", "2026-11-25"), undefined);
});

test("a month of the calendar is compared with the same days of the one before, and keeps its name while it is one", () => {
  const today = "2026-11-26";
  const [week, month, last] = calendarRanges(today).map(({ days }) => days);
  const none = { vs_from: undefined, vs_to: undefined };
  assert.deepEqual(week, { from: "2026-11-16", to: "2026-11-22", ...none });
  assert.deepEqual(month, {
    ...{ from: "2026-11-01", to: "2026-11-26", vs_from: "2026-10-01", vs_to: "2026-10-26" },
  });
  assert.deepEqual(last, {
    ...{ from: "2026-10-01", to: "2026-10-31", vs_from: "2026-09-01", vs_to: "2026-09-30" },
  });
  const label = (days: object | undefined, day: string) =>
    rangeLabel(readScope({ ...days }), day).replaceAll("\u00a0", " ");
  assert.equal(label(month, today), "This month, 1 Nov – 26 Nov 2026");
  assert.equal(label(last, today), "Last month, 1 Oct – 31 Oct 2026");
  // Its address means the same days tomorrow, which are no whole month up to that day.
  assert.equal(label(month, "2026-11-27"), "1 Nov – 26 Nov 2026");
});

test("other days keep being compared with those of a month earlier, and with nothing stale", () => {
  const scope = readScope({
    ...{ from: "2026-11-05", to: "2026-11-26", vs_from: "2026-10-05", vs_to: "2026-10-26" },
  });
  const against = (from: string, to: string, of = scope) => comparedWith(of, { from, to }, "UTC");
  const moved = { vs_from: "2026-10-08", vs_to: "2026-10-20" };
  assert.deepEqual(against("2026-11-08", "2026-11-20"), moved);
  // More than a month has none that lies before it.
  assert.equal(against("2026-11-01", "2026-12-05").vs_from, undefined);
  const chosen = { ...scope, vs_to: "2026-10-20" };
  assert.equal(against("2026-11-08", "2026-11-20", chosen).vs_to, "2026-10-20");
  assert.equal(against("2026-10-10", "2026-11-20", chosen).vs_to, undefined);
});

test("what a link narrows is of its page and those it opens; what is chosen there holds for the menu, too", () => {
  const before = readScope({ range: "90d", topic: ["tpc_1"] });
  assert.deepEqual(withScope(before, { page: 2, topic: ["tpc_1"] }), { ...before, page: 2 });
  const day = { from: "2026-10-01", to: "2026-10-01", model: ["mdl_a"] };
  const first = withScope(before, { status: "answered", ...day });
  assert.deepEqual(menuScope(first), before);
  // A second press keeps what the first one found.
  const second = withScope(readScope(first), { topic: ["tpc_2"] });
  assert.deepEqual(menuScope(second), before);
  const scope = readScope(second);
  assert.deepEqual(
    ["model", "topic", "tag"].map((name) => isOfPage(scope, name as "tag")),
    [...[true, true, false]],
  );
  const chosen = changeScope(second, { tag: ["tag_1"], topic: undefined });
  assert.deepEqual(menuScope(chosen), { range: "90d", tag: ["tag_1"] });
  assert.deepEqual(readScope(chosen).model, ["mdl_a"]);
  const without = changeScope(second, { topic: undefined }, { ofPage: true });
  assert.deepEqual([readScope(without).topic, menuScope(without)], [undefined, before]);
  // Without such a press the menu takes along what there is, and no address holds more than one scope within another.
  assert.deepEqual(menuScope({ topic: ["tpc_1"], mentioned: ["brd_1"] }), { topic: ["tpc_1"] });
  assert.deepEqual(readScope({ menu: { range: "7d", menu: { range: "14d" } } }).menu, {
    range: "7d",
  });
});

test("days that a link sets are compared with those of a month earlier, or with chosen days that lie before", () => {
  const scope = readScope({
    ...{ from: "2026-11-01", to: "2026-11-26", vs_from: "2026-10-01", vs_to: "2026-10-26" },
  });
  const comparedBy = (search: Record<string, unknown>, of = scope) => {
    const { vs_from, vs_to } = readScope(withScope(of, search));
    return [vs_from, vs_to];
  };
  const whole = { from: "2026-11-01", to: "2026-11-25" };
  assert.deepEqual(comparedBy(whole), ["2026-10-01", "2026-10-25"]);
  assert.deepEqual(comparedBy({ page: 2 }), ["2026-10-01", "2026-10-26"]);
  assert.deepEqual(comparedBy({ ...whole, ...NO_DAYS }), [undefined, undefined]);
  const chosen = { ...scope, vs_to: "2026-10-20" };
  assert.deepEqual(comparedBy(whole, chosen), ["2026-10-01", "2026-10-20"]);
  assert.deepEqual(comparedBy({ from: "2026-10-10", to: "2026-10-12" }, chosen), [
    undefined,
    undefined,
  ]);
});

test("a chart around a day has the days before and after it, none to come, and few enough to be told one by one", () => {
  assert.deepEqual(aroundDay("2026-03-20", "UTC"), { from: "2026-03-06", to: "2026-04-03" });
  const today = todayIn("UTC");
  assert.equal(aroundDay(today, "UTC").to, today);
  assert.equal(stepOf(aroundDay("2026-03-20", "UTC"), "UTC", 300), "date");
});

test("days are counted alike in a browser whose clocks go forward at midnight, so that a day begins an hour late", () => {
  const zoneOfAll = process.env["TZ"];
  try {
    for (const [zone, first, last, before] of [
      ["America/Santiago", "2026-09-06", "2026-09-12", "2026-08-30"],
      ["Africa/Cairo", "2026-04-24", "2026-04-30", "2026-04-17"],
      ["America/Havana", "2026-03-08", "2026-03-14", "2026-03-01"],
    ] as const) {
      process.env["TZ"] = zone;
      assert.equal(beforeOf({ from: first, to: last }, zone).date_from, before, zone);
    }
    process.env["TZ"] = "America/Santiago";
    assert.equal(stepOf({ from: "2026-09-06", to: "2026-09-19" }, "UTC", 14), "week");
    assert.equal(sayAnswersFrom("2026-09-10", "2026-09-06"), " (answers from 10 Sep on)");
  } finally {
    if (zoneOfAll === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zoneOfAll;
  }
});

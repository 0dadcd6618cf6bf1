import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sayChange } from "#domain/reports/say-change.ts";
import { sayChanged, sayFew, saySource, sayStanding } from "./say-week.ts";

test("what a few answers hide is neither a change that is called chance nor one that is certain", () => {
  const said = (change: { value: number; low: number; high: number; significant: boolean }) =>
    sayFew(
      { brand: { name: "Acme" }, previous_total: 90, change } as Parameters<typeof sayFew>[0],
      90,
      20,
    );
  const chance = said({ value: 0.066, low: -0.001, high: 0.131, significant: false });
  assert.match(
    chance ?? "",
    /a change of up to about 6\.6 points in the visibility of Acme may be chance/,
  );
  const certain = said({ value: 0.05, low: 0.004, high: 0.136, significant: true });
  assert.match(
    certain ?? "",
    /a change below about 5\.0 points in the visibility of Acme may be chance/,
  );
});

type Own = NonNullable<Parameters<typeof sayStanding>[0]>;

test("a change whose interval leaves out 0 is never plainly called chance: it is so among all that are compared", () => {
  const end = fc.double({ min: -0.5, max: 0.5, noNaN: true });
  fc.assert(
    fc.property(end, end, fc.integer({ min: 2, max: 400 }), (one, other, compared) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const own = {
        ...{ brand: { id: "brd_1", name: "Acme", is_own: true }, visibility: 0.4, rank: 1 },
        ...{ brand_count: 1, level_count: 0, previous_total: 90, previous_rank: 1 },
        change: { value: (low + high) / 2, low, high, p: 0.04, significant: false },
      } as Own;
      const isApart = low > 0 || high < 0;
      const said = [sayStanding(own, 90, compared), sayFew(own, 90, compared)];
      for (const text of said.filter((each) => each !== null)) {
        assert.equal(
          text.includes(`may be chance among the ${compared} changes compared`),
          isApart,
        );
        assert.equal(
          text.includes("no change of visibility beyond chance"),
          !isApart && text === said[0],
        );
      }
    }),
  );
  const own = {
    ...{ brand: { name: "Acme" }, visibility: 0.4, brand_count: 1, previous_rank: null },
    change: { value: 0.07, low: 0.003, high: 0.137, p: 0.04, significant: false },
  } as Own;
  assert.equal(
    sayStanding(own, 90, 20),
    "Acme is named in 40.0\u00A0% of 90 answers; up 7.0 points since the week before, which may be chance among the 20 changes compared.",
  );
});

test("a change adds up with the numbers beside it as they are shown", () => {
  const change = { value: 0.3212, low: 0.2, high: 0.4, p: 0.001, significant: true };
  const [before, now] = [0.3113, 0.6328];
  const own = {
    ...{ brand: { name: "Acme" }, visibility: now, previous_visibility: before, brand_count: 1 },
    ...{ previous_rank: null, change },
  } as Own;
  assert.match(sayStanding(own, 90, 20), /in 63\.3\u00A0% of 90 answers; up 32\.2 points since/);
  const brand = { id: "brd_1", name: "Acme", is_own: true };
  const changed = { brand, change, before, now };
  assert.match(
    sayChanged({ ...changed, measure: "visibility" }),
    /up 32\.2 points: 31\.1\u00A0% → 63\.3/,
  );
  const said = {
    ...{ brand, visibility: { before, now }, change, asked_otherwise: { value: 0 } },
    ...{ model_changes: [], isLarge: false },
  };
  assert.match(sayChange(said, []), /Of what was asked in both: \+32\.2 points/);
  // What is certain and less than the last digit is not nothing.
  const least = { ...changed, before: 0.3004, now: 0.30044, change: { ...change, value: 0.00004 } };
  assert.match(
    sayChanged({ ...least, measure: "visibility" }),
    /^Visibility of Acme up 0\.0 points/,
  );
});

test("a change that is not of the numbers beside it says what it is of, and what they are of", () => {
  const change = { value: 0.05, low: 0.02, high: 0.08, p: 0.01, significant: true };
  const changed = { brand: { id: "brd_1", name: "Acme", is_own: true }, change };
  const of = (measure: "visibility" | "position", before: number, now: number) =>
    sayChanged({ ...changed, measure, before, now }).replaceAll("\u00A0", " ");
  assert.equal(
    of("visibility", 0.4, 0.45),
    "Visibility of Acme up 5.0 points: 40.0 % → 45.0 % (95 % interval 2.0 to 8.0)",
  );
  assert.equal(
    of("visibility", 0.4, 0.31),
    "Visibility of Acme up 5.0 points in what was asked in both weeks (95 % interval 2.0 to 8.0); in all answers 40.0 % → 31.0 %",
  );
  assert.match(of("position", 2, 2.06), /^Position of Acme worse by 0\.1: 2\.0 → 2\.1 \(/);
  const source = { domain: "x.example", what: "up", now_count: 20, before_count: 12 } as const;
  const cited = (before: number, now: number) =>
    saySource({ ...source, before, now, change }).replaceAll("\u00A0", " ");
  assert.equal(cited(0.05, 0.1), "x.example is cited more: 5.0 % → 10.0 % of answers");
  assert.equal(
    cited(0.12, 0.1),
    "x.example is cited more, by 5.0 points in what was asked in both weeks; in all answers 12.0 % → 10.0 %",
  );
});

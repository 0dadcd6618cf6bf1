import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bestRivalOf, levelNames, nearNames } from "./best-rival.ts";
import {
  ALL,
  leadOf,
  lostAnswers,
  makeCells,
  mayBeChance,
  pointsNeeded,
  tintOf,
  weakestOf,
} from "./cells.ts";

type Rows = Parameters<typeof makeCells>[0];
const row = (name: string, model_id: string, topic_id: string | null, count: number) =>
  ({
    ...{ brand: { id: name }, model_id, topic_id },
    ...{ visibility_count: count, visibility_total: 100 },
  }) as unknown as Rows[number];

test("cells add up to their assistant, their topic and all, and the weakest is told only where it is certain", () => {
  const rows = [
    ...[row("own", "a", "t", 50), row("rival", "a", "t", 52)],
    ...[row("own", "a", null, 40), row("rival", "a", null, 45)],
    ...[row("own", "b", "t", 10), row("rival", "b", "t", 80)],
    ...[row("own", "b", null, 45), row("rival", "b", null, 50)],
  ];
  const missed = [row("rival", "b", "t", 75), row("rival", "b", null, 20)];
  const cells = makeCells(rows, { own_id: "own", missed });
  assert.deepEqual(
    [cells.models, cells.topics],
    [
      ["a", "b"],
      ["t", ""],
    ],
  );
  assert.deepEqual(cells.at("b", ALL), { answers: 200, own: 55, rival: 130, missed: 95 });
  assert.deepEqual(cells.at(ALL, "t"), { answers: 200, own: 60, rival: 132, missed: 75 });
  assert.deepEqual(cells.at(ALL, ALL), { answers: 400, own: 145, rival: 227, missed: 95 });
  assert.deepEqual(weakestOf(cells, "model"), ["b"]);
  assert.deepEqual(weakestOf(cells, "topic"), [], "one topic alone is not weaker than others");
  const level = makeCells(rows.slice(0, 4), { own_id: "own" });
  assert.equal(level.at("a", ALL).missed, null, "not counted is not none");
  assert.deepEqual(weakestOf(level, "model"), []);
});

test("a place that the map colours as furthest behind is the weakest in words", () => {
  const rows = [
    ...[row("own", "a", "t", 40), row("rival", "a", "t", 62)],
    ...[row("own", "a", "u", 50), row("rival", "a", "u", 52)],
  ];
  const cells = makeCells(rows, { own_id: "own" });
  assert.deepEqual([mayBeChance(cells.at(ALL, "t")), weakestOf(cells, "topic")], [false, ["t"]]);
  const few = makeCells([...rows.slice(2), row("own", "a", "t", 40), row("rival", "a", "t", 58)], {
    own_id: "own",
  });
  assert.deepEqual([mayBeChance(few.at(ALL, "t")), weakestOf(few, "topic")], [true, []]);
});

test("a topic of a few answers, all of the rival, stands in no other's way", () => {
  const small = (name: string, count: number) => ({
    ...row(name, "a", "u", count),
    visibility_total: 3,
  });
  const rows = [
    ...[row("own", "a", "t", 40), row("rival", "a", "t", 72)],
    ...[row("own", "a", "v", 60), row("rival", "a", "v", 55)],
    ...[small("own", 0), small("rival", 3)],
  ];
  const cells = makeCells(rows, { own_id: "own" });
  assert.deepEqual([mayBeChance(cells.at(ALL, "u")), weakestOf(cells, "topic")], [true, ["t"]]);
});

test("places that chance alone puts in order are the weakest together", () => {
  const of = (a: number, b: number) =>
    makeCells(
      [
        ...[row("own", "a", "t", 10), row("rival", "a", "t", a)],
        ...[row("own", "b", "t", 10), row("rival", "b", "t", b)],
        ...[row("own", "c", "t", 60), row("rival", "c", "t", 50)],
      ],
      { own_id: "own" },
    );
  assert.deepEqual(weakestOf(of(71, 70), "model"), ["a", "b"]);
  assert.deepEqual(weakestOf(of(95, 55), "model"), ["a"]);
});

test("the best competitor does not turn round with each answer, and says with whom it is level", () => {
  const brand = (name: string, count: number) =>
    ({
      brand: { id: name, name, is_own: name === "Own" },
      ...{ visibility: count / 1_000, visibility_count: count, visibility_total: 1_000 },
    }) as unknown as Rows[number];
  const rows = (orvane: number) => [
    ...[brand("Orvane", orvane), brand("Nimbrel", 522), brand("Own", 460), brand("Zed", 200)],
  ];
  for (const orvane of [520, 522, 523, 528]) {
    assert.equal(bestRivalOf(rows(orvane))?.brand.name, "Nimbrel");
  }
  const clear = rows(650);
  assert.equal(bestRivalOf(clear)?.brand.name, "Orvane");
  const level = rows(523).filter(({ brand }) => !brand.is_own);
  assert.deepEqual(nearNames(level[1] as Rows[number], level), ["Orvane"]);
});

test("those are level whose lead may be chance, as Compare says, however many answers there are", () => {
  const row = (name: string, low: number | null, high: number | null, value: number | null = 0.1) =>
    ({ brand: { name }, lead: { visibility: { value, low, high } } }) as unknown as Rows[number];
  const rows = [row("Bolt", 0.01, 0.2), row("Cone", -0.01, 0.2), row("Dart", -0.2, -0.01)];
  const few = [row("Elm", null, null), row("Fir", null, null, null)];
  const own = { brand: { name: "Own" }, lead: null } as unknown as Rows[number];
  assert.deepEqual(levelNames([...rows, ...few, own]), ["Cone", "Elm"]);
});

test("the same lead is more than chance of many answers and may be chance of few", () => {
  const of = (answers: number) =>
    mayBeChance({ answers, own: answers / 4, rival: (answers * 3) / 4, missed: 0 });
  assert.deepEqual([4, 8, 80, 400].map(of), [true, true, false, false]);
  assert.equal(mayBeChance({ answers: 0, own: 0, rival: 0, missed: 0 }), true);
});

const SOME = fc.nat({ max: 400 }).chain((answers) =>
  fc.record({
    ...{ answers: fc.constant(answers), missed: fc.constant(null) },
    ...{ own: fc.nat({ max: answers }), rival: fc.nat({ max: answers }) },
  }),
);

test("a part is coloured where its lead is more than chance, and of fewer than eight answers no lead is", () => {
  fc.assert(
    fc.property(SOME, (cell) => {
      const lead = Math.abs(cell.own - cell.rival);
      const isSure = cell.answers >= 8 && lead > 2 * Math.sqrt(cell.own + cell.rival);
      assert.deepEqual([tintOf(cell) > 0, !mayBeChance(cell)], [isSure, isSure]);
    }),
    { examples: [[{ answers: 6, own: 6, rival: 0, missed: null }]] },
  );
});

test("of a lead that may be chance it is told from how many points on one is more than that", () => {
  const of = (own: number, rival: number, answers = 56) =>
    pointsNeeded({ own, rival, answers, missed: null });
  // The larger both shares are and the fewer the answers, the more it takes.
  assert.deepEqual([of(10, 20), of(30, 40), of(3, 6, 17)], [22, 33, 48]);
  assert.deepEqual([of(0, 0), of(0, 1), of(1, 0), of(0, 0, 8)], [9, 9, 9, 63]);
  fc.assert(
    fc.property(SOME, (cell) => {
      const { answers } = cell;
      fc.pre(answers >= 8 && mayBeChance(cell));
      const told = pointsNeeded(cell);
      const shown = Math.round(Math.abs(leadOf(cell)) * 100);
      assert.ok(told > shown && told <= 100);
      // Such a lead on top of the one that is named less, or of as many as it leaves, is more than chance; a lead that is
      // shown as a point less is not, unless as much is shown already.
      const isChance = (lead: number) => {
        const least = Math.min(cell.own, cell.rival, answers - lead);
        return mayBeChance({ ...cell, own: least, rival: least + lead });
      };
      assert.equal(isChance(Math.ceil((told / 100) * answers)), false);
      if (told > shown + 1) assert.equal(isChance(Math.floor(((told - 1) / 100) * answers)), true);
    }),
    { numRuns: 1_000 },
  );
});

test("lost answers name the rival and not the own brand, and filters of the page stay", () => {
  const of = (scope: object) => lostAnswers({ own_id: "own", rival_id: "rival", scope });
  assert.deepEqual(of({}), { mentioned: ["rival"], not_mentioned: ["own"] });
  assert.deepEqual(of({ mentioned: ["third"], not_mentioned: ["fourth"] }), {
    ...{ brand_id: "rival", not_mentioned: ["fourth", "own"] },
  });
});

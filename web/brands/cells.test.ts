import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, makeCells, mayBeChance, opensOf, weakestOf } from "./cells.ts";

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
  assert.equal(weakestOf(cells, "model"), "b");
  assert.equal(weakestOf(cells, "topic"), null, "one topic alone is not weaker than others");
  const level = makeCells(rows.slice(0, 4), { own_id: "own" });
  assert.equal(weakestOf(level, "model"), null);
});

test("the same lead is more than chance of many answers and may be chance of few", () => {
  const of = (answers: number) =>
    mayBeChance({ answers, own: answers / 4, rival: (answers * 3) / 4, missed: 0 });
  assert.deepEqual([4, 8, 80, 400].map(of), [true, true, false, false]);
  assert.equal(mayBeChance({ answers: 0, own: 0, rival: 0, missed: 0 }), true);
});

test("a place where the own brand is behind opens the answers that name the rival and not it, any other those with it", () => {
  const of = (cell: Parameters<typeof opensOf>[0], scope = {}) =>
    opensOf(cell, { own_id: "own", rival_id: "rival", scope });
  const behind = { answers: 100, own: 13, rival: 78, missed: 70 };
  const only = { mentioned: ["rival"], not_mentioned: ["own"] };
  assert.deepEqual(of(behind), { count: 70, of: only });
  // Filters of the page stay: all of them hold.
  assert.deepEqual(of(behind, { mentioned: ["third"], not_mentioned: ["fourth"] }), {
    count: 70,
    of: { brand_id: "rival", not_mentioned: ["fourth", "own"] },
  });
  const ahead = of({ answers: 100, own: 78, rival: 13, missed: 4 });
  assert.deepEqual(ahead, { count: 78, of: { brand_id: "own" } });
  const everywhere = of({ answers: 5, own: 5, rival: 5, missed: 0 });
  assert.deepEqual(everywhere, { count: 5, of: { brand_id: "own" } });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { sayLeaders } from "./say-leaders.ts";

const rowsOf = (own: number, rivals: Record<string, number>) =>
  Object.entries({ Acme: own, ...rivals }).map(([name, count]) => ({
    ...{ brand: { id: name, name, is_own: name === "Acme" }, visibility: count / 1000 },
    ...{ visibility_count: count, visibility_total: 1000 },
  })) as BrandRow[];
const said = (own: number, rivals: Record<string, number>, level: string[] = []) =>
  sayLeaders(rowsOf(own, rivals), level).replaceAll("\u00A0", " ");

test("who is named most is told with the number, and who may be named as often", () => {
  assert.equal(said(300, { Bolt: 523, Cone: 200 }), " Bolt leads with 52.3 %.");
  assert.equal(
    said(300, { Bolt: 523, Cone: 526 }),
    " Cone leads with 52.6 %; Bolt may be named as often.",
  );
  assert.equal(
    said(300, { Bolt: 523, Cone: 526, Dart: 520, Elm: 519 }),
    " Cone leads with 52.6 %; Bolt, Dart and 1 more may be named as often.",
  );
});

test("nobody leads the own brand where it is first, or too close to the first to call", () => {
  assert.equal(said(600, { Bolt: 523 }), "");
  assert.equal(said(510, { Bolt: 523 }, ["Bolt"]), " Bolt is in 52.3 %.");
  assert.equal(said(300, {}), "");
});

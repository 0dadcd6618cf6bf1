import assert from "node:assert/strict";
import { test } from "node:test";
import { sayFew } from "./say-week.ts";

test("what a few answers hide is neither a change that is called chance nor one that is certain", () => {
  const said = (change: { value: number; low: number; high: number; significant: boolean }) =>
    sayFew(
      { brand: { name: "Acme" }, previous_total: 90, change } as Parameters<typeof sayFew>[0],
      90,
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

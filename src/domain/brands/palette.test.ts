import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, contrast, EYES } from "../../../test/kit/colours.ts";
import { PALETTE } from "./brand.ts";

/** Lines of a chart at once, with room. */
const SHOWN = 8;
const APART_MIN = 12;
/** WCAG 2.2, 1.4.11 asks 3 of what is needed to understand a graphic; names stand at the ends of lines here. */
const CONTRAST_MIN = 2.5;
const GROUNDS = ["#ffffff", "#181b28"];

test("the colours of a chart's lines stay apart for eyes of every kind, and show on both grounds", () => {
  const colours = PALETTE.slice(0, SHOWN);
  assert.equal(new Set(PALETTE).size, PALETTE.length);
  for (const [kind, eyes] of Object.entries(EYES)) {
    for (const [index, one] of colours.entries()) {
      for (const other of colours.slice(index + 1)) {
        const far = apart(one, other, eyes);
        assert.ok(far >= APART_MIN, `${one} and ${other} are ${far.toFixed(1)} apart to ${kind}`);
      }
    }
  }
  for (const colour of colours) {
    for (const ground of GROUNDS) {
      const found = contrast(colour, ground);
      assert.ok(found >= CONTRAST_MIN, `${colour} on ${ground}: ${found.toFixed(2)}`);
    }
  }
});

test("the simulation finds red and green alike to those who see no green", () => {
  const [eyes, all] = [EYES["no green"], EYES["all"]];
  assert(eyes && all);
  assert.ok(apart("#dc2626", "#16a34a", all) > 100);
  assert.ok(apart("#d97706", "#65a30d", eyes) < APART_MIN);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { PALETTE } from "#domain/brands/brand.ts";
import { apart, contrast, EYES } from "../test/kit/colours.ts";
import { TINT_MIN } from "./brands/cells.ts";
import { LINE_COLORS, onDark, onLight } from "./brands/drawn-color.ts";
import { cssVariables, theme } from "./theme.ts";

const schemes = cssVariables(theme as never);
const inScheme = (scheme: "light" | "dark", name: string) => schemes[scheme][`--${name}`] ?? "";
/** Ten and more is seen at a glance. */
const APART_MIN = 12;

for (const [scheme, drawn] of [
  ["light", onLight],
  ["dark", onDark],
] as const)
  test(`lines on a ${scheme} card are seen, and stay apart for eyes of every kind`, () => {
    const card = inScheme(scheme, "card");
    for (const hex of [...PALETTE, "#000000", "#112233", "#0000ff", "#ffffff", "#ffee00"])
      assert.ok(contrast(drawn(hex), card) >= 3, `${hex}: ${contrast(drawn(hex), card)}`);
    const colours = PALETTE.slice(0, 8).map(drawn);
    for (const [kind, eyes] of Object.entries(EYES))
      for (const [index, one] of colours.entries())
        for (const other of colours.slice(index + 1)) {
          const far = apart(one, other, eyes);
          assert.ok(far >= APART_MIN, `${one} and ${other} are ${far.toFixed(1)} apart to ${kind}`);
        }
  });

test("lines of what has no colour of its own have the colours of brands", () => {
  assert.deepEqual(LINE_COLORS, PALETTE);
});

/** A colour over another, `share` of it. */
function over(hex: string, ground: string, share: number): string {
  const at = (of: string, from: number) => Number.parseInt(of.slice(from, from + 2), 16);
  const parts = [1, 3, 5].map((from) =>
    Math.round(at(hex, from) * share + at(ground, from) * (1 - share)),
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

test("cells of the map that are ahead or behind are told from others and each other, and their text is read", () => {
  for (const scheme of ["light", "dark"] as const) {
    const card = inScheme(scheme, "card");
    const heat = Number.parseFloat(inScheme(scheme, "heat")) / 100;
    for (const tint of [TINT_MIN, 1]) {
      const [ahead, behind] = ["ahead", "behind"].map((name) =>
        over(inScheme(scheme, name), card, heat * tint),
      );
      assert(ahead && behind);
      for (const eyes of Object.values(EYES)) assert.ok(apart(ahead, behind, eyes) >= APART_MIN);
      for (const cell of [ahead, behind]) {
        const far = apart(cell, card, EYES["all"] as never);
        assert.ok(far >= (tint === 1 ? 30 : 8), `${cell} is ${far} from its ${scheme} card`);
        assert.ok(contrast(cell, inScheme(scheme, "mantine-color-text")) >= 4.5, cell);
      }
    }
  }
});

test("what a field says that is wrong is read on every ground", () => {
  for (const scheme of ["light", "dark"] as const) {
    // What Mantine takes where the theme says none.
    const usual = theme.colors?.red?.[scheme === "dark" ? 8 : 6] ?? "";
    const error = inScheme(scheme, "mantine-color-error") || usual;
    const field = scheme === "dark" ? (theme.colors?.dark?.[6] ?? "") : "#ffffff";
    for (const ground of [inScheme(scheme, "card"), inScheme(scheme, "mantine-color-body"), field])
      assert.ok(contrast(error, ground) >= 4.5, `${error} on ${ground} of ${scheme}`);
  }
});

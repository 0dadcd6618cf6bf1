import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MEASURE_NAMES } from "../../brands/measures.ts";
import { asShown, saySigned } from "../../words/doubt.ts";
import { FIGURES, sayEnd } from "./figure-words.ts";

const plain = (text: string) => text.replaceAll("\u00A0", " ");

test("a position, a difference of positions and its interval have two decimals, other numbers one", () => {
  const { position, sentiment, visibility } = FIGURES;
  const ends = { low: -0.32, high: -0.021 };
  assert.deepEqual(
    [position.show(2.041), position.difference(-0.104), position.show(null)],
    ["2.04", "-0.10", "–"],
  );
  assert.deepEqual(
    [sayEnd(-0.32, ends, "position"), sayEnd(-0.021, ends, "position")],
    ["−0.32", "−0.02"],
  );
  assert.deepEqual([sentiment.show(61.284), sentiment.difference(1.24)], ["61.3", "1.2"]);
  assert.equal(sayEnd(1.249, { low: 1.249, high: 1.25 }, "sentiment"), "+1.2");
  assert.equal(plain(visibility.show(0.4821)), "48.2 %");
  assert.equal(plain(sayEnd(0.0214, { low: 0.0214, high: 0.05 }, "visibility")), "+2.1 points");
});

test("an interval that leaves out 0 never reads as if it had it", () => {
  assert.equal(sayEnd(-0.001, { low: -0.4, high: -0.001 }, "position"), "−0.001");
  assert.equal(sayEnd(0.02, { low: 0.02, high: 3 }, "sentiment"), "+0.02");
  assert.equal(sayEnd(0.02, { low: -0.02, high: 0.02 }, "sentiment"), "0.0");
});

test("the difference of two positions is that of the numbers shown, and lies within its interval", () => {
  const rank = fc.double({ min: 1, max: 9, noNaN: true });
  const width = fc.double({ min: 0.011, max: 1, noNaN: true });
  fc.assert(
    fc.property(rank, rank, width, width, (one, other, under, over) => {
      const { show, difference } = FIGURES.position;
      const value = one - other;
      const lead = { value, low: value - under, high: value + over, significant: true };
      const shown = asShown(lead, [other, one], show).value ?? value;
      const read = (text: string) => Number.parseFloat(text.replace("−", "-"));
      const said = read(saySigned({ value: shown, significant: true }, difference));
      const hundred = (number: number) => Math.round(number * 100);
      if (shown !== value)
        assert.equal(hundred(said), hundred(read(show(one)) - read(show(other))));
      assert(read(sayEnd(lead.low, lead, "position")) <= said + 0.0051);
      assert(read(sayEnd(lead.high, lead, "position")) >= said - 0.0051);
    }),
  );
});

test("every number of a brand is here", () => {
  assert.deepEqual(Object.keys(FIGURES), MEASURE_NAMES);
});

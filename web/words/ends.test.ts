import assert from "node:assert/strict";
import { test } from "node:test";
import { sayEnds } from "./ends.ts";
import { percent } from "./numbers.ts";

const ends = { low: 0.441, high: 0.489, questions_low: 0.355, questions_high: 0.578 };

test("each interval has a line of its own with what it is of, and the second says why it is wider", () => {
  const again = "95\u00A0% interval if the same prompts were asked again: 44.1 to 48.9\u00A0%.";
  assert.equal(
    sayEnds(ends, percent),
    `${again}\nFor questions like these in general: 35.5 to 57.8\u00A0%, wider as these prompts are only a sample of such questions.`,
  );
  assert.equal(sayEnds({ ...ends, questions_low: null }, percent), again);
  assert.match(sayEnds({ ...ends, questions_high: 0.37 }, percent), /: 35\.5 to 37\.0\s%\.$/);
});

test("an interval that stands beside others says of which number it is, and one that is not known is not there", () => {
  assert.equal(
    sayEnds({ ...ends, low: null }, percent, "Acme"),
    "95\u00A0% interval of Acme for questions like these in general: 35.5 to 57.8\u00A0%.",
  );
  assert.equal(sayEnds({ ...ends, low: null, questions_low: null }, percent), "");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { sayHowWide } from "./how-wide.ts";

type Split = "model" | "topic" | "site";
const part = (split: Split, contribution: number, significant = true) => ({
  ...{ split, contribution, significant },
});
const told = (...data: ReturnType<typeof part>[]) => {
  const countOf = (split: Split) => data.filter((one) => one.split === split).length;
  const part_counts = { country: 0, prompt: 0, site: 0 };
  return {
    data,
    part_counts: { ...part_counts, model: countOf("model"), topic: countOf("topic") },
  };
};

test("a change that is more than chance with every assistant and on every topic is said to be everywhere", () => {
  const models = [part("model", 0.07), part("model", 0.04)];
  const topics = [part("topic", 0.05), part("topic", 0.03)];
  assert.equal(
    sayHowWide(told(...models, ...topics, part("site", -0.02))),
    "Up with all 2 assistants and on all 2 topics: it moved everywhere, so no single one is the reason.",
  );
  assert.equal(
    sayHowWide(told(...models, ...topics, part("topic", 0.01, false))),
    "Up with all 2 assistants and on 2 of 3 topics.",
  );
});

test("nothing is said of a change that goes both ways, is of one assistant alone, or is not told whole", () => {
  const topics = [part("topic", -0.05), part("topic", -0.03)];
  assert.equal(sayHowWide(told(part("model", 0.07), part("model", -0.04), ...topics)), null);
  assert.equal(sayHowWide(told(part("model", -0.07), ...topics)), null);
  assert.equal(sayHowWide(told(part("model", 0.07), part("model", 0.04), ...topics)), null);
  const whole = told(part("model", -0.07), part("model", -0.04), ...topics);
  assert.match(sayHowWide(whole) ?? "", /^Down with all 2 assistants/);
  const part_counts = { ...whole.part_counts, topic: 13 };
  assert.equal(sayHowWide({ ...whole, part_counts }), null);
});

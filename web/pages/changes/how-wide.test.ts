import assert from "node:assert/strict";
import { test } from "node:test";
import { sayHowWide } from "./how-wide.ts";

type Split = "model" | "topic" | "country" | "site";
const part = (split: Split, contribution: number, significant = true) => ({
  ...{ split, contribution, significant },
});
const told = (...data: ReturnType<typeof part>[]) => {
  const countOf = (split: Split) => data.filter((one) => one.split === split).length;
  const counts = { model: countOf("model"), topic: countOf("topic"), country: countOf("country") };
  return { data, part_counts: { ...counts, prompt: 0, site: 0 } };
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

test("a change that a country or one assistant makes alone is not said to be everywhere", () => {
  const models = [part("model", -0.06), part("model", -0.05)];
  const topics = [part("topic", -0.06), part("topic", -0.05)];
  const said = "Down with all 2 assistants and on all 2 topics.";
  const countries = [part("country", -0.11), part("country", 0, false)];
  assert.equal(sayHowWide(told(...models, ...topics, ...countries)), said);
  const uneven = [part("model", -0.2), part("model", -0.01)];
  assert.equal(sayHowWide(told(...uneven, ...topics)), said);
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

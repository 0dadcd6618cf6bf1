import assert from "node:assert/strict";
import { test } from "node:test";
import { howWide } from "./how-wide.ts";

type Split = "model" | "topic" | "country" | "site";
const part = (split: Split, contribution: number, significant = true) => ({
  ...{ split, contribution, significant },
});
const told = (...data: ReturnType<typeof part>[]) => {
  const countOf = (split: Split) => data.filter((one) => one.split === split).length;
  const counts = { model: countOf("model"), topic: countOf("topic"), country: countOf("country") };
  return { data, part_counts: { ...counts, prompt: 0, site: 0 } };
};

test("a change that is more than chance with every assistant and on every topic is said to be so", () => {
  const models = [part("model", 0.07), part("model", 0.04)];
  const topics = [part("topic", 0.05), part("topic", 0.03)];
  assert.deepEqual(howWide(told(...models, ...topics, part("site", -0.02))), {
    where: "with all 2 assistants and on all 2 topics",
    isUp: true,
  });
  assert.deepEqual(howWide(told(...models, ...topics, part("topic", 0.01, false))), {
    where: "with all 2 assistants and on 2 of 3 topics",
    isUp: true,
  });
});

test("of one assistant alone the topics are said", () => {
  const topics = [part("topic", -0.05), part("topic", -0.03)];
  assert.deepEqual(howWide(told(part("model", -0.07), ...topics)), {
    where: "on all 2 topics",
    isUp: false,
  });
});

test("nothing is said of a change that goes both ways, or is not told whole", () => {
  const topics = [part("topic", -0.05), part("topic", -0.03)];
  assert.equal(howWide(told(part("model", 0.07), part("model", -0.04), ...topics)), null);
  assert.equal(howWide(told(part("model", 0.07), part("model", 0.04), ...topics)), null);
  const whole = told(part("model", -0.07), part("model", -0.04), ...topics);
  assert.match(howWide(whole)?.where ?? "", /^with all 2 assistants/);
  const part_counts = { ...whole.part_counts, topic: 13 };
  assert.equal(howWide({ ...whole, part_counts }), null);
});

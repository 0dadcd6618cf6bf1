import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrandRow } from "./brand-columns.tsx";
import { comparedParts, type Part, weakSpots } from "./weak-spots.ts";

const row = (part: Part, id: string | null, numbers: object) =>
  ({
    ...{ [part]: id, visibility_total: 600, sentiment_count: 250 },
    ...{ visibility: 0.5, visibility_low: 0.46, visibility_high: 0.54 },
    ...{ sentiment: 60, sentiment_low: 57, sentiment_high: 63, ...numbers },
  }) as unknown as BrandRow;
const share = (value: number) => ({
  ...{ visibility: value, visibility_low: value - 0.04, visibility_high: value + 0.04 },
});
const tone = (value: number) => ({
  ...{ sentiment: value, sentiment_low: value - 3, sentiment_high: value + 3 },
});
const found = (parts: Parameters<typeof weakSpots>[0]) =>
  weakSpots(parts).map(({ row, part, measure }) => `${measure} ${row[part]}`);

test("a part that is clearly below the others is told, by visibility and by tone", () => {
  const model_id = [
    row("model_id", "a", {}),
    row("model_id", "b", { ...share(0.4), ...tone(50) }),
    row("model_id", "c", {}),
  ];
  const country_code = [row("country_code", "US", {}), row("country_code", "DE", share(0.3))];
  assert.deepEqual(found({ model_id, country_code }), [
    ...["visibility DE", "sentiment b", "visibility b"],
  ]);
  const [first] = weakSpots({ model_id });
  assert.deepEqual([first?.value, first?.elsewhere], [50, 60]);
});

test("nothing is told of what may be chance, is small or has few answers", () => {
  const of = (...rows: object[]) =>
    found({ model_id: rows.map((one, n) => row("model_id", `m${n}`, one)) });
  assert.deepEqual(of({}, {}, share(0.47)), []);
  assert.deepEqual(of(share(0.2)), []);
  const narrow = { visibility_low: 0.479, visibility_high: 0.481 };
  const tight = { visibility_low: 0.499, visibility_high: 0.501 };
  assert.deepEqual(of(tight, { visibility: 0.48, ...narrow }), [], "two points are not worth it");
  assert.deepEqual(of({}, { ...share(0.1), visibility_total: 7 }), []);
  assert.deepEqual(of({}, { ...share(0.1), visibility_low: null, visibility_high: null }), []);
  const one = [row("model_id", "a", {})];
  const countries = ["US", "DE"].map((id) => row("country_code", id, {}));
  const few = ["t", "u"].map((id) =>
    row("topic_id", id, { visibility_total: 7, sentiment_count: 7 }),
  );
  const compared = comparedParts({ model_id: one, topic_id: few, country_code: countries });
  assert.deepEqual(compared, ["country_code"], "one alone, or of few answers, is not compared");
  // What has no topic is no place, and stands among the others.
  const topic_id = [row("topic_id", null, share(0.2)), row("topic_id", "t", {})];
  assert.deepEqual(found({ topic_id }), []);
});

test("the more parts are compared, the larger a difference has to be", () => {
  const among = (count: number) =>
    found({
      topic_id: Array.from({ length: count }, (_, n) =>
        row("topic_id", `t${n}`, n === 0 ? share(0.43) : {}),
      ),
    });
  assert.deepEqual(among(3), ["visibility t0"]);
  assert.deepEqual(among(100), []);
});

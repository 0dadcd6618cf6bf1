import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { type HealthDay, type HealthFacts, judgeHealth, type Verdict } from "./judge-health.ts";

const START = "2026-01-01";
const dayAt = (n: number) => `${addDays(START, n)}T08:00:00Z`;
const nowAt = (n: number) => new Date(`${addDays(START, n)}T20:00:00Z`);
const usual: Omit<HealthDay, "at"> = {
  ...{ origin: "answers", asked: 20, usable: 20, search_known: 20, searched: 18 },
  ...{ served_model: "model-1", length: 1 },
};
const facts = (days: HealthDay[], more: Partial<HealthFacts> = {}): HealthFacts => ({
  ...{ failing_since: null, last_error: null, last_error_kind: null, last_success_at: null },
  ...{ skipped: null, failed_canaries: [], days },
  ...more,
});
/** Days from the first on, each as usual but for what is said of it; lengths vary a little. */
const days = (changes: Partial<HealthDay>[]): HealthDay[] =>
  changes.map((change, n) => ({
    ...usual,
    at: dayAt(n),
    length: 1 + ((n * 7) % 5) / 50,
    ...change,
  }));
const none = (count: number) => Array.from({ length: count }, () => ({}));

/** What is wrong each day, as it is judged day by day with what was known before; by problem, first and last day. */
function watchDays(all: HealthDay[]): Record<string, [first: number, last: number]> {
  let open = new Map<Verdict["problem"], Verdict>();
  const seen: Record<string, [number, number]> = {};
  for (const n of all.keys()) {
    const known = all.slice(Math.max(0, n - 57), n + 1);
    const verdicts = judgeHealth(facts(known), open, nowAt(n));
    open = new Map(verdicts.map((verdict) => [verdict.problem, verdict]));
    for (const { problem } of verdicts) seen[problem] = [seen[problem]?.[0] ?? n, n];
  }
  return seen;
}

test("one bad day is no news: no search, short, empty, another version", () => {
  const bad = { searched: 0, length: 0.2, served_model: "model-2" };
  assert.deepEqual(watchDays(days([...none(20), bad, ...none(10)])), {});
  assert.deepEqual(watchDays(days([...none(20), { usable: 0, length: null }, ...none(10)])), {});
});

test("a version that stays is told on its second day, for four weeks; versions that take turns are not", () => {
  const next = { served_model: "model-2" };
  const changed = days([...none(10), ...Array.from({ length: 40 }, () => next)]);
  assert.deepEqual(watchDays(changed), { model_changed: [11, 37] });
  const turns = none(30).map((_, n) => ({ served_model: `model-${1 + (n % 2)}` }));
  assert.deepEqual(watchDays(days(turns)), {});
});

test("a version that goes back to the one before is over, and no second change", () => {
  const next = { served_model: "model-2" };
  const seen = watchDays(
    days([...none(10), ...Array.from({ length: 5 }, () => next), ...none(10)]),
  );
  assert.deepEqual(seen, { model_changed: [11, 15] });
});

test("answers that no longer search are told when surely over 20 points fewer do, and over when they do again", () => {
  const off = { searched: 6 };
  const seen = watchDays(
    days([...none(20), ...Array.from({ length: 10 }, () => off), ...none(10)]),
  );
  assert.deepEqual(Object.keys(seen), ["search_stopped"]);
  assert.deepEqual(seen["search_stopped"]?.[0], 21);
  assert.ok((seen["search_stopped"]?.[1] ?? 99) <= 32, JSON.stringify(seen));
  assert.deepEqual(watchDays(days([...none(20), ...none(20).map(() => ({ searched: 16 }))])), {});
});

test("answers that shrank are told after three days, and over when they are long again", () => {
  const short = { length: 0.5 };
  const seen = watchDays(
    days([...none(20), ...Array.from({ length: 8 }, () => short), ...none(10)]),
  );
  assert.deepEqual(seen, { answers_shrank: [22, 28] });
});

test("assistants that vary by chance alone raise hardly any alarm, from canaries or answers", () => {
  let state = 12345;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const draw = (asked: number): Partial<HealthDay> => {
    const count = (share: number, of: number) =>
      Array.from({ length: of }, random).filter((one) => one < share).length;
    const usable = count(0.95, asked);
    return {
      ...{ origin: asked === 1 ? "canary" : "answers", asked, usable, search_known: usable },
      searched: count(0.8, usable),
      length: usable > 0 ? Math.exp((0.5 * normal()) / Math.sqrt(asked)) : null,
    };
  };
  for (const asked of [1, 20]) {
    const years = 20;
    let alarms = 0;
    let told = "";
    for (let year = 0; year < years; year++) {
      const seen = watchDays(days(none(365).map(() => draw(asked))));
      alarms += Object.keys(seen).length;
      told += `${Object.keys(seen)} `;
    }
    assert.ok(
      alarms <= years / 4,
      `${alarms} kinds of alarm in ${years} years of ${asked} a day: ${told}`,
    );
  }
});

test("a refusal is named by what its provider says; other words while it fails do not rename it", () => {
  const down = (last_error_kind: string, last_error: string) =>
    facts([], { failing_since: dayAt(0), last_error, last_error_kind });
  const named = (fact: HealthFacts, open = new Map()) =>
    judgeHealth(fact, open, nowAt(0)).map(({ problem }) => problem);
  assert.deepEqual(named(down("paused_target", "HTTP 401: bad key")), ["key_refused"]);
  assert.deepEqual(named(down("paused_target", "HTTP 404: no such model")), ["stopped_answering"]);
  assert.deepEqual(named(down("quota", "HTTP 402: no credit")), ["quota_used_up"]);
  assert.deepEqual(named(down("retry", "HTTP 503")), ["stopped_answering"]);
  const open = new Map([["quota_used_up", { since: dayAt(0), message: "", said: null }]]);
  assert.deepEqual(named(down("wait", "HTTP 429: slower"), open), ["quota_used_up"]);
});

test("canaries that fail are told after three, or at once where the provider says why", () => {
  const failed = (kind: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ at: dayAt(n), kind, said: "HTTP 500" }));
  const named = (failed_canaries: HealthFacts["failed_canaries"]) =>
    judgeHealth(facts([], { failed_canaries }), new Map(), nowAt(3)).map(({ problem }) => problem);
  assert.deepEqual(named(failed("retry", 2)), []);
  assert.deepEqual(named(failed("retry", 3)), ["stopped_answering"]);
  assert.deepEqual(named(failed("quota", 1)), ["quota_used_up"]);
});

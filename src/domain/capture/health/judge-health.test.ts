import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { makeRandom } from "../../../../bench/seeded-worlds.ts";
import type { HealthDay, PromptAnswers } from "./compare-days.ts";
import { describeFailure, type HealthFacts, judgeHealth, type Verdict } from "./judge-health.ts";
import { adviceOf } from "./problem.ts";

const START = "2026-01-01";
const dayAt = (n: number) => `${addDays(START, n)}T08:00:00Z`;
const nowAt = (n: number) => new Date(`${addDays(START, n)}T20:00:00Z`);
const facts = (days: HealthDay[], more: Partial<HealthFacts> = {}): HealthFacts => ({
  provider: "openai",
  ...{ failing_since: null, last_error: null, last_error_kind: null, last_success_at: null },
  ...{ skipped: null, failed_canaries: [], days },
  ...more,
});

/** Of a day's answers to 20 prompts: how many can be used, how many searched, and how long they are against usual. */
type Change = { usable?: number; searched?: number; length?: number; served_model?: string };
const PROMPTS = 20;
/** Days from the first on, 18 of 20 answers with a search; lengths vary a little, other prompts search each day. */
const days = (changes: Change[]): HealthDay[] =>
  changes.map(({ usable = PROMPTS, searched = 18, length = 1, served_model = "model-1" }, n) => ({
    ...{ origin: "answers", at: dayAt(n), served_model },
    prompts: Array.from({ length: PROMPTS }, (_, prompt_id): PromptAnswers => {
      const place = (prompt_id + n * 7) % PROMPTS;
      const is_usable = place < usable ? 1 : 0;
      const log = Math.log(
        length * (500 + 100 * prompt_id) * (1 + ((prompt_id * 3 + n * 7) % 5) / 50),
      );
      return {
        ...{ prompt_id, asked: 1, usable: is_usable, search_known: is_usable },
        ...{ searched: Math.min(is_usable, place < searched ? 1 : 0), log_length: is_usable * log },
      };
    }),
  }));
const none = (count: number): Change[] => Array.from({ length: count }, () => ({}));

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
  assert.deepEqual(watchDays(days([...none(20), { usable: 0 }, ...none(10)])), {});
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

test("answers that shrank are told on their second day, and over when they are long again", () => {
  const short = { length: 0.5 };
  const seen = watchDays(
    days([...none(20), ...Array.from({ length: 8 }, () => short), ...none(10)]),
  );
  assert.deepEqual(seen, { answers_shrank: [21, 29] });
});

/** An assistant whose answers repeat yesterday's, whose prompts differ, and whose days have ups and downs in common. */
type World = { prompts: number; repeats: number; shock: number; stop?: number };

/** Answers of so many days; from `stop` on it searches for no answer, and they are half as long. */
function drawDays(
  length: number,
  { prompts, repeats, shock, stop }: World,
  seed: number,
): HealthDay[] {
  const random = makeRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const traits = Array.from({ length: prompts }, () => {
    return { searches: 1.5 + 1.5 * normal(), usable: 4 + normal(), size: 7 + normal() };
  });
  const chance = (logit: number) => random() < 1 / (1 + Math.exp(-logit));
  let answers: PromptAnswers[] = [];
  return Array.from({ length }, (_, n): HealthDay => {
    const [mood, size] = [shock * normal(), (shock / 3) * normal()];
    const isOver = n >= (stop ?? Number.POSITIVE_INFINITY);
    answers = traits.map((trait, prompt_id) => {
      const before = answers[prompt_id];
      if (before && random() < repeats && n !== stop) return before;
      const usable = chance(trait.usable + mood) ? 1 : 0;
      const searched = usable && !isOver && chance(trait.searches + mood) ? 1 : 0;
      const log_length = trait.size + size + 0.4 * normal() - (isOver ? Math.log(2) : 0);
      return {
        ...{ prompt_id, asked: 1, usable, search_known: usable, searched },
        log_length: usable * log_length,
      };
    });
    const origin = prompts === 1 ? "canary" : "answers";
    return { origin, at: dayAt(n), served_model: "model-1", prompts: answers };
  });
}

const WORLDS: World[] = [
  { prompts: 1, repeats: 0.6, shock: 0 },
  { prompts: 3, repeats: 0.6, shock: 0 },
  { prompts: 20, repeats: 0.6, shock: 0 },
  { prompts: 20, repeats: 0.9, shock: 0 },
  { prompts: 20, repeats: 0.3, shock: 0.5 },
];

test("assistants that vary by chance alone raise hardly any alarm, however their answers depend on each other", () => {
  const years = 8;
  for (const world of WORLDS) {
    let told = "";
    for (let year = 0; year < years; year++) {
      told += Object.keys(watchDays(drawDays(365, world, year)));
    }
    const alarms = told.match(/searc|shran|stopped_a/g)?.length ?? 0;
    assert.ok(
      alarms <= years / 4,
      `${alarms} in ${years} years of ${JSON.stringify(world)}: ${told}`,
    );
  }
});

test("a real stop of searches and half as long answers are told within days, from dependent answers, too", () => {
  for (const world of WORLDS.filter(({ prompts }) => prompts >= 20)) {
    let told = 0;
    for (let seed = 0; seed < 10; seed++) {
      const seen = watchDays(drawDays(50, { ...world, stop: 40 }, seed));
      const isSoon = (day: [number, number] | undefined) => day && day[0] >= 40 && day[0] <= 44;
      if (isSoon(seen["search_stopped"])) told++;
      if (isSoon(seen["answers_shrank"])) told++;
    }
    assert.ok(told >= 17, `${told} of 20 in ${JSON.stringify(world)}`);
  }
});

test("one canary question tells only what nearly always was and never is now", () => {
  const canaries = (searched: number[]) =>
    searched.map(
      (one, n): HealthDay => ({
        ...{ origin: "canary", at: dayAt(n), served_model: "model-1" },
        prompts: [
          {
            prompt_id: 0,
            asked: 1,
            usable: 1,
            search_known: 1,
            searched: one,
            log_length: 7 + (n % 3) / 50,
          },
        ],
      }),
    );
  const [always, never] = [
    Array.from({ length: 20 }, () => 1),
    Array.from({ length: 14 }, () => 0),
  ];
  const seen = watchDays(canaries([...always, ...never, ...always]));
  assert.deepEqual(Object.keys(seen), ["search_stopped"]);
  assert.deepEqual(seen["search_stopped"]?.[0], 31, "after twelve nights");
  const turns = [...always, ...always].map((_, n) => (n % 4 === 0 ? 0 : 1));
  assert.deepEqual(watchDays(canaries([...turns, ...never])), {}, "it never always did");
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

test("one that fails says so by the kind of error: not reached, never answered, its model gone", () => {
  const down = (last_error: string, last_success_at: string | null) => {
    const failing = { failing_since: dayAt(1), last_error, last_error_kind: "retry" };
    const [verdict] = judgeHealth(facts([], { ...failing, last_success_at }), new Map(), nowAt(1));
    assert(verdict);
    return [adviceOf(verdict).label, verdict.message, adviceOf(verdict).todo];
  };
  assert.deepEqual(down("The connection failed (ECONNREFUSED).", null), [
    "Not reached",
    "Nothing answers at its address. It has not answered a single question so far.",
    "Check the address, and that its server runs and can be reached from here.",
  ]);
  assert.deepEqual(down("HTTP 404: no such model", null), [
    "Never answered",
    "It has not answered a single question so far.",
    "Check its model: it may be gone, or closed to this account. Then test it.",
  ]);
  for (const said of ["HTTP 503: The model is overloaded.", "The connection failed (ECONNRESET)."])
    assert.deepEqual(down(said, dayAt(0)), [
      "Stopped answering",
      "It has stopped answering.",
      "Test it to see what it says now.",
    ]);
});

test("a key is called refused only where it may be the key: not for a place or a model, nor alone where an empty account answers so", () => {
  const told = (said: string, provider = "openai") => {
    const failing = { failing_since: dayAt(1), last_error: said, last_error_kind: "paused_target" };
    const [verdict] = judgeHealth(facts([], { ...failing, provider }), new Map(), nowAt(1));
    assert(verdict);
    const { problem, message } = verdict;
    const { label, todo } = adviceOf(verdict);
    const asked = describeFailure({ kind: "paused_target", said, provider });
    assert.deepEqual([asked.problem, adviceOf(asked).todo], [problem, todo]);
    return [problem, label, message, todo];
  };
  const place = [
    "stopped_answering",
    "Not served here",
    "Its provider does not serve the place that this server asks from.",
    "Ask from a country that it serves, or by another provider. Then test it.",
  ];
  assert.deepEqual(told("HTTP 403: Country, region, or territory not supported"), place);
  assert.deepEqual(told("HTTP 400: User location is not supported for the API use."), place);
  const [problem, , , todo] = told("HTTP 403: Project `p` does not have access to model `m-6`");
  assert.deepEqual(
    [problem, todo],
    [
      "stopped_answering",
      "Check its model: it may be gone, or closed to this account. Then test it.",
    ],
  );
  const key = [
    "key_refused",
    "Key refused",
    "Its provider refuses the key.",
    "Put in a valid key, then test it.",
  ];
  assert.deepEqual(told("HTTP 403: Your API key was reported as leaked."), key);
  assert.deepEqual(told("HTTP 403: The caller does not have permission."), key);
  assert.deepEqual(told("HTTP 401: Unauthorized"), key);
  assert.deepEqual(told("HTTP 401: Unauthorized", "perplexity"), [
    "key_refused",
    "Key refused",
    "Its provider refuses the key, or the account has no credit left.",
    "See whether the account has credit, and put in a valid key if it has. Then test it.",
  ]);
});

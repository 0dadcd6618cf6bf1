import { type Counts, newcombe } from "#domain/reports/intervals.ts";
import { DOWN, type ProblemKind } from "./problem.ts";

/** What one assistant did on a day: its real answers, or its one canary answer where the plan asked nothing. */
export type HealthDay = {
  origin: "answers" | "canary";
  /** When the first of them came. */
  at: string;
  asked: number;
  usable: number;
  search_known: number;
  searched: number;
  /** The version that gave most of them. */
  served_model: string | null;
  /** Median length, against what is usual of the same question; null without a usable answer. */
  length: number | null;
};

/** What is known of an assistant, to judge it by. */
export type HealthFacts = {
  failing_since: string | null;
  last_error: string | null;
  last_error_kind: string | null;
  last_success_at: string | null;
  /** What today's plan left out because money or the plan's captures ran out. */
  skipped: { since: string; message: string } | null;
  /** Canary questions that failed since the last answer of any kind, oldest first. */
  failed_canaries: { at: string; kind: string; said: string }[];
  /** Oldest first, of 57 days at most. */
  days: HealthDay[];
};

export type Verdict = { problem: ProblemKind; since: string; message: string; said: string | null };
type Open = ReadonlyMap<ProblemKind, Pick<Verdict, "since" | "message" | "said">>;

/** Days that count as now, more where each has one answer only, and with which of the days before they are compared. */
const RECENT_DAYS = { answers: 3, canary: 7 };
const BEFORE_DAYS = 28;
const BEFORE_DAYS_MIN = 7;
/** A share must have fallen by surely more than this: what is smaller is no news about the assistant. */
const FALL_MIN = 0.2;
/** Answers are told as short below this part of their usual length, until they are longer than the second. */
const SHORT_BELOW = 0.7;
const SHORT_UNTIL = 0.85;
/** How often a canary question must fail in a row; a refused key or an empty account is told at once. */
const CANARIES_MIN = 3;
/** A change that lasts so long is what is usual from then on. */
const NEWS_DAYS = 28;
const DAY_MS = 86_400_000;

/**
 * What is wrong with an assistant, by what it did and what was known to be wrong before (`open`). Nothing that varies by
 * itself is told from one bad answer or day: shares are compared by Newcombe's interval, lengths by Hampel's rule (a
 * value more than three scaled median absolute deviations from the median is an outlier; Hampel 1974, Leys et al. 2013)
 * on each of three days (seven of canaries), versions by two days after three of another. See docs/engines.md.
 */
export function judgeHealth(facts: HealthFacts, open: Open, now: Date): Verdict[] {
  const isNews = ({ problem, since }: Verdict) =>
    DOWN.includes(problem) ||
    problem === "budget_used_up" ||
    now.getTime() - Date.parse(since) < NEWS_DAYS * DAY_MS;
  return [
    judgeDown(facts, open) ?? judgeUsable(facts, open),
    judgeBudget(facts),
    judgeSearch(facts, open),
    judgeLength(facts, open),
    judgeModel(facts, open),
  ].filter((verdict) => verdict !== null && isNews(verdict)) as Verdict[];
}

/** It fails: questions in a row, or its provider says why it will not answer. */
function judgeDown(facts: HealthFacts, open: Open): Verdict | null {
  const { failing_since, last_error, last_error_kind, failed_canaries, last_success_at } = facts;
  const known = DOWN.find((problem) => open.has(problem));
  const before = known && open.get(known);
  if (failing_since) {
    const found = nameFailure(last_error_kind, last_error ?? "");
    // Other words while it goes on failing are no other trouble, unless they say more.
    const problem = found === "stopped_answering" && known ? known : found;
    return { problem, since: failing_since, ...sayFailure(problem, last_error) };
  }
  const last = failed_canaries.at(-1);
  if (last) {
    const problem = nameFailure(last.kind, last.said);
    const isTold = last.kind === "paused_target" || last.kind === "quota";
    if (isTold || failed_canaries.length >= CANARIES_MIN || known) {
      const named = problem === "stopped_answering" && known ? known : problem;
      const since = before?.since ?? failed_canaries[0]?.at ?? last.at;
      return { problem: named, since, ...sayFailure(named, last.said) };
    }
  }
  // Saved settings end a pause; only an answer shows that they are right.
  const lastAnswer = facts.days.findLast(({ usable }) => usable > 0)?.at ?? "";
  const answered = [last_success_at ?? "", lastAnswer].some((at) => before && at > before.since);
  return known && before && !answered ? { problem: known, ...before } : null;
}

function nameFailure(kind: string | null, said: string): ProblemKind {
  if (kind === "quota") return "quota_used_up";
  if (kind === "paused_target" && /^HTTP 40[13]\b|api[_ -]?key/i.test(said)) return "key_refused";
  return "stopped_answering";
}

function sayFailure(problem: ProblemKind, said: string | null) {
  const sentences: Partial<Record<ProblemKind, string>> = {
    key_refused: "Its provider refuses the key.",
    quota_used_up: "Its provider says that the account has no credit or quota left.",
  };
  return { message: sentences[problem] ?? "It has stopped answering.", said };
}

function judgeBudget({ skipped }: HealthFacts): Verdict | null {
  if (!skipped) return null;
  const { since, message } = skipped;
  return { problem: "budget_used_up", since, message, said: null };
}

/** It answers, but what comes is empty or a refusal. */
function judgeUsable(facts: HealthFacts, open: Open): Verdict | null {
  const fall = findFall(facts, open.get("stopped_answering")?.since, {
    count: (day) => day.usable,
    total: (day) => day.asked,
  });
  if (!fall) return null;
  const message = `Only ${fall.now} of its ${fall.now_total} newest answers can be used, ${percent(fall.before / fall.before_total)} before; the others are empty or refusals.`;
  return { problem: "stopped_answering", since: fall.since, message, said: null };
}

function judgeSearch(facts: HealthFacts, open: Open): Verdict | null {
  const fall = findFall(facts, open.get("search_stopped")?.since, {
    count: (day) => day.searched,
    total: (day) => day.search_known,
  });
  if (!fall) return null;
  const message = `It searched for ${fall.now} of its ${fall.now_total} newest answers, for ${percent(fall.before / fall.before_total)} before.`;
  return { problem: "search_stopped", since: fall.since, message, said: null };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

type Share = Record<"count" | "total", (day: HealthDay) => number>;

/** A share that fell by surely more than `FALL_MIN`, and on two days at least; one known before, until it may be back. */
function findFall(
  { days }: HealthFacts,
  since: string | undefined,
  { count, total }: Share,
): (Counts & { since: string }) | null {
  const { recent, before } = split(
    days.filter((day) => total(day) > 0),
    since,
  );
  const [first] = recent;
  if (!first || recent.length < (since ? 1 : 2) || before.length < BEFORE_DAYS_MIN) return null;
  const sum = (of: HealthDay[], part: (day: HealthDay) => number) =>
    of.reduce((all, day) => all + part(day), 0);
  const counts = {
    ...{ before: sum(before, count), before_total: sum(before, total) },
    ...{ now: sum(recent, count), now_total: sum(recent, total) },
  };
  const high = newcombe(counts)?.high ?? 0;
  const usual = counts.before / counts.before_total;
  const isLow = (day: HealthDay) => count(day) / total(day) < usual - FALL_MIN;
  if (since) return high < 0 ? { ...counts, since } : null;
  // The fall begins with the first of the newest days that is low.
  const low = recent.filter(isLow);
  return high < -FALL_MIN && low.length >= 2 ? { ...counts, since: low[0]?.at ?? first.at } : null;
}

/**
 * The newest days, and those that they are compared with: before `since`, when the change was seen, or else before the
 * newest. All of one kind, for a canary's one question and the plan's prompts are answered differently.
 */
function split(days: readonly HealthDay[], since?: string) {
  const origin = days.at(-1)?.origin ?? "answers";
  const count = RECENT_DAYS[origin];
  const alike = days.filter((day) => day.origin === origin);
  const isAfter = (day: HealthDay) => since !== undefined && day.at >= since;
  const recent = since ? alike.filter(isAfter).slice(-count) : alike.slice(-count);
  const earlier = since ? alike.filter((day) => !isAfter(day)) : alike.slice(0, -count);
  return { recent, before: earlier.slice(-BEFORE_DAYS), isWhole: recent.length === count };
}

function judgeLength({ days }: HealthFacts, open: Open): Verdict | null {
  const since = open.get("answers_shrank")?.since;
  const { recent, before, isWhole } = split(
    days.filter(({ length }) => length !== null && length > 0),
    since,
  );
  const [first] = recent;
  if (!first || before.length < BEFORE_DAYS_MIN) return null;
  // Lengths vary by factors, so their logarithms are compared.
  const logs = before.map(({ length }) => Math.log(length ?? 1));
  const usual = median(logs);
  // The factor makes it the standard deviation where values are normal.
  const spread = 1.4826 * median(logs.map((log) => Math.abs(log - usual)));
  const now = Math.exp(median(recent.map(({ length }) => Math.log(length ?? 1))) - usual);
  const isOutlier = ({ length }: HealthDay) => Math.log(length ?? 1) < usual - 3 * spread;
  const isShort = since
    ? now < SHORT_UNTIL
    : isWhole && recent.every(isOutlier) && now < SHORT_BELOW;
  if (!isShort) return null;
  const message = `Its answers are ${percent(1 - now)} shorter than before.`;
  return { problem: "answers_shrank", since: since ?? first.at, message, said: null };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** Versions that take turns by the day are no change. */
function judgeModel({ days }: HealthFacts, open: Open): Verdict | null {
  const told = days.filter(({ served_model }) => served_model !== null);
  const [newest, second] = told.toReversed();
  if (!newest || newest.served_model !== second?.served_model) {
    const known = open.get("model_changed");
    return known ? { problem: "model_changed", ...known } : null;
  }
  const start = told.findLastIndex(({ served_model }) => served_model !== newest.served_model) + 1;
  const first = told[start];
  const previous = told[start - 1]?.served_model;
  if (!first || !previous) return null;
  const earlier = told.slice(0, start);
  const wasSteady = earlier.slice(-3).every(({ served_model }) => served_model === previous);
  if (earlier.length < 3 || !wasSteady) return null;
  // Back to what it was before: that change is over, and no new one.
  const older = earlier.findLast(({ served_model }) => served_model !== previous);
  if (older?.served_model === newest.served_model) return null;
  const message = `It answers with ${newest.served_model}, before with ${previous}.`;
  return { problem: "model_changed", since: first.at, message, said: null };
}

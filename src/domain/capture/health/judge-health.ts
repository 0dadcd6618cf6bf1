import { PROMPTS_MIN } from "#domain/statistics/change-verdict.ts";
import { isNews } from "#domain/statistics/daily-look.ts";
import { sayShare } from "#domain/words/say.ts";
import {
  compareDays,
  type HealthDay,
  LENGTH,
  type Measure,
  type PromptAnswers,
  SEARCHED,
  sumOf,
  USABLE,
} from "./compare-days.ts";
import {
  DOWN,
  isUntried,
  KEY_OR_CREDIT,
  KEY_REFUSED,
  MODEL_GONE,
  NEVER_ANSWERED,
  type ProblemKind,
  UNREACHABLE,
  UNSERVED,
} from "./problem.ts";

/** What is known of an assistant, to judge it by. */
export type HealthFacts = {
  provider: string;
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
type Known = Pick<Verdict, "since" | "message" | "said"> & { noticed_at?: string };
type Open = ReadonlyMap<ProblemKind, Known>;

/** Days that count as now, more where few questions were asked, and with which of the days before they are compared. */
const RECENT_DAYS = 3;
const RECENT_DAYS_OF_FEW = 12;
const BEFORE_DAYS = 28;
const BEFORE_DAYS_MIN = 7;
/** A share must have fallen by surely more than this: what is smaller is no news about the assistant. */
const FALL_MIN = 0.2;
/** Of few questions, what nearly every answer did and none does any more. */
const NEARLY_ALL = 0.95;
/** Answers are told as short below this part of their usual length, and surely below the second, until they are longer. */
const SHORT_BELOW = 0.7;
const SHORT_UNTIL = 0.85;
/** How often a canary question must fail in a row; a refused key or an empty account is told at once. */
const CANARIES_MIN = 3;
/** A change that lasts so long is what is usual from then on. */
const NEWS_DAYS = 28;
const DAY_MS = 86_400_000;

/**
 * What is wrong with an assistant, by what it did and what was known to be wrong before (`open`). Nothing that varies by
 * itself is told from one bad answer or day. Shares and lengths are compared as reports compare them, each prompt one
 * observation, at the level of a daily look, and must be low on two days; versions by two days after three of another.
 * Fewer than five prompts, as the one canary question, tell only what no chance explains. See docs/engines.md.
 */
export function judgeHealth(facts: HealthFacts, open: Open, now: Date): Verdict[] {
  const isRecent = ({ problem, since }: Verdict) =>
    DOWN.includes(problem) ||
    problem === "budget_used_up" ||
    now.getTime() - Date.parse(since) < NEWS_DAYS * DAY_MS;
  return [
    judgeDown(facts, open) ?? judgeUsable(facts, open),
    judgeBudget(facts),
    judgeSearch(facts, open),
    judgeLength(facts, open),
    judgeModel(facts, open),
  ].filter((verdict) => verdict !== null && isRecent(verdict)) as Verdict[];
}

/** It fails: questions in a row, or its provider says why it will not answer. */
function judgeDown(facts: HealthFacts, open: Open): Verdict | null {
  const { failing_since, last_error, last_error_kind, failed_canaries, last_success_at } = facts;
  const say = (problem: ProblemKind, said: string | null) =>
    sayFailure(problem, { said, provider: facts.provider, isNew });
  const lastAnswer = facts.days.findLast((day) => sumOf([day], USABLE).part > 0)?.at ?? "";
  const isNew = last_success_at === null && lastAnswer === "";
  const known = DOWN.find((problem) => open.has(problem));
  const before = known && open.get(known);
  if (failing_since) {
    const found = nameFailure(last_error_kind, last_error ?? "");
    // Other words while it goes on failing are no other trouble, unless they say more.
    const problem = found === "stopped_answering" && known ? known : found;
    return { problem, since: failing_since, ...say(problem, last_error) };
  }
  // What failed before it was set up in another way says nothing of how it is now.
  const sinceWhen = before && isUntried(before.message) ? (before.noticed_at ?? "") : "";
  const last = failed_canaries.findLast(({ at }) => at > sinceWhen);
  if (last) {
    const problem = nameFailure(last.kind, last.said);
    const isTold = last.kind === "paused_target" || last.kind === "quota";
    if (isTold || failed_canaries.length >= CANARIES_MIN || known) {
      const named = problem === "stopped_answering" && known ? known : problem;
      const since = before?.since ?? failed_canaries[0]?.at ?? last.at;
      return { problem: named, since, ...say(named, last.said) };
    }
  }
  // Saved settings end a pause; only an answer shows that they are right.
  const answered = [last_success_at ?? "", lastAnswer].some((at) => before && at > before.since);
  return known && before && !answered ? { problem: known, ...before } : null;
}

/** What one failed question says is wrong. */
export function describeFailure(failed: {
  kind: string;
  said: string;
  provider: string;
}): Omit<Verdict, "since"> {
  const problem = nameFailure(failed.kind, failed.said);
  return { problem, ...sayFailure(problem, { ...failed, isNew: false }) };
}

/** What is wrong with a model, by the kind and the words of its failure. */
export function nameFailure(kind: string | null, said: string): ProblemKind {
  if (kind === "quota") return "quota_used_up";
  if (kind !== "paused_target") return "stopped_answering";
  if (/^HTTP 401\b|api[_ -]?key/i.test(said)) return "key_refused";
  const isElse = MODEL_GONE.test(said) || PLACE.test(said);
  return /^HTTP 403\b/.test(said) && !isElse ? "key_refused" : "stopped_answering";
}

/** Providers that answer an account without credit as they answer a wrong key. */
const HIDES_CREDIT = ["perplexity"];
const PLACE = /^HTTP 4\d\d\b.*\b(country|territory|location)\b.*\bnot supported\b/is;
/** A connection that was never made; one that broke off, or whose certificate is refused, has met somebody. */
const UNREACHED =
  /^The connection failed.*(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CONNECT_TIMEOUT)/;

function sayFailure(
  problem: ProblemKind,
  { said, provider, isNew }: { said: string | null; provider: string; isNew: boolean },
) {
  const hides = HIDES_CREDIT.includes(provider) && /^HTTP 401\b/.test(said ?? "");
  const sentences: Partial<Record<ProblemKind, string>> = {
    key_refused: hides ? KEY_OR_CREDIT : KEY_REFUSED,
    quota_used_up: "Its provider says that the account has no credit or quota left.",
  };
  const silence = isNew ? NEVER_ANSWERED : "It has stopped answering.";
  const isUnreached = UNREACHED.test(said ?? "");
  const failed = isUnreached ? `${UNREACHABLE} ${silence}` : silence;
  const isPlace = problem === "stopped_answering" && PLACE.test(said ?? "");
  return { message: sentences[problem] ?? (isPlace ? UNSERVED : failed), said };
}

function judgeBudget({ skipped }: HealthFacts): Verdict | null {
  if (!skipped) return null;
  const { since, message } = skipped;
  return { problem: "budget_used_up", since, message, said: null };
}

/** It answers, but what comes is empty or a refusal. */
function judgeUsable({ days }: HealthFacts, open: Open): Verdict | null {
  const fall = findFall(days, open.get("stopped_answering")?.since, USABLE);
  if (!fall) return null;
  const message = `Of ${fall.now.whole} new answers ${fall.now.part} can be used, before ${fall.usual}; the others are empty or refusals.`;
  return { problem: "stopped_answering", since: fall.since, message, said: null };
}

function judgeSearch({ days }: HealthFacts, open: Open): Verdict | null {
  const fall = findFall(days, open.get("search_stopped")?.since, SEARCHED);
  if (!fall) return null;
  const message = `Of ${fall.now.whole} new answers it searched for ${fall.now.part}, before for ${fall.usual}.`;
  return { problem: "search_stopped", since: fall.since, message, said: null };
}

/** A share that fell by surely more than `FALL_MIN`, and on two days at least; one known before, until it may be back. */
function findFall(days: readonly HealthDay[], since: string | undefined, measure: Measure) {
  const { recent, before, isWhole } = split(days, { since, measure });
  const [first] = recent;
  if (!first || recent.length < (since ? 1 : 2) || before.length < BEFORE_DAYS_MIN) return null;
  const now = sumOf(recent, measure);
  const usual = shareOf(sumOf(before, measure));
  const verdict = compareDays({ before, recent }, measure);
  // The fall begins with the first of the newest days that is low.
  const low = recent.filter((day) => shareOf(sumOf([day], measure)) < usual - FALL_MIN);
  const fallen = { now, usual: sayShare(usual, 0), since: since ?? low[0]?.at ?? first.at };
  if (typeof verdict === "string") {
    const isGone = isWhole && now.part === 0 && usual >= NEARLY_ALL;
    return (since ? shareOf(now) < usual / 2 : isGone) ? fallen : null;
  }
  const isFall = isNews(verdict) && verdict.high < -FALL_MIN && low.length >= 2;
  return (since ? verdict.high < 0 : isFall) ? fallen : null;
}

const shareOf = ({ part, whole }: { part: number; whole: number }) => part / whole;

/**
 * The newest days that a measure has, and those that they are compared with: before `since`, when the change was seen, or
 * else before the newest. All of one kind, for a canary's one question and the plan's prompts are answered differently.
 */
function split(
  days: readonly HealthDay[],
  { since, measure }: { since: string | undefined; measure: Measure },
) {
  const has = days.filter((day) => sumOf([day], measure).whole > 0);
  const origin = has.at(-1)?.origin;
  const alike = has.filter((day) => day.origin === origin);
  const asked = new Set(alike.slice(-RECENT_DAYS).flatMap(({ prompts }) => prompts.map(idOf)));
  const count = asked.size < PROMPTS_MIN ? RECENT_DAYS_OF_FEW : RECENT_DAYS;
  const isAfter = (day: HealthDay) => since !== undefined && day.at >= since;
  const recent = since ? alike.filter(isAfter).slice(-count) : alike.slice(-count);
  const earlier = since ? alike.filter((day) => !isAfter(day)) : alike.slice(0, -count);
  return { recent, before: earlier.slice(-BEFORE_DAYS), isWhole: recent.length === count };
}

const idOf = ({ prompt_id }: { prompt_id: number }) => prompt_id;

function judgeLength({ days }: HealthFacts, open: Open): Verdict | null {
  const since = open.get("answers_shrank")?.since;
  const { recent, before, isWhole } = split(days, { since, measure: LENGTH });
  const [first] = recent;
  if (!first || before.length < BEFORE_DAYS_MIN) return null;
  const verdict = compareDays({ before, recent }, LENGTH);
  const levels = readLevels(before, recent);
  const isFew = typeof verdict === "string";
  const now = Math.exp(isFew ? levels.value : verdict.value);
  const isSure = isFew
    ? isWhole && levels.areLowest
    : isNews(verdict) && Math.exp(verdict.high) < SHORT_UNTIL && levels.low.length >= 2;
  if (!(since ? now < SHORT_UNTIL : isSure && now < SHORT_BELOW)) return null;
  const message = `Its answers are ${sayShare(1 - now, 0)} shorter than before.`;
  return {
    problem: "answers_shrank",
    since: since ?? levels.low[0]?.at ?? first.at,
    message,
    said: null,
  };
}

/**
 * How long each day's answers are against the same prompts' before, in logarithms: which new days are low, how far
 * they lie off in the middle, and whether each is lower than every day before.
 */
function readLevels(before: readonly HealthDay[], recent: readonly HealthDay[]) {
  const prompts = Map.groupBy(
    before.flatMap((day) => day.prompts),
    idOf,
  );
  const usual = new Map(
    [...prompts].map(([id, answers]) => {
      const sum = (part: keyof PromptAnswers) => answers.reduce((all, one) => all + one[part], 0);
      return [id, sum("log_length") / sum("usable")];
    }),
  );
  const levelOf = (day: HealthDay): number => {
    const known = day.prompts.filter(({ prompt_id, usable }) => usable > 0 && usual.has(prompt_id));
    const offs = known.map((one) => one.log_length / one.usable - (usual.get(one.prompt_id) ?? 0));
    return offs.reduce((all, one) => all + one, 0) / Math.max(1, offs.length);
  };
  const levels = before.map(levelOf);
  const middle = median(levels);
  const now = recent.map(levelOf);
  return {
    value: median(now) - middle,
    low: recent.filter((_, at) => Math.exp((now[at] ?? 0) - middle) < SHORT_UNTIL),
    areLowest: Math.max(...now) < Math.min(...levels),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
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

import type * as z from "zod";
import type { Action } from "#domain/actions/action.ts";
import type { RunView } from "#domain/capture/runs/run-queries.ts";
import type { ChangeValue } from "#domain/reports/compare.ts";
import { asShown, isBetween } from "#domain/words/differences.ts";
import { sayShare } from "#domain/words/say.ts";
import type { Week } from "./week.ts";

const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th" } as Record<string, string>;
const rules = new Intl.PluralRules("en", { type: "ordinal" });
const ordinal = (rank: number) => `${rank}${ENDINGS[rules.select(rank)]}`;
const whole = (count: number) => count.toLocaleString("en");
const some = (amount: number, one: string) => `${whole(amount)} ${amount === 1 ? one : `${one}s`}`;
const percent = (share: number | null) => (share === null ? "–" : sayShare(share));
const signed = (text: string) => text.replace("-", "−");
const points = (value: number) => `${(100 * value).toFixed(1)} points`;
const plain = (value: number | null) => (value === null ? "–" : value.toFixed(1));

type Own = NonNullable<Week["own"]>;

/** Where the own brand stands and what changed of that by more than chance, in a sentence. */
export function sayStanding(own: Own | null, answers: number, compared: number): string {
  if (answers === 0) return "There are no answers in these days.";
  if (!own || own.visibility === null) return `${some(answers, "answer")} came in.`;
  const place =
    own.brand_count > 1
      ? `, ${ordinal(own.rank)} of ${some(own.brand_count, "brand")}${levelWith(own.level_count)}`
      : "";
  const { significant } = own.change;
  const both = [own.previous_visibility, own.visibility] as const;
  const change = sayChange(own.change, both, compared);
  const before = own.previous_rank !== null && own.previous_rank !== own.rank;
  const rank = before && significant ? `, ${ordinal(own.previous_rank ?? 0)} then` : "";
  return `${own.brand.name} is named in ${percent(own.visibility)} of ${some(answers, "answer")}${place}${change}${rank}.`;
}

/** How visibility changed, and whether that may be chance: by itself, or, though its own interval leaves out 0, among all changes that are compared. */
function sayChange(
  change: ChangeValue,
  both: readonly [number | null, number | null],
  compared: number,
): string {
  const { significant } = change;
  if (change.value === null || significant === null) return "";
  const value = asShown({ value: change.value, significant }, both, 100);
  const moved = `; ${(value || change.value) > 0 ? "up" : "down"} ${points(Math.abs(value))} since the week before`;
  if (significant) return moved;
  if (!leavesOutZero(change)) return "; overall, no change of visibility beyond chance";
  return `${moved}, which may be chance ${among(compared)}`;
}

/** Whether all of an interval lies on one side of 0, so that it is more than chance by itself. */
const leavesOutZero = ({ low, high }: ChangeValue) =>
  low !== null && high !== null && (low > 0 || high < 0);

const among = (compared: number) => `among the ${some(compared, "change")} compared`;

/** How many others chance may have put below the brand or above it. */
function levelWith(count: number): string {
  if (count === 0) return "";
  return `, too close to call with ${count === 1 ? "another" : `${whole(count)} others`}`;
}

/** Below this a change of so many points of a share would be seen anyway: nothing needs to be said of it. */
const SEEN_POINTS = 0.03;

/** Why nothing is said of changes while answers are read again. */
export const READING =
  "Stored answers are being read again, because brands or the rules that find them changed. What changed can be told once they are.";

/** How few answers there are, and what that hides; null where they are enough. */
export function sayFew(own: Own | null, answers: number, compared: number): string | null {
  if (!own || answers === 0) return null;
  if (own.previous_total === 0) {
    return "There are no answers in the 7 days before, so nothing can be compared yet.";
  }
  const both = `${some(answers, "answer")} this week and ${whole(own.previous_total)} the week before`;
  const { value, low, high, reason, significant } = own.change;
  if (low === null || high === null) {
    return `With ${both}, changes cannot be told from chance${reason ? `: ${reason}` : ""}.`;
  }
  // A change that was called chance is not above what it names, and one that is certain is not below it.
  const [half, size] = [(high - low) / 2, Math.abs(value ?? 0)];
  const most =
    significant === null ? half : significant ? Math.min(half, size) : Math.max(half, size);
  if (most <= SEEN_POINTS) return null;
  const isAmong = significant === false && leavesOutZero(own.change);
  const up = significant ? "below" : "of up to";
  return `With ${both}, a change ${up} about ${points(most)} in the visibility of ${own.brand.name} may be chance${isAmong ? ` ${among(compared)}` : ""}.`;
}

const MEASURES = {
  visibility: "Visibility",
  share_of_voice: "Share of voice",
  position: "Position",
  sentiment: "Tone",
} as const;
type Changed = Omit<Week["changes"][number], "text" | "now_count" | "before_count">;

/** A change of a brand's number, with its interval. */
export function sayChanged({ brand, measure, now, before, change }: Changed): string {
  const isShare = measure === "visibility" || measure === "share_of_voice";
  const number = isShare ? percent : plain;
  const amount = (value: number | null) =>
    value === null ? "–" : isShare ? (100 * value).toFixed(1) : value.toFixed(1);
  const { value: exact, low, high, significant } = change as ChangeValue;
  const value = exact && asShown({ value: exact, significant }, [before, now], isShare ? 100 : 1);
  // As shown, where that is not nothing.
  const isMore = (value || exact || 0) > 0;
  // A greater rank is a worse one.
  const [more, less] = measure === "position" ? ["worse by", "better by"] : ["up", "down"];
  const way = isMore ? more : less;
  const by = signed(amount(Math.abs(value ?? 0)));
  const ends = `(95\u00A0% interval ${signed(amount(low))} to ${signed(amount(high))})`;
  const moved = `${MEASURES[measure]} of ${brand.name} ${way} ${by}${isShare ? " points" : ""}`;
  const numbers = `${number(before)} → ${number(now)}`;
  return isOfAll(exact, [before, now], amount)
    ? `${moved}: ${numbers} ${ends}`
    : `${moved} ${OF_BOTH} ${ends}; in all answers ${numbers}`;
}

/** What a change is of where answers to other prompts, or of other assistants, count in the two numbers. */
const OF_BOTH = "in what was asked in both weeks";

/** Whether a change is the difference of the two numbers beside it, as they are shown. */
function isOfAll(
  value: number | null,
  [before, now]: readonly [number | null, number | null],
  show: (value: number) => string,
): boolean {
  if (value === null || before === null || now === null) return true;
  return isBetween(value, [before, now]) || show(now - before) === show(value);
}

const PLACES = { model: "with", topic: "on", prompt: "for", country: "in" } as const;
type Part = Omit<Week["parts"][number], "text">;

/** Where the own brand's visibility changed. */
export function sayPart({ split, name, now, before }: Part, own: string): string {
  const quoted = split === "model" || split === "country" ? name : `“${name}”`;
  return `Visibility of ${own} ${PLACES[split]} ${quoted}: ${percent(before)} → ${percent(now)}`;
}

type Source = Omit<Week["sources"][number], "text">;

/** What became of a cited site. */
export function saySource(source: Source): string {
  const { domain, what, now, before, now_count, before_count, change } = source;
  switch (what) {
    case "new":
      return `${domain} is cited now: by ${some(now_count, "answer")}, by none before`;
    case "lost":
      return `${domain} is no longer cited: by ${some(before_count, "answer")} before, by none now`;
    default: {
      const cited = `${domain} is cited ${what === "up" ? "more" : "less"}`;
      const shares = `${percent(before)} → ${percent(now)}`;
      const { value } = change as ChangeValue;
      return isOfAll(value, [before, now], points)
        ? `${cited}: ${shares} of answers`
        : `${cited}, by ${points(Math.abs(value ?? 0))} ${OF_BOTH}; in all answers ${shares}`;
    }
  }
}

/** What an action asks to do. */
export function sayAction(action: z.input<typeof Action>, own: string): string {
  const { kind, prompt, domain } = action;
  const { url, title, own_count } = action.expected ?? action;
  const page = `your page ${title ? `“${title}”` : (url ?? "").replace(/^https?:\/\/(www\.)?/, "")}`;
  const todo = {
    prompt_gap: sayPromptGap({
      asked: prompt?.text ?? "",
      page: url && page,
      title,
      own_count,
      own,
    }),
    source_gap: `Get ${own} named on ${domain}`,
    page_unnamed: `Say on ${page} that it is about ${own}`,
    page_lost: `Bring ${page} up to date`,
    page_uncited: `Give ${page} facts that can be quoted`,
  }[kind];
  const { prize_low, prize } = action;
  const least = prize_low && prize_low < (prize ?? 0) ? `${whole(prize_low)} to` : "up to";
  const isOfCiting = kind === "page_lost" || kind === "page_uncited";
  return `${todo} (${least} ${some(prize ?? 0, "answer")} ${isOfCiting ? "that could cite it" : "to win"})`;
}

/** What to do about a prompt: with the own page that its answers cite, or else by whether they name the own brand. */
function sayPromptGap(gap: {
  asked: string;
  page: string | null;
  title: string | null;
  own_count: number | null;
  own: string;
}): string {
  const { asked, page, title, own_count, own } = gap;
  // Where the title of the page holds the words of the prompt, they are said once.
  const isSaid = title?.toLowerCase().includes(asked.toLowerCase());
  if (page)
    return `Say clearly on ${page} why ${own} is an answer${isSaid ? "" : ` to “${asked}”`}`;
  if (own_count === null) return `Be named in answers to “${asked}”`;
  return own_count === 0
    ? `Publish a page that answers “${asked}” with ${own} in it`
    : `Say more clearly why ${own} is an answer to “${asked}”`;
}

/** What a run did not get; null where it got all but what somebody cancelled. */
export function sayRun(
  run: Pick<RunView, "questions" | "failed" | "asked_again" | "skipped_budget" | "cancelled">,
): string | null {
  const { questions, skipped_budget, cancelled } = run;
  // What was asked again since is no loss.
  const failed = run.failed - run.asked_again;
  const parts = [
    ...(failed > 0 ? [`${whole(failed)} failed`] : []),
    ...(skipped_budget > 0 ? [`${whole(skipped_budget)} were skipped for the budget`] : []),
    ...(cancelled > 0 ? [`${whole(cancelled)} were cancelled`] : []),
  ];
  return failed + skipped_budget > 0
    ? `Of ${some(questions, "question")} ${parts.join(" and ")}`
    : null;
}

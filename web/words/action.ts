import type { OutputOf } from "../call.ts";
import { leavesOutZero } from "./doubt.ts";
import { percent, points, signed, someAnswers, whole } from "./numbers.ts";
import { shownAddress, shownHost } from "./shown-address.ts";

export type Action = OutputOf<"list_actions">["data"][number];

/** What came of an action; null: not shipped. */
export type Effect = OutputOf<"get_action">["effect"];

/** What kinds of leads there are, in words. */
export const ACTION_WORDS: Readonly<Record<Action["kind"], string>> = {
  prompt_gap: "Competitors win a prompt",
  source_gap: "A site favours competitors",
  page_unnamed: "Cited, not named",
  page_lost: "No longer cited",
  page_uncited: "Read, never cited",
};

/** What is said of an action whose prompts leave none to compare with. */
export const UNMEASURABLE = "Its effect cannot be measured now";

/** The same with why, in one line: more prompts may change it. */
export const sayUnmeasurable = (why: string): string =>
  `${UNMEASURABLE}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`;

/** The states of an action: what the page calls them, and the heading of their list. */
export const STATUS_WORDS: Readonly<Record<Action["status"], string>> = {
  open: "To decide",
  doing: "Doing",
  done: "Done",
  dismissed: "Dismissed",
};

type Subject = Pick<
  Action,
  "kind" | "prompt" | "domain" | "url" | "title" | "own_count" | "expected"
>;

/** What an action is called by: as it was when somebody took it up. */
export const namedBy = (action: Subject): Pick<Action, "url" | "title" | "own_count"> =>
  action.expected ?? action;

/** What to do, in a sentence that names it. */
export function todoOf(action: Subject, own: string) {
  const { kind, prompt, domain } = action;
  const { url, title, own_count } = namedBy(action);
  const page = `your page ${title ? `“${title}”` : shortAddress(url)}`;
  switch (kind) {
    case "prompt_gap":
      if (url)
        return `Say clearly on ${page} why ${own} is an answer${toPrompt(title, prompt?.text)}`;
      if (own_count === null) return `Be named in answers to “${prompt?.text}”`;
      return own_count === 0
        ? `Publish a page that answers “${prompt?.text}” with ${own} in it`
        : `Say more clearly why ${own} is an answer to “${prompt?.text}”`;
    case "source_gap":
      return `Get ${own} named on ${shownHost(domain ?? "")}`;
    case "page_unnamed":
      return `Say on ${page} that it is about ${own}`;
    case "page_lost":
      return `Bring ${page} up to date`;
    case "page_uncited":
      return `Give ${page} facts that can be quoted`;
  }
}

/** Which prompt it is an answer to, where the title of the page does not hold its words. */
const toPrompt = (title: string | null, asked = "") =>
  title?.toLowerCase().includes(asked.toLowerCase()) ? "" : ` to “${asked}”`;

/** Another action on the same own page, and how the two differ; null: of this one alone. */
export function besideOf(action: Action, others: readonly Action[]): string | null {
  const { url } = namedBy(action);
  const other = others.find(
    (one) => url !== null && namedBy(one).url === url && one.action_key !== action.action_key,
  );
  if (!other) return null;
  const about = ({ kind }: Action) =>
    kind === "prompt_gap" ? "one prompt" : "every answer that uses the page";
  return `“${ACTION_WORDS[other.kind]}” is an action on the same page: that is about ${about(other)}, this about ${about(action)}.`;
}

/** The numbers that speak for it. */
export function evidenceOf(action: Action, own: string): string {
  const { kind, best_brand, prize, answer_count } = action;
  if (prize === null || answer_count === null) return "Not found in these days any more.";
  switch (kind) {
    case "prompt_gap":
    case "source_gap":
      return `${own} in ${percent(best_brand?.own_share)}, ${best_brand?.name} in ${percent(best_brand?.share)} of ${comparedIn(action)}`;
    case "page_unnamed":
      return `${whole(prize)} of ${whole(answer_count)} answers that cite it name competitors and not ${own}`;
    case "page_lost":
      return `Cited by ${whole(prize)} answers before, by none of ${whole(answer_count)} to the same prompts now`;
    case "page_uncited":
      return `Read by ${whole(answer_count)} answers, cited by none`;
  }
}

/** The answers that the shares of a gap are of. */
function comparedIn({ kind, best_brand, answer_count }: Action): string {
  const all = `${whole(answer_count)} ${amongOf(kind)}`;
  const total = best_brand?.total ?? 0;
  return total < (answer_count ?? 0) ? `the newest ${whole(total)} of ${all}` : all;
}

/** How far the best competitor of a gap is ahead, with what chance makes of it; null: of no gap. */
export function leadOf({ best_brand, difference_low, difference_high }: Action): string | null {
  if (!best_brand || difference_low === null || difference_high === null) return null;
  return `${best_brand.name} is ahead by ${points(difference_low)} to ${points(difference_high)} (95\u00A0% interval).`;
}

/** How a site is won, by its kind. */
const BY_KIND: Record<string, (site: string, own: string) => string> = {
  editorial: (site, own) => `Offer the editors of ${site} what they need to cover ${own}.`,
  ugc: (site, own) => `Answer people on ${site} where ${own} is the answer, under your own name.`,
  reference: (site, own) => `Check that ${site} has an entry on ${own} and that it is correct.`,
  institutional: (site, own) => `Ask ${site} how ${own} can be listed there.`,
  retail: (site, own) => `Have ${own} sold and reviewed on ${site}.`,
  corporate: (site, own) => `Ask the company behind ${site} to name ${own} as a partner or choice.`,
};

/** How the site of a gap is won; null: of no site, or of one of no known kind. */
export const howOf = ({ domain, classification }: Action, own: string): string | null =>
  BY_KIND[classification ?? ""]?.(shownHost(domain ?? ""), own) ?? null;

/** What the answers of a gap are; those that cite a site count where they name any tracked brand. */
const amongOf = (kind: Action["kind"]) =>
  kind === "source_gap" ? "answers that cite it and name a tracked brand" : "answers";

/** What there is to win, in a word or two; empty where it is decided that nothing more is done. */
export const prizeOf = (action: Action): string =>
  action.status === "done" || action.status === "dismissed" ? "" : winnableOf(action);

/** What there is to win, whatever is decided; empty where nothing is. */
export function winnableOf({
  kind,
  prize,
  prize_low,
}: Pick<Action, "kind" | "prize" | "prize_low">): string {
  if (prize === null) return "";
  const least = prize_low && prize_low < prize ? `${whole(prize_low)} to` : "up to";
  return `${least} ${someAnswers(prize)} ${isOfCiting(kind) ? "that could cite it" : "to win"}`;
}

/** Whether an action wins citations of an own page, not mentions of the brand. */
export const isOfCiting = (kind: Action["kind"]) => kind === "page_lost" || kind === "page_uncited";

const WINNABLE: Record<Action["kind"], (own: string) => string> = {
  prompt_gap: (own) => `answers of these days name competitors and not ${own}`,
  source_gap: (own) => `answers of these days cite the site and name competitors, not ${own}`,
  page_unnamed: (own) => `answers of these days cite the page and name competitors, not ${own}`,
  page_lost: () => "answers of the days before cited the page",
  page_uncited: () => "answers of these days read the page and did not cite it",
};

/** What the two ends of a prize are, of all kinds. */
export const TWO_NUMBERS =
  "The first of two numbers is what you win at least by being named as often as the best competitor (where none is known, half: a guess), the second is all there is to win.";

/** What the numbers of a prize mean. */
export function prizeMeaning(action: Action, own: string): string {
  const { kind, prize, prize_low, best_brand } = action;
  const most = `${whole(prize)} ${WINNABLE[kind](own)}: the most there is to win.`;
  if (!prize_low || prize_low >= (prize ?? 0)) return most;
  if (!best_brand) return `${most} The least is half of them, a guess: nothing better is known.`;
  const now = `${own} is in ${percent(best_brand.own_share)}, ${best_brand.name} in ${percent(best_brand.share)} of ${comparedIn(action)}.`;
  return `${now} If it were named as often, that would be at least ${whole(prize_low)} more answers (the lower end of the 95\u00A0% interval). ${most}`;
}

/** Whether it is known what came of it. */
export const isKnown = (effect: Effect): boolean =>
  effect !== null && (effect.value !== null || effect.cited !== null);

/** What came of it, before and after, or why nothing is known yet; of an own page, first whether it is cited. */
export function sayEffect(effect: NonNullable<Effect>): string {
  return [effect.cited && sayCited(effect.cited), sayNamed(effect)].filter(Boolean).join(" ");
}

/** How the share of answers that cite an own page changed. */
export function sayCited({ before, after, value, low, high }: Cited): string {
  const [was, is] = [before, after].map(({ share }) => percent(share));
  const change = `${signed(value, points)}, ${leavesOutZero({ low, high }) ? "more than chance" : "may be chance"}`;
  return `The page is cited in ${was} before, ${is} after: ${value === 0 ? "no change" : change}.`;
}
type Cited = NonNullable<NonNullable<Effect>["cited"]>;

function sayNamed(effect: NonNullable<Effect>): string {
  const { before, after, value, low, high, reason } = effect;
  if (!before || !after || value === null || low === null || high === null) return reason ?? "";
  const [was, is] = [before.touched, after.touched].map((one) => percent(one.share));
  const { touched, untouched } = changesOf({ before, after, value });
  const chance = leavesOutZero({ low, high }) ? "more than chance" : "may be chance";
  const { by, than } = sayBeyond({ ...effect, value, after });
  const little = saysLittle({ before, after, value }) ? `. ${SAYS_LITTLE}` : ".";
  return `Named in ${was} before, ${is} after: ${signed(touched, points)}. ${othersOf(effect)}: ${signed(untouched, points)}. That is ${by} ${than}; ${chance}${little}`;
}

/** How far the prompts of an action came beyond what moved all others, in points and in answers since it went live. */
export function sayBeyond(
  effect: Pick<NonNullable<Effect>, "touched_prompts" | "untouched_prompts"> & {
    value: number;
    after: Groups;
  },
): { by: string; than: string } {
  const { value, after, touched_prompts, untouched_prompts } = effect;
  const { answers } = after.touched;
  const size = Math.abs(value);
  const these = touched_prompts === 1 ? "this prompt" : "these prompts";
  const others = untouched_prompts === 1 ? "the other" : "the others";
  return {
    by: `${points(size)} ${value < 0 ? "less" : "more"}`,
    than: `than if ${these} had moved with ${others}, about ${whole(Math.round(size * answers))} of ${someAnswers(answers)}`,
  };
}

/** A share so near to none or all of its answers can hardly move on. */
const EDGE = 0.05;

/** Whether the prompts of an action moved less than others and were or are where a share can hardly move. */
export function saysLittle(effect: { before: Groups; after: Groups; value: number }): boolean {
  const shares = [effect.before.touched.share, effect.after.touched.share];
  const { touched, untouched } = changesOf(effect);
  const isNearEdge = shares.some((share) => share <= EDGE || share >= 1 - EDGE);
  return isNearEdge && Math.abs(touched) < Math.abs(untouched);
}

/** What is said of that in short. */
const SAYS_LITTLE =
  "It says little: a share near 0 or 100\u00A0% moves less than others, whatever is done.";

/** The prompts that it is compared with. */
export const othersOf = ({
  untouched_prompts: count,
}: Pick<NonNullable<Effect>, "untouched_prompts">) =>
  count === 1 ? "The one other prompt" : `The ${whole(count)} other prompts`;

type Counts = { named: number; answers: number; share: number };
type Groups = { touched: Counts; untouched: Counts };

/**
 * What changed in the prompts of an action and in all others, so that shares, changes and their difference add up as
 * they are shown, to tenths of a point.
 */
export function changesOf(effect: { before: Groups; after: Groups; value: number }) {
  const tenths = (share: number) => Math.round(share * 1_000);
  const { before, after, value } = effect;
  const touched = tenths(after.touched.share) - tenths(before.touched.share);
  return { touched: touched / 1_000, untouched: (touched - tenths(value)) / 1_000 };
}

/** Whether a share is not that of its answers as they are counted. */
export const isWeighed = ({ named, answers, share }: Counts): boolean =>
  percent(named / answers) !== percent(share);

/** An address without what all of them begin with. */
function shortAddress(url: string | null): string {
  return shownAddress(url ?? "").replace(/^www\./, "");
}

import type { OutputOf } from "../call.ts";
import { percent, someAnswers, whole } from "./numbers.ts";
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

/** The states of an action: what the page calls them, and the heading of their list. */
export const STATUS_WORDS: Readonly<Record<Action["status"], string>> = {
  open: "To decide",
  doing: "Doing",
  done: "Done",
  dismissed: "Dismissed",
};

type Subject = Pick<Action, "kind" | "prompt" | "domain" | "url" | "title" | "own_count">;

/** What to do, in a sentence that names it. */
export function todoOf({ kind, prompt, domain, url, title, own_count }: Subject, own: string) {
  const page = title ? `“${title}”` : shortAddress(url);
  switch (kind) {
    case "prompt_gap":
      if (url) return `Say more clearly on ${page} why ${own} answers “${prompt?.text}”`;
      return own_count === 0
        ? `Publish a page that answers “${prompt?.text}” with ${own} in it`
        : `Say more clearly why ${own} answers “${prompt?.text}”`;
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

/** The numbers that speak for it. */
export function evidenceOf(action: Action, own: string): string {
  const { kind, best_brand, prize, answer_count, own_count } = action;
  if (prize === null || answer_count === null) return "No lead in these days any more.";
  switch (kind) {
    case "prompt_gap":
    case "source_gap":
      return `${own} in ${percent((own_count ?? 0) / Math.max(1, answer_count))}, ${best_brand?.name} in ${percent(best_brand?.share)} of ${whole(answer_count)} ${kind === "source_gap" ? "answers that cite it" : "answers"}`;
    case "page_unnamed":
      return `${whole(prize)} of ${whole(answer_count)} answers that cite it name competitors and not ${own}`;
    case "page_lost":
      return `Cited by ${whole(prize)} answers before, by none of ${whole(answer_count)} to the same prompts now`;
    case "page_uncited":
      return `Read by ${whole(answer_count)} answers, cited by none`;
  }
}

/** What there is to win, in a word or two. */
export function prizeOf({ prize, prize_low }: Action): string {
  if (prize === null) return "";
  const least = prize_low && prize_low < prize ? `${whole(prize_low)} to` : "up to";
  return `${least} ${someAnswers(prize)} to win`;
}

/** What came of it, before and after, or why nothing is known yet. */
export function sayEffect({ before, after, value, low, high, reason }: NonNullable<Effect>) {
  if (!before || !after || value === null || low === null || high === null) return reason ?? "";
  const share = ({ named, answers }: { named: number; answers: number }) =>
    percent(answers === 0 ? null : named / answers);
  const verb = value < 0 ? "lost" : "gained";
  const certain = low > 0 || high < 0 ? "more than chance" : "this may be chance";
  const gain = `${(Math.abs(value) * 100).toFixed(1)} pts`;
  return `${share(before.touched)} before, ${share(after.touched)} after: ${verb} ${gain} against all other prompts, ${certain}.`;
}

/** An address without what all of them begin with. */
function shortAddress(url: string | null): string {
  return shownAddress(url ?? "").replace(/^www\./, "");
}

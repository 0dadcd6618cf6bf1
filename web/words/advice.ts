import type { OutputOf } from "../call.ts";
import { percent, whole } from "./numbers.ts";
import { shownHost } from "./shown-address.ts";

export type Opportunity = OutputOf<"list_opportunities">["data"][number];

/** What to do about a site, by its kind. */
const BY_KIND: Record<string, (site: string, own: string) => string> = {
  editorial: (site, own) => `Offer the editors of ${site} what they need to cover ${own}`,
  ugc: (site, own) => `Answer people on ${site} where ${own} is the answer, under your own name`,
  reference: (site, own) => `Check that ${site} has an entry on ${own} and that it is correct`,
  institutional: (site, own) => `Ask ${site} how ${own} can be listed there`,
  retail: (site, own) => `Have ${own} sold and reviewed on ${site}`,
  corporate: (site, own) => `Ask the company behind ${site} to name ${own} as a partner or choice`,
};

/** What to do about a gap, in a sentence that names it. */
export function adviceOf({ kind, source, prompt }: Opportunity, own: string): string {
  if (prompt) {
    return kind === "prompt_missing"
      ? `Publish a page that answers “${prompt.text}” with ${own} in it`
      : `Say more clearly why ${own} answers “${prompt.text}”`;
  }
  if (!source) return "";
  const site = shownHost(source.domain);
  return BY_KIND[source.classification]?.(site, own) ?? `Get ${own} named on ${site}`;
}

/** What a gap is, in words. */
export const GAP_WORDS: Readonly<Record<Opportunity["kind"], string>> = {
  prompt_missing: "Prompt, missing",
  prompt_weak: "Prompt, weak",
  source_missing: "Source, missing",
  source_weak: "Source, weak",
};

/** "You in 12 %, Globex in 78 % of its 40 answers": the shares that make a gap. */
export function sharesOf(gap: Opportunity, own: string): string {
  const { own_share, best_share, best_brand, best_total, answer_count, source } = gap;
  const among = source ? "answers that cite it" : "answers";
  const newest = best_total < answer_count ? ` (counted in the newest ${whole(best_total)})` : "";
  return `${own} in ${percent(own_share)}, ${best_brand.name} in ${percent(best_share)}${newest} of ${whole(answer_count)} ${among}`;
}

import type { OutputOf } from "../call.ts";
import { type Action, amongOf, todoOf } from "./action.ts";
import { percent, whole } from "./numbers.ts";
import { shownHost } from "./shown-address.ts";

export type Opportunity = OutputOf<"list_opportunities">["data"][number];

/** How a site is won, by its kind. */
const BY_KIND: Record<string, (site: string, own: string) => string> = {
  editorial: (site, own) => `Offer the editors of ${site} what they need to cover ${own}`,
  ugc: (site, own) => `Answer people on ${site} where ${own} is the answer, under your own name`,
  reference: (site, own) => `Check that ${site} has an entry on ${own} and that it is correct`,
  institutional: (site, own) => `Ask ${site} how ${own} can be listed there`,
  retail: (site, own) => `Have ${own} sold and reviewed on ${site}`,
  corporate: (site, own) => `Ask the company behind ${site} to name ${own} as a partner or choice`,
};

/** The actions of the days that gaps are of, by their keys. */
export type Actions = ReadonlyMap<string, Action>;

/** The action that a gap is: its key, its kind, what to do in the words that name it on every page, and itself where it is known. */
export function actionOf(
  { source, prompt, own_count }: Opportunity,
  { own, actions }: { own: string; actions: Actions },
) {
  const kind: Action["kind"] = prompt ? "prompt_gap" : "source_gap";
  const domain = source?.domain ?? null;
  const action_key = `${kind}:${prompt?.id ?? domain}`;
  const action = actions.get(action_key);
  // A gap of a part of the answers is the action of all of them.
  const subject = {
    ...{ kind, prompt, domain, url: action?.url ?? null, title: action?.title ?? null },
    own_count: action?.own_count ?? own_count,
  };
  return { action_key, kind, todo: todoOf(subject, own), action };
}

/** How the site of a gap is won; null: of a prompt, or of a site of no known kind. */
export function howOf({ source }: Opportunity, own: string): string | null {
  if (!source) return null;
  return BY_KIND[source.classification]?.(shownHost(source.domain), own) ?? null;
}

/** "You in 12 %, Globex in 78 % of its 40 answers": the shares that make a gap. */
export function sharesOf(gap: Opportunity, own: string): string {
  const { own_share, best_share, best_brand, best_total, answer_count, source } = gap;
  const among = amongOf(source ? "source_gap" : "prompt_gap");
  const newest = best_total < answer_count ? ` (counted in the newest ${whole(best_total)})` : "";
  return `${own} in ${percent(own_share)}, ${best_brand.name} in ${percent(best_share)}${newest} of ${whole(answer_count)} ${among}`;
}

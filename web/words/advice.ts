import type { OutputOf } from "../call.ts";

export type Opportunity = OutputOf<"list_opportunities">["data"][number];

/** What to do about a site, by its kind. */
const BY_KIND: Record<string, (domain: string, own: string) => string> = {
  editorial: (domain, own) => `Offer the editors of ${domain} what they need to cover ${own}`,
  ugc: (domain, own) =>
    `Answer people on ${domain} where ${own} is the answer, under your own name`,
  reference: (domain, own) => `Check that ${domain} has an entry on ${own} and that it is correct`,
  institutional: (domain, own) => `Ask ${domain} how ${own} can be listed there`,
  retail: (domain, own) => `Have ${own} sold and reviewed on ${domain}`,
  corporate: (domain, own) =>
    `Ask the company behind ${domain} to name ${own} as a partner or choice`,
};

/** What to do about a gap, in a sentence that names it. */
export function adviceOf({ source, prompt }: Opportunity, own: string): string {
  if (prompt) return `Publish a page that answers “${prompt.text}” with ${own} in it`;
  if (!source) return "";
  const advise = BY_KIND[source.classification];
  return advise?.(source.domain, own) ?? `Get ${own} named on ${source.domain}`;
}

import type { OutputOf } from "../call.ts";
import { namedBy } from "./action.ts";
import { listed } from "./numbers.ts";
import { shownHost } from "./shown-address.ts";

type Detail = OutputOf<"get_action">;

const SITES_SHOWN = 3;

/**
 * What to write and whom to ask, step by step, by what the answers share that speak for an action; `isOfBrand`:
 * whether a site is a tracked brand's, its own or a competitor's, which will not list it.
 */
export function stepsOf(
  action: Detail,
  own: string,
  isOfBrand: (site: string) => boolean,
): string[] {
  const { kind, prompt, domain, brief } = action;
  const question = prompt?.text ?? brief.prompts[0]?.text;
  const first = question ? `answer “${question}”` : "say what it is about";
  const write = `On ${namedBy(action).url ? "the page" : "a page of your own"}, ${first} in the first lines, and name ${own} there.`;
  const quoted = "Give it what can be quoted: figures, a comparison, a date, who wrote it.";
  const claims = brief.claims.length > 0 ? [matchOf(own)] : [];
  const others = brief.sources.map((source) => source.domain);
  const sites = [...new Set(others)].filter((site) => site !== domain && !isOfBrand(site));
  const names = listed(sites.slice(0, SITES_SHOWN).map(shownHost), SITES_SHOWN);
  const ask = sites.length > 0 ? [`Ask ${names} to test or list ${own}: answers cite them.`] : [];
  switch (kind) {
    case "prompt_gap":
      return [write, ...claims, ...ask];
    case "source_gap":
      return claims;
    case "page_unnamed":
      return [write, ...claims];
    case "page_lost":
      return ["See below what the pages have that are cited now.", write, quoted];
    case "page_uncited":
      return [write, quoted];
  }
}

const matchOf = (own: string) =>
  `Say where ${own} matches or beats what these answers say of competitors (below), with figures and tests.`;

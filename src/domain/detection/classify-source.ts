import { asciiDomain, siteOf } from "./canonical-url.ts";
import { type Classification, knownKindOf, maybeMaker } from "./known-domains.ts";
import { classifyName } from "./site-names.ts";
import { classifyByPages, type SitePage } from "./site-pages.ts";

/** A project's own knowledge of domains; `overrides` are a user's decisions and win. */
export type KnownSites = {
  own_domains: readonly string[];
  competitor_domains: readonly string[];
  overrides?: ReadonlyMap<string, Classification>;
};

/**
 * The kind of site a domain is: a user's override, own or competitor, well known, by its name; else by the pages of it
 * that answers cite, where some are given.
 */
export function classifyDomain(
  domain: string,
  sites: KnownSites,
  pages: readonly SitePage[] = [],
): Classification {
  const host = asciiDomain(domain.toLowerCase());
  const site = siteOf(host);
  const decided = sites.overrides?.get(host) ?? sites.overrides?.get(site);
  if (decided) return decided;
  if (sites.own_domains.some((own) => isWithin(host, own))) return "own";
  if (sites.competitor_domains.some((other) => isWithin(host, other))) return "competitor";
  const known = knownKindOf(host);
  if (known) return known;
  const named = classifyName(host, site);
  // "…group" and "…solutions" are names of shops, too.
  if (named && named !== "corporate") return named;
  const shown = classifyByPages(site, pages);
  if (named) return shown === "retail" ? shown : named;
  return shown ?? (maybeMaker(site) ? "corporate" : "other");
}

function isWithin(host: string, domain: string): boolean {
  const site = asciiDomain(domain.toLowerCase()).replace(/^www\./, "");
  return host === site || host.endsWith(`.${site}`);
}

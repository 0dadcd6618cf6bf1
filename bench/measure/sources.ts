import { canonicalUrl } from "#domain/detection/canonical-url.ts";
import { classifyDomain } from "#domain/detection/classify-source.ts";
import { classifyPage } from "#domain/detection/page-type.ts";
import type { SitePage } from "#domain/detection/site-pages.ts";
import { type Line, readSet } from "./labelled.ts";
import { type Rendered, render, shareOf } from "./report.ts";

type Cited = Line & {
  country: string;
  url: string;
  title: string;
  /** Every address, class or type that counts as right, the best first. */
  canonical: string[];
  classification: string[];
  page_type: string[];
};

const NO_SITES = { own_domains: [], competitor_domains: [] };

/** Kinds of sites and pages, and which addresses are one page. */
export function measureSources(folders: readonly string[]): Rendered {
  const cited = readSet<Cited>("sources", folders);
  const pages = Map.groupBy(cited.map(pageOf), ({ domain }) => domain);
  const lines = cited.map((one) => {
    const page = pageOf(one);
    const kind = classifyDomain(page.domain, NO_SITES, pages.get(page.domain) ?? []);
    return { ...one, language: one.country, kind, page };
  });
  type Read = (typeof lines)[number];
  const isSamePage = ({ canonical, page }: Read) =>
    canonical.some((url) => canonicalUrl(url)?.url_normalized === page.url) &&
    canonical.some((url) => lengthOfQuery(url) === lengthOfQuery(page.url));
  return render({
    title: "Sources",
    says: "Addresses as assistants cite them, by country instead of language. Each site is classed by its name and by those of its pages that are in the set.",
    lines,
    measures: [
      {
        name: "kind of site right",
        aim: "",
        of: shareOf<Read>((one) => one.classification.includes(one.kind)),
      },
      {
        name: "left as other",
        aim: "under 20 %",
        of: shareOf<Read>((one) => one.kind === "other"),
      },
      {
        name: "kind of page right",
        aim: "",
        of: shareOf<Read>((one) => one.page_type.includes(one.page.page_type)),
      },
      { name: "same page, one address", aim: "", of: shareOf<Read>(isSamePage) },
    ],
  });
}

function pageOf({ url, title }: Cited): SitePage & { domain: string } {
  const known = canonicalUrl(url);
  const address = known?.url_normalized ?? url;
  return {
    url: address,
    title,
    domain: known?.domain ?? "",
    page_type: classifyPage(address, title),
  };
}

/** The labels name what stays of a query; to run them through the product alone would not show what it keeps too much. */
function lengthOfQuery(url: string): number {
  return [...(URL.parse(url)?.searchParams ?? [])].length;
}

import { LRUCache } from "lru-cache";
import { TidyURL } from "tidy-url";

/** What tidy-url's list does not have: campaigns and clicks of advertisers, shops and assistants, on every site. */
const EVERYWHERE =
  /^(?:(?:utm|itm|pk|piwik|mtm|matomo|hsa|hs|_hs|__hs|oly|vero|elq|pf_rd|pd_rd|cm_mmc|dm_i|ml_|mkt_|li_fat|at_(?:medium|campaign|custom|source)|int_(?:source|campaign|medium)|sc_(?:campaign|channel|src|lid|eh|uid)|aff|affiliate|ir(?:click|gwc)|ran(?:mid|siteid|eaid))\w*|\w*clk?id|click_?id|\w*_cid|gbraid|wbraid|igshid|igsh|srsltid|_?gsid|mc_[ce]id|ref|ref_|ref_?src|referrer|referer|refsrc|source|src|ascsubtag|linkcode|linkid|creative|creativeasin|camp|campaign(?:_?id)?|spm|scm|cmpid|ncid|smid|icid|_ga|_gl|_kx|mkt_tok|s_kwcid|ef_id|awc|cjevent|cjdata|tduid|sscid|epik|ved|usg|sa|ei|psc|th|sponsored|affid|aff_?id|partner(?:id)?|share_?id|trk|trkid|xtor|wt\.\w+|gclsrc|gad_\w+|sca_esv|gs_lcp|sxsrf|bvstate|yptr|guce_\w+|guccounter|sfnsn|fb_(?:action_ids|action_types|ref|source)|ad(?:group|set)_?id|amp_\w+|wprov)$/i;

/** Names under which a visit, a request or a moment is passed on; with a value that nobody wrote they name no page. */
const OF_A_VISIT =
  /^_?(?:\w*sess(?:ion)?_?(?:id)?|s?sid|cfid|cftoken|visit(?:or)?_?id|client_?id|cid|uid|guid|uuid|req(?:uest)?_?id|trace_?id|token|nonce|cb|cachebuster|ts?|timestamp|si|_)$/i;
/** Letters and digits mixed as no person mixes them, or the milliseconds of a moment. */
const MADE_BY_MACHINE = /^(?=.*\d)(?=.*[a-z])[\w.-]{12,}$|^[0-9a-f]{16,}$|^1[5-9]\d{8}(?:\d{3})?$/i;

/** The same page, shortened for phones. */
const AMP = /^(?:amp=(?:1|true)?|outputtype=amp)$/i;

/** Sites whose pages have one parameter that names them: all others say how somebody came, or where to begin. */
const NAMED_BY_ONE: readonly (readonly [host: RegExp, path: RegExp, parameter: string])[] = [
  [/(?:^|\.)youtube\.com$/, /^\/watch$/, "v"],
];

const ofHosts = new LRUCache<string, ReadonlySet<string>>({ max: 5_000 });

/** Whether a parameter of an address tells how somebody came to the page and not which page it is. */
export function isTracking(url: URL, name: string, value: string): boolean {
  for (const [host, path, parameter] of NAMED_BY_ONE) {
    if (host.test(url.hostname) && path.test(url.pathname)) return name !== parameter;
  }
  // A partner of Amazon's; of a blog's first page it picks what is shown.
  if (/^tag$/i.test(name)) return url.pathname !== "/" || /(?:^|\.)amazon\./.test(url.hostname);
  if (AMP.test(`${name}=${value}`)) return true;
  if (EVERYWHERE.test(name) || (OF_A_VISIT.test(name) && MADE_BY_MACHINE.test(value))) return true;
  return listedFor(url.hostname).has(name.toLowerCase());
}

/** The parameters that tidy-url's list drops on a host. */
function listedFor(host: string): ReadonlySet<string> {
  const known = ofHosts.get(host);
  if (known) return known;
  const names = TidyURL.rules
    .filter(({ match, match_href }) => !match_href && new RegExp(match.source, "i").test(host))
    .flatMap(({ rules }) => rules ?? []);
  const listed = new Set(names.map((name) => name.trim().toLowerCase()));
  ofHosts.set(host, listed);
  return listed;
}

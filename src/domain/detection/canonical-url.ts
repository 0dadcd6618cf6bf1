import { domainToASCII, domainToUnicode } from "node:url";
import { getDomain } from "tldts";
import { countrySiteOf } from "./known-domains.ts";
import { isTracking } from "./tracking-parameters.ts";

/** One page under one address: `domain` is the site that owns it, `host` the exact server. */
export type CanonicalUrl = { url_normalized: string; host: string; domain: string };

/** No address of a page is longer. */
export const ADDRESS_MAX = 4_096;
const UNWRAP_LIMIT = 3;
const NON_ASCII = /\P{ASCII}/u;
const GOOGLE = /^(?:www\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/;
/** Host and path of what only leads on, to the address in one of `TARGETS`. */
const REDIRECTOR = new RegExp(
  String.raw`${GOOGLE.source.slice(0, -1)}\/url$|^(?:www\.)?bing\.com\/ck\/a$|^lm?\.facebook\.com\/l\.php$|^l\.instagram\.com\/|^duckduckgo\.com\/l\/$|^(?:[a-z]+\.)?linkedin\.com\/(?:redir\/|safety\/go)|^out\.reddit\.com\/|^(?:www\.|m\.)?youtube\.com\/redirect$|^r\.search\.yahoo\.com\/|^vk\.com\/away\.php$|^t\.umblr\.com\/redirect$|^go\.skimresources\.com\/|^(?:www\.)?awin1\.com\/cread\.php$|^click\.linksynergy\.com\/deeplink$|\.safelinks\.protection\.outlook\.com\/`,
);
const TARGETS = ["q", "url", "u", "uddg", "to", "z", "ued", "murl"];
/** Google's copies of pages for phones hold the address in their path. */
const AMP_CACHE = new RegExp(
  String.raw`(?:${GOOGLE.source.slice(0, -1)}\/amp|^(?:[\w-]+\.)?cdn\.ampproject\.org\/[a-z]{1,2})\/(?:s\/)?([^/]+\..+)`,
);
/** What the cache adds to an address is its own, not the page's. */
const AMP_HOST = "https://cdn.ampproject.org";

/**
 * The address by which a cited page is counted, or null for what is no page of the web (another
 * scheme, an assistant's own search link). Never throws. Tracking parameters, fragments, `www.`,
 * mobile and AMP variants, default ports and trailing slashes do not make another page.
 */
export function canonicalUrl(raw: string): CanonicalUrl | null {
  let url = parse(raw);
  for (let times = 0; url && times < UNWRAP_LIMIT; times += 1) {
    const target = redirectTarget(url);
    if (target === null) break;
    url = parse(target);
  }
  if (!url || isAssistantLink(url)) return null;
  const host = url.hostname.toLowerCase().replace(/\.$/, "");
  const bare = host
    .replace(/^(?:www\d?|m|amp|mobile)\.(?=[^.]+\.)/, "")
    .replace(/\.m\.(?=wik[a-z]+\.org$)/, ".");
  if (bare === "") return null;
  const port = url.port === "" || url.port === "80" || url.port === "443" ? "" : `:${url.port}`;
  const path = pathOf(url);
  url.pathname = path;
  return {
    url_normalized: `https://${bare}${port}${path}${queryOf(url)}`,
    host: bare,
    domain: siteOf(bare),
  };
}

/** A domain as sources are kept: "müller.de" is `xn--mller-kva.de`; what is no domain stays as it is. */
export function asciiDomain(domain: string): string {
  return (NON_ASCII.test(domain) && domainToASCII(domain)) || domain;
}

/** A domain as people read it. */
export const readableDomain = (domain: string): string => domainToUnicode(domain) || domain;

/** The registrable domain of a host ("a.b.co.uk": "b.co.uk"); the host itself where none is. */
export function siteOf(host: string): string {
  return (
    countrySiteOf(host) ??
    getDomain(host, { allowPrivateDomains: true }) ??
    getDomain(host, { allowPrivateDomains: false }) ??
    host
  );
}

function parse(raw: string): URL | null {
  const text = raw.trim().replace(/&amp;/g, "&");
  if (text.length === 0 || text.length > ADDRESS_MAX) return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  return /^(?:\[|[^.]*\.|localhost$)/.test(url.hostname) ? url : null;
}

function redirectTarget(url: URL): string | null {
  const address = url.hostname.toLowerCase() + url.pathname;
  const video = /^youtu\.be\/(.+)$/.exec(address)?.[1];
  if (video) return `https://youtube.com/watch?v=${url.pathname.slice(1)}`;
  const inside = AMP_CACHE.exec(address);
  if (inside) return `https://${inside[1]}${queryOf(new URL(url.search, AMP_HOST))}`;
  if (!REDIRECTOR.test(address)) return null;
  return targetsOf(url).find((target) => /^https?:\/\//i.test(target)) ?? null;
}

function targetsOf({ searchParams, pathname }: URL): string[] {
  const given = TARGETS.flatMap((name) => searchParams.get(name) ?? []);
  const of_bing = given.flatMap((value) => /^a1([\w-]+)$/.exec(value)?.[1] ?? []);
  const of_yahoo = /\/RU=([^/]+)/.exec(pathname)?.[1];
  return [
    ...given,
    ...of_bing.map((code) => Buffer.from(code, "base64url").toString()),
    ...new URLSearchParams(of_yahoo && `url=${of_yahoo}`).values(),
  ];
}

function isAssistantLink(url: URL): boolean {
  const host = url.hostname.toLowerCase().replace(/^www\./, "");
  const is_chatgpt = host === "chatgpt.com" || host === "chat.openai.com";
  if (is_chatgpt && (url.searchParams.has("hints") || url.searchParams.has("q"))) return true;
  return GOOGLE.test(host) && (url.pathname === "/search" || url.pathname === "/url");
}

function queryOf(url: URL): string {
  const kept = [...url.searchParams].filter(([name, value]) => !isTracking(url, name, value));
  kept.sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0));
  const text = new URLSearchParams(kept).toString();
  return text === "" ? "" : `?${text}`;
}

function pathOf(url: URL): string {
  let path = url.pathname;
  for (let before = ""; before !== path; ) {
    before = path;
    path = path
      .replace(/\/{2,}/g, "/")
      .replace(/;(?:jsessionid|phpsessid|sid)=[^/;]*/gi, "")
      .replace(/(?:\/(?:index|default)\.(?:html?|php|aspx?))+$/i, "/")
      .replace(/^(?:\/amp)+(?=\/)|(?:\/amp)+\/?$|(?:\.amp)+(?=\.html?$|$)/gi, "")
      .replace(/\/+$/, "");
  }
  return path.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

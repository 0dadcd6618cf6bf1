import { getDomain } from "tldts";
import { countrySiteOf } from "./known-domains.ts";
import { isTracking } from "./tracking-parameters.ts";

/** One page under one address: `domain` is the site that owns it, `host` the exact server. */
export type CanonicalUrl = { url_normalized: string; host: string; domain: string };

const LENGTH_LIMIT = 4_096;
const UNWRAP_LIMIT = 3;
const GOOGLE = /^(?:www\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/;

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
  const bare = host.replace(/^(?:www\d?|m|amp|mobile)\.(?=[^.]+\.)/, "");
  if (bare === "") return null;
  const port = url.port === "" || url.port === "80" || url.port === "443" ? "" : `:${url.port}`;
  const query = queryOf(url);
  return {
    url_normalized: `https://${bare}${port}${pathOf(url)}${query}`,
    host: bare,
    domain: siteOf(bare),
  };
}

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
  if (text.length === 0 || text.length > LENGTH_LIMIT) return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  return /^(?:\[|[^.]*\.|localhost$)/.test(url.hostname) ? url : null;
}

function redirectTarget(url: URL): string | null {
  const host = url.hostname.toLowerCase();
  const is_google = GOOGLE.test(host) && url.pathname === "/url";
  const is_facebook = /^lm?\.facebook\.com$/.test(host) && url.pathname === "/l.php";
  if (host === "youtu.be" && url.pathname.length > 1) {
    return `https://youtube.com/watch?v=${url.pathname.slice(1)}`;
  }
  const is_duck = host === "duckduckgo.com" && url.pathname === "/l/";
  if (!(is_google || is_facebook || is_duck)) return null;
  for (const name of ["q", "url", "u", "uddg"]) {
    const target = url.searchParams.get(name);
    if (target && /^https?:\/\//i.test(target)) return target;
  }
  return null;
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
  const path = url.pathname
    .replace(/\/{2,}/g, "/")
    .replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, "/")
    .replace(/\/amp\/?$/i, "/")
    .replace(/;(?:jsessionid|phpsessid|sid)=[^/;]*/gi, "")
    .replace(/\/+$/, "");
  return path.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

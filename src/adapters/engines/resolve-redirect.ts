import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import * as z from "zod";
import type { EngineRequest } from "#core/answer-engine.ts";
import { readOptions } from "./request-options.ts";

const REDIRECTOR = "vertexaisearch.cloud.google.com";
const TIMEOUT_SECONDS = 3;
const PAGES_MAX = 40;
const CONCURRENCY = 10;

/** Redirect addresses of an answer and where they led, kept inside the stored body. */
export const resolvedShape = z.record(z.string(), z.string()).nullish();

const PRIVATE = makePrivateList();

/** The page as Google names it: its real address when resolved, else the domain in its title. */
export function describeGroundedPage(
  page: { url: string; title: string | null },
  resolved: Record<string, string>,
): { url: string; title: string | null; domain?: string } {
  const url = resolved[page.url];
  if (url !== undefined) return { url, title: page.title };
  const domain = isRedirect(page.url) ? readDomain(page.title) : null;
  return domain === null ? page : { ...page, domain };
}

/** The body with the addresses its redirects lead to, or the body itself when there are none.
 * Off with the parameter `resolve_redirects: false`. Costs at most 40 HEAD requests. */
export async function keepResolved(
  raw: unknown,
  pages: { url: string }[],
  request: EngineRequest,
): Promise<unknown> {
  if (!readOptions(request).resolve_redirects) return raw;
  const urls = [...new Set(pages.map((page) => page.url))].filter(isRedirect).slice(0, PAGES_MAX);
  const found: Record<string, string> = {};
  for (let at = 0; at < urls.length && !request.signal?.aborted; at += CONCURRENCY) {
    const batch = urls.slice(at, at + CONCURRENCY);
    const targets = await Promise.all(batch.map((url) => resolveRedirect(url)));
    for (const [index, target] of targets.entries()) {
      const url = batch[index];
      if (url !== undefined && target !== null) found[url] = target;
    }
  }
  if (Object.keys(found).length === 0 || typeof raw !== "object" || raw === null) return raw;
  return { ...raw, earshot_resolved_urls: found };
}

/** Where a redirect leads, read from one HEAD request that follows nothing; null when it does not
 * answer in 3 s, leads nowhere, or either end is a loopback or private address. */
export async function resolveRedirect(
  url: string,
  options: { allow_private?: boolean; timeout_seconds?: number } = {},
): Promise<string | null> {
  try {
    const milliseconds = Math.ceil((options.timeout_seconds ?? TIMEOUT_SECONDS) * 1000);
    const signal = AbortSignal.timeout(milliseconds);
    if (!options.allow_private && !(await isPublic(new URL(url), signal))) return null;
    const response = await fetch(url, { method: "HEAD", redirect: "manual", signal });
    const location = response.headers.get("location");
    if (location === null || response.status < 300 || response.status >= 400) return null;
    const target = new URL(location, url);
    if (target.protocol !== "https:" && target.protocol !== "http:") return null;
    // The target is only stored, never fetched, so its name is judged without asking for it.
    return isPrivateName(target.hostname) ? null : target.href;
  } catch {
    return null;
  }
}

async function isPublic(url: URL, signal: AbortSignal): Promise<boolean> {
  if (isPrivateName(url.hostname)) return false;
  const found = lookup(url.hostname.replace(/^\[|\]$/g, ""), { all: true });
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const addresses = await Promise.race([found, late]);
  return addresses.length > 0 && addresses.every(({ address }) => !isPrivateName(address));
}

function isPrivateName(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const family = isIP(host);
  if (family !== 0) return PRIVATE.check(host, family === 6 ? "ipv6" : "ipv4");
  return host === "localhost" || /\.(localhost|local|internal)$/.test(host);
}

function isRedirect(url: string): boolean {
  return URL.parse(url)?.hostname === REDIRECTOR;
}

function readDomain(title: string | null): string | null {
  const domain = title?.trim().toLowerCase() ?? "";
  return /^([\p{L}\p{N}-]+\.)+\p{L}{2,}$/u.test(domain) ? domain : null;
}

function makePrivateList(): BlockList {
  const list = new BlockList();
  const four: [string, number][] = [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["224.0.0.0", 3],
  ];
  for (const [net, prefix] of four) list.addSubnet(net, prefix, "ipv4");
  const six: [string, number][] = [
    ["::", 128],
    ["::1", 128],
    ["64:ff9b::", 96],
    ["fc00::", 7],
    ["fe80::", 10],
    ["ff00::", 8],
  ];
  for (const [net, prefix] of six) list.addSubnet(net, prefix, "ipv6");
  return list;
}

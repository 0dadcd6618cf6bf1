import * as z from "zod";
import type { EngineRequest, Reach } from "#core/answer-engine.ts";
import { requireReach } from "../reach.ts";
import { sendRequest } from "../send-request.ts";
import { readOptions } from "./request-options.ts";

const REDIRECTOR = "vertexaisearch.cloud.google.com";
const TIMEOUT_SECONDS = 3;
const PAGES_MAX = 40;
const CONCURRENCY = 10;

/** Redirect addresses of an answer and where they led, kept inside the stored body. */
export const resolvedShape = z.record(z.string(), z.string()).nullish();

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
  address: string,
  { reach = "public", seconds = TIMEOUT_SECONDS }: { reach?: Reach; seconds?: number } = {},
): Promise<string | null> {
  try {
    const url = new URL(address);
    const signal = AbortSignal.timeout(Math.ceil(seconds * 1000));
    const response = await sendRequest({ url, method: "HEAD", headers: {}, signal, reach });
    response.resume();
    const { statusCode = 0, headers } = response;
    if (!headers.location || statusCode < 300 || statusCode >= 400) return null;
    const target = new URL(headers.location, url);
    if (target.protocol !== "https:" && target.protocol !== "http:") return null;
    // The target is only stored, never fetched, so its name is judged without asking for it.
    requireReach(target, "public");
    return /(^|\.)(localhost|local|internal)$/.test(target.hostname) ? null : target.href;
  } catch {
    return null;
  }
}

function isRedirect(url: string): boolean {
  return URL.parse(url)?.hostname === REDIRECTOR;
}

function readDomain(title: string | null): string | null {
  const domain = title?.trim().toLowerCase() ?? "";
  return /^([\p{L}\p{N}-]+\.)+\p{L}{2,}$/u.test(domain) ? domain : null;
}

import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { BaseContext } from "#core/context.ts";
import { acceptedEncoding } from "#transports/shared/accept-encoding.ts";
import { guardPage, messagePage, showPage } from "#transports/shared/page.ts";
import { sessionOf } from "#transports/shared/signed-in.ts";

type BundleFile = {
  type: string;
  plain: Uint8Array<ArrayBuffer>;
  br: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
};
/** The built dashboard, once it is there; "off" where the operator wants none. */
export type Dashboard = {
  bundle: { page: string; files: ReadonlyMap<string, BundleFile> } | null;
  problem: string | null;
};

/** Paths that the dashboard's own router knows. */
const PAGES = ["/", "/welcome", "/projects/*"];

/** The one page of the dashboard and its files; to be mounted at the root. */
export function makeShell(base: BaseContext, dashboard: Dashboard): Hono {
  const app = new Hono();
  app.get("/assets/*", (c) => answerFile(c, dashboard));
  for (const path of PAGES) {
    app.get(path, (c) => guardPage(c, base, () => answerPage(c, base, dashboard)));
  }
  app.get("/share/:token", (c) => guardPage(c, base, async () => showShell(c, dashboard)));
  return app;
}

async function answerPage(c: Context, base: BaseContext, dashboard: Dashboard): Promise<Response> {
  if (await sessionOf(c, base)) return showShell(c, dashboard);
  const { pathname, search } = new URL(c.req.url);
  const next = pathname + search;
  return c.redirect(next === "/" ? "/login" : `/login?next=${encodeURIComponent(next)}`, 303);
}

async function showShell(c: Context, { bundle, problem }: Dashboard): Promise<Response> {
  if (bundle) {
    const nonce = randomBytes(16).toString("base64");
    c.header("Content-Security-Policy", policyWith(nonce));
    return c.html(bundle.page.replace("%NONCE%", nonce));
  }
  if (problem) {
    return showPage(c, messagePage({ title: "The dashboard is not here", text: problem }), 503);
  }
  c.header("Refresh", "1");
  const body = html`<h1>One moment</h1><p role="status">The dashboard is being prepared, which takes a few seconds after an update. This page continues automatically.</p>`;
  return showPage(c, { title: "One moment", body }, 503);
}

/** Scripts and styles of ours alone; the nonce is for the styles that components write. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** Hashed names never change; the few others are asked for again. */
function answerFile(c: Context, { bundle }: Dashboard): Response {
  const file = bundle?.files.get(c.req.path);
  if (!file) return c.text("There is no such file.", 404);
  const isHashed = /-[\w-]{8,}\.\w+$/.test(c.req.path);
  const encoding = acceptedEncoding(c.req.header("accept-encoding"), ["br", "gzip"]);
  return c.body(encoding === "identity" ? file.plain : file[encoding], 200, {
    "Content-Type": file.type,
    "Cache-Control": isHashed ? "public, max-age=31536000, immutable" : "public, max-age=300",
    Vary: "Accept-Encoding",
    ...(encoding !== "identity" && { "Content-Encoding": encoding }),
  });
}

import type { Context } from "hono";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { AccountContext } from "#core/context.ts";
import { readFailure } from "./failures.ts";

/** A page's title and the content of its card. */
export type PageContent = {
  title: string;
  body: HtmlEscapedString | Promise<HtmlEscapedString>;
  /** Scripts of ours that the page can do without. */
  scripts?: readonly string[];
};

/** The script that sends a form once, however often it is pressed. */
export const ONCE_SCRIPT = "/pages/once.js";

/** Where a signed-in user types the password again. */
export const CONFIRM_PATH = "/confirm";

// No form-action: browsers hold it against every redirect that follows, and consent ends at the client's address.
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";

/** Answers with a page that needs no script, unless it names one, and cannot be framed. */
export async function showPage(
  c: Context,
  { title, body, scripts = [] }: PageContent,
  status = 200,
): Promise<Response> {
  const more = scripts.length > 0 ? "; script-src 'self'; connect-src 'self'" : "";
  c.header("Content-Security-Policy", POLICY + more);
  return c.html(await layout(title, await body, scripts), status as 200);
}

/** Content of a page that only says something; `action` is where to go on. */
export function messagePage(message: {
  title: string;
  text: string;
  action?: { href: string; label: string };
}): PageContent {
  const { title, text, action } = message;
  const body = html`<h1>${title}</h1><p>${text}</p>${
    action ? html`<p><a class="button primary" href="${action.href}">${action.label}</a></p>` : ""
  }`;
  return { title, body };
}

type Words = string | ReturnType<typeof html>;

/** What was wrong with the form below it. */
export const problemLine = (problem: Words | null) =>
  problem ? html`<p class="error" role="alert" id="problem">${problem}</p>` : "";

/** In the field that has the focus then: its problem is read with it. */
export const isFaulty = (problem: Words | null) =>
  problem ? html`aria-invalid="true" aria-describedby="problem"` : "";

/** The page of an address that is nowhere. */
export function showNotFound(c: Context): Promise<Response> {
  const text = "The address is mistyped, or what was here is gone.";
  const action = { href: "/", label: "To the dashboard" };
  return showPage(c, messagePage({ title: "There is nothing here", text, action }), 404);
}

/** The refusal of a form that no page of ours sent. */
export function refuseForeignForm(c: Context): Promise<Response> {
  const text = "This form was not sent from our own page. Open the page again and retry.";
  return showPage(c, messagePage({ title: "Not sent from here", text }), 403);
}

/** Runs a page, whose answer is never cached; what it throws becomes a page that says so. */
export async function guardPage(
  c: Context,
  { log }: Pick<AccountContext, "log">,
  work: () => Promise<Response>,
): Promise<Response> {
  // Redirects too: theirs carry codes.
  c.header("Cache-Control", "no-store");
  try {
    return await work();
  } catch (error) {
    const { http, message: text } = readFailure({ log }, error);
    const title = http >= 500 ? "Something failed" : "That did not work";
    return showPage(c, messagePage({ title, text }), http);
  }
}

function layout(title: string, body: HtmlEscapedString, scripts: readonly string[]) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Earshot</title>
<link rel="icon" href="/pages/icon.svg" type="image/svg+xml">
<link rel="preload" href="/pages/inter-latin.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/pages/typeface.css">
<link rel="stylesheet" href="/pages/style.css">
${scripts.map((path) => html`<script type="module" src="${path}"></script>`)}
</head>
<body>
<main>
<header>${LOGO}<span>Earshot</span></header>
<section class="card">${body}</section>
<footer>What AI assistants say about your brand</footer>
</main>
</body>
</html>`;
}

const LOGO = html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect class="tile" width="32" height="32" rx="9"/><circle class="dot" cx="10" cy="16" r="3"/><path class="wave" d="M15.5 10.5a7.8 7.8 0 0 1 0 11M19.8 6.8a13 13 0 0 1 0 18.4"/></svg>`;

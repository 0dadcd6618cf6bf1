import { readFileSync } from "node:fs";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { AccountContext, ProjectContext } from "#core/context.ts";
import { decodeId } from "#core/id.ts";
import { addDays, dayIn } from "#core/period.ts";
import { run } from "#core/run.ts";
import { getChat } from "#domain/chats/get-chat.ts";
import { listChats } from "#domain/chats/list-chats.ts";
import { listModels } from "#domain/models/list-models.ts";
import { listProjects } from "#domain/projects/list-projects.ts";
import { accountContextFor, projectContextFor } from "#domain/projects/project-context.ts";
import { getBrandReport } from "#domain/reports/get-brand-report.ts";
import { getDomainReport } from "#domain/reports/get-domain-report.ts";
import { listBrandSuggestions } from "#domain/suggestions/list-brand-suggestions.ts";
import { guardPage, messagePage, showPage } from "#transports/shared/page.ts";
import { sessionOf } from "#transports/shared/session-cookie.ts";
import { answerView, emptyView, type OverviewFacts, overviewView } from "./overview-view.ts";

type Base = Omit<AccountContext, "actor">;
const RANGES = [7, 30, 90, 365];
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The dashboard's pages, made on the server and usable without script; to be mounted at the root. */
export function makeOverview(base: Base): Hono {
  const app = new Hono();
  const style = readFileSync(new URL("./overview.css", import.meta.url), "utf8");
  app.get("/pages/overview.css", (c) => {
    c.header("Cache-Control", "public, max-age=300");
    return c.body(style, 200, { "Content-Type": "text/css; charset=utf-8" });
  });
  app.get("/", (c) => guardPage(c, base, () => showOverview(c, base)));
  app.get("/answers/:chat_id", (c) => guardPage(c, base, () => showAnswer(c, base)));
  return app;
}

type Entered = {
  context: ProjectContext;
  projects: { id: string; name: string }[];
  project_id: string;
};

/** The caller's project of a page: the one asked for, else the first; a response where there is none. */
async function enter(c: Context, base: Base): Promise<Entered | Response> {
  const session = await sessionOf(c, base);
  if (!session) return c.redirect("/login", 303);
  const caller = { ...session, access: new Set(["read", "write"] as const) };
  const account = accountContextFor(base, caller, "dashboard");
  const { data: projects } = await run(listProjects, account, {});
  const wanted = c.req.query("project") ?? projects[0]?.id;
  if (!wanted) {
    const title = "No project yet";
    const text =
      "Connect an assistant over MCP and ask it to start onboarding, or run `npm run demo` for a project with simulated answers.";
    return showPage(c, messagePage({ title, text }));
  }
  const context = await projectContextFor(base, caller, decodeId("prj", wanted), "dashboard");
  if (!context) {
    const action = { href: "/", label: "Your projects" };
    const text = "There is no such project among yours.";
    return showPage(c, messagePage({ title: "Not found", text, action }), 404);
  }
  return { context, projects, project_id: wanted };
}

async function showOverview(c: Context, base: Base): Promise<Response> {
  const entered = await enter(c, base);
  if (entered instanceof Response) return entered;
  const asked = Number(c.req.query("days"));
  const days = RANGES.includes(asked) ? asked : 30;
  const facts = await readFacts(entered, days, base);
  c.header("Content-Security-Policy", POLICY);
  const isEmpty = facts.chats.total_count === 0;
  return c.html(await page(facts.name, isEmpty ? emptyView(facts) : overviewView(facts)));
}

async function readFacts(entered: Entered, days: number, base: Base): Promise<OverviewFacts> {
  const { context, projects, project_id } = entered;
  const date_to = dayIn(context.project.timezone, context.now());
  const period = { date_from: addDays(date_to, 1 - days), date_to };
  const dimension = days > 90 ? "month" : days > 30 ? "week" : "date";
  const [brands, trend, domains, chats, suggestions, models] = await Promise.all([
    run(getBrandReport, context, { ...period, compare: "previous_period", limit: 50 }),
    run(getBrandReport, context, { ...period, dimensions: [dimension], limit: 1000 }),
    run(getDomainReport, context, { ...period, limit: 10 }),
    run(listChats, context, { limit: 10 }),
    run(listBrandSuggestions, context, { limit: 10 }),
    run(listModels, context, { limit: 100 }),
  ]);
  return {
    name: projects.find((project) => project.id === project_id)?.name ?? "Project",
    base_url: base.server.base_url,
    is_simulated: models.data.some((model) => model.provider === "simulated"),
    models: new Map(models.data.map((model) => [model.id, model.name])),
    ...{ projects, project_id, days, dimension, period, ranges: RANGES },
    ...{ brands, trend, domains, chats, suggestions },
  };
}

async function showAnswer(c: Context, base: Base): Promise<Response> {
  const entered = await enter(c, base);
  if (entered instanceof Response) return entered;
  const chat = await run(getChat, entered.context, { chat_id: c.req.param("chat_id") });
  c.header("Content-Security-Policy", POLICY);
  return c.html(await page("Answer", answerView(chat, entered.project_id)));
}

function page(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Earshot</title>
<link rel="stylesheet" href="/pages/style.css">
<link rel="stylesheet" href="/pages/overview.css">
</head>
<body class="wide">${body}</body>
</html>`;
}

import { html } from "hono/html";
import type * as z from "zod";
import type { getChat } from "#domain/chats/get-chat.ts";
import type { listChats } from "#domain/chats/list-chats.ts";
import type { getBrandReport } from "#domain/reports/get-brand-report.ts";
import type { getDomainReport } from "#domain/reports/get-domain-report.ts";
import type { listBrandSuggestions } from "#domain/suggestions/list-brand-suggestions.ts";
import { trendChart } from "./trend-chart.ts";

type Brands = z.output<(typeof getBrandReport)["output"]>;

/** Everything the overview shows, as the API says it. */
export type OverviewFacts = {
  name: string;
  base_url: string;
  projects: { id: string; name: string }[];
  project_id: string;
  days: number;
  ranges: readonly number[];
  dimension: "date" | "week" | "month";
  period: { date_from: string; date_to: string };
  is_simulated: boolean;
  models: ReadonlyMap<string, string>;
  brands: Brands;
  trend: Brands;
  domains: z.output<(typeof getDomainReport)["output"]>;
  chats: z.output<(typeof listChats)["output"]>;
  suggestions: z.output<(typeof listBrandSuggestions)["output"]>;
};

type View = ReturnType<typeof html>;
type BrandRow = Brands["data"][number];

const percent = (value: number | null | undefined) =>
  value === null || value === undefined ? "–" : `${(value * 100).toFixed(1)} %`;
const oneDecimal = (value: number | null) => (value === null ? "–" : value.toFixed(1));

function top(facts: OverviewFacts): View {
  const { projects, project_id, days, ranges, period } = facts;
  return html`<header class="bar">
    <a class="home" href="/">Earshot</a>
    <nav aria-label="Projects">${projects.map(
      ({ id, name }) =>
        html`<a href="/?project=${id}&days=${days}" ${id === project_id ? html`aria-current="page"` : ""}>${name}</a>`,
    )}</nav>
    <nav aria-label="Range">${ranges.map(
      (range) =>
        html`<a href="/?project=${project_id}&days=${range}" ${range === days ? html`aria-current="page"` : ""}>${range} days</a>`,
    )}</nav>
    <a href="/logout">Sign out</a>
  </header>
  <div class="title"><h1>${facts.name}</h1>
    ${facts.is_simulated ? html`<span class="badge">simulated answers</span>` : ""}
    <p>${period.date_from} to ${period.date_to}</p></div>`;
}

/** The overview of a project that has no answers yet: what to do next. */
export function emptyView(facts: OverviewFacts): View {
  return html`${top(facts)}<main class="grid"><section class="panel">
    <h2>No answers yet</h2>
    <p>Earshot reports on answers that assistants gave. Three ways to get the first ones:</p>
    <ol>
      <li>Import answers you have: <code>npm run import -- answers FILE</code>, or <code>POST /api/v1/chats/import</code>.</li>
      <li>Let Earshot ask: add prompts and a model, over the API or MCP.</li>
      <li>Look around first: <code>npm run demo</code> makes a project with 90 days of simulated answers.</li>
    </ol></section>${connect(facts)}</main>`;
}

/** Where the brand stands, what changed, and the answers behind it. */
export function overviewView(facts: OverviewFacts): View {
  const own = facts.brands.data.find(({ brand }) => brand.is_own);
  return html`${top(facts)}<main class="grid">
    ${own ? headline(own, facts) : ""}
    <section class="panel wide-panel"><h2>Visibility over time</h2>${trendChart(facts.trend.data, facts.dimension)}</section>
    ${brandTable(facts)}${sourceTable(facts)}${answerList(facts)}${suggestionList(facts)}${connect(facts)}
  </main>`;
}

function headline(own: BrandRow, { brands }: OverviewFacts): View {
  const { visibility, visibility_low, visibility_high, change } = own;
  const moved = change?.visibility;
  const half =
    visibility_low === null || visibility_high === null
      ? ""
      : `± ${(((visibility_high - visibility_low) / 2) * 100).toFixed(1)}`;
  const points = moved?.value ? `${(moved.value * 100).toFixed(1)} points` : "";
  const note = moved?.significant
    ? `${points} since the period before`
    : moved?.value === null || moved === undefined
      ? "no comparison: not enough data before"
      : `${points || "0 points"} since the period before, within noise`;
  return html`<section class="cards" aria-label="${own.brand.name}">
    <div class="panel"><h2>Visibility</h2><p class="number">${percent(visibility)} <small>${half}</small></p>
      <p>n ${own.visibility_total} answers · ${note}</p></div>
    <div class="panel"><h2>Share of voice</h2><p class="number">${percent(own.share_of_voice)}</p>
      <p>among ${brands.total_count} tracked brands</p></div>
    <div class="panel"><h2>Position</h2><p class="number">${oneDecimal(own.position)}</p>
      <p>when mentioned, n ${own.position_count}</p></div>
    <div class="panel"><h2>Tone <span class="badge">estimate</span></h2><p class="number">${oneDecimal(own.sentiment)}</p>
      <p>0 to 100, 50 neutral, n ${own.sentiment_count}</p></div>
  </section>`;
}

function brandTable({ brands }: OverviewFacts): View {
  return html`<section class="panel wide-panel"><h2>Brands</h2><div class="scroll"><table>
    <thead><tr><th>Brand</th><th>Visibility</th><th>95 % interval</th><th>Answers</th><th>Share of voice</th><th>Position</th><th>Tone (estimate)</th></tr></thead>
    <tbody>${brands.data.map(
      (
        row,
      ) => html`<tr class="${row.brand.is_own ? "own" : ""}"><th scope="row">${row.brand.name}</th>
        <td>${percent(row.visibility)}</td><td>${percent(row.visibility_low)} to ${percent(row.visibility_high)}</td>
        <td>${row.visibility_count} of ${row.visibility_total}</td><td>${percent(row.share_of_voice)}</td>
        <td>${oneDecimal(row.position)}</td><td>${oneDecimal(row.sentiment)}</td></tr>`,
    )}</tbody></table></div></section>`;
}

function sourceTable({ domains }: OverviewFacts): View {
  return html`<section class="panel"><h2>Top sources</h2>${
    domains.data.length === 0
      ? html`<p>No answer of this period names its sources.</p>`
      : html`<div class="scroll"><table><thead><tr><th>Site</th><th>Kind</th><th>Cited by</th><th>Citations</th></tr></thead>
        <tbody>${domains.data.map(
          (row) =>
            html`<tr><th scope="row">${row.domain}</th><td>${row.classification}</td>
              <td>${percent(row.cited_percentage)} of ${row.total_chat_count}</td><td>${row.citation_count}</td></tr>`,
        )}</tbody></table></div>`
  }</section>`;
}

function answerList({ chats, models, project_id }: OverviewFacts): View {
  return html`<section class="panel"><h2>Newest answers</h2><ul class="plain">${chats.data.map(
    (chat) =>
      html`<li><a href="/answers/${chat.id}?project=${project_id}">${chat.date} · ${models.get(chat.model_id) ?? chat.model_id}</a>
        <small>${chat.brand_ids.length} brands, ${chat.source_count} sources${chat.status === "answered" ? "" : `, ${chat.status}`}</small></li>`,
  )}</ul><p>${chats.total_count} answers in all</p></section>`;
}

function suggestionList({ suggestions }: OverviewFacts): View {
  return html`<section class="panel"><h2>Brands nobody tracks yet</h2>${
    suggestions.data.length === 0
      ? html`<p>No open suggestion.</p>`
      : html`<ul class="plain">${suggestions.data.map(
          (one) => html`<li>${one.name} <small>${one.chat_count} answers</small></li>`,
        )}</ul><p>Accept or reject them over the API or MCP.</p>`
  }</section>`;
}

function connect({ base_url }: OverviewFacts): View {
  return html`<section class="panel"><h2>Connect</h2>
    <p>Give an assistant this MCP address: <code>${base_url}/api/mcp</code></p>
    <p>Script it: <a href="/docs/api">REST API reference</a></p></section>`;
}

/** One answer with the brands it mentions, its sources and the searches behind it. */
export function answerView(chat: z.output<(typeof getChat)["output"]>, project_id: string): View {
  return html`<header class="bar"><a class="home" href="/?project=${project_id}">Earshot</a></header>
  <main class="grid"><section class="panel wide-panel"><h1>${chat.prompt_text}</h1>
    <p>${chat.date} · ${chat.model_id} · ${chat.country_code} · ${chat.status}</p>
    <div class="answer">${marked(chat)}</div></section>
  <section class="panel"><h2>Brands</h2><ul class="plain">${chat.brands_mentioned.map(
    (one) =>
      html`<li>${one.position}. ${one.name} <small>named ${one.mention_count} times</small></li>`,
  )}</ul></section>
  <section class="panel"><h2>Sources</h2><ul class="plain">${chat.sources.map(
    (source) =>
      html`<li>${source.title ?? source.domain} <small>${source.url_normalized}, ${source.citation_count} citations</small></li>`,
  )}</ul></section>
  <section class="panel"><h2>Searches</h2><ul class="plain">${chat.search_queries.map(
    (query) => html`<li>${query}</li>`,
  )}</ul></section></main>`;
}

/** The answer's text with its evidence marked, piece by piece. */
function marked({ answer, brands_mentioned }: z.output<(typeof getChat)["output"]>): View[] {
  const pieces = brands_mentioned
    .flatMap((one) => one.evidence)
    .sort((left, right) => left.start - right.start);
  const parts: View[] = [];
  let at = 0;
  for (const { start, end } of pieces) {
    if (start < at) continue;
    parts.push(html`${answer.slice(at, start)}<mark>${answer.slice(start, end)}</mark>`);
    at = end;
  }
  parts.push(html`${answer.slice(at)}`);
  return parts;
}

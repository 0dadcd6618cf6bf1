import { idPattern } from "#core/id.ts";
import type { AnyOperation } from "#core/operation.ts";
import { addDays } from "#core/period.ts";
import { GAP_DAYS } from "#domain/opportunities/gap-scope.ts";
import type { Params } from "./json-rpc.ts";

const PROJECT_ID = idPattern("prj");

/** The page of a project that shows what the operations of a group answer. */
export const GROUP_PAGES: Readonly<Record<string, string>> = {
  Projects: "",
  Onboarding: "",
  Brands: "/brands",
  Prompts: "/prompts",
  Topics: "/prompts?tab=topics",
  Tags: "/prompts?tab=tags",
  Models: "/models",
  Chats: "/answers",
  Reports: "/brands",
  Actions: "/actions",
  Opportunities: "/actions",
  Suggestions: "/suggestions",
  Runs: "/runs",
  Usage: "/settings?tab=plan",
  Webhooks: "/settings?tab=webhooks",
};
/** Where a tool's page differs from that of its group. */
const TOOL_PAGES: Readonly<Record<string, string>> = {
  get_domain_report: "/sources",
  get_url_report: "/sources?tab=pages",
  explain_change: "/changes",
  get_search_query_report: "/answers",
  list_project_audit: "/settings?tab=audit",
};
type Kept = { field: string; operator?: "in" | "not_in" };
/** What the dashboard calls the arguments and filters that it can look by, too. */
const SEARCH: Readonly<Record<string, Kept>> = {
  model: { field: "model_id" },
  topic: { field: "topic_id" },
  tag: { field: "tag_id" },
  country: { field: "country_code" },
  mentioned: { field: "not_brand_id", operator: "not_in" },
  not_mentioned: { field: "not_brand_id" },
  naming: { field: "prompt_brand_id" },
  not_naming: { field: "prompt_brand_id", operator: "not_in" },
  searched: { field: "searched" },
  asked: { field: "asked" },
  action: { field: "action_key" },
};
/** The same where brand_id is about answers: in the brand report it chooses rows. */
const ANSWERS_NAMING: typeof SEARCH = {
  mentioned: { field: "brand_id" },
  not_mentioned: { field: "brand_id", operator: "not_in" },
};
const ANSWERS_SEARCH: Readonly<Record<string, string>> = {
  ...{ brand_id: "brand_id", not_brand_id: "not_brand_id", first_brand_id: "first_brand_id" },
  ...{ prompt_id: "prompt_id", status: "status", search: "q", tone: "tone", sort: "sort" },
};
/** The same of tools whose pages have an address of their own for it. */
const TOOL_SEARCH: Readonly<Record<string, typeof ANSWERS_SEARCH>> = {
  explain_change: { brand_id: "brand_id", compare_from: "vs_from", compare_to: "vs_to" },
  list_actions: { status: "status", kind: "kind" },
  list_prompts: { status: "status", search: "q" },
  ...Object.fromEntries(
    ["brand", "prompt", "topic"].map((kind) => [`list_${kind}_suggestions`, { status: "status" }]),
  ),
};
/** The filters on rows of tools whose pages narrow by one of them. */
const ROW_SEARCH: Readonly<Record<string, typeof SEARCH>> = {
  get_domain_report: { class: { field: "classification" } },
  get_url_report: { class: { field: "classification" }, domain: { field: "domain" } },
};
/** Lists that look at the days up to today where none are given, as their pages do not. */
const LATEST = ["list_actions", "list_opportunities"];
/** The most days that the dashboard shows. */
const DAYS_MAX = 1_100;

/** `today` ends the days of a list that names no last one. */
type PageOf = { args: Params; answer: Params; base_url: string; today: string };

/** The address of the dashboard's page that shows what a tool answers for these arguments. */
export function dashboardPage(
  { name, group, effect, input }: AnyOperation,
  { args, answer, base_url, today }: PageOf,
): string {
  const project_id = args["project_id"] ?? (group === "Onboarding" ? answer["id"] : undefined);
  if (typeof project_id !== "string" || !PROJECT_ID.test(project_id)) return `${base_url}/`;
  const kind = /_(brand|prompt|topic)_suggestions$/.exec(name)?.[1];
  const { chat_id } = args;
  const path = TOOL_PAGES[name] ?? GROUP_PAGES[group] ?? "";
  const url = new URL(`${base_url}/projects/${project_id}${path}`);
  if (kind) url.searchParams.set("kind", kind);
  if (typeof chat_id === "string") url.pathname += `/${chat_id}`;
  // What was changed may be looked at no longer in the same way.
  if (effect !== "reads") return url.href;
  const isList = group === "Chats" && chat_id === undefined;
  const days = isList
    ? openDays(args, today)
    : { ...(LATEST.includes(name) && latestDays(args, today)), ...args };
  if (typeof days["date_from"] === "string" && typeof days["date_to"] === "string") {
    url.searchParams.set("from", days["date_from"]);
    url.searchParams.set("to", days["date_to"]);
  }
  // The dashboard leaves prompts that name the own brand out unless its address says otherwise; tools do not.
  const { branded = input.shape["branded"]?.parse(undefined) ?? "include" } = args;
  if (branded !== "exclude" && (isList || "branded" in input.shape)) {
    url.searchParams.set("branded", branded === "only" ? "only" : "include");
  }
  const kept = new Map([
    ...filtersOf(args, SEARCH),
    ...(name === "get_brand_report" ? [] : filtersOf({ filters: args["filters"] }, ANSWERS_NAMING)),
    ...filtersOf(args, ROW_SEARCH[name] ?? {}).filter(([, values]) => values.length === 1),
    ...textsOf(args, isList ? ANSWERS_SEARCH : (TOOL_SEARCH[name] ?? {})),
  ]);
  // The page shows active ones unless its address says otherwise; the tool all.
  if (name === "list_prompts" && !kept.has("status")) kept.set("status", ["all"]);
  // A list of answers says it in its own words.
  if (kept.has("not_brand_id")) kept.delete("not_mentioned");
  for (const [words, values] of kept) {
    // Its router reads lists as JSON.
    const text = values.length === 1 ? String(values[0]) : JSON.stringify(values);
    url.searchParams.set(words, text);
  }
  return url.href;
}

/** Days with both ends: without a first or last one a list is of all there are. */
function openDays({ date_from, date_to }: Params, today: string): Params {
  const to = typeof date_to === "string" ? date_to : today;
  const first = addDays(to, 1 - DAYS_MAX);
  const from = typeof date_from === "string" && date_from > first ? date_from : first;
  return { date_from: from, date_to: [from, to].sort().at(-1) };
}

/** The days that tools look at for gaps unless others are given. */
function latestDays({ date_to }: Params, today: string): Params {
  const to = typeof date_to === "string" ? date_to : today;
  return { date_from: addDays(to, 1 - GAP_DAYS), date_to: to };
}

/** What arguments and filters keep, by what the dashboard calls it. */
function filtersOf(args: Params, known: typeof SEARCH): [string, unknown[]][] {
  return Object.entries(known).flatMap(([words, { field, operator = "in" }]) => {
    const { [field]: given, filters } = args;
    if (typeof given === "string" && operator === "in") return [[words, [given]]];
    const found = Array.isArray(filters)
      ? filters.find((one) => one.field === field && one.operator === operator)
      : undefined;
    return found ? [[words, found.values]] : [];
  });
}

/** What narrows the page of one tool alone. */
function textsOf(args: Params, known: typeof ANSWERS_SEARCH): [string, unknown[]][] {
  return Object.entries(known).flatMap(([key, words]) =>
    typeof args[key] === "string" ? [[words, [args[key]]]] : [],
  );
}

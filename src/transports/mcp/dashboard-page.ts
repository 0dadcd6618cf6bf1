import { idPattern } from "#core/id.ts";
import type { AnyOperation } from "#core/operation.ts";
import type { Params } from "./json-rpc.ts";

const PROJECT_ID = idPattern("prj");

/** The page of a project that shows what the operations of a group answer. */
export const GROUP_PAGES: Readonly<Record<string, string>> = {
  Projects: "",
  Onboarding: "",
  Brands: "/brands",
  Prompts: "/prompts",
  Topics: "/prompts",
  Tags: "/prompts",
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
  get_search_query_report: "/answers",
  list_project_audit: "/settings?tab=audit",
};
/** What the dashboard calls the arguments and filter fields that it can look by, too. */
const SEARCH: Readonly<Record<string, string>> = {
  model_id: "model",
  topic_id: "topic",
  tag_id: "tag",
  country_code: "country",
  searched: "searched",
  asked: "asked",
  action_key: "action",
};
const ANSWERS_SEARCH: Readonly<Record<string, string>> = {
  brand_id: "brand_id",
  prompt_id: "prompt_id",
  status: "status",
  search: "q",
};

/** The address of the dashboard's page that shows what a tool answers for these arguments. */
export function dashboardPage(
  { name, group, effect, input }: AnyOperation,
  { args, answer, base_url }: { args: Params; answer: Params; base_url: string },
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
  const { date_from, date_to } = args;
  if (typeof date_from === "string" && typeof date_to === "string") {
    url.searchParams.set("from", date_from);
    url.searchParams.set("to", date_to);
  }
  // The dashboard leaves prompts that name the own brand out unless its address says otherwise; tools do not.
  const { branded = input.shape["branded"]?.parse(undefined) ?? "include" } = args;
  const isList = group === "Chats" && chat_id === undefined;
  if (branded !== "exclude" && (isList || "branded" in input.shape)) {
    url.searchParams.set("branded", branded === "only" ? "only" : "include");
  }
  const known = group === "Chats" ? { ...SEARCH, ...ANSWERS_SEARCH } : SEARCH;
  for (const [key, words] of Object.entries(known)) {
    const values = valuesOf(args, key);
    if (values.length === 1) url.searchParams.set(words, String(values[0]));
    // Its router reads lists as JSON.
    if (values.length > 1) url.searchParams.set(words, JSON.stringify(values));
  }
  return url.href;
}

/** What an argument or a filter of that field keeps. */
function valuesOf(args: Params, key: string): unknown[] {
  if (typeof args[key] === "string") return [args[key]];
  const { filters } = args;
  const kept = Array.isArray(filters)
    ? filters.find(({ field, operator }) => field === key && operator === "in")
    : undefined;
  return kept?.values ?? [];
}

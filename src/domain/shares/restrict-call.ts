import { Failure } from "#core/failure.ts";
import { pageOfAll } from "#core/page.ts";
import { isDay } from "#core/period.ts";
import type { SharePage, ShareQuery } from "./share.ts";

/** What a link is bound to, its days as they are now. */
export type Bounds = Pick<ShareQuery, "filters" | "branded" | "include_change"> & {
  page: SharePage;
  date_from: string;
  date_to: string;
};

const LISTS = ["list_brands", "list_models", "list_topics", "list_tags"];
const ALWAYS = ["get_share", "get_project", ...LISTS];
const SOURCES = ["get_domain_report", "get_url_report"];
/** What the holder of a link may call, by the page it shows: reading only. */
export const SHARED_OPERATIONS: Readonly<Record<SharePage, readonly string[]>> = {
  overview: [...ALWAYS, "get_brand_report", ...SOURCES],
  brands: [...ALWAYS, "get_brand_report"],
  sources: [...ALWAYS, ...SOURCES],
};

type Values = Record<string, unknown>;

/** A visitor's input within the bounds of a link: days and filters can be narrowed, never widened. */
export function restrictInput(bounds: Bounds, operation: string, input: Values): Values {
  if (LISTS.includes(operation))
    return isFiltered(bounds, operation) ? { ...input, ...ALL } : input;
  if (!operation.endsWith("_report")) return input;
  const { date_from = bounds.date_from, date_to = bounds.date_to, filters = [] } = input;
  requireWithin(bounds, "date_from", date_from);
  requireWithin(bounds, "date_to", date_to);
  if (input["compare"] !== undefined && !bounds.include_change) {
    throw refuse("compare", "this link shows no changes");
  }
  const own = bounds.filters.filter(({ field }) => isKnown(operation, field));
  return {
    ...input,
    date_from,
    date_to,
    branded: brandedOf(bounds, input["branded"]),
    // What is no list is left for the operation to refuse.
    filters: Array.isArray(filters) ? [...own, ...filters] : filters,
  };
}

/** An answer without what a link does not show: how brands are found, what the company told of itself, other things' names. */
export function restrictAnswer(
  bounds: Bounds,
  operation: string,
  { answer, input }: { answer: Values; input: Values },
): Values {
  if (operation === "get_project") return { ...answer, profile: null };
  if (SOURCES.includes(operation)) return withoutBrands(bounds, answer);
  if (!LISTS.includes(operation)) return answer;
  const shown = isFiltered(bounds, operation)
    ? onlyShown(bounds, operation, { answer, input })
    : answer;
  if (operation !== "list_brands") return shown;
  const hidden = { aliases: [], regex: null, exclude_phrases: [] };
  return { ...shown, data: rowsOf(shown).map((brand) => ({ ...brand, ...hidden })) };
}

const ALL = { limit: 1000, offset: 0 };

function requireWithin(bounds: Bounds, field: string, value: unknown): void {
  // What is no day is left for the operation to refuse.
  if (typeof value !== "string" || !isDay(value)) return;
  if (value >= bounds.date_from && value <= bounds.date_to) return;
  throw refuse(field, `this link shows ${bounds.date_from} to ${bounds.date_to}`, "DATE_RANGE");
}

function brandedOf({ branded }: Bounds, given: unknown): unknown {
  if (branded === "include") return given ?? branded;
  if (given === undefined || given === "include" || given === branded) return branded;
  throw refuse("branded", `this link shows ${branded} only`);
}

function refuse(field: string, message: string, problem: "CONFLICT" | "DATE_RANGE" = "CONFLICT") {
  return new Failure("VALIDATION_ERROR", `${field}: ${message}`, { problem });
}

/** True where a report can filter by a field. */
function isKnown(operation: string, field: string): boolean {
  if (field === "brand_id") return operation === "get_brand_report";
  return (field !== "domain" && field !== "classification") || SOURCES.includes(operation);
}

/** The field that filters a list's things: list_topics by topic_id. */
function fieldOf(operation: string): string {
  return `${operation.slice("list_".length, -1)}_id`;
}

function isFiltered({ filters }: Bounds, operation: string): boolean {
  return filters.some(({ field }) => field === fieldOf(operation));
}

function passes({ filters }: Bounds, field: string, id: unknown): boolean {
  return filters
    .filter((filter) => filter.field === field)
    .every(({ operator, values }) => values.includes(String(id)) === (operator === "in"));
}

function onlyShown(
  bounds: Bounds,
  operation: string,
  { answer, input }: { answer: Values; input: Values },
): Values {
  const field = fieldOf(operation);
  const rows = rowsOf(answer).filter(({ id }) => passes(bounds, field, id));
  const whole = (value: unknown, other: number) =>
    Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : other;
  const page = { limit: whole(input["limit"], 100), offset: whole(input["offset"], 0) };
  return pageOfAll(rows, page);
}

function withoutBrands(bounds: Bounds, answer: Values): Values {
  const data = rowsOf(answer).map((row) => {
    const ids = row["mentioned_brand_ids"];
    if (!Array.isArray(ids)) return row;
    return { ...row, mentioned_brand_ids: ids.filter((id) => passes(bounds, "brand_id", id)) };
  });
  return { ...answer, data };
}

function rowsOf({ data }: Values): Values[] {
  return Array.isArray(data) ? data : [];
}

import { Failure } from "#core/failure.ts";
import { pageOfAll } from "#core/page.ts";
import { isDay } from "#core/period.ts";
import type { Shared, SharePage } from "#core/shared.ts";
import { FILTER_NAMES, FILTERS } from "#domain/sums/answer-scope.ts";
import type { ShareQuery } from "./share.ts";

/** What a link is bound to, its days as they are now. */
export type Bounds = Pick<
  ShareQuery,
  "filters" | "branded" | "include_change" | "include_competitors" | "include_actions"
> & {
  page: SharePage;
  date_from: string;
  date_to: string;
};

type Values = Record<string, unknown>;
type AnyShared = Shared<Values>;

/** Whether the page of a link may ask it. */
export function isOnPage(
  { page, include_competitors }: Bounds,
  { pages, pages_with_competitors = [] }: AnyShared,
): boolean {
  return pages.includes(page) || (include_competitors && pages_with_competitors.includes(page));
}

/** A visitor's input within the bounds of a link: days and filters can be narrowed, never widened. */
export function restrictInput(
  bounds: Bounds,
  { filtered_by, report_filters }: AnyShared,
  input: Values,
): Values {
  if (isFiltered(bounds, filtered_by)) return { ...input, ...ALL };
  if (!report_filters) return input;
  const { date_from = bounds.date_from, date_to = bounds.date_to, filters = [] } = input;
  requireWithin(bounds, "date_from", date_from);
  requireWithin(bounds, "date_to", date_to);
  if (input["compare"] !== undefined && !bounds.include_change) {
    throw refuse("compare", "this link shows no changes");
  }
  for (const field of ["compare_from", "compare_to"])
    if (input[field] !== undefined) throw refuse(field, "this link compares with the days before");
  requireShown(bounds, filters);
  requireBrand(bounds, input["other_brand_id"]);
  const own = bounds.filters.filter(({ field }) => report_filters.includes(field));
  return {
    ...input,
    date_from,
    date_to,
    branded: brandedOf(bounds, input["branded"]),
    // What is no list is left for the operation to refuse.
    filters: Array.isArray(filters) ? [...own, ...filters] : filters,
  };
}

/** An answer without what a link does not show. */
export function restrictAnswer(
  bounds: Bounds,
  { filtered_by, show = (answer) => answer }: AnyShared,
  { answer, input }: { answer: Values; input: Values },
): Values {
  const isShown = (field: string, id: string) => passes(bounds, field, id);
  const shown = show(answer, isShown, bounds.include_actions);
  return isFiltered(bounds, filtered_by)
    ? onlyShown(bounds, filtered_by, { answer: shown, input })
    : shown;
}

const ALL = { limit: 1000, offset: 0 };

function requireWithin(bounds: Bounds, field: string, value: unknown): void {
  // What is no day is left for the operation to refuse.
  if (typeof value !== "string" || !isDay(value)) return;
  if (value >= bounds.date_from && value <= bounds.date_to) return;
  throw refuse(field, `this link shows ${bounds.date_from} to ${bounds.date_to}`, "DATE_RANGE");
}

/** The filters whose values are brands. */
const BRAND_FIELDS: readonly string[] = FILTER_NAMES.filter(
  (name) => "kind" in FILTERS[name] && FILTERS[name].kind === "brd",
);

/** Refuses filters by brands that the link does not show, in the words for those that there are not. */
function requireShown(bounds: Bounds, filters: unknown): void {
  // What is no list of filters is left for the operation to refuse.
  for (const filter of Array.isArray(filters) ? (filters as (Values | null)[]) : []) {
    const { field, values } = filter ?? {};
    if (!BRAND_FIELDS.includes(String(field))) continue;
    for (const id of Array.isArray(values) ? values : []) requireBrand(bounds, id);
  }
}

function requireBrand(bounds: Bounds, id: unknown): void {
  if (id === undefined) return;
  if (!isAlone(bounds, "brand_id") && passes(bounds, "brand_id", id)) return;
  throw new Failure("NOT_FOUND", `There is no brand ${String(id)}.`);
}

function brandedOf({ branded }: Bounds, given: unknown): unknown {
  if (branded === "include") return given ?? branded;
  if (given === undefined || given === "include" || given === branded) return branded;
  throw refuse("branded", `this link shows ${branded} only`);
}

function refuse(field: string, message: string, problem: "CONFLICT" | "DATE_RANGE" = "CONFLICT") {
  return new Failure("VALIDATION_ERROR", `${field}: ${message}`, { problem });
}

function isFiltered(bounds: Bounds, by: string | undefined): by is string {
  return isAlone(bounds, by) || isInside(bounds, by) || isChosen(bounds, by);
}

const isChosen = ({ filters }: Bounds, by: string | undefined) =>
  filters.some(({ field }) => field === by);

/** Whether filters say which of them the link shows, not just which it leaves out. */
const isOnly = ({ filters }: Bounds, by: string) =>
  filters.some(({ field, operator }) => field === by && operator === "in");

/** Whether these are the brands of a week that is of the own one alone. */
const isAlone = (bounds: Bounds, by: string | undefined) =>
  by === "brand_id" &&
  bounds.page === "week" &&
  !bounds.include_competitors &&
  !isChosen(bounds, by);

/** Whether these are the words of a project's own that a week does not show: it names those of its filters alone. */
const isInside = ({ page }: Bounds, by: string | undefined) =>
  page === "week" && (by === "topic_id" || by === "tag_id");

function passes({ filters }: Bounds, field: string, id: unknown): boolean {
  return filters
    .filter((filter) => filter.field === field)
    .every(({ operator, values }) => values.includes(String(id)) === (operator === "in"));
}

function onlyShown(
  bounds: Bounds,
  field: string,
  { answer, input }: { answer: Values; input: Values },
): Values {
  const alone = isAlone(bounds, field);
  const inside = isInside(bounds, field) && !isOnly(bounds, field);
  const rows = rowsOf(answer).filter(({ id, is_own }) =>
    alone ? is_own : !inside && passes(bounds, field, id),
  );
  const whole = (value: unknown, other: number) =>
    Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : other;
  const page = { limit: whole(input["limit"], 100), offset: whole(input["offset"], 0) };
  return pageOfAll(rows, page);
}

function rowsOf({ data }: Values): Values[] {
  return Array.isArray(data) ? data : [];
}

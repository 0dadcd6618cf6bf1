import dayjs from "dayjs";
import { daysBetween, todayIn } from "./words/formats.ts";

/** The filters of a scope that hold lists: what the page calls them and one of them, and what they are in reports and lists. */
export const FILTERS = {
  model: { label: "Assistants", one: "Assistant: ", field: "model_id" },
  topic: { label: "Topics", one: "Topic: ", field: "topic_id" },
  tag: { label: "Tags", one: "Tag: ", field: "tag_id" },
  country: { label: "Countries", one: "Country: ", field: "country_code" },
  // In a report of brands brand_id chooses rows; answers are chosen by what they do not name, or its opposite.
  mentioned: {
    label: "Brands mentioned",
    one: "Brand mentioned: ",
    field: "not_brand_id",
    operator: "not_in",
  },
  not_mentioned: {
    label: "Brands not mentioned",
    one: "Brand not mentioned: ",
    field: "not_brand_id",
  },
  naming: {
    label: "Prompts that name a brand",
    one: "Prompts that name ",
    field: "prompt_brand_id",
  },
  not_naming: {
    label: "Prompts that do not name a brand",
    one: "Prompts that do not name ",
    field: "prompt_brand_id",
    operator: "not_in",
  },
  // These tell by themselves what they are of.
  searched: { label: "Web search", one: "", field: "searched" },
  asked: { label: "How it was asked", one: "", field: "asked" },
} as const satisfies Record<string, FilterWords>;
type FilterWords = { label: string; one: string; field: string; operator?: "not_in" };
export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];
export const operatorOf = (name: FilterName): "in" | "not_in" =>
  (FILTERS[name] as FilterWords).operator ?? "in";
/** What a page looks at: a range of days and filters. It lives in the URL and holds from page to page. */
export type Scope = { [Name in FilterName]?: string[] } & {
  range?: Range;
  from?: string;
  to?: string;
  compare?: false;
  /** The days that are compared with, where these are not as many just before. */
  vs_from?: string;
  vs_to?: string;
  /** Prompts that name the own brand; they are left out unless it says otherwise. */
  branded?: "include" | "only";
  /** What the menu opens other pages with, where a press on a figure or a link narrowed this one. */
  menu?: Scope;
};

/** What is changed of a scope; undefined: it is taken out. */
export type ScopeChange = { [Name in keyof Scope]?: Scope[Name] | undefined };

export const RANGES = { "7d": 7, "14d": 14, "30d": 30, "90d": 90, "365d": 365 } as const;
export type Range = keyof typeof RANGES;
export const RANGE_LABELS: Record<Range, string> = {
  "7d": "Last 7 days",
  "14d": "Last 14 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  "365d": "Last 12 months",
};
const DEFAULT_RANGE: Range = "30d";
/** The most days of a range. */
export const DAYS_MAX = 1_100;
/** With fewer answers a step of a line shows little but noise. */
export const FEW_ANSWERS = 8;

/** What takes every filter away when it is laid over a scope. */
export const NO_FILTERS = Object.fromEntries(
  [...FILTER_NAMES, "branded"].map((name) => [name, undefined]),
) as Record<FilterName | "branded", undefined>;

/** How many filters narrow a scope. */
export function countFilters(scope: Scope): number {
  const isBrandedOnly = scope.branded === "only";
  return FILTER_NAMES.filter((name) => scope[name]).length + Number(isBrandedOnly);
}

/** What a count says at its end where filters narrow it, those of the scope or a page's `own`. */
export const withFilters = (scope: Scope, own: readonly unknown[] = []) =>
  countFilters(scope) + own.length > 0 ? " with these filters" : "";

/** Without the library of dates: every link of a page asks it. */
const isDay = (value: unknown): value is string =>
  typeof value === "string" &&
  /^20\d\d-\d\d-\d\d$/.test(value) &&
  new Date(Date.parse(value) || 0).toISOString().startsWith(value);

/** Reads the scope out of an address; what makes no sense is left out. */
export function readScope(search: Record<string, unknown>): Scope {
  const scope: Scope = {};
  const { range, from, to, compare, branded } = search;
  if (isDay(from) && isDay(to) && from <= to) {
    Object.assign(scope, { from: atLongest(from, to), to });
  } else if (typeof range === "string" && Object.hasOwn(RANGES, range) && range !== DEFAULT_RANGE) {
    scope.range = range as Range;
  }
  if (compare === false || compare === "false") scope.compare = false;
  const { vs_from, vs_to } = search;
  // They lie before a range that is fixed, too: one that moves on with the days has no earlier days of its own.
  if (isDay(vs_from) && isDay(vs_to) && vs_from <= vs_to && scope.from && vs_to < scope.from)
    Object.assign(scope, { vs_from: atLongest(vs_from, vs_to), vs_to });
  if (branded === "include" || branded === "only") scope.branded = branded;
  for (const name of FILTER_NAMES) {
    const value = search[name];
    const list = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
    if (list.length > 0) scope[name] = list;
  }
  const { menu } = search;
  if (typeof menu === "object" && menu !== null) scope.menu = readScope({ ...menu, menu: null });
  return scope;
}

/** First and last day of a scope, as the calendar of the project's time zone has them today. */
export function periodOf(
  { range, from, to }: Scope,
  timezone: string,
): { date_from: string; date_to: string } {
  if (from && to) return { date_from: from, date_to: to };
  const date_to = todayIn(timezone);
  const days = RANGES[range ?? DEFAULT_RANGE];
  return {
    date_from: dayjs(date_to)
      .subtract(days - 1, "day")
      .format("YYYY-MM-DD"),
    date_to,
  };
}

/** As many days before one as after it, and few enough for a chart by days; none are to come. */
export function aroundDay(day: string, timezone: string): { from: string; to: string } {
  const away = (days: number) => dayjs(day).add(days, "day").format("YYYY-MM-DD");
  const [to = day] = [away(AROUND_DAYS), todayIn(timezone)].sort();
  return { from: away(-AROUND_DAYS), to };
}
const AROUND_DAYS = 14;

/** The first day of the longest range that ends on a day. */
export const longestBefore = (day: string): string =>
  dayjs(day)
    .subtract(DAYS_MAX - 1, "day")
    .format("YYYY-MM-DD");

/** The first day of a range, or of as much of it as a report takes. */
function atLongest(from: string, to: string): string {
  const first = longestBefore(to);
  return from < first ? first : from;
}

/** The last full day. */
export const yesterdayIn = (timezone: string): string =>
  dayjs(todayIn(timezone)).subtract(1, "day").format("YYYY-MM-DD");

/** The days that a scope is compared with: chosen ones, or as many just before. */
export function beforeOf(scope: Scope, timezone: string): { date_from: string; date_to: string } {
  const { vs_from, vs_to } = scope;
  if (vs_from && vs_to) return { date_from: vs_from, date_to: vs_to };
  const { date_from, date_to } = periodOf(scope, timezone);
  const days = daysBetween(date_from, date_to);
  const back = (count: number) => dayjs(date_from).subtract(count, "day").format("YYYY-MM-DD");
  return { date_from: back(days), date_to: back(1) };
}

/** The days of a scope a month earlier; undefined where they would not all lie before it. */
export function monthBefore(scope: Scope, timezone: string) {
  const { date_from, date_to } = periodOf(scope, timezone);
  const [vs_from, vs_to] = [date_from, date_to].map((day) =>
    dayjs(day).subtract(1, "month").format("YYYY-MM-DD"),
  );
  const isWhole = dayjs(date_to).endOf("month").format("YYYY-MM-DD") === date_to;
  const last = isWhole ? dayjs(vs_to).endOf("month").format("YYYY-MM-DD") : vs_to;
  return last && last < date_from ? { vs_from, vs_to: last } : undefined;
}

/** Whether a scope is compared with the days of a month earlier. */
export function isMonthBefore(scope: Scope, timezone: string): boolean {
  const month = monthBefore(scope, timezone);
  return !!month && scope.vs_from === month.vs_from && scope.vs_to === month.vs_to;
}

/** No days to compare with that were chosen. */
export const NO_DAYS = { vs_from: undefined, vs_to: undefined };
/** What makes days comparable with as many just before, whatever the scope compares. */
export const WITH_THOSE_BEFORE = { ...NO_DAYS, compare: undefined };

/** What other days of a scope are compared with: still those of a month earlier, or days that are chosen and lie before. */
export function comparedWith(
  scope: Scope,
  days: { from: string; to: string },
  timezone: string,
): { [Name in "vs_from" | "vs_to"]: string | undefined } {
  const { vs_from, vs_to } = scope;
  if (isMonthBefore(scope, timezone)) return monthBefore(days, timezone) ?? NO_DAYS;
  return vs_to !== undefined && vs_to < days.from ? { vs_from, vs_to } : NO_DAYS;
}

/** What a report takes of a scope to compare periods; nothing where the scope compares none. */
export function compareInput(scope: Scope) {
  if (scope.compare === false) return {};
  return { compare: "previous_period" as const, ...compareDays(scope) };
}

/** The days that are compared with, where they were chosen. */
export function compareDays({ vs_from, vs_to }: Scope) {
  return vs_from && vs_to ? { compare_from: vs_from, compare_to: vs_to } : {};
}

/**
 * Ranges of the calendar: the week before that of a day, from Monday on, its month up to it, and the month before, whole.
 * As many days just before a month begin and end within months, so a month is compared with the one before.
 */
export function calendarRanges(today: string) {
  const first = dayjs(today).startOf("month");
  const monday = dayjs(today).subtract((dayjs(today).day() + 6) % 7, "day");
  const show = (day: dayjs.Dayjs) => day.format("YYYY-MM-DD");
  const week = { from: show(monday.subtract(7, "day")), to: show(monday.subtract(1, "day")) };
  const months = [
    ["This month", { from: show(first), to: today }],
    ["Last month", { from: show(first.subtract(1, "month")), to: show(first.subtract(1, "day")) }],
  ] as const;
  return [
    { label: "Last week", days: { ...week, ...NO_DAYS } },
    ...months.map(([label, days]) => ({
      label,
      days: { ...days, ...(monthBefore(days, "UTC") ?? NO_DAYS) },
    })),
  ];
}

/** Words for the range of a scope: "Last 30 days", or its first and last day, with what the calendar calls them `today`. */
export function rangeLabel({ range, from, to }: Scope, today?: string): string {
  if (!from || !to) return RANGE_LABELS[range ?? DEFAULT_RANGE];
  const named = today
    ? calendarRanges(today).find(({ days }) => days.from === from && days.to === to)
    : undefined;
  return named ? `${named.label}, ${showDays(from, to)}` : showDays(from, to);
}

/** The same of the `days` that a page takes of it, where today is no whole one: "Last 30 whole days". */
export function wholeLabel(
  scope: Scope,
  days: { from: string; to: string },
  today: string,
): string {
  if (days.to >= today) return rangeLabel(scope, today);
  if (scope.from && scope.to) return rangeLabel(days, today);
  return `Last ${RANGES[scope.range ?? DEFAULT_RANGE]} whole days`;
}

/** A day as people read it: 4 Mar 2026. */
export const DAY_FORMAT = "D MMM YYYY";
export const showDay = (day: string): string => dayjs(day).format(DAY_FORMAT);

/** Some days by their first and last, each part of a date as often as it takes: 4 Mar – 9 Apr 2026. */
export function showDays(from: string, to: string): string {
  if (from === to) return showDay(to);
  const first = from.slice(0, 4) === to.slice(0, 4) ? dayjs(from).format("D MMM") : showDay(from);
  return `${onOneLine(first)} – ${onOneLine(showDay(to))}`;
}

/** Words that no line ends between. */
const onOneLine = (words: string) => words.replaceAll(" ", "\u00A0");
/** A filter that every report takes. */
export type ReportFilter = {
  field: (typeof FILTERS)[FilterName]["field"] | "prompt_id";
  operator: "in" | "not_in";
  values: string[];
};
/** Keeps of a report the rows of these brands. */
export const ofBrands = (values: string[]) =>
  ({ field: "brand_id", operator: "in", values }) as const;

/**
 * What every report and every list of answers takes of a scope; `only` narrows it further. What is about one prompt
 * counts its answers, whatever it names.
 */
export function reportInput<Only extends { field: string } = ReportFilter>(
  scope: Scope,
  timezone: string,
  only: readonly Only[] = [],
) {
  const filters = FILTER_NAMES.flatMap((name): ReportFilter[] => {
    const values = scope[name];
    return values ? [{ field: FILTERS[name].field, operator: operatorOf(name), values }] : [];
  });
  const isPrompt = only.some(({ field }) => field === "prompt_id");
  return {
    ...periodOf(scope, timezone),
    filters: [...filters, ...only],
    branded: isPrompt ? ("include" as const) : (scope.branded ?? ("exclude" as const)),
  };
}

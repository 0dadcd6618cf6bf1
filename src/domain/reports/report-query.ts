import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { Page } from "#core/page.ts";
import { Day, type Days, daysBetween } from "#core/period.ts";
import { canonicalUrl } from "#domain/detection/canonical-url.ts";
import { CLASSIFICATIONS } from "#domain/detection/known-domains.ts";
import { PAGE_TYPES } from "#domain/detection/page-type.ts";
import { requireKnown } from "#domain/prompts/known-ids.ts";
import {
  type Branded,
  BrandedField,
  type DatedScope,
  FILTER_NAMES,
  filterList,
  type GivenFilter,
  readFilters,
  requireLegal,
} from "#domain/sums/answer-scope.ts";
import { DIMENSION_NAMES, type Dimension, hasDates, TIMES } from "#domain/sums/dimensions.ts";
import type { SourceSums } from "#domain/sums/source-days.ts";

const DAYS_MAX = 1_100;

type Fields = readonly [string, ...string[]];

/**
 * The input of a report: one query shape for all of them. `rows`: the fields that choose rows of this report, whatever
 * answers are counted; `orders`: the numbers that its rows can be sorted and chosen by, `changes`: those whose change
 * can be.
 */
export function reportInput({
  rows,
  orders,
  changes,
}: {
  rows: readonly string[];
  orders: Fields;
  changes: readonly string[];
}) {
  const fields = [...new Set([...FILTER_NAMES, ...rows])] as [string, ...string[]];
  const numbers: Fields = [...orders, ...changes.map((name) => `${name}_change`)];
  return z
    .strictObject({
      date_from: Day.meta({
        description: "First day, in the project's time zone.",
        example: "2026-10-25",
      }),
      date_to: Day.describe("Last day, included."),
      dimensions: z
        .array(z.enum(DIMENSION_NAMES))
        .max(4)
        // One that is named twice is one.
        .overwrite((names) => [...new Set(names)])
        .default([])
        .describe("One row per combination; several tags of a prompt count it in each."),
      filters: filterList(fields).describe("Act before counting; all must hold."),
      having: z
        .array(
          z.strictObject({
            field: z.enum(numbers).describe("A number of the row."),
            operator: z.enum(["gt", "gte", "lt", "lte"]).describe("How to compare."),
            value: z
              .number()
              .min(-1e12)
              .max(1e12)
              .transform((value) => Math.round(value * 1e9) / 1e9)
              .describe("What to compare with."),
          }),
        )
        .max(10)
        .default([])
        .meta({ description: "Acts on finished rows; shares stay.", example: [] }),
      order_by: z
        .array(
          z.strictObject({
            field: z.enum([...numbers, ...TIMES]).describe("What to sort by."),
            direction: z.enum(["asc", "desc"]).default("desc").describe("First end."),
          }),
        )
        .max(5)
        .default([])
        .describe("Order of the rows."),
      compare: z
        .enum(["previous_period"])
        .optional()
        .describe("Adds the days before, and the change."),
      ...CompareDays,
      branded: BrandedField,
      ...Page,
    })
    .superRefine(checkRange)
    .superRefine(checkCompared);
}

/** The days that a range is compared with, where these are not as many just before. */
export const CompareDays = {
  compare_from: Day.optional().meta({
    description: "Compared with other days than those just before.",
    example: "2026-09-01",
  }),
  compare_to: Day.optional().meta({
    description: "Last of these, before date_from.",
    example: "2026-09-30",
  }),
};
type Compared = {
  date_from: string;
  compare_from?: string | undefined;
  compare_to?: string | undefined;
};

/** Adds the check that chosen days are both given, in order, not too many, and before the range. */
export function checkBefore(
  { date_from, compare_from: from, compare_to: to }: Compared,
  context: z.RefinementCtx,
): void {
  if (from === undefined && to === undefined) return;
  const isInOrder = from !== undefined && to !== undefined && from <= to && to < date_from;
  if (isInOrder && daysBetween(from, to) <= DAYS_MAX) return;
  const message = `takes compare_from, both in order, before date_from and at most ${DAYS_MAX} days`;
  const params = { problem: "DATE_RANGE" };
  context.addIssue({ code: "custom", path: ["compare_to"], message, params });
}

/** The same where a range is compared only if that is asked for. */
function checkCompared(given: Compared & Pick<ReportInput, "compare">, context: z.RefinementCtx) {
  if (given.compare !== undefined) return checkBefore(given, context);
  if (given.compare_from === undefined && given.compare_to === undefined) return;
  const params = { problem: "CONFLICT" };
  context.addIssue({ code: "custom", path: ["compare_from"], message: "needs compare", params });
}

/** The input of a report whose rows are all wanted, without pages. */
export function withoutPages({ shape }: ReturnType<typeof reportInput>) {
  const { limit: _, offset: __, ...rest } = shape;
  return z
    .strictObject(rest)
    .superRefine(checkRange)
    .superRefine(checkCompared)
    .superRefine(checkOther);
}

/** Adds the check that rows are held against another brand over all of their days. */
export function checkOther(
  { other_brand_id, dimensions }: Pick<ReportInput, "other_brand_id" | "dimensions">,
  context: z.RefinementCtx,
): void {
  if (other_brand_id === undefined || !hasDates(dimensions)) return;
  const [path, params] = [["other_brand_id"], { problem: "CONFLICT" }];
  const message = "takes no rows by date, week or month";
  context.addIssue({ code: "custom", path, message, params });
}

/** What a report asks for that has no rows of its own to split, sort or compare. */
export const NO_ROWS = { dimensions: [], having: [], order_by: [], compare: undefined };

/** Adds the checks that a range of days is one of at most three years, and that rows are ordered by what they have. */
export function checkRange(
  {
    date_from,
    date_to,
    dimensions,
    order_by,
    having,
    compare,
  }: Pick<ReportInput, "date_from" | "date_to" | "dimensions" | "order_by" | "having" | "compare">,
  context: z.RefinementCtx,
): void {
  for (const [name, list] of Object.entries({ order_by, having })) {
    for (const [index, { field }] of list.entries()) {
      if (!field.endsWith("_change") || (compare && !hasDates(dimensions))) continue;
      context.addIssue({
        code: "custom",
        path: [name, index, "field"],
        message: `${field} needs compare, and rows that are not by time`,
        params: { problem: "CONFLICT" },
      });
    }
  }
  for (const [index, { field }] of order_by.entries()) {
    const time = TIMES.find((name) => name === field);
    if (!time || dimensions.includes(time)) continue;
    context.addIssue({
      code: "custom",
      path: ["order_by", index, "field"],
      message: `${field} orders rows only where it is one of the dimensions`,
      params: { problem: "CONFLICT" },
    });
  }
  const days = daysBetween(date_from, date_to);
  // Not a number where one of the two is no day; that has been said already.
  if (Number.isNaN(days) || (days >= 1 && days <= DAYS_MAX)) return;
  const message =
    days < 1
      ? `must not be before date_from (${date_from})`
      : `must be at most ${DAYS_MAX} days after date_from`;
  const params = { problem: "DATE_RANGE" };
  context.addIssue({ code: "custom", path: ["date_to"], message, params });
}

/** What every report's input has, whatever its fields. */
export type ReportInput = {
  date_from: string;
  date_to: string;
  dimensions: Dimension[];
  filters: GivenFilter[];
  having: { field: string; operator: "gt" | "gte" | "lt" | "lte"; value: number }[];
  order_by: { field: string; direction: "asc" | "desc" }[];
  compare?: "previous_period" | undefined;
  compare_from?: string | undefined;
  compare_to?: string | undefined;
  other_brand_id?: string | undefined;
  branded: Branded;
  limit: number;
  offset: number;
};

/**
 * The filters of a share link that a report with such `rows` takes: one by brands says which brands are shown, so a
 * report on sources does not count by it.
 */
export function sharedFilters(rows: readonly string[]): string[] {
  return [...FILTER_NAMES.filter((name) => name !== "brand_id"), ...rows];
}

/** A filter on rows of a report, with the row numbers behind ids. */
type RowFilter = Omit<GivenFilter, "values"> & { values: readonly (string | number)[] };

/** A report's input as it is answered: which answers are counted, and which rows are shown. */
export type ReportQuery = DatedScope &
  Omit<ReportInput, "filters" | "compare_from" | "compare_to" | "other_brand_id"> & {
    rows: readonly RowFilter[];
    /** What it is compared with, where that is not the same number of days before. */
    before?: Days;
    /** The brand that rows of brands are held against, by number. */
    over?: number;
    /** Where sums of sources lack, uses are counted in facts: see `withSourceDays`. */
    source_sums?: SourceSums;
  };

/** Reads the filters of a report's input, of which those by `rows` choose rows; refuses ids that the project lacks. */
export async function readQuery(
  { db, project }: ProjectContext,
  { filters, compare_from, compare_to, other_brand_id, ...rest }: ReportInput,
  rows: readonly string[],
): Promise<ReportQuery> {
  const isOfRows = ({ field }: GivenFilter) => rows.includes(field);
  const ofAnswers = filters.filter((filter) => !isOfRows(filter));
  // Of what chooses rows, only brands have ids; a source is called by its name.
  const named = filters.filter((filter) => isOfRows(filter));
  const [brands, words] = [
    named.filter(({ field }) => field === "brand_id"),
    named.filter(({ field }) => field !== "brand_id"),
  ];
  const known = await readFilters(db, project, [...ofAnswers, ...brands]);
  const [over] = other_brand_id ? (await requireKnown(db, project, [other_brand_id])).values() : [];
  return {
    ...rest,
    ...(over && { over }),
    ...(compare_from && compare_to && { before: { date_from: compare_from, date_to: compare_to } }),
    filters: known.slice(0, ofAnswers.length),
    rows: [...known.slice(ofAnswers.length), ...words.map(withCounted)],
  };
}

/** What is known of a source by a closed list. */
const SOURCE_WORDS: Record<string, z.ZodType> = {
  classification: z.enum(CLASSIFICATIONS),
  page_type: z.enum(PAGE_TYPES),
};

/** A filter on sources with the names that they are counted by: any address of a site or page means it. */
function withCounted({ field, values, ...filter }: GivenFilter): GivenFilter {
  const argument = SOURCE_WORDS[field];
  if (argument) for (const value of values) requireLegal({ field, value, argument });
  const counted = argument ? [] : values.flatMap((value) => canonicalUrl(value) ?? []);
  const names = counted.map(({ domain, url_normalized }) =>
    field === "domain" ? domain : url_normalized,
  );
  return { ...filter, field, values: [...new Set([...values, ...names])] };
}

/** Answers to so many prompts on so many days, multiplied, are read before a second connection is there. */
const FEW = 100;

/** Whether a query is of so few answers that they are found by their key. */
export function isOfFew({ filters, date_from, date_to }: ReportQuery): boolean {
  return filters.some(
    ({ field, operator, values }) =>
      field === "prompt_id" &&
      operator === "in" &&
      values.length * daysBetween(date_from, date_to) <= FEW,
  );
}

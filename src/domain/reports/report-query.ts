import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, decodeModelId, type IdKind, idPattern, ModelId } from "#core/id.ts";
import { Page } from "#core/page.ts";
import { Day, daysBetween } from "#core/period.ts";

export const DIMENSIONS = [
  "model_id",
  "prompt_id",
  "topic_id",
  "tag_id",
  "country_code",
  "date",
  "week",
  "month",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Fields every report filters by, before anything is counted. */
export const COMMON_FILTERS = [
  "model_id",
  "prompt_id",
  "topic_id",
  "tag_id",
  "country_code",
] as const;
const DAYS_MAX = 1_100;

type Fields = readonly [string, ...string[]];

/** The input of a report: one query shape for all of them, with the fields that a report can filter and order by. */
export function reportInput<Filters extends Fields, Orders extends Fields>(fields: {
  filters: Filters;
  orders: Orders;
}) {
  return z
    .strictObject({
      date_from: Day.describe("First day, in the project's time zone."),
      date_to: Day.describe("Last day, included."),
      dimensions: z
        .array(z.enum(DIMENSIONS))
        .max(4)
        .default([])
        .describe("One row per combination; several tags of a prompt count it in each."),
      filters: z
        .array(
          z.strictObject({
            field: z.enum(fields.filters).describe("What to filter by."),
            operator: z.enum(["in", "not_in"]).describe("Keep or leave out."),
            values: z.array(z.string().min(1).max(2000)).min(1).max(500).describe("Ids or values."),
          }),
        )
        .max(20)
        .default([])
        .describe("Act before counting; all must hold."),
      having: z
        .array(
          z.strictObject({
            field: z.enum(fields.orders).describe("A number of the finished row."),
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
        .describe("Acts on finished rows, so shares stay what they are."),
      order_by: z
        .array(
          z.strictObject({
            field: z.enum([...fields.orders, "date", "week", "month"]).describe("What to sort by."),
            direction: z.enum(["asc", "desc"]).default("desc").describe("Which end comes first."),
          }),
        )
        .max(5)
        .default([])
        .describe("Order of the rows; ties are broken the same way every time."),
      compare: z
        .enum(["previous_period"])
        .optional()
        .describe("Adds the same number of days before, and the change."),
      branded: z
        .enum(["include", "exclude", "only"])
        .default("include")
        .describe("Prompts that name the own brand."),
      ...Page,
    })
    .superRefine(checkRange);
}

/** Adds the checks that a range of days is one of at most three years, and that rows are ordered by what they have. */
export function checkRange(
  {
    date_from,
    date_to,
    dimensions,
    order_by,
  }: Pick<ReportQuery, "date_from" | "date_to" | "dimensions" | "order_by">,
  context: z.RefinementCtx,
): void {
  for (const [index, { field }] of order_by.entries()) {
    const isTime = field === "date" || field === "week" || field === "month";
    if (!isTime || dimensions.includes(field)) continue;
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
export type ReportQuery = {
  date_from: string;
  date_to: string;
  dimensions: Dimension[];
  filters: { field: string; operator: "in" | "not_in"; values: string[] }[];
  having: { field: string; operator: "gt" | "gte" | "lt" | "lte"; value: number }[];
  order_by: { field: string; direction: "asc" | "desc" }[];
  compare?: "previous_period" | undefined;
  branded: "include" | "exclude" | "only";
  limit: number;
  offset: number;
};

const KINDS: Record<string, IdKind> = {
  prompt_id: "prm",
  topic_id: "top",
  tag_id: "tag",
  brand_id: "brd",
};

/** The row numbers behind the ids of a filter; refuses ids of another kind. */
export function numbersOf(field: string, values: readonly string[]): number[] {
  const kind = KINDS[field];
  if (!kind) return [];
  return values.map((value) => {
    if (!idPattern(kind).test(value)) {
      throw new Failure("VALIDATION_ERROR", `filters: ${field} takes ids like "${kind}_..."`, {
        problem: "FORMAT",
      });
    }
    return decodeId(kind, value);
  });
}

/** The slugs behind the model ids of a filter. */
export function slugsOf(values: readonly string[]): string[] {
  return values.map((value) => {
    if (!ModelId.safeParse(value).success) {
      throw new Failure("VALIDATION_ERROR", 'filters: model_id takes ids like "mdl_chatgpt"', {
        problem: "FORMAT",
      });
    }
    return decodeModelId(value);
  });
}

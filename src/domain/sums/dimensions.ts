import * as z from "zod";
import { encodeId, encodeModelId } from "#core/id.ts";
import { lastDaysOf } from "./spans.ts";

/** The sums that a query may be answered from; brand: with those of answers, source: of domains and of pages. */
export type SumsName = "brand" | "source" | "gap" | "prompt" | "cell";

/** Models by number as callers know them. */
export type Slugs = ReadonlyMap<number, string>;

type DimensionDefinition = {
  /** Its value from the columns of a row of sums, or of facts as `factRows` selects them. */
  value: string;
  type: "integer" | "text" | "date";
  /** Which row decides it: the fact itself, its answer `a`, its prompt `p`, each tag `t` of its prompt. */
  from: "fact" | "answer" | "prompt" | "tag";
  /** How `factRows` selects it, unless every fact has it. */
  select?: string;
  /** The sums that can tell it apart. */
  sums: readonly SumsName[];
  /** Its value in a row, as callers see it. */
  show(value: unknown, slugs: Slugs): string | null;
  field: z.ZodType;
};

/** What is known of how an answer was asked for, by what callers call it, and its column. */
export const ASKED = {
  search: "search_asked",
  tool: "search_tool",
  effort: "effort",
  country: "country_asked",
} as const;

/** One part of how an answer was asked for, as a filter takes it. */
export const AskedValue = z
  .string()
  .regex(new RegExp(`^(${Object.keys(ASKED).join("|")})=.`), {
    error: `must be one of ${Object.keys(ASKED).join(", ")} with its value, like "search=forced"`,
  })
  .describe("As search=forced, tool=..., effort=... or country=...");

/** The parts of how an answer `of` was asked for, as texts like `search=forced`; null, or `unknown`, where not known. */
export function askedParts(of: string, unknown?: "unknown"): string[] {
  return Object.entries(ASKED).map(([name, column]) =>
    unknown
      ? `'${name}=' || coalesce(${of}.${column}, '${unknown}')`
      : `'${name}=' || ${of}.${column}`,
  );
}

const Day = z.string().meta({ format: "date" });
/** The first day of a week and of a month, of many rows: whole numbers, where date_trunc computes times in a time zone. */
const MONDAY = "start - (start - '0001-01-01'::date) % 7";
const FIRST_OF_MONTH = "start - date_part('day', start)::integer + 1";
const asText = (value: unknown) => String(value);

/** What rows of reports can be split by: everything there is to say of each, in one place. */
export const DIMENSIONS = {
  model_id: {
    ...{ value: "model_id", type: "integer", from: "fact", sums: ["brand", "source", "cell"] },
    show: (value, slugs) => encodeModelId(slugs.get(Number(value)) ?? "gone"),
    field: z.string(),
  },
  prompt_id: {
    ...{ value: "prompt_id", type: "integer", from: "fact", sums: ["prompt", "cell"] },
    show: (value) => encodeId("prm", Number(value)),
    field: z.string(),
  },
  topic_id: {
    ...{ value: "topic_id", type: "integer", from: "prompt", sums: ["brand", "prompt", "cell"] },
    select: "coalesce(p.topic_id, 0) as topic_id",
    show: (value) => (value ? encodeId("top", Number(value)) : null),
    field: z.string().nullable().describe("Null: prompts without a topic."),
  },
  tag_id: {
    ...{ value: "tag_id", type: "integer", from: "tag", sums: ["prompt", "cell"] },
    select: "t.tag_id",
    show: (value) => encodeId("tag", Number(value)),
    field: z.string(),
  },
  country_code: {
    ...{ value: "country_code", type: "text", from: "prompt", sums: ["brand", "prompt", "cell"] },
    select: "p.country_code",
    show: asText,
    field: z.string(),
  },
  searched: {
    ...{ value: "searched", type: "text", from: "answer", sums: [] },
    select: "coalesce(a.search_ran::text, 'unknown') as searched",
    show: asText,
    field: z.enum(["true", "false", "unknown"]).describe("Whether the model searched."),
  },
  asked: {
    ...{ value: "asked", type: "text", from: "answer", sums: [] },
    select: `coalesce(nullif(concat_ws(' ', ${askedParts("a").join(", ")}), ''), 'unknown') as asked`,
    show: asText,
    field: z.string().describe("How it was asked: all that is known."),
  },
  date: {
    ...{ value: "start", type: "date", from: "fact", sums: ["brand", "source", "gap", "prompt"] },
    show: asText,
    field: Day,
  },
  week: {
    ...{ value: MONDAY, type: "date", from: "fact" },
    sums: ["brand", "source", "gap", "prompt"],
    show: asText,
    field: Day.describe("Its Monday."),
  },
  month: {
    ...{ value: FIRST_OF_MONTH, type: "date", from: "fact" },
    sums: ["brand", "source", "gap", "prompt"],
    show: asText,
    field: Day.describe("Its first day."),
  },
} as const satisfies Record<string, DimensionDefinition>;

export type Dimension = keyof typeof DIMENSIONS;
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as [Dimension, ...Dimension[]];
const definitionOf = (name: Dimension): DimensionDefinition => DIMENSIONS[name];

/** The dimensions that are days, weeks and months. */
export const TIMES = DIMENSION_NAMES.filter((name) => definitionOf(name).type === "date");

/** True when rows are wanted by day, week or month. */
export function hasDates(dimensions: readonly Dimension[]): boolean {
  return dimensions.some((name) => TIMES.includes(name));
}

/** True when some of the dimensions are decided by such rows. */
export function isFrom(
  dimensions: readonly Dimension[],
  from: DimensionDefinition["from"],
): boolean {
  return dimensions.some((name) => definitionOf(name).from === from);
}

/** What `factRows` selects in addition to what every fact has. */
export function factColumns(dimensions: readonly Dimension[]): string[] {
  return dimensions.flatMap((name) => definitionOf(name).select ?? []);
}

/** The dimensions of a query as columns: what to select (with names) and what to group by. */
export function dimensionColumns(dimensions: readonly Dimension[]) {
  const names = [...new Set(dimensions)];
  return {
    names,
    select: names.map((name) => `${definitionOf(name).value} as ${name}`),
    list: names.join(", "),
  };
}

/** The SQL type of a dimension, or of the number of what a row is about. */
export function typeOf(name: string): DimensionDefinition["type"] {
  return Object.hasOwn(DIMENSIONS, name) ? definitionOf(name as Dimension).type : "integer";
}

/** The dimensions that a row may carry, as flat fields. */
export const DimensionFields = Object.fromEntries(
  DIMENSION_NAMES.map((name) => [name, definitionOf(name).field.optional()]),
) as { [Name in Dimension]: z.ZodOptional<(typeof DIMENSIONS)[Name]["field"]> };

/** What a row by week or month says besides. */
export const PartField = {
  is_partial: z
    .boolean()
    .optional()
    .describe("Of rows by week or month: the range leaves out some of its days."),
};

/** True when each row is of a whole week or month, or of what the range leaves of it. */
export function isInParts(dimensions: readonly Dimension[]): boolean {
  return !dimensions.includes("date") && hasDates(dimensions);
}

type Range = { date_from: string; date_to: string };

/** The dimensions of a row as callers see them, and whether its week or month is cut by the range. */
export function showDimensions(
  row: Record<string, unknown>,
  { dimensions, ...range }: Range & { dimensions: readonly Dimension[] },
  slugs: Slugs,
): Record<string, string | boolean | null> {
  const shown = dimensions.map((name) => [name, definitionOf(name).show(row[name], slugs)]);
  const is_partial = TIMES.some(
    (name) => dimensions.includes(name) && isCut(name, String(row[name]), range),
  );
  return { ...Object.fromEntries(shown), ...(isInParts(dimensions) && { is_partial }) };
}

const isCut = (name: Dimension, first: string, { date_from, date_to }: Range) =>
  first < date_from || lastDaysOf(first, [name]).some((last) => last > date_to);

import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import * as z from "zod";
import { withOwn, withoutOwn } from "./named-answers.ts";

/** What one row `f` of facts adds to a sum. */
type Each = string | ((project_id: number) => RawBuilder<unknown>);
type SumsDefinition = {
  /** Columns that tell its rows apart, in addition to project, span and start. */
  key: readonly string[];
  columns: Readonly<Record<string, Each>>;
  /** Which brands the answers name, as bits. */
  hasBrands?: true;
};

const CELL = ["model_id", "country_code", "topic_id", "is_branded"];
const GAPS = {
  without_own: (project_id: number) => sql`(${withoutOwn(project_id, "f")})::integer`,
  with_own: (project_id: number) => sql`(${withOwn(project_id, "f")})::integer`,
};
// Of rows with what one answer takes from one source in all.
const USES = {
  answers: "1",
  retrieved_answers: "(f.retrieved > 0)::integer",
  cited_answers: "(f.cited > 0)::integer",
  retrievals: "f.retrieved",
  citations: "f.cited",
};

/**
 * The tables of sums, `<name>_rollup`: what tells their rows apart and what they sum of which facts. Longer spans are
 * sums of these sums.
 */
export const SUMS = {
  answer: {
    key: CELL,
    columns: {
      answers: "(f.status = 'answered')::integer",
      no_answer: "(f.status = 'no_answer')::integer",
      refused: "(f.status = 'refused')::integer",
      error: "(f.status = 'error')::integer",
      cut: "(f.status = 'answered' and f.is_cut)::integer",
      ...GAPS,
    },
  },
  brand: {
    key: [...CELL, "brand_id"],
    columns: {
      answers: "1",
      mention_count: "f.mention_count",
      position_sum: "f.position",
      first_count: "(f.position = 1)::integer",
      sentiment_sum: "f.sentiment",
      sentiment_count: "(f.sentiment is not null)::integer",
    },
  },
  domain: { key: ["only_branded", "model_id", "domain_id"], columns: USES, hasBrands: true },
  url: { key: ["only_branded", "model_id", "url_id"], columns: USES, hasBrands: true },
  gap: { key: ["domain_id", "is_branded"], columns: GAPS },
  prompt: { key: ["prompt_id"], columns: { answers: "1", ...GAPS } },
} as const satisfies Record<string, SumsDefinition>;

export type SumsTable = keyof typeof SUMS;
type Columns<Table extends SumsTable> = Extract<keyof (typeof SUMS)[Table]["columns"], string>;

/** The names of the columns that a table of sums sums. */
export function columnsOf<Table extends SumsTable>(table: Table): Columns<Table>[] {
  return Object.keys(SUMS[table].columns) as Columns<Table>[];
}

/** Its columns that are not of its key: these and, where it has them, the brands. */
export function valuesOf(table: SumsTable): string[] {
  return [...columnsOf(table), ...("hasBrands" in SUMS[table] ? ["brands"] : [])];
}

/** What it sums as a list, with what each row `f` of facts adds to them. */
export function eachOf(table: SumsTable, project_id: number): RawBuilder<unknown>[] {
  return Object.values<Each>(SUMS[table].columns).map((each) =>
    typeof each === "string" ? sql.raw(each) : each(project_id),
  );
}

const count = z.int();
const share = z.number().nullable();

/** A number of the finished rows of a report; `order`: rows can be sorted and chosen by it. */
type Measure = { field: z.ZodType; order?: true };
/** A sum of a row, its group's usable answers or its brands' answers. */
export type BrandPart = Columns<"brand"> | "total" | "voices";
/** from + of / per / over. */
type BrandMeasure = Measure & { from?: number; of: BrandPart; per?: number; over?: BrandPart };
/**
 * A sum of a column, or a number computed from such sums and the answers that could report sources.
 */
type SourceMeasure = Measure & ({ sum: keyof typeof USES } | { value: string } | { total: true });

/** The numbers of the brand report, in the order of its rows. */
export const BRAND_MEASURES = {
  visibility: {
    ...{ of: "answers", over: "total" },
    field: share.describe("Answers that mention it / usable answers."),
    order: true,
  },
  visibility_count: {
    of: "answers",
    field: count.describe("Answers that mention it."),
    order: true,
  },
  visibility_total: { of: "total", field: count.describe("Usable answers."), order: true },
  mention_count: {
    of: "mention_count",
    field: count.describe("Times it is named."),
    order: true,
  },
  share_of_voice: {
    ...{ of: "answers", over: "voices" },
    field: share.describe("visibility_count / share_of_voice_total."),
    order: true,
  },
  share_of_voice_total: {
    of: "voices",
    field: count.describe("Mentioning answers, summed over all tracked brands."),
  },
  position: {
    ...{ of: "position_sum", over: "answers" },
    field: share.describe("Mean rank of first appearance where mentioned."),
    order: true,
  },
  position_sum: { of: "position_sum", field: count },
  position_count: { of: "answers", field: count, order: true },
  first_count: {
    of: "first_count",
    field: count.describe("Answers that name it first."),
    order: true,
  },
  sentiment: {
    ...{ from: 50, of: "sentiment_sum", per: 20, over: "sentiment_count" },
    field: share.describe("0 to 100, 50 neutral; an estimate."),
    order: true,
  },
  sentiment_sum: {
    ...{ of: "sentiment_sum", per: 1_000 },
    field: z.number().describe("Sum of scores from -1 to 1."),
  },
  sentiment_count: {
    of: "sentiment_count",
    field: count.describe("Scored answers."),
    order: true,
  },
} as const satisfies Record<string, BrandMeasure>;

/** What numbers of brands are made of, as columns of SQL. */
const PARTS: Record<BrandPart, string> = {
  ...(Object.fromEntries(
    columnsOf("brand").map((name) => [name, `coalesce(f.${name}, 0)`]),
  ) as Record<Columns<"brand">, string>),
  ...{ total: "g.total", voices: "coalesce(v.voices, 0)" },
};

/** A number of a brand in SQL. */
export function brandNumber({ from, of, per, over }: BrandMeasure): string {
  const sum = per || over ? `${PARTS[of]}::float8` : PARTS[of];
  return `${from ? `${from} + ` : ""}${sum}${per ? ` / ${per}` : ""}${over ? ` / nullif(${PARTS[over]}, 0)` : ""}`;
}

/** The same from lists of its parts; null: it is a part of nothing. */
export function brandNumberAt(
  { from = 0, of, per = 1, over }: BrandMeasure,
  parts: Readonly<Record<BrandPart, Float64Array>>,
  at: number,
): number | null {
  const whole = over ? (parts[over][at] ?? 0) : 1;
  return whole === 0 ? null : from + (parts[of][at] ?? 0) / per / whole;
}

/** The numbers of the reports on domains and on pages, in the order of their rows. */
export const SOURCE_MEASURES = {
  retrieved_percentage: {
    value: "retrieved_chat_count::float8 / nullif(total_chat_count, 0)",
    field: share.describe("Answers that read it / answers that could report it."),
    order: true,
  },
  retrieved_chat_count: {
    sum: "retrieved_answers",
    field: count.describe("Answers that read it."),
    order: true,
  },
  cited_percentage: {
    value: "cited_chat_count::float8 / nullif(total_chat_count, 0)",
    field: share.describe("Answers that cite it / answers that could report it."),
    order: true,
  },
  cited_chat_count: {
    sum: "cited_answers",
    field: count.describe("Answers that cite it."),
    order: true,
  },
  total_chat_count: {
    total: true,
    field: count.describe("Usable answers of models that can report sources."),
    order: true,
  },
  retrieval_count: {
    sum: "retrievals",
    field: count.describe("Pages of it read, over all answers."),
    order: true,
  },
  citation_count: {
    sum: "citations",
    field: count.describe("Citations of it, over all answers."),
    order: true,
  },
  retrieval_rate: {
    value: "retrieval_count::float8 / nullif(total_chat_count, 0)",
    field: share.describe("Pages read per answer; may pass 1. Has no interval."),
    order: true,
  },
  citation_rate: {
    value: "citation_count::float8 / nullif(retrieval_count, 0)",
    field: share.describe("Citations per page read; null: none was read. Has no interval."),
    order: true,
  },
} as const satisfies Record<string, SourceMeasure>;

/** Numbers with two 95 % intervals, by the first part of their names. */
export const BRAND_INTERVALS = ["visibility", "share_of_voice", "position", "sentiment"] as const;
export const SOURCE_INTERVALS = ["retrieved", "cited"] as const;

/** The ends of the intervals, behind the name. */
const ENDS = {
  low: "95 % interval, were the same prompts asked again: lower end; null: see interval_reason.",
  high: "Its upper end.",
  questions_low: "95 % interval, for questions like these: lower end; null: see questions_reason.",
  questions_high: "Its upper end.",
} as const;
/** Why a row's numbers that are defined have no interval, of each kind. */
export const IntervalReasons = {
  interval_reason: z
    .enum(["too few days", "not enough data"])
    .optional()
    .describe(
      "Why a number that is defined has no interval for the same prompts; of rates per page or answer none is told.",
    ),
  questions_reason: z
    .enum(["too few prompts", "too many answers"])
    .optional()
    .describe("Why a number that is defined has no interval for questions like these."),
};
export type IntervalReasons = {
  interval_reason?: "too few days" | "not enough data";
  questions_reason?: "too few prompts" | "too many answers";
};
export type End = keyof typeof ENDS;
export const END_NAMES = Object.keys(ENDS) as End[];

/** The numbers of some measures in a row. */
type Numbers<Measures extends Record<string, Measure>> = {
  [Name in keyof Measures]: z.output<Measures[Name]["field"]>;
};
export type BrandNumbers = Numbers<typeof BRAND_MEASURES>;
export type SourceNumbers = Numbers<typeof SOURCE_MEASURES>;

/** The names that rows can be sorted and chosen by. */
export function ordersOf<Measures extends Record<string, Measure>>(
  measures: Measures,
): [string, ...string[]] {
  const names = Object.keys(measures).filter((name) => measures[name]?.order);
  return names as [string, ...string[]];
}

/** The fields of a row: every measure, and behind each number with intervals their ends. */
export function fieldsOf<Measures extends Record<string, Measure>, Name extends string>(
  measures: Measures,
  intervals: readonly Name[],
) {
  const fields = Object.entries(measures).flatMap(([name, { field }], index, all) => {
    const isFirst = (start: string) =>
      all.findIndex(([other]) => other.startsWith(start)) === index;
    const ends = intervals
      .filter(isFirst)
      .flatMap((interval) =>
        Object.entries(ENDS).map(([end, about]) => [`${interval}_${end}`, share.describe(about)]),
      );
    return [[name, field], ...ends];
  });
  return Object.fromEntries(fields) as {
    [Key in keyof Measures]: Measures[Key]["field"];
  } & { [Key in `${Name}_${End}`]: typeof share };
}

import { type RawBuilder, sql } from "kysely";
import { addDays, daysBetween } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type Dimension, numbersOf, type ReportQuery, slugsOf } from "./report-query.ts";
import { SPANS } from "./rollup-queries.ts";

type Sql = RawBuilder<unknown>;
/** A run of rollup rows of one span whose starts lie from `first` to `last`. */
type Piece = { span: number; first: string; last: string };

const DATES = ["date", "week", "month"];

/** True when rows are wanted by day, week or month. */
export function hasDates(dimensions: readonly Dimension[]): boolean {
  return dimensions.some((dimension) => DATES.includes(dimension));
}

/** The fewest runs of rollup rows that make up a range of days: at most two of each span but the longest. */
export function piecesOf({
  date_from,
  date_to,
  dimensions,
}: Pick<ReportQuery, "date_from" | "date_to" | "dimensions">): Piece[] {
  if (hasDates(dimensions)) return [{ span: 1, first: date_from, last: date_to }];
  const number = (day: string) => daysBetween("1970-01-01", day) - 1;
  const day = (value: number) => addDays("1970-01-01", value);
  const pieces: Piece[] = [];
  let [low, high] = [number(date_from), number(date_to) + 1];
  // From the shortest span up: cut off what does not fill the next longer one at either end.
  for (const [index, span] of SPANS.entries()) {
    const next = SPANS[index + 1];
    const from = next ? Math.min(high, Math.ceil(low / next) * next) : high;
    const to = next ? Math.max(from, Math.floor(high / next) * next) : high;
    if (low < from) pieces.push({ span, first: day(low), last: day(from - span) });
    if (to < high && next) pieces.push({ span, first: day(to), last: day(high - span) });
    [low, high] = [from, to];
    if (low >= high) break;
  }
  return pieces;
}

/** The rows of a rollup table that make up a query's days, as one relation. */
export function rollupRows(
  table: "answer_rollup" | "brand_rollup" | "domain_rollup" | "url_rollup",
  columns: Sql,
  { project_id, query }: Tenant & { query: ReportQuery },
): Sql {
  const parts = piecesOf(query).map(
    ({ span, first, last }) => sql`
      select ${columns} from ${sql.table(table)} where project_id = ${project_id}
        and span = ${sql.lit(span)} and start between ${first}::date and ${last}::date`,
  );
  return sql`(${sql.join(parts, sql` union all `)})`;
}

const EXPRESSIONS: Record<Dimension, string> = {
  model_id: "model_id",
  prompt_id: "prompt_id",
  topic_id: "topic_id",
  tag_id: "tag_id",
  country_code: "country_code",
  date: "start",
  week: "date_trunc('week', start)::date",
  month: "date_trunc('month', start)::date",
};

/** The dimensions of a query as columns: what to select (with names) and what to group by. */
export function dimensionColumns(dimensions: readonly Dimension[]) {
  const distinct = [...new Set(dimensions)];
  return {
    names: distinct,
    select: distinct.map((name) => `${EXPRESSIONS[name]} as ${name}`),
    list: distinct.join(", "),
  };
}

/** The conditions that a query's filters put on cells with model_id, country_code, topic_id, is_branded, prompt_id. */
export function cellConditions({ project_id }: Tenant, query: ReportQuery, table?: string): Sql[] {
  const conditions: Sql[] = [];
  const prompt = sql.ref(table ? `${table}.prompt_id` : "prompt_id");
  if (query.branded !== "include") {
    conditions.push(sql`is_branded = ${sql.lit(query.branded === "only")}`);
  }
  for (const { field, operator, values } of query.filters) {
    const not = operator === "not_in" ? sql`not` : sql``;
    if (field === "model_id") {
      conditions.push(sql`${not} model_id in (select model_id from models
        where project_id = ${project_id} and slug = any(${slugsOf(values)}::text[]))`);
    } else if (field === "country_code") {
      conditions.push(sql`${not} country_code = any(${values}::text[])`);
    } else if (field === "topic_id") {
      conditions.push(sql`${not} topic_id = any(${numbersOf(field, values)}::integer[])`);
    } else if (field === "prompt_id") {
      const ids = numbersOf(field, values);
      conditions.push(sql`${not} ${prompt} in (select unnest(${ids}::integer[]))`);
    } else if (field === "tag_id") {
      const ids = numbersOf(field, values);
      conditions.push(sql`${not} ${prompt} in (select prompt_id from prompt_tags
        where project_id = ${project_id} and tag_id = any(${ids}::integer[]))`);
    }
  }
  return conditions;
}

/** True when a query can only be answered from the facts: it names prompts or tags. */
export function needsFacts({ dimensions, filters }: ReportQuery): boolean {
  const named = [...dimensions, ...filters.map(({ field }) => field)];
  return named.some((field) => field === "prompt_id" || field === "tag_id");
}

/** `where` and the conditions, or nothing. */
export function where(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

/** The part of a join that makes one row per tag of a prompt, when tags are a dimension. */
export function tagJoin({ project_id }: Tenant, { dimensions }: ReportQuery, prompt: string): Sql {
  if (!dimensions.includes("tag_id")) return sql``;
  return sql`join prompt_tags t on t.project_id = ${project_id} and t.prompt_id = ${sql.ref(prompt)}`;
}

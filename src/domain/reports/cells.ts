import { type RawBuilder, sql } from "kysely";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type Days, piecesOf, SPANS, startsOf } from "#domain/sums/spans.ts";
import { type Dimension, numbersOf, type ReportQuery, slugsOf } from "./report-query.ts";

type Sql = RawBuilder<unknown>;

const DATES = ["date", "week", "month"];

/** True when rows are wanted by day, week or month. */
export function hasDates(dimensions: readonly Dimension[]): boolean {
  return dimensions.some((dimension) => DATES.includes(dimension));
}

/** The rows of a rollup table that make up a query's days, as one relation. */
export function rollupRows(
  table: `${"answer" | "brand" | "domain" | "url" | "gap" | "prompt"}_rollup`,
  columns: Sql,
  { project_id, query }: Tenant & { query: Days },
): Sql {
  const pieces = piecesOf(query);
  const parts = SPANS.filter((span) => pieces.some((piece) => piece.span === span)).map((span) => {
    const runs = pieces.filter((piece) => piece.span === span);
    const starts = runs.flatMap(({ first, last }) => startsOf(first, last, span));
    const [run] = runs;
    // A single run is a step into the index and a walk along it; many are as many steps.
    const isOf =
      run && runs.length === 1
        ? sql`start between ${run.first}::date and ${run.last}::date`
        : sql`start = any(${starts}::date[])`;
    return sql`select ${columns} from ${sql.table(table)}
      where project_id = ${project_id} and span = ${sql.lit(span)} and ${isOf}`;
  });
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

/** Some columns of rows as a relation `k`, to find the same rows in another period. */
export function keysOf(rows: readonly Record<string, unknown>[], names: readonly string[]): Sql {
  const keys = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
  const columns = names.map((name) => `${name} ${name === "country_code" ? "text" : "integer"}`);
  return sql`json_to_recordset(${JSON.stringify(keys)}::json) as k (${sql.raw(columns.join(", "))})`;
}

/** What a query says of prompts and models. */
type Choice = Pick<ReportQuery, "filters" | "branded">;

/** The conditions that a query's filters put on cells with model_id, country_code, topic_id, is_branded, prompt_id. */
export function cellConditions({ project_id }: Tenant, { filters, branded }: Choice): Sql[] {
  const conditions: Sql[] = [];
  if (branded !== "include") conditions.push(sql`is_branded = ${sql.lit(branded === "only")}`);
  for (const { field, operator, values } of filters) {
    const not = operator === "not_in" ? sql`not` : sql``;
    if (field === "model_id") {
      conditions.push(sql`${not} model_id = any(array(select model_id from models
        where project_id = ${project_id} and slug = any(${slugsOf(values)}::text[])))`);
    } else if (field === "country_code") {
      conditions.push(sql`${not} country_code = any(${values}::text[])`);
    } else if (field === "topic_id" || field === "prompt_id") {
      const ids = numbersOf(field, values);
      conditions.push(sql`${not} ${sql.ref(field)} = any(${ids}::integer[])`);
    } else if (field === "tag_id") {
      const ids = numbersOf(field, values);
      conditions.push(sql`${not} prompt_id = any(array(select prompt_id from prompt_tags
        where project_id = ${project_id} and tag_id = any(${ids}::integer[])))`);
    }
  }
  return conditions;
}

/** Selects the ids of the prompts that a query's filters keep; null: it has none. */
export function keptPrompts(tenant: Tenant, { filters, branded }: Choice): Sql | null {
  const conditions = cellConditions(tenant, {
    branded,
    filters: filters.filter(({ field }) => field !== "model_id"),
  });
  if (conditions.length === 0) return null;
  return sql`select prompt_id from (
    select prompt_id, country_code, coalesce(topic_id, 0) as topic_id, is_branded from prompts
    where project_id = ${tenant.project_id}) p ${where(conditions)}`;
}

/** Where facts of a query are: the table `f` of the facts, their days, models and prompts. */
type Facts = { date_from: string; date_to: string } & Choice;

/**
 * The condition on rows `f` of facts. What is kept of prompts and models is told as arrays, so that the index on
 * (project_id, day, model_id, prompt_id) leads to these rows alone.
 */
export function factCondition(tenant: Tenant, { date_from, date_to, filters, branded }: Facts) {
  const { project_id } = tenant;
  const ofModels = filters.filter(({ field }) => field === "model_id");
  const prompts = keptPrompts(tenant, { filters, branded });
  const conditions = [
    sql`f.project_id = ${project_id} and f.day between ${date_from}::date and ${date_to}::date`,
    ...cellConditions(tenant, { branded: "include", filters: ofModels }),
  ];
  if (prompts) conditions.push(sql`f.prompt_id = any(array(${prompts}))`);
  return sql.join(conditions, sql` and `);
}

/** Rows of facts, in the columns that the query's dimensions are made of and `columns`, which belong to `f`. */
export function factRows(
  { project_id }: Tenant,
  dimensions: readonly Dimension[],
  { facts, columns }: { facts: Sql; columns: Sql },
): Sql {
  const ofPrompt = dimensions.includes("topic_id") || dimensions.includes("country_code");
  const parts = ["f.day as start", "f.model_id", "f.prompt_id"];
  if (ofPrompt) parts.push("p.country_code", "coalesce(p.topic_id, 0) as topic_id");
  // A prompt's facts count in each of its tags.
  if (dimensions.includes("tag_id")) parts.push("t.tag_id");
  const prompts = sql`join prompts p on p.project_id = ${project_id} and p.prompt_id = f.prompt_id`;
  const tags = sql`join prompt_tags t on t.project_id = ${project_id} and t.prompt_id = f.prompt_id`;
  return sql`(select ${sql.raw(parts.join(", "))}, ${columns} from (${facts}) f
    ${ofPrompt ? prompts : sql``} ${dimensions.includes("tag_id") ? tags : sql``})`;
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

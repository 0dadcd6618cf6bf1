import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import {
  cellConditions,
  dimensionColumns,
  factCondition,
  factRows,
  keysOf,
  needsFacts,
  rollupRows,
  where,
} from "./cells.ts";
import { finishedRows } from "./finished-rows.ts";
import { numbersOf, type ReportQuery } from "./report-query.ts";

type Sql = RawBuilder<unknown>;

/** A row of the brand report as the database gives it, before ids and intervals. */
export type BrandRow = {
  brand_id: number;
  brand_name: string;
  is_own: boolean;
  visibility: number | null;
  visibility_count: number;
  visibility_total: number;
  mention_count: number;
  share_of_voice: number | null;
  share_of_voice_total: number;
  position: number | null;
  position_sum: number;
  position_count: number;
  first_count: number;
  sentiment: number | null;
  sentiment_sum: number;
  sentiment_count: number;
} & Record<string, unknown>;

export const BRAND_ORDERS = [
  "visibility",
  "visibility_count",
  "visibility_total",
  "mention_count",
  "share_of_voice",
  "position",
  "position_count",
  "first_count",
  "sentiment",
  "sentiment_count",
] as const;

const ANSWER_COLUMNS = sql.raw("start, model_id, country_code, topic_id, is_branded, answers");
const BRAND_SUMS =
  "brand_id, answers, mention_count, position_sum, first_count, sentiment_sum, sentiment_count";
const BRAND_COLUMNS = sql.raw(`start, model_id, country_code, topic_id, is_branded, ${BRAND_SUMS}`);

/**
 * One page of brands by what answers say of them, and how many rows there are in all; `of`: only the counterparts of
 * these rows.
 */
export async function readBrandRows(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
  of?: readonly BrandRow[],
): Promise<{ rows: BrandRow[]; total_count: number }> {
  const { names, list } = dimensionColumns(query.dimensions);
  const by = sql.raw(names.length > 0 ? `group by ${list}` : "");
  // Without dimensions there is one group, even of nothing; with some, only groups that have answers.
  const some = sql.raw(names.length > 0 ? "having sum(answers) > 0" : "");
  const using = (left: string, right: string) =>
    sql.raw(
      names.length > 0
        ? names.map((name) => `${left}.${name} = ${right}.${name}`).join(" and ")
        : "true",
    );
  const dims = sql.raw(names.map((name) => `${name}, `).join(""));
  const groupDims = sql.raw(names.map((name) => `g.${name}, `).join(""));
  const brands = brandConditions(query);
  const onKeys = sql`on k.brand_id = b.brand_id and ${using("k", "g")}`;
  const keys = of ? sql`join ${keysOf(of, ["brand_id", ...names])} ${onKeys}` : sql``;
  const rows = sql`
    with answer_cells as (${answerCells(tenant, query)}),
    brand_cells as (${brandCells(tenant, query)}),
    groups as (
      select ${dims} coalesce(sum(answers), 0)::bigint as total from answer_cells ${by} ${some}
    ),
    found as (
      select ${dims} brand_id, sum(answers)::bigint as answers, sum(mention_count)::bigint as mention_count,
        sum(position_sum)::bigint as position_sum, sum(first_count)::bigint as first_count,
        sum(sentiment_sum)::bigint as sentiment_sum, sum(sentiment_count)::bigint as sentiment_count
      from brand_cells group by ${dims} brand_id
    ),
    voices as (select ${dims} sum(answers)::bigint as voices from found ${by})
    select ${groupDims} b.brand_id, b.name as brand_name, b.is_own, b.name_key,
      coalesce(f.answers, 0)::float8 / nullif(g.total, 0) as visibility,
      coalesce(f.answers, 0) as visibility_count, g.total as visibility_total,
      coalesce(f.mention_count, 0) as mention_count,
      coalesce(f.answers, 0)::float8 / nullif(v.voices, 0) as share_of_voice,
      coalesce(v.voices, 0) as share_of_voice_total,
      f.position_sum::float8 / nullif(f.answers, 0) as position,
      coalesce(f.position_sum, 0) as position_sum, coalesce(f.answers, 0) as position_count,
      coalesce(f.first_count, 0) as first_count,
      50 + f.sentiment_sum::float8 / 20 / nullif(f.sentiment_count, 0) as sentiment,
      coalesce(f.sentiment_sum, 0)::float8 / 1000 as sentiment_sum,
      coalesce(f.sentiment_count, 0) as sentiment_count
    from groups g
    join brands b on b.project_id = ${tenant.project_id} ${brands}
    ${keys}
    left join found f on f.brand_id = b.brand_id and ${using("f", "g")}
    left join voices v on ${using("v", "g")}`;
  const tail = sql.raw(["name_key", "brand_id", ...names].join(", "));
  return finishedRows<BrandRow>(db, { rows, query, first: "visibility", tail });
}

function brandConditions({ filters }: ReportQuery): Sql {
  const parts = filters
    .filter(({ field }) => field === "brand_id")
    .map(({ field, operator, values }) => {
      const not = operator === "not_in" ? sql`not` : sql``;
      return sql`and ${not} b.brand_id = any(${numbersOf(field, values)}::integer[])`;
    });
  return sql.join([sql``, ...parts], sql` `);
}

/** Usable answers by the query's dimensions, from `facts` or sums; `also`: further conditions on their models. */
export function answerCells(
  tenant: Tenant,
  query: ReportQuery,
  { facts = needsFacts(query), also = [] }: { facts?: boolean; also?: readonly Sql[] } = {},
): Sql {
  const { select } = dimensionColumns(query.dimensions);
  const chosen = sql.raw(select.map((column) => `${column}, `).join(""));
  if (facts) {
    return sql`select ${chosen} answers from ${answerFacts(tenant, query)} c ${where(also)}`;
  }
  const rows = rollupRows("answer_rollup", ANSWER_COLUMNS, { ...tenant, query });
  const conditions = [...also, ...cellConditions(tenant, query)];
  return sql`select ${chosen} answers from ${rows} c ${where(conditions)}`;
}

/** Usable answers as facts, each one answer. */
function answerFacts(tenant: Tenant, query: ReportQuery): Sql {
  const facts = sql`select * from answers f where ${factCondition(tenant, query)} and f.status = 'answered'`;
  return factRows(tenant, query.dimensions, { facts, columns: sql`1 as answers` });
}

/** Mentions by the query's dimensions and brand; of all tracked brands, whatever brands the query names. */
function brandCells(tenant: Tenant, query: ReportQuery): Sql {
  const { select } = dimensionColumns(query.dimensions);
  const chosen = sql.raw(select.map((column) => `${column}, `).join(""));
  const sums = sql.raw(BRAND_SUMS);
  if (!needsFacts(query)) {
    const rows = rollupRows("brand_rollup", BRAND_COLUMNS, { ...tenant, query });
    return sql`select ${chosen} ${sums} from ${rows} c ${where(cellConditions(tenant, query))}`;
  }
  const facts = sql`select * from mentions f where ${factCondition(tenant, query)}`;
  const columns = sql`f.brand_id, 1 as answers, f.mention_count, f.position as position_sum,
    (f.position = 1)::integer as first_count, f.sentiment as sentiment_sum,
    (f.sentiment is not null)::integer as sentiment_count`;
  return sql`select ${chosen} ${sums} from ${factRows(tenant, query.dimensions, { facts, columns })} c`;
}

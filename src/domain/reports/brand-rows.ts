import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { canAnswer } from "#domain/sums/answer-scope.ts";
import { dimensionColumns } from "#domain/sums/dimensions.ts";
import {
  BRAND_MEASURES,
  type BrandNumbers,
  brandNumber,
  columnsOf,
  eachOf,
} from "#domain/sums/measures.ts";
import { factCondition, scopeConditions } from "#domain/sums/scope-conditions.ts";
import { factRows, keysOf, sumRows, where } from "#domain/sums/sum-rows.ts";
import { finishedRows, orderOf } from "./finished-rows.ts";
import type { ReportQuery } from "./report-query.ts";

type Sql = RawBuilder<unknown>;

/** A row of the brand report as the database gives it, before ids and intervals. */
export type BrandRow = {
  brand_id: number;
  brand_name: string;
  is_own: boolean;
} & BrandNumbers &
  Record<string, unknown>;

export type Brand = Pick<BrandRow, "brand_id" | "brand_name" | "is_own">;

/** The brands that a report has rows of, in the order of rows that are equal otherwise. */
export async function readBrands(
  db: Database,
  { project_id }: Tenant,
  query: ReportQuery,
): Promise<Brand[]> {
  return rowsOf<Brand>(db)`
    select brand_id, name as brand_name, is_own from brands b
    where project_id = ${project_id} ${brandConditions(query)} order by name_key, brand_id`;
}

/**
 * One page of brands by what answers say of them, and how many rows there are in all; `of`: only the counterparts of
 * these rows; `brands`: those that the report has rows of, if they have been read.
 */
export async function readBrandRows(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
  { of, brands }: { of?: readonly BrandRow[]; brands?: readonly Brand[] } = {},
): Promise<{ rows: BrandRow[]; total_count: number }> {
  // By their numbers alone: on a cluster the sums are on another server than the names.
  const chosen = brands ?? (await readBrands(db, tenant, query));
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
  const onKeys = sql`on k.brand_id = b.brand_id and ${using("k", "g")}`;
  const keys = of ? sql`join ${keysOf(of, ["brand_id", ...names])} ${onKeys}` : sql``;
  const rows = sql`
    with answer_cells as (${answerCells(tenant, query)}),
    groups as (
      select ${dims} coalesce(sum(answers), 0)::bigint as total from answer_cells ${by} ${some}
    ),
    brand_cells as (${brandCells(tenant, query, chosen.length)}),
    found as (
      select ${dims} brand_id, ${SUMMED}
      from brand_cells group by ${dims} brand_id
    ),
    voices as (select ${dims} sum(answers)::bigint as voices from found ${by})
    select ${groupDims} b.brand_id, b.place, ${NUMBERS}
    from groups g
    cross join unnest(${chosen.map(({ brand_id }) => brand_id)}::integer[])
      with ordinality b (brand_id, place)
    ${keys}
    left join found f on f.brand_id = b.brand_id and ${using("f", "g")}
    left join voices v on ${using("v", "g")}`;
  const tail = sql.raw(["place", ...names].join(", "));
  const asked = { rows, query, first: "visibility", tail };
  const page = await finishedRows<Omit<BrandRow, keyof Brand> & { place: number }>(db, asked);
  const named = ({ place, ...row }: (typeof page.rows)[number]) => ({
    ...row,
    ...chosen[place - 1],
  });
  return { ...page, rows: page.rows.map(named) as BrandRow[] };
}

const SUMMED = sql.raw(
  columnsOf("brand")
    .map((name) => `sum(${name})::bigint as ${name}`)
    .join(", "),
);
const NUMBERS = sql.raw(
  Object.entries(BRAND_MEASURES)
    .map(([name, measure]) => `${brandNumber(measure)} as ${name}`)
    .join(", "),
);

/** The conditions on rows of brands `b`: of other rows, only brands are chosen. */
function brandConditions({ rows }: ReportQuery): Sql {
  const parts = rows.map(({ operator, values }) => {
    const not = operator === "not_in" ? sql`not` : sql``;
    return sql`and ${not} b.brand_id = any(${values}::integer[])`;
  });
  return sql.join([sql``, ...parts], sql` `);
}

/** True when brands can only be counted in the facts. */
export function needsFacts(query: ReportQuery): boolean {
  return !canAnswer("brand", query);
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
  const rows = sumRows("answer", ["answers"], { ...tenant, days: query });
  const conditions = [...also, ...sumConditions(tenant, query)];
  return sql`select ${chosen} answers from ${rows} c ${where(conditions)}`;
}

/**
 * Where rows are by day first, those of days behind the page are not summed: each of `groups` has as many rows as there
 * are brands.
 */
function daysOfPage(query: ReportQuery, brands: number): Sql[] {
  const [first] = orderOf(query, "visibility");
  if (first?.field !== "date" || query.having.length > 0) return [];
  const { limit, offset } = query;
  return [
    sql`c.start = any(array(select date from groups order by date ${sql.raw(first.direction)} limit
      ${Math.ceil((offset + limit) / Math.max(1, brands))}))`,
  ];
}

const sumConditions = (tenant: Tenant, query: ReportQuery) =>
  scopeConditions(tenant, query, { on: ["model", "prompt"], of: "c" });

/** Usable answers as facts, each one answer. */
function answerFacts(tenant: Tenant, query: ReportQuery): Sql {
  const condition = factCondition(tenant, query, { of: "f", isAnswer: true });
  const facts = sql`select * from answers f where ${condition} and f.status = 'answered'`;
  const columns = sql`1 as answers`;
  return factRows(tenant, query, { facts, columns, isAnswer: true });
}

/** Mentions by the query's dimensions and brand; of all tracked brands, whatever brands the query names. */
function brandCells(tenant: Tenant, query: ReportQuery, brands: number): Sql {
  const { select } = dimensionColumns(query.dimensions);
  const names = columnsOf("brand");
  const chosen = sql.raw([...select, "brand_id", ...names].join(", "));
  if (!needsFacts(query)) {
    const rows = sumRows("brand", names, { ...tenant, days: query });
    const conditions = [...sumConditions(tenant, query), ...daysOfPage(query, brands)];
    return sql`select ${chosen} from ${rows} c ${where(conditions)}`;
  }
  const condition = factCondition(tenant, query, { of: "f", isAnswer: false });
  const facts = sql`select * from mentions f where ${condition}`;
  const each = eachOf("brand", tenant.project_id).map(
    (value, index) => sql`${value} as ${sql.ref(names[index] ?? "")}`,
  );
  const columns = sql.join([sql`f.brand_id`, ...each]);
  return sql`select ${chosen} from ${factRows(tenant, query, { facts, columns, isAnswer: false })} c`;
}

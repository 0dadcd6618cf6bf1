import assert from "node:assert/strict";
import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { readBoth } from "#core/one-moment.ts";
import { addDays, daysBetween } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type Dimension, dimensionColumns } from "#domain/sums/dimensions.ts";
import { namedAnswers } from "#domain/sums/named-answers.ts";
import { factCondition } from "#domain/sums/scope-conditions.ts";
import { startsBySpan } from "#domain/sums/spans.ts";
import { factRows, keysOf } from "#domain/sums/sum-rows.ts";
import type { ReportQuery } from "./report-query.ts";
import { ableModels, listAbleModels, type SourceKind, type SourceRow } from "./source-rows.ts";
import { sourcesNeedFacts, sumConditions } from "./summed-sources.ts";

export type Row = Pick<SourceRow, "id"> & Record<string, unknown>;
/** `rows`: those that are asked about; without them, all that there are. */
type Wanted = { kind: SourceKind; query: ReportQuery; rows?: readonly Row[] };
/** Where each brand has its bit. */
export type Placed = { brand_id: number; place: number };

/** A row of a report on sources by what it is about: its source and its dimensions. */
export function keyOfSource(row: Row, dimensions: readonly Dimension[]): string {
  return JSON.stringify([row.id, ...dimensions.map((name) => row[name])]);
}

/**
 * True when the brands of all rows are as soon read as those of some: they need not wait until it is known which rows
 * are shown.
 */
export function canReadBrandsOfAll(query: ReportQuery): boolean {
  return sourcesNeedFacts(query) && query.dimensions.length === 0;
}

/** Of more sources the brands are not worth reading at once. */
const ALL_MAX = 50_000;

type BrandsOf = (row: Row) => number[];

/** The brands that the answers behind each of all sources mention; null: they are too many. Of facts, without dimensions. */
export async function readBrandsOfAll(
  db: Database,
  tenant: Tenant,
  { kind, query }: Wanted,
): Promise<BrandsOf | null> {
  const placed = await readPlaces(db, tenant, query);
  const all = selectFromFacts(tenant, { kind, query, width: widthOf(placed) });
  // In one text: as rows, thousands would take as long to read as to count.
  const rows = await rowsOf<{ list: string | null }>(db)`
    select case when count(*) <= ${sql.lit(ALL_MAX)} then coalesce(string_agg(id || ' ' || bits, ','), '') end as list
    from (${all}) r`;
  const list = rows[0]?.list?.split(",");
  if (!list) return null;
  const bits = new Map(list.map((one) => one.split(" ") as [string, string]));
  return ({ id }) => brandsIn([bits.get(String(id)) ?? ""], placed);
}

/** The brands that the answers behind some rows mention; `placed`: what `readPlaces` says. */
export async function readSourceBrands(
  db: Database,
  tenant: Tenant,
  wanted: Wanted & { rows: readonly Row[]; placed: readonly Placed[] },
): Promise<BrandsOf> {
  const { query, placed } = wanted;
  const facts = sourcesNeedFacts(query);
  const width = widthOf(placed);
  // Facts are many: two connections read half of the days each, unless others read meanwhile.
  const [first, second] = (facts ? halvesOf(query) : [query]).map(
    (part) => async (one: Database) => {
      const of = { ...wanted, query: part, width };
      const select = facts
        ? selectFromFacts(tenant, of)
        : selectFromSums(tenant, { ...of, able: await listAbleModels(one, tenant) });
      return rowsOf<Row & { bits: string }>(one)`${select}`;
    },
  );
  assert.ok(first);
  const found = second ? await readBoth(db, [first, second], { isLong: true }) : [await first(db)];
  const bits = Map.groupBy(found.flat(), (row) => keyOfSource(row, query.dimensions));
  return (row) => {
    const its = bits.get(keyOfSource(row, query.dimensions)) ?? [];
    return brandsIn(
      its.map((one) => one.bits),
      placed,
    );
  };
}

const widthOf = (placed: readonly Placed[]) =>
  sql.raw(String(Math.max(0, ...placed.map(({ place }) => place)) + 1));

const brandsIn = (masks: readonly string[], placed: readonly Placed[]) =>
  placed
    .filter(({ place }) => masks.some((mask) => mask[place] === "1"))
    .map(({ brand_id }) => brand_id);

/** Where each brand has its bit in the sums of sources, or in what is counted from facts. */
export async function readPlaces(
  db: Database,
  { project_id }: Tenant,
  query: ReportQuery,
): Promise<Placed[]> {
  const places = sourcesNeedFacts(query)
    ? orderedPlaces(project_id)
    : // The sums keep the bit of a brand that was deleted since.
      sql`select brand_id, place from rollup_brands where project_id = ${project_id}
        and brand_id = any(array(select brand_id from brands where project_id = ${project_id}))`;
  return rowsOf<Placed>(db)`${places} order by brand_id`;
}

/** By their order, because the rollups place a new brand only when they are summed again. */
const orderedPlaces = (project_id: number) => sql`
  select brand_id, row_number() over (order by brand_id)::integer - 1 as place from brands
  where project_id = ${project_id}`;

type Sql = RawBuilder<unknown>;
/** What is selected, and how many bits there are. */
type Selected = Wanted & { width: Sql };
type Summed = Selected & { able: readonly number[] };

function halvesOf(query: ReportQuery): [ReportQuery, ReportQuery] {
  const { date_from, date_to } = query;
  const middle = addDays(date_from, Math.floor(daysBetween(date_from, date_to) / 2));
  return [
    { ...query, date_to: addDays(middle, -1) },
    { ...query, date_from: middle },
  ];
}

const idsOf = (rows: readonly Row[]) => [...new Set(rows.map(({ id }) => id))];

function selectFromSums(tenant: Tenant, { kind, query, rows = [], width, able }: Summed): Sql {
  const { project_id } = tenant;
  const id = sql.ref(`${kind}_id`);
  const { names, select } = dimensionColumns(query.dimensions);
  const ids = idsOf(rows);
  // Those of all answers hold the brands that only the others name.
  const only_branded = { include: "false, true", exclude: "false", only: "true" }[query.branded];
  // Single days instead of ranges: each then needs the wanted sources of the index, not all of them.
  const parts = startsBySpan(query).map(
    ({ span, starts }) => sql`
      select start, model_id, ${id} as id, brands from ${sql.table(`${kind}_rollup`)} r
      where project_id = ${project_id} and span = ${sql.lit(span)}
        and only_branded in (${sql.raw(only_branded)}) and start = any(${starts}::date[]) and ${id} = any(${ids}::integer[])
        and ${sql.join(sumConditions(tenant, { query, able, of: "r" }), sql` and `)}`,
  );
  const chosen = sql.raw(["id", ...select].join(", "));
  const by = sql.raw(["id", ...names].join(", "));
  return sql`
    select ${by}, bit_or(brands::bit(${width}))::text as bits
    from (select ${chosen}, brands from (${sql.join(parts, sql` union all `)}) r) r group by ${by}`;
}

function selectFromFacts(tenant: Tenant, { kind, query, rows, width }: Selected): Sql {
  const { project_id } = tenant;
  const { names, select } = dimensionColumns(query.dimensions);
  const answers = factCondition(tenant, query, { of: "f", isAnswer: true });
  // Joined before the wanted sources are chosen (offset 0): few sources lead the planner to loop over all pairs.
  const facts = sql`
    select f.day, f.model_id, f.prompt_id, f.sample, f.${sql.ref(`${kind}_id`)} as id, n.brands
    from citations f join named n using (day, model_id, prompt_id, sample)
    where ${factCondition(tenant, query, { of: "f", isAnswer: false })} and ${ableModels(tenant, "f")} offset 0`;
  const used =
    names.length === 0
      ? sql`(${facts})`
      : factRows(tenant, query, {
          facts,
          columns: sql`f.id, f.brands`,
          isAnswer: false,
        });
  const by = sql.raw(["id", ...names].join(", "));
  const chosen = sql.raw(["id", ...select, "brands"].join(", "));
  const some = rows ? sql`where id = any(${idsOf(rows)}::integer[])` : sql``;
  const page =
    rows && names.length > 0 ? sql`join ${keysOf(rows, ["id", ...names])} using (${by})` : sql``;
  return sql`
    with masks as (
      select brand_id, set_bit(0::bit(${width}), place, 1) as mask from (${orderedPlaces(project_id)}) p
    ), named as (
      select day, model_id, prompt_id, sample, bit_or(mask) as brands
      from (select day, model_id, prompt_id, sample, unnest(brand_ids) as brand_id
        from ${namedAnswers(answers, "f")} f) f join masks using (brand_id)
      group by day, model_id, prompt_id, sample
    )
    select ${by}, bit_or(brands)::text as bits from (select ${chosen} from ${used} c ${some}) c
    ${page} group by ${by}`;
}

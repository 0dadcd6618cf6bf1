import assert from "node:assert/strict";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import { readBoth } from "#core/one-moment.ts";
import { addDays, daysBetween } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { factCondition } from "#domain/sums/answer-scope.ts";
import { type Dimension, dimensionColumns } from "#domain/sums/dimensions.ts";
import { namedAnswers } from "#domain/sums/named-answers.ts";
import { piecesOf, startsOf } from "#domain/sums/spans.ts";
import { factRows, keysOf } from "#domain/sums/sum-rows.ts";
import type { ReportQuery } from "./report-query.ts";
import {
  ableModels,
  type SourceKind,
  type SourceRow,
  sourcesNeedFacts,
  sumConditions,
} from "./source-rows.ts";

type Row = Pick<SourceRow, "id"> & Record<string, unknown>;
/** `rows`: those that are asked about; without them, all that there are. */
type Wanted = { kind: SourceKind; query: ReportQuery; rows?: readonly Row[] };

/** A row of a report on sources by what it is about: its source and its dimensions. */
export function keyOfSource(row: Row, dimensions: readonly Dimension[]): string {
  return JSON.stringify([row.id, ...dimensions.map((name) => row[name])]);
}

/**
 * True when the brands of all rows are as soon read as those of some: they need not wait until it is known which rows
 * are shown. Of pages there may be too many.
 */
export function canReadBrandsOfAll(kind: SourceKind, query: ReportQuery): boolean {
  return kind === "domain" && sourcesNeedFacts(query) && query.dimensions.length === 0;
}

/** The brands that the answers behind rows mention, by `keyOfSource`; a row without any may be missing. */
export async function readSourceBrands(
  db: Database,
  tenant: Tenant,
  wanted: Wanted,
): Promise<Map<string, number[]>> {
  const { rows, query } = wanted;
  const facts = sourcesNeedFacts(query);
  // Facts are many: two connections read half of the days each, unless others read meanwhile.
  const parts = facts && rows ? halvesOf(query) : [query];
  const [first, second] = parts.map((part) =>
    facts ? selectFromFacts(tenant, { ...wanted, query: part }) : selectFromSums(tenant, wanted),
  );
  assert.ok(first);
  const { placed, width } = await readPlaces(db, first.places);
  const read = (from?: Selection) => async (one: Database) =>
    from ? (await sql<Row & { bits: string }>`${from.select(width)}`.execute(one)).rows : [];
  const found = await readBoth(db, [read(first), read(second)], { isLong: facts && !!second });
  const bits = new Map<string, string[]>();
  for (const row of found.flat()) {
    const key = keyOfSource(row, query.dimensions);
    bits.set(key, [...(bits.get(key) ?? []), row.bits]);
  }
  const brandsOf = (masks: readonly string[]) =>
    placed
      .filter(({ place }) => masks.some((mask) => mask[place] === "1"))
      .map(({ brand_id }) => brand_id);
  return new Map([...bits].map(([key, masks]) => [key, brandsOf(masks)]));
}

type Sql = RawBuilder<unknown>;
/** A relation of brands and the bit of each, and what selects rows with their bits once it is known how many there are. */
type Selection = { places: Sql; select: (width: Sql) => Sql };

function halvesOf(query: ReportQuery): [ReportQuery, ReportQuery] {
  const { date_from, date_to } = query;
  const middle = addDays(date_from, Math.floor(daysBetween(date_from, date_to) / 2));
  return [
    { ...query, date_to: addDays(middle, -1) },
    { ...query, date_from: middle },
  ];
}

const idsOf = (rows: readonly Row[]) => [...new Set(rows.map(({ id }) => id))];

function selectFromSums(tenant: Tenant, { kind, query, rows = [] }: Wanted): Selection {
  const { project_id } = tenant;
  const id = sql.ref(`${kind}_id`);
  const { names, select } = dimensionColumns(query.dimensions);
  const ids = idsOf(rows);
  // Single days instead of ranges: each then needs the wanted sources of the index, not all of them.
  const parts = piecesOf(query).map(
    ({ span, first, last }) => sql`
      select start, model_id, ${id} as id, brands from ${sql.table(`${kind}_rollup`)} r
      where project_id = ${project_id} and span = ${sql.lit(span)}
        and start = any(${startsOf(first, last, span)}::date[]) and ${id} = any(${ids}::integer[])
        and ${sql.join(sumConditions(tenant, query, "r"), sql` and `)}`,
  );
  const chosen = sql.raw(["id", ...select].join(", "));
  const by = sql.raw(["id", ...names].join(", "));
  return {
    places: sql`(select brand_id, place from rollup_brands where project_id = ${project_id})`,
    select: (width) => sql`
      select ${by}, bit_or(brands::bit(${width}))::text as bits
      from (select ${chosen}, brands from (${sql.join(parts, sql` union all `)}) r) r group by ${by}`,
  };
}

function selectFromFacts(tenant: Tenant, { kind, query, rows }: Wanted): Selection {
  const { project_id } = tenant;
  const { names, select } = dimensionColumns(query.dimensions);
  // By their order, because the rollups place a new brand only when they are summed again.
  const places = sql`(select brand_id, row_number() over (order by brand_id)::integer - 1 as place from brands
    where project_id = ${project_id})`;
  const answers = factCondition(tenant, query, { of: "f", isAnswer: true });
  // Joined before the wanted sources are chosen (offset 0): few sources lead the planner to loop over all pairs.
  const facts = sql`
    select f.day, f.model_id, f.prompt_id, f.sample, f.${sql.ref(`${kind}_id`)} as id, n.brands
    from citations f join named n using (day, model_id, prompt_id, sample)
    where ${factCondition(tenant, query, { of: "f", isAnswer: false })} and ${ableModels(tenant, "f")} offset 0`;
  const used =
    names.length === 0
      ? sql`(${facts})`
      : factRows(tenant, query.dimensions, {
          facts,
          columns: sql`f.id, f.brands`,
          isAnswer: false,
        });
  const by = sql.raw(["id", ...names].join(", "));
  const chosen = sql.raw(["id", ...select, "brands"].join(", "));
  const some = rows ? sql`where id = any(${idsOf(rows)}::integer[])` : sql``;
  const page =
    rows && names.length > 0 ? sql`join ${keysOf(rows, ["id", ...names])} using (${by})` : sql``;
  return {
    places,
    select: (width) => sql`
      with masks as (select brand_id, set_bit(0::bit(${width}), place, 1) as mask from ${places} p),
      named as (
        select day, model_id, prompt_id, sample, bit_or(mask) as brands
        from (select day, model_id, prompt_id, sample, unnest(brand_ids) as brand_id
          from ${namedAnswers(answers, "f")} f) f join masks using (brand_id)
        group by day, model_id, prompt_id, sample
      )
      select ${by}, bit_or(brands)::text as bits from (select ${chosen} from ${used} c ${some}) c
      ${page} group by ${by}`,
  };
}

type Placed = { brand_id: number; place: number };

/** Where each brand has its bit, and how many bits there are. */
async function readPlaces(db: Database, places: Sql) {
  const { rows } = await sql<Placed>`
    select brand_id, place from ${places} p order by brand_id`.execute(db);
  const width = sql.raw(String(Math.max(0, ...rows.map(({ place }) => place)) + 1));
  return { placed: rows, width };
}

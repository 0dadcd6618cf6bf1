import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { namedAnswers } from "#domain/sums/named-answers.ts";
import { piecesOf, startsOf } from "#domain/sums/spans.ts";
import { factCondition } from "./cells.ts";
import type { ReportQuery } from "./report-query.ts";
import { ableModels, modelConditions, type SourceKind, sourcesNeedFacts } from "./source-rows.ts";

type Wanted = { kind: SourceKind; query: ReportQuery };

/**
 * The brands that the answers using sources mention, by source; whatever dimensions the query has. `rows` are those
 * of the page: rollups are asked for their sources alone, facts for all sources while the rows are being counted.
 */
export async function readSourceBrands(
  db: Database,
  tenant: Tenant,
  { rows, ...wanted }: Wanted & { rows: Promise<{ rows: readonly { id: number }[] }> },
): Promise<Map<number, number[]>> {
  // Asked for where it is awaited: a promise left alone would end the process when it is refused.
  const idsOfPage = async () => [...new Set((await rows).rows.map(({ id }) => id))];
  const { bits, placed } = sourcesNeedFacts(wanted.query)
    ? await readFromFacts(db, tenant, wanted)
    : await readFromRollups(db, tenant, { ...wanted, ids: await idsOfPage() });
  const brandsOf = (mask: string) =>
    placed.filter(({ place }) => mask[place] === "1").map(({ brand_id }) => brand_id);
  return new Map((await idsOfPage()).map((id) => [id, brandsOf(bits.get(id) ?? "")]));
}

type Placed = { brand_id: number; place: number };
/** Sources with a bit for each brand they come with, and which bit is whose. */
type Masks = { bits: Map<number, string>; placed: Placed[] };
type MaskRow = { id: number; bits: string };
const masksOf = (rows: readonly MaskRow[], placed: Placed[]): Masks => ({
  bits: new Map(rows.map(({ id, bits }) => [id, bits])),
  placed,
});

async function readFromRollups(
  db: Database,
  tenant: Tenant,
  { kind, query, ids }: Wanted & { ids: readonly number[] },
) {
  const { project_id } = tenant;
  const places = sql`(select brand_id, place from rollup_brands where project_id = ${project_id})`;
  const { placed, width } = await readPlaces(db, places);
  const id = sql.ref(`${kind}_id`);
  const whole = { ...query, dimensions: [] };
  // Single days instead of ranges: each then needs the wanted sources of the index, not all of them.
  const parts = piecesOf(whole).map(
    ({ span, first, last }) => sql`
      select model_id, ${id} as id, brands from ${sql.table(`${kind}_rollup`)}
      where project_id = ${project_id} and span = ${sql.lit(span)}
        and start = any(${startsOf(first, last, span)}::date[]) and ${id} = any(${ids}::integer[])
        and ${sql.join(modelConditions(tenant, whole), sql` and `)}`,
  );
  const { rows } = await sql<MaskRow>`
    select id, bit_or(brands::bit(${width}))::text as bits
    from (${sql.join(parts, sql` union all `)}) r group by id`.execute(db);
  return masksOf(rows, placed);
}

async function readFromFacts(db: Database, tenant: Tenant, { kind, query }: Wanted) {
  // By their order, because the rollups place a new brand only when they are summed again.
  const places = sql`(select brand_id, row_number() over (order by brand_id)::integer - 1 as place from brands
    where project_id = ${tenant.project_id})`;
  const { placed, width } = await readPlaces(db, places);
  const facts = factCondition(tenant, query);
  const { rows } = await sql<MaskRow>`
    with masks as (select brand_id, set_bit(0::bit(${width}), place, 1) as mask from ${places} p),
    named as (
      select f.day, f.model_id, f.prompt_id, f.sample, bit_or(mask) as brands
      from ${namedAnswers(facts)} f cross join unnest(f.brand_ids) brand_id join masks using (brand_id)
      group by f.day, f.model_id, f.prompt_id, f.sample
    )
    select ${sql.ref(`${kind}_id`)} as id, bit_or(brands)::text as bits
    from citations f join named using (day, model_id, prompt_id, sample)
    where ${facts} and ${ableModels(tenant)}
    group by 1`.execute(db);
  return masksOf(rows, placed);
}

/** Where each brand has its bit, and how many bits there are. */
async function readPlaces(db: Database, places: RawBuilder<unknown>) {
  const { rows } = await sql<Placed>`
    select brand_id, place from ${places} p order by brand_id`.execute(db);
  const width = sql.raw(String(Math.max(0, ...rows.map(({ place }) => place)) + 1));
  return { placed: rows, width };
}

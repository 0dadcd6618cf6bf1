import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import {
  canAnswer,
  type DatedScope,
  factCondition,
  scopeConditions,
} from "#domain/sums/answer-scope.ts";
import { isReadable, PACKED, readCells } from "#domain/sums/packed-cells.ts";
import { CELL_SPANS, piecesOf, startsOf } from "#domain/sums/spans.ts";
import { citing, NEWEST_CITING, newestOf } from "./gap-evidence.ts";

/** Answers of a site that its competitors are counted in. */
export const RIVAL_ANSWERS_MAX = 100;

/** The competitor that most answers at a place name, and the answers that were counted. */
export type Rival = { brand_id: number; count: number; total: number };
type Counted = { id: number; brand_id: number; count: number };

/** The strongest competitor of each site, counted in the newest `RIVAL_ANSWERS_MAX` answers that cite it. */
export async function readSiteRivals(
  db: Database,
  tenant: Tenant,
  { scope, ids }: { scope: DatedScope; ids: readonly number[] },
): Promise<Map<number, Rival>> {
  if (ids.length === 0) return new Map();
  const order = NEWEST_CITING;
  const answers = citing(tenant, scope, { of: "all", most: RIVAL_ANSWERS_MAX });
  const { rows } = await sql<Counted & { total: number }>`
    with newest as materialized (${newestOf(ids, { answers, order, most: RIVAL_ANSWERS_MAX })}),
    totals as materialized (select id, count(*) as total from newest group by id),
    counted as materialized (
      select id, brand_id, count(*) as count,
        row_number() over (partition by id order by count(*) desc, brand_id) as place
      from newest cross join unnest(brand_ids) as named (brand_id)
      where brand_id = any(${competitors(tenant)}) group by id, brand_id
    )
    select id, brand_id, count, total from counted join totals using (id) where place = 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...rival }) => [id, rival]));
}

/** The strongest competitor of each prompt, counted in its usable answers; `answers` of each. */
export async function readPromptRivals(
  db: Database,
  tenant: Tenant,
  { scope, answers }: { scope: DatedScope; answers: ReadonlyMap<number, number> },
): Promise<Map<number, Rival>> {
  if (answers.size === 0) return new Map();
  const ids = [...answers.keys()];
  const fromSums = canAnswer("cell", scope) ? await countInCells(db, tenant, scope) : null;
  const counted = fromSums ?? (await countInFacts(db, tenant, { scope, ids }));
  const rivals = new Map<number, Rival>();
  for (const { id, brand_id, count } of counted) {
    const total = answers.get(id);
    const known = rivals.get(id);
    const isMore =
      !known || count > known.count || (count === known.count && brand_id < known.brand_id);
    if (total !== undefined && isMore) rivals.set(id, { brand_id, count, total });
  }
  return rivals;
}

/** The names of a project's brands by number. */
export async function readBrandNames(
  db: Database,
  { project_id }: Tenant,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ brand_id: number; name: string }>`
    select brand_id, name from brands where project_id = ${project_id}`.execute(db);
  return new Map(rows.map(({ brand_id, name }) => [brand_id, name]));
}

/** The numbers of the tracked brands that are not the own one. */
const competitors = ({ project_id }: Tenant) =>
  sql`array(select brand_id from brands where project_id = ${project_id} and not is_own)`;

/** Answers that name each competitor by prompt, from packed sums; null where one is in a format of another version. */
async function countInCells(
  db: Database,
  tenant: Tenant,
  scope: DatedScope,
): Promise<Counted[] | null> {
  const { rows: brands } = await sql<{
    ids: number[];
  }>`select ${competitors(tenant)} as ids`.execute(db);
  const rivals = new Set(brands[0]?.ids);
  const counts = new Map<number, Map<number, number>>();
  const models = scopeConditions(tenant, scope, { on: ["model"], of: "c" });
  for (const { span, first, last } of piecesOf({ ...scope, dimensions: [] }, CELL_SPANS)) {
    const { rows } = await sql<{ cells: Buffer }>`
      select cells from cell_rollup c where project_id = ${tenant.project_id} and span = ${span}
        and start = any(${startsOf(first, last, span)}::date[])
        ${sql.join([sql``, ...models.map((condition) => sql`and ${condition}`)], sql` `)}`.execute(
      db,
    );
    for (const { cells } of rows) {
      if (!isReadable(cells)) return null;
      readCells(cells, ({ prompt_id, words, first, end }) => {
        const of = counts.get(prompt_id) ?? new Map<number, number>();
        counts.set(prompt_id, of);
        for (let at = first; at < end; at += PACKED.size) {
          const brand_id = words[at] ?? 0;
          const answers = words[at + PACKED.answers] ?? 0;
          if (rivals.has(brand_id)) of.set(brand_id, (of.get(brand_id) ?? 0) + answers);
        }
      });
    }
  }
  return [...counts].flatMap(([id, brands]) =>
    [...brands].map(([brand_id, count]) => ({ id, brand_id, count })),
  );
}

async function countInFacts(
  db: Database,
  tenant: Tenant,
  { scope, ids }: { scope: DatedScope; ids: readonly number[] },
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select prompt_id as id, brand_id, count(*) as count
    from answers f cross join unnest(brand_ids) as named (brand_id)
    where ${factCondition(tenant, scope, { of: "f", isAnswer: true })} and f.status = 'answered'
      and f.prompt_id = any(${ids}::integer[]) and brand_id = any(${competitors(tenant)})
    group by prompt_id, brand_id`.execute(db);
  return rows;
}

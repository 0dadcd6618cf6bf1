import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { joinWhole } from "#domain/sums/join-whole.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";
import { areJoined, newestCiting } from "./gap-evidence.ts";

/** Answers of a site that its competitors are counted in. */
export const RIVAL_ANSWERS_MAX = 100;

/**
 * The strongest competitor of a site in the newest `RIVAL_ANSWERS_MAX` answers that cite it; of each of these the day,
 * counted from the first, model and prompt, and 1 where it names the competitor alone of the two, -1 where it names the
 * own brand alone, else 0.
 */
export type SiteRival = {
  brand_id: number;
  count: number;
  total: number;
  answers: readonly [day: number, model_id: number, prompt_id: number, more: number][];
};

export async function readSiteRivals(
  db: Database,
  tenant: Tenant,
  { scope, ids }: { scope: DatedScope; ids: readonly number[] },
): Promise<Map<number, SiteRival>> {
  if (ids.length === 0) return new Map();
  const brands = (isOwn: boolean) =>
    sql`array(select brand_id from brands where project_id = ${tenant.project_id} and is_own = ${isOwn})`;
  const newest = newestCiting(tenant, scope, { ids, of: "all", most: RIVAL_ANSWERS_MAX });
  const rivals = sql<SiteRival & { id: number }>`
    with newest as materialized (${newest}),
    counted as materialized (
      select id, brand_id, count(*) as count,
        row_number() over (partition by id order by count(*) desc, brand_id) as place
      from newest cross join unnest(brand_ids) as named (brand_id)
      where brand_id = any(${brands(false)}) group by id, brand_id
    )
    select c.id, c.brand_id, c.count, count(*) as total,
      json_agg(json_build_array(n.day - ${scope.date_from}::date, n.model_id, n.prompt_id,
        (c.brand_id = any(n.brand_ids))::integer - (n.brand_ids && ${brands(true)})::integer)) as answers
    from counted c join newest n using (id) where place = 1
    group by c.id, c.brand_id, c.count`;
  const read = () => joinWhole(db, areJoined(scope), async () => (await rivals.execute(db)).rows);
  const asked = { name: "rivals of sites", scope, also: ids };
  const rows = areJoined(scope) ? await keepCounted(db, tenant, asked, read) : await read();
  return new Map(rows.map(({ id, ...rival }) => [id, rival]));
}

/** The brands of a project by number. */
export async function readBrands(
  db: Database,
  { project_id }: Tenant,
): Promise<Map<number, { name: string; is_own: boolean }>> {
  const rows = await rowsOf<{ brand_id: number; name: string; is_own: boolean }>(db)`
    select brand_id, name, is_own from brands where project_id = ${project_id}`;
  return new Map(rows.map(({ brand_id, ...brand }) => [brand_id, brand]));
}

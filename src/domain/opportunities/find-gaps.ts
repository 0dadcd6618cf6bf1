import type { Database } from "#core/database.ts";
import { readBoth } from "#core/one-moment.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { readBrandCells } from "#domain/reports/brand-cells.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { comparePrompts, compareSite } from "./compare-brands.ts";
import { listPrompts, listSites } from "./opportunity-queries.ts";
import { type Gap, gapsOf } from "./rank-gaps.ts";
import { readBrands, readSiteRivals } from "./rival-queries.ts";

/** The gaps of a scope, in no order. */
export async function findGaps(db: Database, tenant: Tenant, scope: DatedScope): Promise<Gap[]> {
  const [sites, prompts] = await readBoth(db, [readSites, readPrompts], { isLong: true });
  const rivals = new Map(
    [...sites.rivals].flatMap(([id, rival]) => {
      const compared = compareSite(rival, prompts);
      return compared ? [[id, compared] as const] : [];
    }),
  );
  return [...gapsOf("source", { places: sites.places, rivals }), ...gapsOf("prompt", prompts)];

  async function readSites(one: Database) {
    const places = await listSites(one, tenant, scope);
    const ids = places.map(({ id }) => id);
    return { places, rivals: await readSiteRivals(one, tenant, { scope, ids }) };
  }

  async function readPrompts(one: Database) {
    const places = await listPrompts(one, tenant, scope);
    const ids = new Set(places.map(({ id }) => id));
    return { places, ...(await readPromptRivals(one, tenant, { scope, ids })) };
  }
}

/** The strongest competitor of some prompts, and how neighbouring days depend on each other. */
export async function readPromptRivals(
  db: Database,
  tenant: Tenant,
  { scope, ids }: { scope: DatedScope; ids: ReadonlySet<number> },
) {
  const of = (isOwn: boolean) =>
    new Set([...brands].flatMap(([brand_id, { is_own }]) => (is_own === isOwn ? [brand_id] : [])));
  const brands = await readBrands(db, tenant);
  const all = { dimensions: [], rows: [], having: [], order_by: [], limit: 1, offset: 0 };
  const cells = await readBrandCells(db, tenant, { ...scope, ...all });
  return comparePrompts(await cells.load(), { own: of(true), rivals: of(false), ids });
}

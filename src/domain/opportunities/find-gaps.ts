import { LRUCache } from "lru-cache";
import type { Database } from "#core/database.ts";
import { readBoth } from "#core/one-moment.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { readBrandCells } from "#domain/reports/brand-cells.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { comparePrompts, compareSite, type PromptRivals } from "./compare-brands.ts";
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
    return { places, ...(await readPromptRivals(one, tenant, scope)) };
  }
}

/** What was found last, by the key of its cells and the brands: equal counts say the same again. */
const FOUND = new LRUCache<string, PromptRivals>({
  maxSize: 50_000,
  sizeCalculation: ({ rivals }) => rivals.size + 1,
});

/** The strongest competitor of each prompt that competitors are named for, and how neighbouring days depend on each other. */
export async function readPromptRivals(
  db: Database,
  tenant: Tenant,
  scope: DatedScope,
): Promise<PromptRivals> {
  const of = (isOwn: boolean) =>
    new Set([...brands].flatMap(([brand_id, { is_own }]) => (is_own === isOwn ? [brand_id] : [])));
  const brands = await readBrands(db, tenant);
  const all = { dimensions: [], rows: [], having: [], order_by: [], limit: 1, offset: 0 };
  const cells = await readBrandCells(db, tenant, { ...scope, ...all });
  const sides = { own: of(true), rivals: of(false) };
  const place = cells.key && JSON.stringify([cells.key, [...sides.own], [...sides.rivals]]);
  const known = place ? FOUND.get(place) : undefined;
  if (known) return known;
  const found = await comparePrompts(await cells.load(), sides);
  if (place) FOUND.set(place, found);
  return found;
}

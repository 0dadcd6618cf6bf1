import { LRUCache } from "lru-cache";
import type { Database } from "#core/database.ts";
import { readBoth } from "#core/one-moment.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { readBrandCells } from "#domain/reports/brand-cells.ts";
import { canAnswer, type DatedScope } from "#domain/sums/answer-scope.ts";
import { comparePrompts, compareSite, type PromptRivals } from "./compare-brands.ts";
import { listPrompts, listSites, type Place } from "./opportunity-queries.ts";
import { type Gap, gapsOf } from "./rank-gaps.ts";
import { readBrands, readSiteRivals, type SiteRival } from "./rival-queries.ts";

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
    return { places, rivals: await findSiteRivals(one, tenant, { scope, places }) };
  }

  async function readPrompts(one: Database) {
    const places = await listPrompts(one, tenant, scope);
    return { places, ...(await readPromptRivals(one, tenant, scope)) };
  }
}

/** What was found last, by what it was found from: equal counts of equal brands say the same again. */
const FOUND = {
  prompts: new LRUCache<string, PromptRivals>({
    maxSize: 50_000,
    sizeCalculation: ({ rivals }) => rivals.size + 1,
  }),
  sites: new LRUCache<string, ReadonlyMap<number, SiteRival>>({
    maxSize: 100_000,
    sizeCalculation: (sites) =>
      [...sites.values()].reduce((total, { answers }) => total + answers.length, 1),
  }),
};

/** The counts of a scope, of the moment of those in `sums`, the brands they are compared for, and the key of both; null: unknown. */
async function readCounts(
  db: Database,
  tenant: Tenant,
  { scope, sums }: { scope: DatedScope; sums: "gap" | "prompt" },
) {
  const brands = await readBrands(db, tenant);
  const of = (isOwn: boolean) =>
    new Set([...brands].flatMap(([brand_id, { is_own }]) => (is_own === isOwn ? [brand_id] : [])));
  const all = { dimensions: [], rows: [], having: [], order_by: [], limit: 1, offset: 0 };
  const facts = !canAnswer(sums, scope);
  const cells = await readBrandCells(db, tenant, { ...scope, ...all }, { facts });
  const sides = { own: of(true), rivals: of(false) };
  const key = cells.key && JSON.stringify([cells.key, [...sides.own], [...sides.rivals]]);
  return { cells, sides, key };
}

/** The strongest competitor of each prompt that competitors are named for, and how neighbouring days depend on each other. */
export async function readPromptRivals(
  db: Database,
  tenant: Tenant,
  scope: DatedScope,
): Promise<PromptRivals> {
  const { cells, sides, key } = await readCounts(db, tenant, { scope, sums: "prompt" });
  const known = key ? FOUND.prompts.get(key) : undefined;
  if (known) return known;
  const found = await comparePrompts(await cells.load(), sides);
  if (key) FOUND.prompts.set(key, found);
  return found;
}

/** The strongest competitor of each site; days that are summed again have another key. */
async function findSiteRivals(
  db: Database,
  tenant: Tenant,
  { scope, places }: { scope: DatedScope; places: readonly Place[] },
): Promise<ReadonlyMap<number, SiteRival>> {
  const ids = places.map(({ id }) => id);
  const counts = await readCounts(db, tenant, { scope, sums: "gap" });
  const key = counts.key && JSON.stringify([counts.key, ids]);
  const known = key ? FOUND.sites.get(key) : undefined;
  if (known) return known;
  const found = await readSiteRivals(db, tenant, { scope, ids });
  if (key) FOUND.sites.set(key, found);
  return found;
}

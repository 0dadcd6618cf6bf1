import type { Database } from "#core/database.ts";
import { readBoth } from "#core/one-moment.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { listPrompts, listSites } from "./opportunity-queries.ts";
import { type Gap, gapsOf } from "./rank-gaps.ts";
import { readPromptRivals, readSiteRivals } from "./rival-queries.ts";

/** The gaps of a scope, in no order. */
export async function findGaps(db: Database, tenant: Tenant, scope: DatedScope): Promise<Gap[]> {
  const [sources, prompts] = await readBoth(db, [sourceGaps, promptGaps], { isLong: true });
  return [...sources, ...prompts];

  async function sourceGaps(one: Database) {
    const places = await listSites(one, tenant, scope);
    const ids = places.map(({ id }) => id);
    return gapsOf("source", { places, rivals: await readSiteRivals(one, tenant, { scope, ids }) });
  }

  async function promptGaps(one: Database) {
    const places = await listPrompts(one, tenant, scope);
    const answers = new Map(places.map(({ id, answer_count }) => [id, answer_count]));
    const rivals = await readPromptRivals(one, tenant, { scope, answers });
    return gapsOf("prompt", { places, rivals });
  }
}

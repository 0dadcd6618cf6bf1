import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { factCondition } from "#domain/sums/answer-scope.ts";
import { readUseCells } from "./brand-cells.ts";
import type { ReportQuery } from "./report-query.ts";
import { readStatistics, type Statistics } from "./row-statistics.ts";
import { ableModels, type SourceKind, type SourceRow } from "./source-rows.ts";

/** What answers do with a source; each is counted as if it were a brand of its own. */
export const USES = ["retrieved", "cited"] as const;
export type Use = (typeof USES)[number];

/** The number under which a use of a source is counted. */
const numberOf = (id: number, use: Use) => 2 * id + USES.indexOf(use);

/**
 * How the shares of answers that read and that cite some sources spread and change. From the facts, because no sum
 * knows both sources and prompts.
 */
export async function readSourceStatistics(
  db: Database,
  tenant: Tenant,
  { kind, query, rows }: { kind: SourceKind; query: ReportQuery; rows: readonly SourceRow[] },
): Promise<(row: SourceRow, use: Use) => Statistics> {
  const ids = [...new Set(rows.map((row) => row.id))];
  const id = sql.ref(`c.${kind}_id`);
  const cells = await readUseCells(db, tenant, {
    ...{ query, name: kind },
    also: (of) => ableModels(tenant, of),
    // All that is wanted is read at once: a look at each answer by itself takes ten times as long where they are many.
    uses: (_, scope) => sql`(
      select u.*, 2 * c.id + v.use as brand_id, 1 as position, null::integer as sentiment
      from usable u join (
        select c.day, c.model_id, c.prompt_id, c.sample, ${id} as id, bool_or(c.retrieved > 0) as retrieved,
          bool_or(c.cited > 0) as cited
        from citations c where ${factCondition(tenant, scope, { of: "c", isAnswer: false })}
          and ${id} = any(${ids}::integer[])
        group by c.day, c.model_id, c.prompt_id, c.sample, ${id} offset 0
      ) c using (day, model_id, prompt_id, sample)
      cross join lateral (values (0, c.retrieved), (1, c.cited)) v (use, is_used)
      where v.is_used)`,
  });
  const asBrand = (row: SourceRow, use: Use) => ({ ...row, brand_id: numberOf(row.id, use) });
  const statisticsOf = await readStatistics(cells, {
    rows: rows.flatMap((row) => USES.map((use) => asBrand(row, use))),
    dimensions: query.dimensions,
    ratios: ["visibility"],
  });
  return (row, use) => statisticsOf(asBrand(row, use));
}

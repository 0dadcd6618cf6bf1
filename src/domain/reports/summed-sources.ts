import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { canAnswer } from "#domain/sums/answer-scope.ts";
import { columnsOf } from "#domain/sums/measures.ts";
import { scopeConditions } from "#domain/sums/scope-conditions.ts";
import { readSourceSums } from "#domain/sums/source-days.ts";
import { sumRows } from "#domain/sums/sum-rows.ts";
import { daysBefore } from "./cell-periods.ts";
import type { ReportQuery } from "./report-query.ts";
import type { SourceKind } from "./source-rows.ts";

type Sql = RawBuilder<unknown>;

/** A query, and whether days of its range, or of the one it is compared with, have no sums of sources, or older ones. */
export async function withSourceDays(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
): Promise<ReportQuery> {
  if (sourcesNeedFacts(query)) return query;
  const date_from = query.compare ? daysBefore(query).date_from : query.date_from;
  const source_sums = await readSourceSums(db, tenant, { ...query, date_from });
  return { ...query, source_sums };
}

/** The same of the moment in which its changes are tested, which is always done with facts. */
export function ofOneMoment(query: ReportQuery): ReportQuery {
  return query.source_sums === "behind" ? { ...query, source_sums: "lacking" } : query;
}

/** True when the sums of sources cannot answer a query that `withSourceDays` gave. */
export function sourcesNeedFacts(query: ReportQuery): boolean {
  return query.source_sums === "lacking" || !canAnswer("source", query);
}

/** Sums of sources: of all answers, of those to prompts that name the own brand, or of all less these. */
export function summedRows(
  tenant: Tenant,
  { kind, query }: { kind: SourceKind; query: ReportQuery },
): Sql {
  const rows = (branded: "all" | "only" | "less") => {
    const only = sql`only_branded = ${sql.lit(branded !== "all")}`;
    const columns = columnsOf(kind).map((name) =>
      branded === "less" ? `-${name} as ${name}` : name,
    );
    return sumRows(kind, columns, { ...tenant, days: query, only });
  };
  return {
    include: () => rows("all"),
    only: () => rows("only"),
    // Parts of one union: what is asked of it reaches each of them.
    exclude: () => sql`(${rows("all")} union all ${rows("less")})`,
  }[query.branded]();
}

/**
 * Which rows `of` sums of sources a query means, of the models that are `able` to report them; those of model 0 hold the
 * sums over all models.
 */
export function sumConditions(
  tenant: Tenant,
  { query, able, of }: { query: ReportQuery; able: readonly number[]; of: string },
): Sql[] {
  const conditions = scopeConditions(tenant, query, { on: ["model"], of });
  const model_id = sql.ref(`${of}.model_id`);
  const isWhole = conditions.length === 0 && !query.dimensions.includes("model_id");
  return isWhole
    ? [sql`${model_id} = 0`]
    : [sql`${model_id} = any(${able}::integer[])`, ...conditions];
}

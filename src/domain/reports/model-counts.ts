import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type Counted, eachAgainstOthers } from "#domain/statistics/day-shares.ts";
import { factCondition } from "#domain/sums/scope-conditions.ts";
import { type ChangeValue, judgeTogether, plainChange, testedChange } from "./compare.ts";
import type { ReportQuery } from "./report-query.ts";

/** Of usable answers: those that it searched for, and those of which that is known. */
export type SearchCounts = { searched_count: number; searched_total: number };
type Counts = SearchCounts & { answers: number; all_answers: number };
type Model = { model_id: number; slug: string; name: string };
/** What came of all questions to a model; `days`: the usable ones of all, by day. */
export type ModelCounts = Model & Counts & { days: Map<string, Counted> };

/** What came of the questions to each model that a query chooses, by name. */
export async function readModelCounts(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
): Promise<ModelCounts[]> {
  const { rows } = await sql<Model & Counts & { day: string }>`
    select m.model_id, m.slug, m.name, f.day::text as day, count(*)::integer as all_answers,
      count(*) filter (where f.status = 'answered')::integer as answers,
      count(*) filter (where f.status = 'answered' and f.search_ran)::integer as searched_count,
      count(f.search_ran) filter (where f.status = 'answered')::integer as searched_total
    from answers f join models m on m.project_id = ${tenant.project_id} and m.model_id = f.model_id
    where ${factCondition(tenant, query, { of: "f", isAnswer: true })}
    group by m.model_id, m.slug, m.name, f.day order by m.name, m.model_id, f.day`.execute(db);
  const models = Map.groupBy(rows, ({ model_id }) => model_id);
  return [...models.values()].flatMap((ofModel) => {
    const [first] = ofModel;
    if (!first) return [];
    const { model_id, slug, name } = first;
    const sum = (column: keyof Counts) => ofModel.reduce((all, row) => all + row[column], 0);
    return {
      ...{ model_id, slug, name },
      ...{ answers: sum("answers"), all_answers: sum("all_answers") },
      ...{ searched_count: sum("searched_count"), searched_total: sum("searched_total") },
      days: new Map(
        ofModel.map(({ day, answers, all_answers }) => [
          day,
          { part: answers, whole: all_answers },
        ]),
      ),
    };
  });
}

/** How the usable share of each model differs from that of all others together, all of them tested as one report. */
export function usableDifferences(models: readonly ModelCounts[]): ChangeValue[] {
  const tests = eachAgainstOthers(models.map(({ days }) => days));
  const changes = tests.map((test) =>
    testedChange(test ?? "too few days", { now: null, before: null }),
  );
  judgeTogether(changes);
  return models.length > 1 ? changes : models.map(() => plainChange(null, null));
}

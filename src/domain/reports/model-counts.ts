import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { eachAgainstOthers } from "#domain/statistics/day-shares.ts";
import { type ChangeValue, judgeTogether, plainChange, testedChange } from "./compare.ts";
import {
  allAnswersOf,
  countedFacts,
  type PopulationCounts,
  populationCounts,
  populationOf,
} from "./population.ts";
import type { ReportQuery } from "./report-query.ts";

/** Of usable answers: those that it searched for, and those of which that is known. */
export type SearchCounts = { searched_count: number; searched_total: number };
/** What came back from a model on a day, or to how many questions nothing did. */
export type Day = { day: string; answers: number; asked: number };
/** What came back from a model, by status, and of each day the usable answers and all. */
export type ModelCounts = SearchCounts & {
  model_id: number;
  population: PopulationCounts;
  days: Day[];
};

/** What came back from each model that a query chooses, usable or not. */
export async function readModelCounts(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
): Promise<ModelCounts[]> {
  const rows = await rowsOf<PopulationCounts & SearchCounts & { model_id: number; day: string }>(
    db,
  )`select f.model_id, f.day::text as day, ${sql.join(populationCounts(true))},
      count(*) filter (where f.status = 'answered' and f.search_ran) as searched_count,
      count(f.search_ran) filter (where f.status = 'answered') as searched_total
    from ${countedFacts(tenant, query)} group by f.model_id, f.day order by f.model_id, f.day`;
  return [...Map.groupBy(rows, ({ model_id }) => model_id)].map(([model_id, own]) => ({
    model_id,
    population: populationOf(own),
    searched_count: own.reduce((sum, { searched_count }) => sum + searched_count, 0),
    searched_total: own.reduce((sum, { searched_total }) => sum + searched_total, 0),
    days: own.map((row) => ({ day: row.day, answers: row.answers, asked: allAnswersOf(row) })),
  }));
}

/** How the usable share of each model differs from that of all others together, all of them tested as one report. */
export function usableDifferences(models: readonly { days: readonly Day[] }[]): ChangeValue[] {
  const series = models.map(({ days }) => {
    const ofDays = Map.groupBy(days, ({ day }) => day);
    return new Map([...ofDays].map(([day, parts]) => [day, sumOf(parts)]));
  });
  const tests = eachAgainstOthers(series);
  const changes = tests.map((test) =>
    testedChange(test ?? "too few days", { now: null, before: null }),
  );
  judgeTogether(changes);
  return models.length > 1 ? changes : models.map(() => plainChange(null, null));
}

const sumOf = (parts: readonly Day[]) => ({
  part: parts.reduce((sum, { answers }) => sum + answers, 0),
  whole: parts.reduce((sum, { asked }) => sum + asked, 0),
});

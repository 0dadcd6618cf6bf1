import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { addDays, type Days } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { ASKED } from "#domain/sums/dimensions.ts";
import { keepCounted, keepParts } from "#domain/sums/kept-facts.ts";
import {
  ASKED_FOR,
  findKindMoves,
  KIND_LOOK_AHEAD_DAYS,
  KIND_LOOK_BACK_DAYS,
  type KindDay,
  SERVED,
} from "./kind-moves.ts";
import { findMoves, SEARCH_LOOK_BACK_DAYS, type Searches } from "./search-moves.ts";

/** What of a model's answers is watched: its version, and how they were asked for. */
const WATCHED = { served_model: "served_model", ...ASKED } as const;
type Watched = keyof typeof WATCHED;
type Change = Watched | "searched";
export const CHANGES: [Change, ...Change[]] = ["searched", ...(Object.keys(WATCHED) as Watched[])];

/**
 * The day from which most answers of a model, named by its slug, were of another kind than before, or from which it
 * searched for another share of them.
 */
export type ModelChange = {
  model_id: string;
  date: string;
  what: Change;
  value: string;
  previous_value: string;
};

const LOOK_BACK_DAYS = Math.max(KIND_LOOK_BACK_DAYS, SEARCH_LOOK_BACK_DAYS);
// What comes after the range tells a move in its last days from one bad day.
const LOOK_AHEAD_DAYS = 6;
const COLUMNS = sql.join(Object.values(WATCHED).map((column) => sql.ref(column)));
const PAIRS = Object.entries(WATCHED).map(
  ([name, column]) => sql`(${sql.lit(name)}, ${sql.ref(column)})`,
);

/** All answers of some days. */
const allOf = (days: Days) => ({ ...days, filters: [], branded: "include" as const });

/** Days of a range from which a model was another, was asked in another way, or searched more or less often. */
export async function listModelChangeRows(
  db: Database,
  tenant: Tenant,
  range: Days,
): Promise<ModelChange[]> {
  const scope = await readScope(db, tenant, range);
  const asked = { name: "model changes", scope, also: range };
  const near = allOf({
    date_from: addDays(range.date_from, -SEARCH_LOOK_BACK_DAYS),
    date_to: addDays(range.date_to, LOOK_AHEAD_DAYS),
  });
  // Fewer days than versions need: those of a range that is long over stay counted.
  const searches = { name: "moves of searches", scope: near };
  return keepCounted(db, tenant, asked, async () => {
    const changes = [
      ...(await readKinds(db, tenant, { range, scope })),
      ...(await keepCounted(db, tenant, searches, () => readMoves(db, tenant, range))),
    ];
    const keyOf = ({ date, model_id, what }: ModelChange) => `${date} ${model_id} ${what}`;
    return changes.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  });
}

type Scope = ReturnType<typeof allOf>;

/** The answers that decide what is found in a range; they end with the last day that has some, to which today's come. */
async function readScope(
  db: Database,
  { project_id }: Tenant,
  { date_from, date_to }: Days,
): Promise<Scope> {
  const latest = addDays(date_to, KIND_LOOK_AHEAD_DAYS);
  const rows = await rowsOf<{ last: string | null }>(db)`
    select max(day) as last from answers where project_id = ${project_id} and day <= ${latest}`;
  return allOf({
    date_from: addDays(date_from, -LOOK_BACK_DAYS),
    date_to: rows[0]?.last ?? latest,
  });
}

/** Days of a range from which a model answered with another version, or was asked in another way, and stayed so. */
async function readKinds(
  db: Database,
  tenant: Tenant,
  { range: { date_from, date_to }, scope }: { range: Days; scope: Scope },
): Promise<ModelChange[]> {
  const asked = { name: "kinds of models", scope };
  const parts = await keepParts(db, tenant, asked, (days) => countKinds(db, tenant, days));
  const series = Map.groupBy(parts.flat(), ({ model_id, what }) => `${model_id} ${what}`);
  return [...series.values()].flatMap((some) => {
    const [{ model_id, what }] = some as [Kind];
    const days = [...Map.groupBy(some, ({ date }) => date)].map(
      ([date, kinds]): KindDay => ({
        date,
        counts: new Map(kinds.map(({ value, answers }) => [value, answers])),
      }),
    );
    return findKindMoves(days, what === "served_model" ? SERVED : ASKED_FOR)
      .filter(({ date }) => date >= date_from && date <= date_to)
      .map((move) => ({ model_id, what, ...move }));
  });
}

type Kind = Omit<ModelChange, "previous_value"> & { answers: number };

/** Of how many answers of a model each kind was on each of some days, in the order of days. */
async function countKinds(
  db: Database,
  { project_id }: Tenant,
  { date_from, date_to }: Days,
): Promise<Kind[]> {
  return rowsOf<Kind>(db)`
    with kinds as (
      select model_id, day, ${COLUMNS}, count(*) as answers from answers
      where project_id = ${project_id} and day between ${date_from} and ${date_to}
      group by model_id, day, ${COLUMNS}
    )
    select m.slug as model_id, k.day as date, what, value, sum(k.answers)::integer as answers
    from kinds k cross join lateral (values ${sql.join(PAIRS)}) w (what, value)
    join models m on m.project_id = ${project_id} and m.model_id = k.model_id
    where value is not null group by m.slug, k.day, what, value order by k.day`;
}

/** Days of a range from which the share of answers that models searched for moved. */
async function readMoves(
  db: Database,
  { project_id }: Tenant,
  { date_from, date_to }: Days,
): Promise<ModelChange[]> {
  const usable = sql`project_id = ${project_id} and status = 'answered' and search_ran is not null
    and day between ${date_from}::date - ${SEARCH_LOOK_BACK_DAYS}::integer and ${date_to}::date + ${LOOK_AHEAD_DAYS}::integer`;
  const rows = await rowsOf<Searches & { slug: string }>(db)`
    with varying as (
      select model_id from answers where ${usable}
      group by model_id having bool_or(search_ran) and not bool_and(search_ran)
    )
    select m.slug, a.prompt_id, a.day, count(*)::integer as known,
      count(*) filter (where a.search_ran)::integer as searched
    from (select * from answers where ${usable}) a join varying using (model_id)
    join models m on m.project_id = ${project_id} and m.model_id = a.model_id
    group by m.slug, a.prompt_id, a.day`;
  return [...Map.groupBy(rows, ({ slug }) => slug)].flatMap(([model_id, some]) =>
    findMoves(some)
      .filter(({ date }) => date >= date_from && date <= date_to)
      .map(({ date, value, previous_value }) => ({
        ...{ model_id, date, what: "searched" as const },
        ...{ value: value.toFixed(2), previous_value: previous_value.toFixed(2) },
      })),
  );
}

import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { factCondition } from "#domain/sums/answer-scope.ts";
import { isFrom } from "#domain/sums/dimensions.ts";
import { factRows } from "#domain/sums/sum-rows.ts";
import { groupCells, readPrompts } from "./cell-groups.ts";
import { previousPeriod } from "./compare.ts";
import { type Counts, type Difference, stratifier } from "./intervals.ts";
import type { ReportQuery } from "./report-query.ts";
import { ableModels, type SourceKind, sourceCondition } from "./source-rows.ts";

type Sql = RawBuilder<unknown>;
type Cell = { model_id: number; prompt_id: number } & Record<string, unknown>;
type Answers = Cell & { before: number; now: number };
type Uses = Cell & {
  id: number;
  retrieved_before: number;
  retrieved_now: number;
  cited_before: number;
  cited_now: number;
};
type Wanted = { kind: SourceKind; query: ReportQuery; ids: readonly number[] };
type Row = { id: number } & Record<string, unknown>;
/** How the shares of answers that read a source and that cite it differ; null: too few answers. */
export type SourceDifferences = { retrieved: Difference | null; cited: Difference | null };

/**
 * The differences, by prompt and model, of rows of some sources between the days of a query and the period before.
 * From the facts, because no sum knows both sources and prompts.
 */
export async function readSourceDifferences(
  db: Database,
  tenant: Tenant,
  { kind, query, ids }: Wanted,
): Promise<(row: Row) => SourceDifferences> {
  const both = { ...query, date_from: previousPeriod(query).date_from };
  const by = query.dimensions.filter((name) => isFrom([name], "answer"));
  const cell = sql.raw(["model_id", "prompt_id", ...by].join(", "));
  const rows = (facts: Sql, columns: Sql, isAnswer: boolean) =>
    factRows(tenant, by, { facts, columns, isAnswer });
  const answered = rows(
    sql`select * from answers f where ${factCondition(tenant, both, { of: "f", isAnswer: true })}
      and ${ableModels(tenant, "f")} and f.status = 'answered'`,
    sql`f.sample`,
    true,
  );
  const id = sql.ref(`${kind}_id`);
  const used = rows(
    sql`select day, model_id, prompt_id, sample, ${id} as id,
        bool_or(retrieved > 0) as retrieved, bool_or(cited > 0) as cited
      from citations f where ${sourceCondition(tenant, both, "f")} and f.${id} = any(${ids}::integer[])
      group by 1, 2, 3, 4, 5`,
    sql`f.id, f.retrieved, f.cited`,
    false,
  );
  const isOld = sql`start < ${query.date_from}::date`;
  const answers = await sql<Answers>`
      select ${cell}, count(*) filter (where ${isOld}) as before,
        count(*) filter (where not ${isOld}) as now
      from ${answered} a group by ${cell}`.execute(db);
  const uses = await sql<Uses>`
      select id, ${cell},
        count(*) filter (where retrieved and ${isOld}) as retrieved_before,
        count(*) filter (where retrieved and not ${isOld}) as retrieved_now,
        count(*) filter (where cited and ${isOld}) as cited_before,
        count(*) filter (where cited and not ${isOld}) as cited_now
      from ${used} u group by id, ${cell}`.execute(db);
  const prompts = await readPrompts(db, tenant, query);
  const groups = { dimensions: query.dimensions, prompts };
  const keyOf = (row: Cell) =>
    JSON.stringify([row.model_id, row.prompt_id, ...by.map((name) => row[name])]);
  return differencesOf(answers.rows, uses.rows, {
    groupBy: (cells) => groupCells(cells, groups),
    keyOf,
  });
}

type GroupBy = <Of extends Cell>(cells: readonly Of[]) => (row: Row) => readonly Of[];

function differencesOf(
  answers: readonly Answers[],
  uses: readonly Uses[],
  { groupBy, keyOf }: { groupBy: GroupBy; keyOf: (cell: Cell) => string },
) {
  const totals = new Map(answers.map((cell) => [keyOf(cell), cell]));
  const counted = uses.map((use) => {
    const cell = totals.get(keyOf(use));
    return { ...use, before_total: cell?.before ?? 0, now_total: cell?.now ?? 0 };
  });
  const usesOf = new Map(
    [...Map.groupBy(counted, ({ id }) => id)].map(([id, list]) => [id, groupBy(list)]),
  );
  const answersOf = groupBy(
    answers.map(({ before, now, ...cell }) => ({ ...cell, before_total: before, now_total: now })),
  );
  // Of every group once, whatever the number of its rows.
  const known = new Map<unknown, ReturnType<typeof stratifier>>();
  return (row: Row): SourceDifferences => {
    const cells = answersOf(row);
    const differ = known.get(cells) ?? stratifier(cells);
    known.set(cells, differ);
    const found = usesOf.get(row.id)?.(row) ?? [];
    const of = (name: "retrieved" | "cited") =>
      differ(
        found.map(
          (use): Counts => ({
            before: use[`${name}_before`],
            before_total: use.before_total,
            now: use[`${name}_now`],
            now_total: use.now_total,
          }),
        ),
      );
    return { retrieved: of("retrieved"), cited: of("cited") };
  };
}

import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { nameFailure } from "./judge-health.ts";
import type { ProblemKind } from "./problem.ts";

type Silent = {
  project_id: number;
  project: string;
  slug: string;
  name: string;
  since: string;
  last_error: string;
  kind: string | null;
  waits_until: string | null;
};
export type JudgeTrouble = Omit<Silent, "last_error" | "kind"> & {
  problem: ProblemKind;
  message: string;
  said: string | null;
};

/** What no next question mends is told at once, else what failed three times in a row. */
const SURE = sql.raw("('paused_target', 'quota', 'budget')");
/** What is set of a judge that answers, or whose trouble is mended: nothing of before is held against it. */
export const NOT_FAILING = sql.raw(
  "failure_streak = 0, waits_until = null, last_error = null, last_error_kind = null, failing_since = null",
);

/** Ends the rest of a project's judge: of one whose model was set up anew or answers, or that had no budget. */
export async function endJudgeRest(
  db: Database,
  { project_id, ...mended }: { project_id: number } & ({ model_id: number } | { budget: "raised" }),
): Promise<void> {
  const which =
    "budget" in mended ? sql`last_error_kind = 'budget'` : sql`model_id = ${mended.model_id}`;
  await sql`update judges set ${NOT_FAILING}
    where project_id = ${project_id} and ${which} and last_error is not null`.execute(db);
}

/** Judges that do not answer, of one project or of all that are active: mentions carry the estimate meanwhile. */
export async function listJudgeTroubles(
  db: Database,
  project_id?: number,
): Promise<JudgeTrouble[]> {
  const of: RawBuilder<unknown> = project_id ? sql`p.project_id = ${project_id}` : sql`true`;
  const rows = await rowsOf<Silent>(db)`
    select p.project_id, p.name as project, m.slug, m.name, j.failing_since as since,
      j.last_error, j.last_error_kind as kind, j.waits_until
    from judges j join projects p using (project_id) join models m using (project_id, model_id)
    where ${of} and p.status = 'active' and j.failing_since is not null
      and (j.failure_streak >= 3 or j.last_error_kind in ${SURE})
    order by since, p.project_id limit 100`;
  return rows.map(({ last_error, kind, ...judge }) => {
    const problem = kind === "budget" ? "budget_used_up" : nameFailure(kind, last_error);
    const told = "Nothing is judged until the judge answers: new mentions carry the estimate.";
    const isBudget = problem === "budget_used_up";
    return {
      ...judge,
      // Its own name is also that of the assistant.
      name: `${judge.name}, the judge`,
      problem,
      message: isBudget ? `${last_error} ${told}` : told,
      said: isBudget ? null : last_error,
    };
  });
}

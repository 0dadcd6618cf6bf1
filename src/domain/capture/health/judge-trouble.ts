import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { ProblemKind } from "./problem.ts";

type Silent = {
  project_id: number;
  project: string;
  slug: string;
  name: string;
  since: string;
  last_error: string;
  waits_until: string | null;
};
export type JudgeTrouble = Omit<Silent, "last_error"> & {
  problem: ProblemKind;
  message: string;
  said: string | null;
};

const NO_ROOM = /^The (daily|monthly) budget /;
/** What no next question mends is told at once, else what failed three times in a row. */
const SURE = `^HTTP 40[12]\\M|${NO_ROOM.source}`;

/** Judges that do not answer, of one project or of all that are active: mentions carry the estimate meanwhile. */
export async function listJudgeTroubles(
  db: Database,
  project_id?: number,
): Promise<JudgeTrouble[]> {
  const of: RawBuilder<unknown> = project_id ? sql`p.project_id = ${project_id}` : sql`true`;
  const { rows } = await sql<Silent>`
    select p.project_id, p.name as project, m.slug, m.name, coalesce(j.last_success_at, j.created_at) as since,
      j.last_error, j.waits_until
    from judges j join projects p using (project_id) join models m using (project_id, model_id)
    where ${of} and p.status = 'active' and j.last_error is not null
      and (j.failure_streak >= 3 or j.last_error ~ ${SURE})
    order by since, p.project_id limit 100`.execute(db);
  return rows.map(({ last_error, ...judge }) => {
    const problem = nameTrouble(last_error);
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

function nameTrouble(said: string): ProblemKind {
  if (NO_ROOM.test(said)) return "budget_used_up";
  // Of a limit by the minute (429) some say what they say of an empty account; 403 may be of one text, a place or a model.
  if (/^HTTP (402\b|(?!429).*(quota|credit|billing))/i.test(said)) return "quota_used_up";
  return /^HTTP 401\b/.test(said) ? "key_refused" : "stopped_answering";
}

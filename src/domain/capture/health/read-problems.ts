import type * as z from "zod";
import type { ProjectScope } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { dayIn } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { countWaiting, listProblems } from "./health-queries.ts";
import { listJudgeTroubles } from "./judge-trouble.ts";
import { adviceOf, DOWN, PROBLEMS, type Problem } from "./problem.ts";

/** What is wrong with a project's models now, worst first, with what waits for each and what to do. */
export async function readProblems(
  db: Database,
  project: Tenant & Pick<ProjectScope, "timezone">,
  now: Date,
): Promise<z.input<typeof Problem>[]> {
  // What is switched off or answers again is not in trouble, also before the next check finds that out.
  const problems = (await listProblems(db, project)).filter(
    ({ is_active, is_over }) => is_active && !is_over,
  );
  const judges = (await listJudgeTroubles(db, project.project_id)).map(
    ({ slug, name, problem, since, message, said, waits_until }) => ({
      ...{ model_id: slug, name, problem, since, message, said, waiting: 0 },
      ...adviceOf({ problem, message, said }),
      ...{ is_judge: true, is_down: false },
      resumes_at: waits_until && Date.parse(waits_until) > now.getTime() ? waits_until : null,
    }),
  );
  if (problems.length === 0) return judges;
  const waits = await countWaiting(db, project, dayIn(project.timezone, now));
  const order = Object.keys(PROBLEMS);
  const found = problems.map(({ model_id, slug, name, problem, since, message, said }) => {
    const { waiting = 0, paused_until = null } = waits.get(model_id) ?? {};
    const isPaused = paused_until !== null && Date.parse(paused_until) > now.getTime();
    return {
      ...{ model_id: slug, name, problem, since, message, said, waiting },
      ...adviceOf({ problem, message, said, waiting }),
      ...{ is_judge: false, is_down: DOWN.includes(problem) },
      resumes_at: isPaused ? paused_until : null,
    };
  });
  // What is wrong with the assistant itself in the same way is told once.
  const isTold = ({ model_id, problem }: (typeof judges)[number]) =>
    found.some((one) => one.model_id === model_id && one.problem === problem);
  return [...found, ...judges.filter((one) => !isTold(one))].toSorted(
    (a, b) => order.indexOf(a.problem) - order.indexOf(b.problem),
  );
}

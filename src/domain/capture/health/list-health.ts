import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, pageOfAll } from "#core/page.ts";
import { dayIn } from "#core/period.ts";
import { countWaiting, listProblems } from "./health-queries.ts";
import { DOWN, PROBLEMS, Problem } from "./problem.ts";

export const listHealth = operation({
  name: "list_health",
  scope: "project",
  effect: "reads",
  group: "Models",
  summary: "List what is wrong with the models that are asked",
  description:
    "Lists what is wrong now with the models that are asked, worst first: one that stopped answering, answers with another version, searches less or answers shorter, whose key is refused, or that money has run out for. Empty when nothing is.",
  returns: "A page of what is wrong",
  route: "GET /models/health",
  input: z.strictObject({ ...Page }),
  output: pageOf(Problem),
  async handler({ db, project, now }, page) {
    const problems = await listProblems(db, project);
    if (problems.length === 0) return pageOfAll([], page);
    const waits = await countWaiting(db, project, dayIn(project.timezone, now()));
    const order = Object.keys(PROBLEMS);
    const data = problems.map(({ model_id, slug, name, problem, since, message, said }) => {
      const { waiting = 0, paused_until = null } = waits.get(model_id) ?? {};
      const isPaused = paused_until !== null && Date.parse(paused_until) > now().getTime();
      return {
        ...{ model_id: slug, name, problem, since, message, said, waiting },
        ...{ label: PROBLEMS[problem].label, todo: PROBLEMS[problem].todo },
        is_down: DOWN.includes(problem),
        resumes_at: isPaused ? paused_until : null,
      };
    });
    const worst = data.toSorted((a, b) => order.indexOf(a.problem) - order.indexOf(b.problem));
    return pageOfAll(worst, page);
  },
});

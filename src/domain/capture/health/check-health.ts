import * as z from "zod";
import { encodeModelId } from "#core/id.ts";
import { job, upkeep } from "#core/job.ts";
import { dayIn } from "#core/period.ts";
import { findProject } from "#domain/projects/project-queries.ts";
import { onceFor } from "#domain/projects/work-turn.ts";
import { emitEvent } from "#domain/webhooks/event-queries.ts";
import {
  countWaiting,
  endProblem,
  listProblems,
  listUnsure,
  noteProblem,
  type OpenProblem,
  readHealthFacts,
} from "./health-queries.ts";
import { judgeHealth } from "./judge-health.ts";
import { adviceOf, DOWN, PROBLEMS } from "./problem.ts";

const CHECK_HEALTH = { name: "check_health", attempts: 3, work: "upkeep" } as const;

/** Has a project's assistants looked at in the background, once however often it is asked for, and never twice at once. */
export const askForCheck = onceFor(CHECK_HEALTH);

/** Every few minutes: looks at assistants that began to fail, and at what was wrong. */
export const watchHealth = upkeep({
  name: "watch_health",
  cron: "*/5 * * * *",
  async handler(context) {
    for (const project of await listUnsure(context.db)) {
      await askForCheck(context, project);
    }
  },
});

/** Judges a project's assistants by what they did, notes what is wrong and what is over, and tells both. */
export const checkHealth = job({
  ...CHECK_HEALTH,
  input: z.strictObject({ project_id: z.int() }),
  async handler(context, tenant) {
    const { db, now } = context;
    const project = await findProject(db, tenant);
    if (!project) return;
    const time = now();
    const today = dayIn(project.timezone, time);
    const known = await listProblems(db, tenant);
    // A paused project asks nothing, and nothing is wrong with that.
    const facts = project.status === "active" ? await readHealthFacts(db, tenant, today) : [];
    const waits = await countWaiting(db, tenant, today);
    const found = facts.flatMap((fact) => {
      const open = known.filter(({ model_id }) => model_id === fact.model_id);
      const verdicts = judgeHealth(fact, new Map(open.map((row) => [row.problem, row])), time);
      return verdicts.map((verdict) => ({ ...fact, ...verdict, now: time }));
    });
    const isFound = ({ model_id, problem }: OpenProblem) =>
      found.some((verdict) => verdict.model_id === model_id && verdict.problem === problem);
    await db.transaction().execute(async (trx) => {
      const tell = (state: "started" | "ended", about: Told) => {
        const waiting = waits.get(about.model_id)?.waiting ?? 0;
        const data = describeChange(state, { ...about, waiting });
        return emitEvent({ ...context, db: trx }, tenant, {
          event: "assistant.health_changed",
          data,
        });
      };
      for (const row of known.filter((row) => !isFound(row))) {
        const fact = facts.find(({ model_id }) => model_id === row.model_id);
        const message = sayEnd(row, { asked_so_since: fact?.asked_so_since, now: time });
        if (await endProblem(trx, tenant, row)) {
          await tell("ended", { ...row, message: fact ? message : NOT_ASKED });
        }
      }
      for (const verdict of found) {
        if (await noteProblem(trx, tenant, verdict)) await tell("started", verdict);
      }
    });
  },
});

type Told = Pick<
  OpenProblem,
  "model_id" | "slug" | "name" | "problem" | "since" | "message" | "said"
>;

function describeChange(state: "started" | "ended", about: Told & { waiting: number }) {
  const { slug, name, problem, since, message, said, waiting } = about;
  const { label, todo } =
    state === "started" ? adviceOf(about) : { ...PROBLEMS[problem], todo: null };
  return {
    ...{
      model_id: encodeModelId(slug),
      name,
      problem,
      state,
      label,
      since: new Date(since).toISOString(),
    },
    ...{ message, provider_said: said, waiting },
    todo,
  };
}

const NOT_ASKED = "It is not asked any more.";

/** Why something is no longer wrong. */
function sayEnd(
  { problem, since }: OpenProblem,
  { asked_so_since, now }: { asked_so_since: string | null | undefined; now: Date },
): string {
  if (DOWN.includes(problem)) return "It answers again.";
  if (problem === "budget_used_up") return "The budget has room for it again.";
  if (asked_so_since && asked_so_since > since) return "It is asked in another way now.";
  const days = (now.getTime() - Date.parse(since)) / 86_400_000;
  return days >= 28
    ? "It has been so for four weeks, and is taken as usual from now on."
    : "It is as before again.";
}

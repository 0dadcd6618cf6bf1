import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { job } from "#core/job.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { judgeNames } from "./judge-names.ts";
import { leaseJudge, listJudgedProjects, releaseJudge } from "./judge-queries.ts";
import { judgeTone } from "./judge-tone.ts";

const ANSWERS_MAX = 50;
const JUDGE_PROJECT = { name: "judge_project", attempts: 1 };

/** Every few minutes: has each project that has a judge judged as far as it waits. */
export const judgeProjects = job({
  name: "judge_projects",
  input: z.strictObject({}),
  attempts: 1,
  timeout_seconds: 60,
  cron: "*/5 * * * *",
  async handler(context) {
    for (const project of await listJudgedProjects(context.db, context.now())) {
      await askToJudge(context, project);
    }
  },
});

/** Judges some answers and names of a project, then lets the next batch wait its turn; a failure is tried by the next round. */
export const judgeProject = job({
  ...JUDGE_PROJECT,
  input: z.strictObject({ project_id: z.int() }),
  timeout_seconds: 3_600,
  async handler(context, project) {
    const judge = await leaseJudge(context.db, project, context.now());
    if (!judge) return;
    let goOn = false;
    try {
      const tone = await judgeTone(context, judge, ANSWERS_MAX);
      const names = tone === "resting" ? "resting" : await judgeNames(context, judge);
      goOn = names !== "resting" && (tone === "more" || names === "more");
    } finally {
      await releaseJudge(context.db, project);
      await rebuildDirtyRollups(context.db, project);
    }
    if (goOn) await askToJudge(context, project);
  },
});

/** Puts judging a project in the background, once however often it is asked for. */
export async function askToJudge(
  { db, queueOn }: Pick<AccountContext, "db" | "queueOn">,
  { project_id }: Tenant,
): Promise<void> {
  await queueOn(db).add(JUDGE_PROJECT, { project_id }, { key: `judge_project:${project_id}` });
}

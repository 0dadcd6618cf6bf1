import * as z from "zod";
import { idOutput, ModelIdOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { dayIn } from "#core/period.ts";
import { requireRoom } from "#core/plans.ts";
import { wakeProject } from "../asking/turn-queries.ts";
import { countAskedSince, countCaptures } from "../runs/run-queries.ts";
import { ChosenCaptures, chooseCaptures, estimateChosen } from "./choose-captures.ts";
import { ensureRun, insertManualTasks, reopenRun } from "./plan-queries.ts";

const LATELY_MINUTES = 10;

export const runCaptures = operation({
  name: "run_captures",
  scope: "project",
  effect: "adds",
  reaches_outside: true,
  audit: (_, { run_id }) => (run_id ? { run_id } : null),
  group: "Runs",
  summary: "Ask prompts now",
  description:
    "Asks active prompts now, in place of today's schedule; extra samples of what that has begun to ask. With dry_run it only estimates their number and cost. Answers arrive in the background; list_chats shows them, get_usage what they used of the plan.",
  returns: "What is planned, with its estimated cost",
  failures: ["NOT_FOUND", "CONFLICT", "NO_ASSISTANT", "PROJECT_NOT_ACTIVE", "PLAN_LIMIT_REACHED"],
  route: "POST /runs",
  tool: true,
  input: z.strictObject({
    ...ChosenCaptures,
    dry_run: z.boolean().default(false).describe("True: estimate only, ask nothing."),
  }),
  output: z.object({
    run_id: idOutput("run").nullable(),
    planned: z.int().describe("Answers that will be asked for."),
    estimated_cost_usd: z.number().nullable().describe("An estimate; null when no price is known."),
    asked_lately: z
      .int()
      .describe(
        `Answers asked for by hand in the ${LATELY_MINUTES} minutes before, which this does not count. Where no answer came to a call, it was done if they are in it.`,
      ),
    models: z.array(
      z.object({
        model_id: ModelIdOutput,
        planned: z.int(),
        estimated_cost_usd: z.number().nullable(),
      }),
    ),
  }),
  async handler(context, { prompt_ids, model_ids, samples, dry_run }) {
    const { db, project, now } = context;
    const chosen = await chooseCaptures(context, { prompt_ids, model_ids });
    const estimate = await estimateChosen(context, chosen, samples);
    const day = dayIn(project.timezone, now());
    const since = new Date(now().getTime() - LATELY_MINUTES * 60_000);
    const asked_lately = await countAskedSince(db, project, { day, since });
    if (dry_run) return { run_id: null, ...estimate, asked_lately };
    const used = await countCaptures(db, project, now());
    requireRoom(project.plan, "captures_per_month", used + estimate.planned);
    const run_id = await ensureRun(db, project, { day, now: now() });
    const when = { run_id, day, now: now(), samples };
    const planned = await insertManualTasks(db, project, { ...when, ...chosen });
    if (planned > 0) await reopenRun(db, project, run_id);
    await wakeProject(db, project, now());
    return { ...estimate, run_id, planned, asked_lately };
  },
});

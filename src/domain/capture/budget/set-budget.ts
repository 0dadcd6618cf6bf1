import * as z from "zod";
import { operation } from "#core/operation.ts";
import { dayIn } from "#core/period.ts";
import { toMicros } from "../capture-task.ts";
import { endJudgeRest } from "../health/judge-trouble.ts";
import { holdRun, resumeSkipped } from "../planning/plan-queries.ts";
import { Budget, readBudget } from "./budget.ts";

const CAP = "Null: no cap; left out: it stays.";

export const setBudget = operation({
  name: "set_budget",
  scope: "project",
  effect: "changes",
  audit: () => ({}),
  group: "Runs",
  summary: "Set the budget",
  description:
    "Sets what asking may cost at most in USD per day and month; what does not fit is skipped and shown as such. Raising a cap lets what was skipped today be asked after all.",
  returns: "The budget",
  route: "PATCH /budget",
  failures: [],
  input: z.strictObject({
    daily_cap_usd: z.number().min(0).max(1_000_000).nullable().optional().describe(CAP),
    monthly_cap_usd: z.number().min(0).max(1_000_000).nullable().optional().describe(CAP),
  }),
  output: Budget,
  async handler(context, { daily_cap_usd, monthly_cap_usd }) {
    const { db, project, now } = context;
    const day = dayIn(project.timezone, now());
    await holdRun(db, project, day);
    const { project_id } = project;
    // Nothing can be held that is not there: of two first caps one would be lost.
    await db
      .insertInto("capture_budgets")
      .values({ project_id })
      .onConflict((there) => there.doNothing())
      .execute();
    const before = await db
      .selectFrom("capture_budgets")
      .select(["daily_cap_micros", "monthly_cap_micros"])
      .where("project_id", "=", project_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const daily = capOf(daily_cap_usd, before.daily_cap_micros);
    const monthly = capOf(monthly_cap_usd, before.monthly_cap_micros);
    await db
      .updateTable("capture_budgets")
      .set({ daily_cap_micros: daily, monthly_cap_micros: monthly })
      .where("project_id", "=", project_id)
      .execute();
    if (isRaised(before.daily_cap_micros, daily) || isRaised(before.monthly_cap_micros, monthly)) {
      await endJudgeRest(db, { project_id, budget: "raised" });
      await resumeSkipped(db, project, { day, now: now() });
    }
    return readBudget(context);
  },
});

/** A cap in millionths of a USD: the one that is given, else the one that is kept. */
function capOf(usd: number | null | undefined, kept: number | null): number | null {
  return usd === undefined ? kept : usd && toMicros(usd);
}

function isRaised(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}

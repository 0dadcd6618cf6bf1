import type { Command } from "commander";
import { recordAudit } from "#core/audit.ts";
import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import { isPlan, LEVELS, LIMIT_NAMES, limitsOf, type Plan, TIERS } from "#core/plans.ts";
import { findOrganisation, print, printTable, withInstallation } from "./open-command.ts";

/** Adds `plan show` and `plan set`. */
export function addPlanCommand(program: Command): void {
  const plan = program.command("plan").description("what an organisation's plan allows");
  plan
    .command("show")
    .description("show the organisations' plans and limits")
    .option("--organisation <id>", "all unless given")
    .action(showPlans);
  plan
    .command("set")
    .description("give an organisation another plan, at once")
    .argument("<plan>", `${TIERS.join(" or ")}, a slash, ${LEVELS.join(", ")}`)
    .option("--organisation <id>", "the first one unless given")
    .action(setPlan);
}

type Chosen = { organisation?: string };

async function showPlans({ organisation }: Chosen): Promise<void> {
  await withInstallation(async ({ base }) => {
    const one = organisation === undefined ? null : await findOrganisation(base.db, organisation);
    if (one === undefined) throw noOrganisation(organisation);
    const all = await base.db
      .selectFrom("organisations")
      .select(["organisation_id", "name", "plan"])
      .orderBy("organisation_id")
      .limit(10_000)
      .execute();
    printTable(
      ["id", "organisation", "plan", ...LIMIT_NAMES],
      (one ? [one] : all).map((row) => [
        encodeId("org", row.organisation_id),
        row.name,
        row.plan,
        ...LIMIT_NAMES.map((name) => String(limitsOf(row.plan)[name] ?? "no limit")),
      ]),
    );
  });
}

async function setPlan(plan: string, { organisation }: Chosen): Promise<void> {
  if (!isPlan(plan)) {
    const known = TIERS.flatMap((tier) => LEVELS.map((level): Plan => `${tier}/${level}`));
    throw new Failure("VALIDATION_ERROR", `A plan is one of ${known.join(", ")}.`);
  }
  await withInstallation(async ({ context }) => {
    const found = await findOrganisation(context.db, organisation);
    if (!found) throw noOrganisation(organisation);
    const { organisation_id, name } = found;
    await context.db.transaction().execute(async (db) => {
      await db
        .updateTable("organisations")
        .set({ plan })
        .where("organisation_id", "=", organisation_id)
        .execute();
      const target = { organisation_id: encodeId("org", organisation_id) };
      await recordAudit({ ...context, db }, { operation: "set_plan", target });
    });
    print(`${name}: ${found.plan} -> ${plan}`);
  });
}

function noOrganisation(id: string | undefined): Failure {
  return new Failure(
    "NOT_FOUND",
    `There is no organisation${id ? ` ${id}` : " yet"}; see plan show.`,
  );
}

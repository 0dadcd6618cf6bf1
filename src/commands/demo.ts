import type { Command } from "commander";
import { recordAudit } from "#core/audit.ts";
import { encodeId } from "#core/id.ts";
import { insertOrganisation, insertUser } from "#domain/accounts/account-queries.ts";
import { hashPassword } from "#domain/accounts/password.ts";
import { deleteSetupTokens, hasUsers, lockSetup } from "#domain/accounts/setup-queries.ts";
import { DEMO_PROJECT } from "#domain/demo/demo-market.ts";
import {
  DEMO_DAYS,
  ensureDemoProject,
  furnishDemo,
  storeDemoDays,
} from "#domain/demo/fill-demo.ts";
import {
  findOrganisation,
  type Opened,
  openProject,
  print,
  withInstallation,
} from "./open-command.ts";
import { makeProgress } from "./progress.ts";
import { makePassword } from "./user.ts";

const EMAIL = "demo@example.com";

/** Adds `demo`. */
export function addDemoCommand(program: Command): void {
  program
    .command("demo")
    .description("make or refill a project of 90 days of simulated answers to look around in")
    .addHelpText(
      "after",
      "\nEverything in it is invented and marked as simulated. Running it again changes nothing.",
    )
    .action(() => withInstallation(makeDemo));
}

async function makeDemo(opened: Opened): Promise<void> {
  const started = performance.now();
  const password = makePassword();
  const { project_id, is_new_user } = await prepare(opened, await hashPassword(password));
  const context = await openProject(opened, encodeId("prj", project_id));
  await context.db.transaction().execute(async (db) => {
    await furnishDemo({ ...context, db });
  });
  const progress = makeProgress("demo", DEMO_DAYS, "days");
  const stored = await storeDemoDays(opened.context, context.project, {
    tell: (days) => progress.update(days),
  }).finally(() => progress.stop());
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const { BASE_URL } = opened.config;
  print(`${DEMO_PROJECT}: ${stored.imported} simulated answers of ${DEMO_DAYS} days stored,`);
  print(`${stored.unchanged} there already, in ${seconds} s. Every answer in it is invented.`);
  print();
  print(`Next: npm start (unless it runs), then open ${BASE_URL}/`);
  if (is_new_user) print(`Sign in as ${EMAIL} with ${password} (shown this once)`);
  else print("Sign in as before; npm run user -- reset-password gives a new password.");
  print(`A key for scripts: npm run key -- create --name demo --project "${DEMO_PROJECT}"`);
}

/** The organisation, the project with its own brand, and the first user, unless they are there. */
async function prepare({ context, config }: Opened, password_hash: string) {
  return context.db.transaction().execute(async (db) => {
    await lockSetup(db);
    const found = await findOrganisation(db);
    const organisation_id =
      found?.organisation_id ?? (await insertOrganisation(db, "Demo", config.PLAN));
    const is_new_user = !(await hasUsers(db));
    if (is_new_user) {
      const user = { email: EMAIL, name: "Demo", password_hash };
      await insertUser(db, user, { organisation_id, role: "owner" });
      await deleteSetupTokens(db);
    }
    const { project_id } = await ensureDemoProject(db, organisation_id);
    const target = {
      organisation_id: encodeId("org", organisation_id),
      project_id: encodeId("prj", project_id),
    };
    await recordAudit({ ...context, db }, { operation: "create_demo", target });
    return { project_id, is_new_user };
  });
}

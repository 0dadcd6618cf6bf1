import type { Command } from "commander";
import { captureSimulatedAnswer } from "#adapters/engines/simulated-body.ts";
import type { ProjectContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import { insertOrganisation, insertUser } from "#domain/accounts/account-queries.ts";
import { hashPassword } from "#domain/accounts/password.ts";
import { deleteSetupTokens, hasUsers, lockSetup } from "#domain/accounts/setup-queries.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { readCaptured } from "#domain/capture/store-captured.ts";
import { slugOf } from "#domain/capture/target.ts";
import { insertTarget } from "#domain/capture/target-queries.ts";
import { refreshStatistics } from "#domain/chats/fact-queries.ts";
import { loadReader } from "#domain/chats/read-answers.ts";
import { type NewAnswer, storeAnswers } from "#domain/chats/store-answers.ts";
import { createRegexRunner } from "#domain/detection/brand-regex.ts";
import { insertProject } from "#domain/projects/project-queries.ts";
import { rebuildDirtyRollups } from "#domain/reports/rollup-queries.ts";
import { suggest } from "#domain/suggestions/suggest.ts";
import { DEMO_MARKET, DEMO_MODELS, DEMO_PROJECT, DEMO_PROMPTS } from "./demo-market.ts";
import { addPrompts } from "./import-prompts.ts";
import {
  findOrganisation,
  type Opened,
  openProject,
  print,
  withInstallation,
} from "./installation.ts";
import { makeProgress } from "./progress.ts";
import { makePassword } from "./user.ts";

const DAYS = 90;
const DAY_MS = 86_400_000;
const HOUR_OF_DAY_MS = 6 * 3_600_000;
// The seed of the server's own simulation, so that live answers go on where these end.
const SEED = "earshot";
const BATCH = 240;
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
    await fillProject({ ...context, db });
  });
  const stored = await storeDays(context);
  if (stored.imported > 0) await refreshStatistics(context.db);
  await rebuildDirtyRollups(context.db, context.project);
  await suggest.handler(opened.context, { project_id });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const { BASE_URL } = opened.config;
  print(`${DEMO_PROJECT}: ${stored.imported} simulated answers of ${DAYS} days stored,`);
  print(`${stored.unchanged} there already, in ${seconds} s. Every answer in it is invented.`);
  print();
  print(`Next: npm start (unless it runs), then open ${BASE_URL}/`);
  if (is_new_user) print(`Sign in as ${EMAIL} with ${password} (shown this once)`);
  else print("Sign in as before; npm run user -- reset-password gives a new password.");
  print(`A key for scripts: npm run key -- create --name demo --project "${DEMO_PROJECT}"`);
}

/** The organisation, the project with its own brand, and the first user, unless they are there. */
async function prepare({ base, config }: Opened, password_hash: string) {
  return base.db.transaction().execute(async (db) => {
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
    return { project_id: await ensureProject(db, organisation_id), is_new_user };
  });
}

async function ensureProject(db: Database, organisation_id: number): Promise<number> {
  const found = await db
    .selectFrom("projects")
    .select("project_id")
    .where("organisation_id", "=", organisation_id)
    .where("name", "=", DEMO_PROJECT)
    .executeTakeFirst();
  if (found) return found.project_id;
  const { own } = DEMO_MARKET;
  const project = { organisation_id, name: DEMO_PROJECT, domain: own.domain };
  const project_id = await insertProject(db, {
    ...project,
    country_code: "US",
    language_code: "en",
  });
  await insertBrand(db, { project_id }, { name: own.name, domains: [own.domain], is_own: true });
  return project_id;
}

/** Competitors, prompts with topics and tags, and the models that are asked, unless they are there. */
async function fillProject(context: ProjectContext): Promise<void> {
  const { db, project, providers } = context;
  for (const { name, domain } of DEMO_MARKET.competitors) {
    await insertBrand(db, project, { name, domains: [domain] });
  }
  await addPrompts(context, DEMO_PROMPTS);
  const provider = providers.get("simulated");
  if (!provider) throw new Failure("NOT_FOUND", "The simulated provider is missing.");
  for (const { name, requested_model } of DEMO_MODELS) {
    await insertTarget(db, project, {
      slug: slugOf(name),
      name,
      requested_model,
      provider: "simulated",
      surface: "local",
      supports: provider.engine.supports,
      base_url: null,
      api_key: null,
      api_key_hint: null,
      parameters: { metadata: { market: JSON.stringify(DEMO_MARKET) } },
      samples_per_day: 1,
      concurrency: 4,
      requests_per_minute: null,
    });
  }
}

async function storeDays(context: ProjectContext) {
  const { db, project } = context;
  const today = Math.floor(context.now().getTime() / DAY_MS);
  const total = { imported: 0, unchanged: 0 };
  const progress = makeProgress("demo", DAYS, "days");
  const runner = createRegexRunner();
  try {
    const reader = await loadReader(db, project);
    for (let day = today - DAYS; day < today; day++) {
      const written = writeDay(day);
      for (let from = 0; from < written.length; from += BATCH) {
        const answers = written.slice(from, from + BATCH);
        const stored = await db
          .transaction()
          .execute((trx) => storeAnswers(trx, project, { answers, runner, reader }));
        total.imported += stored.imported;
        total.unchanged += stored.unchanged;
      }
      progress.update(day - today + DAYS + 1);
    }
  } finally {
    await runner.close();
    progress.stop();
  }
  return total;
}

/** The invented answers of one day, counted in days since 1970: each prompt to each model, once. */
function writeDay(day_number: number): NewAnswer[] {
  const start = day_number * DAY_MS;
  const day = new Date(start).toISOString().slice(0, 10);
  return DEMO_PROMPTS.flatMap(({ prompt, country_code = "US", language_code = "en" }, place) =>
    DEMO_MODELS.map(({ name, requested_model }, model): NewAnswer => {
      const at = start + HOUR_OF_DAY_MS + (place * DEMO_MODELS.length + model) * 1_000;
      const captured = captureSimulatedAnswer({
        seed: SEED,
        prompt,
        engine: requested_model,
        day,
        sample: 1,
        market: DEMO_MARKET,
        country_code,
      });
      return {
        ...readCaptured(captured),
        external_id: `demo:${day}:${requested_model}:${place}`,
        captured_at: new Date(at),
        day,
        prompt,
        country_code,
        language_code,
        slug: slugOf(name),
        model_name: name,
        surface: "local",
        origin: "import",
      };
    }),
  );
}

import * as z from "zod";
import type { AccountContext, ProjectContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { job } from "#core/job.ts";
import { addDays } from "#core/period.ts";
import { listActionRows, saveAction } from "#domain/actions/action-queries.ts";
import { isTakenUp, readExpected } from "#domain/actions/expected.ts";
import { refreshStatistics } from "#domain/answers/facts/fact-queries.ts";
import type { NewAnswer } from "#domain/answers/ingest/store-answers.ts";
import { type BatchesResult, storeBatches } from "#domain/answers/ingest/store-batches.ts";
import { setClassification } from "#domain/answers/sources/domain-queries.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { readCaptured } from "#domain/capture/asking/store-captured.ts";
import { insertPastRuns } from "#domain/capture/runs/insert-past-runs.ts";
import { insertTarget } from "#domain/capture/targets/target-queries.ts";
import { slugOf } from "#domain/models/model.ts";
import { GAP_DAYS } from "#domain/opportunities/gap-scope.ts";
import { endSetup, insertProject, type Tenant } from "#domain/projects/project-queries.ts";
import { addPrompts } from "#domain/prompts/imports/add-prompts.ts";
import { findPromptNumbers, promptKey } from "#domain/prompts/prompt-queries.ts";
import { lookForSuggestions } from "#domain/suggestions/look-for-suggestions.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { refreshSums } from "#domain/sums/sum-days.ts";
import {
  DEMO_MARKET,
  DEMO_MODELS,
  DEMO_PROJECT,
  DEMO_PROMPTS,
  DEMO_SITES,
  demoDecisions,
  marketOn,
} from "./demo-market.ts";

/** Days of simulated answers in a demo, up to yesterday. */
export const DEMO_DAYS = 90;
const DAY_MS = 86_400_000;
const HOUR_OF_DAY_MS = 6 * 3_600_000;
const DAYS_AT_ONCE = 3;
/** What the external ids of its answers begin with. */
const IDS = "demo:";
/** So many of the last days have a run each. */
const RUN_DAYS = 7;
/** On one day of a week an assistant fails some questions, which are asked again so much later. */
const FAILED = { model: 1, prompts: 6, again_seconds: 7_200 };
const COUNTRY = "US";

/** Stores a demo's simulated answers in the background; run twice, the second run stores nothing. */
export const fillDemoDays = job({
  name: "fill_demo_days",
  attempts: 3,
  work: "project",
  input: z.object({ project_id: z.int() }),
  async handler(context, tenant) {
    await storeDemoDays(context, tenant);
  },
});

/** The organisation's demo project with its own brand; made unless it is there. */
export async function ensureDemoProject(
  db: Database,
  organisation_id: number,
): Promise<{ project_id: number; is_new: boolean }> {
  const found = await db
    .selectFrom("projects")
    .select("project_id")
    .where("organisation_id", "=", organisation_id)
    .where("name", "=", DEMO_PROJECT)
    .executeTakeFirst();
  if (found) return { ...found, is_new: false };
  const { own } = DEMO_MARKET;
  // Until it is filled nothing is asked, and pages say that their numbers move.
  const project = { organisation_id, name: DEMO_PROJECT, status: "onboarding" as const };
  const project_id = await insertProject(db, {
    ...project,
    domain: own.domain,
    country_code: "US",
    language_code: "en",
  });
  await insertBrand(db, { project_id }, { name: own.name, domains: [own.domain], is_own: true });
  return { project_id, is_new: true };
}

/** Competitors, prompts with topics and tags, and the models that are asked, unless they are there. */
export async function furnishDemo(
  context: Pick<ProjectContext, "db" | "project" | "providers" | "now">,
): Promise<void> {
  const { db, project, providers, now } = context;
  const today = now().toISOString().slice(0, 10);
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
      parameters: { metadata: { market: JSON.stringify(marketOn(today)) } },
      samples_per_day: 1,
      concurrency: 4,
      requests_per_minute: null,
    });
  }
}

/** Invents and stores the answers of each day, sums them, and looks for suggestions; tells of every day that is done. */
export async function storeDemoDays(
  context: AccountContext,
  tenant: Tenant,
  { days = DEMO_DAYS, tell }: { days?: number; tell?: (done: number) => void } = {},
): Promise<BatchesResult> {
  const { db, now } = context;
  const { project_id } = tenant;
  const today = Math.floor(now().getTime() / DAY_MS);
  const market = marketOn(dayOf(today));
  async function* inventDays() {
    for (let day = today - days; day < today; day += DAYS_AT_ONCE) {
      const end = Math.min(today, day + DAYS_AT_ONCE);
      yield Array.from({ length: end - day }, (_, n) =>
        inventDay(context, { day_number: day + n, market }),
      ).flat();
      tell?.(end - today + days);
    }
  }
  const total = await storeBatches(context, tenant, { batches: inventDays(), log: context.log });
  if (total.imported > 0) {
    await refreshStatistics(db);
    for (const [domain, classification] of Object.entries(DEMO_SITES)) {
      await setClassification(db, tenant, { domain, classification, by_user: true });
    }
  }
  await insertPastRuns(db, tenant, {
    ids: IDS,
    ...{ since: dayOf(today - Math.min(days, RUN_DAYS)), until: dayOf(today) },
    again_seconds: FAILED.again_seconds,
    failed: { error_kind: "retry", error: "HTTP 503: the simulated assistant was down." },
  });
  await rebuildDirtyRollups(db, tenant);
  await refreshSums(db);
  await lookForSuggestions(context, { project_id });
  await decideSome(context, tenant);
  await endSetup(db, tenant);
  return total;
}

/** How many seconds later an answer came, because its question failed first. */
function lateBy(asked: Record<"day_number" | "model" | "place", number>): number {
  const { day_number, model, place } = asked;
  const isFailed = day_number % RUN_DAYS === 0 && model === FAILED.model && place < FAILED.prompts;
  return isFailed ? FAILED.again_seconds : 0;
}

const dayOf = (day_number: number) => new Date(day_number * DAY_MS).toISOString().slice(0, 10);

/** Decisions on some leads, so that there is something to see; none where something was decided already. */
async function decideSome(context: AccountContext, tenant: Tenant): Promise<void> {
  const { db, now } = context;
  if ((await listActionRows(db, tenant)).length > 0) return;
  const texts = DEMO_PROMPTS.map(({ prompt }) => ({ text: prompt, country_code: COUNTRY }));
  const numbers = await findPromptNumbers(db, tenant, texts);
  const today = now().toISOString().slice(0, 10);
  for (const { prompt, ...change } of demoDecisions(today)) {
    const prompt_id = numbers.get(promptKey({ text: prompt, country_code: COUNTRY }));
    if (prompt_id === undefined) continue;
    const about = { kind: "prompt_gap" as const, prompt_id, subject: "" };
    const decided_on = "shipped_on" in change ? change.shipped_on : today;
    const days = { date_from: addDays(decided_on, -GAP_DAYS), date_to: addDays(decided_on, -1) };
    const scope = { ...days, branded: "exclude" as const, filters: [] };
    const expected = isTakenUp({ shipped_on: null, ...change })
      ? await readExpected(db, tenant, { about, scope })
      : null;
    await saveAction(db, tenant, { about, change, expected, by: null, now: now() });
  }
}

/** The invented answers of one day, counted in days since 1970: each prompt to each model, once. */
function inventDay(
  { providers }: Pick<AccountContext, "providers">,
  { day_number, market }: { day_number: number; market: ReturnType<typeof marketOn> },
) {
  const start = day_number * DAY_MS;
  const day = dayOf(day_number);
  const recall = providers.get("simulated")?.recall;
  if (!recall) throw new Failure("NOT_FOUND", "The simulated provider is missing.");
  return DEMO_PROMPTS.flatMap(({ prompt, country_code = COUNTRY, language_code = "en" }, place) =>
    DEMO_MODELS.map(({ name, requested_model }, model): NewAnswer => {
      const seconds = place * DEMO_MODELS.length + model + lateBy({ day_number, model, place });
      const at = start + HOUR_OF_DAY_MS + seconds * 1_000;
      const question = { prompt, country_code, requested_model, market };
      return {
        ...readCaptured(recall(day, question)),
        external_id: `${IDS}${day}:${requested_model}:${place}`,
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

import assert from "node:assert/strict";
import type { SimulatedServer } from "#adapters/engines/simulated-server.ts";
import { insertTarget } from "#domain/capture/targets/target-queries.ts";
import { insertPrompts } from "#domain/prompts/prompt-queries.ts";
import type { World } from "./world.ts";

/** Gives a world prompts and simulated models to ask them of; returns the models' slugs. */
export async function fillCaptureProject(
  { db, project }: Pick<World, "db" | "project">,
  { server, prompts, models }: { server: SimulatedServer; prompts: number; models: number },
): Promise<string[]> {
  const texts = Array.from({ length: prompts }, (_, index) => ({
    text: `Which garden tool is best for task ${index}?`,
    country_code: "US",
    language_code: "en",
    is_branded: false,
    brand_ids: [],
  }));
  await insertPrompts(db, project, texts);
  const slugs = Array.from({ length: models }, (_, index) => `simulated-${"abcdef"[index]}`);
  for (const slug of slugs) {
    await insertTarget(db, project, {
      slug,
      name: slug,
      provider: "simulated",
      surface: "local",
      supports: { search_queries: true, retrieved: true, cited: true, location: true },
      requested_model: slug,
      base_url: server.base_url,
      parameters: {},
      api_key: null,
      api_key_hint: null,
      samples_per_day: 1,
      concurrency: 8,
      requests_per_minute: null,
      // Simulated answers are free; with a price, budgets have something to count.
      price: { input: 1, output: 4, search: 0.001, answer: 0 },
    });
  }
  return slugs;
}

/**
 * Has the schedule of a world's project ask on no day of this test: what a server plans for its hour would join the run of
 * the day, or be asked at once, by the time of day the test runs at.
 */
export async function askOnAnotherDay({ rest, project }: World): Promise<void> {
  const schedule = { weekdays: [1 + ((new Date().getUTCDay() + 3) % 7)], hour: 0 };
  assert.equal((await rest("PATCH", `/projects/${project.id}`, { schedule })).status, 200);
}

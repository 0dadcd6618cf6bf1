import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { addDays, dayIn } from "#core/period.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { fillCaptureProject } from "../kit/capture-project.ts";
import { putFact } from "../kit/facts.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { type Look, skip } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";

const DAYS = 28;
const views: Look[] = [1280, 390].flatMap((width) =>
  [false, true].map((dark) => ({ width, height: 900, dark })),
);

/** Two assistants for four weeks: one that repeats itself for a week and never says whether it searched. */
async function fill() {
  const simulated = await startSimulatedServer({ seed: "assistants" });
  after(simulated.close);
  const world = await makeWorld();
  const { db, pool, project } = world;
  const { project_id } = project;
  await fillCaptureProject(world, { server: simulated, prompts: 10, models: 2 });
  const idsOf = async (column: string, table: string): Promise<number[]> => {
    const text = `select ${column} as id from ${table} where project_id = $1 order by 1`;
    return (await pool.query(text, [project_id])).rows.map(({ id }) => id);
  };
  const [brand_id = 0] = await idsOf("brand_id", "brands");
  const models = await idsOf("model_id", "models");
  const start = addDays(dayIn("UTC", new Date()), -DAYS);
  for (const [prompt, prompt_id] of (await idsOf("prompt_id", "prompts")).entries()) {
    for (let day = 0; day < DAYS; day++) {
      for (const [index, model_id] of models.entries()) {
        const toss = index === 0 ? day : Math.floor((day + prompt) / 7);
        const isNamed =
          prompt < 2 || (prompt < 8 && (toss * 7 + prompt * 5 + toss * toss) % 11 < 5);
        const mention = { brand_id, position: 1, mention_count: 1, sentiment: null };
        await putFact(db, project_id, {
          ...{ day: addDays(start, day), model_id, prompt_id },
          search_ran: index === 0 ? (prompt + day) % 3 > 0 : null,
          mentions: isNamed ? [mention] : [],
        });
      }
    }
  }
  await rebuildDirtyRollups(db, project);
  return { world, server: await startServer(world, { DASHBOARD: "on", WORKER: "off" }) };
}

test("the Assistants page says what answers are worth, how many more it takes, and what was searched", {
  skip,
}, async () => {
  const { world, server } = await fill();
  const viewer = await addUser(world, "viewer");
  const today = dayIn("UTC", new Date());
  const { body } = await world.rest("POST", "/reports/models", {
    ...{ date_from: addDays(today, -30), date_to: addDays(today, -1) },
  });
  const { body: needed } = await world.rest("GET", "/models/answers-needed?points=5");
  for (const view of views) {
    const { page, problems } = await enter(server, viewer, view);
    await page.goto(`${server.origin}/projects/${world.project.id}/models`);
    const table = page.getByRole("table", { name: "What their answers tell" });
    for (const { model, answers, worth_answers, searched_share } of body.data) {
      const row = table.getByRole("row", { name: model.name });
      const worth = worth_answers === answers ? "" : `about ${worth_answers} `;
      await row.getByText(`tell as much as ${worth}independent ones`).waitFor();
      const searched =
        searched_share === null ? "not known" : `${Math.round(searched_share * 100)} %`;
      await row.getByText(searched, { exact: true }).waitFor();
    }
    await page.getByText(`${needed.more_answers.toLocaleString("en")} more answers`).waitFor();
    await look(page, "assistants", view);
    const points = page.getByLabel("Smallest change to notice, in points");
    await points.fill("50");
    await page
      .getByText("To notice a change by 50 points you need no more answers and pay nothing more.")
      .waitFor();
    await points.fill("1");
    const { body: one } = await world.rest("GET", "/models/answers-needed?points=1");
    await page
      .getByText(`by 1 point you need ${one.more_answers.toLocaleString("en")} more`)
      .waitFor();
    assert.deepEqual(problems, []);
  }
});

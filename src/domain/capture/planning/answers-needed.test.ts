import assert from "node:assert/strict";
import { test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { addDays, dayIn } from "#core/period.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { fillCaptureProject } from "../../../../test/kit/capture-project.ts";
import { putFact } from "../../../../test/kit/facts.ts";
import { makeWorld } from "../../../../test/kit/world.ts";

const DAYS = 28;

test("answers needed are told for the prompts that vary, with their cost; without answers, why not", async () => {
  const server = await startSimulatedServer({ seed: "needed" });
  try {
    const world = await makeWorld();
    const { db, pool, project } = world;
    const { project_id } = project;
    await fillCaptureProject(world, { server, prompts: 10, models: 1 });
    const ask = async (points: number) =>
      (await world.rest("GET", `/models/answers-needed?points=${points}`)).body;
    assert.equal((await ask(5)).reason, "too few prompts");
    const first = async (column: string, from: string) =>
      (await pool.query(`select ${column} as id from ${from} where project_id = $1`, [project_id]))
        .rows;
    const [brand] = await first("brand_id", "brands");
    const [model] = await first("model_id", "models");
    const prompts = await first("prompt_id", "prompts");
    const start = addDays(dayIn("UTC", new Date()), -DAYS);
    for (const [index, { id: prompt_id }] of prompts.entries()) {
      for (let day = 0; day < DAYS; day++) {
        // Two name it always, two never, six now and then.
        const isNamed = index < 2 || (index < 8 && (day * 7 + index * 5 + day * day) % 11 < 5);
        await putFact(db, project_id, {
          ...{ day: addDays(start, day), model_id: model.id, prompt_id },
          mentions: isNamed
            ? [{ brand_id: brand.id, position: 1, mention_count: 1, sentiment: null }]
            : [],
        });
      }
    }
    await rebuildDirtyRollups(db, project);
    const found = await ask(5);
    assert.deepEqual([found.reason, found.answers, found.prompts], [null, 280, 10]);
    assert.deepEqual([found.varying_prompts, found.prompt_ids.length], [6, 6]);
    assert.ok(found.shows_points > 5, `${found.shows_points}`);
    const each = found.estimated_cost_usd / found.more_answers;
    const { body: estimate } = await world.rest("POST", "/runs", { dry_run: true });
    assert.ok(Math.abs(each - estimate.estimated_cost_usd / estimate.planned) < 1e-6);
    const easier = await ask(Math.ceil(found.shows_points));
    assert.deepEqual([easier.more_answers, easier.estimated_cost_usd], [0, 0], "there are enough");
    await pool.query(
      `with one as (insert into models (project_id, slug, name, provider, surface, requested_model, is_active)
         values ($1, 'new', 'New', 'openai_compatible', 'api', 'x', true) returning model_id)
       insert into capture_targets (project_id, model_id) select $1, model_id from one`,
      [project_id],
    );
    const priced = await ask(3);
    assert.ok(priced.estimated_cost_usd > 0, "one that is asked nothing more costs nothing");
    assert.equal(priced.estimated_cost_usd, Math.round(priced.estimated_cost_usd * 1e6) / 1e6);
    // Twice the change takes a quarter of all answers.
    const [five, ten] = [found, await ask(10)].map(({ more_answers }) => more_answers + 6 * DAYS);
    assert.ok(Math.abs(five / ten - 4) < 0.05, `${five} and ${ten}`);
  } finally {
    await server.close();
  }
});

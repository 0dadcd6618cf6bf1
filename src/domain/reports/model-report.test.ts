import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { inflation } from "#domain/statistics/dependence.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPrompt, putFact } from "../../../test/kit/facts.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const DAYS = 16;
const PROMPTS = 12;

test("a model that repeats itself is worth few answers, one that does not about all; searched answers have both intervals", async () => {
  const world = await makeWorld();
  const { db, pool, project } = world;
  const { project_id } = project;
  const { rows } = await pool.query("select brand_id from brands where project_id = $1", [
    project_id,
  ]);
  const brand_id = rows[0].brand_id;
  const fresh = await addModel(db, project_id, "fresh");
  const cached = await addModel(db, project_id, "cached");
  const named = new Map<string, boolean>();
  for (let prompt = 0; prompt < PROMPTS; prompt++) {
    const prompt_id = await addPrompt(db, project_id, { text: `q${prompt}` });
    for (let day = 0; day < DAYS; day++) {
      for (const model_id of [fresh, cached]) {
        // The one tosses a coin daily, the other keeps what it said for a week.
        const toss = model_id === fresh ? day : Math.floor((day + prompt) / 7);
        const isNamed = isHeads(prompt, toss);
        named.set(`${model_id} ${prompt} ${day}`, isNamed);
        await putFact(db, project_id, {
          ...{ day: addDays("2026-03-01", day), model_id, prompt_id },
          search_ran: model_id === cached ? null : searches(prompt, day),
          mentions: isNamed ? [{ brand_id, position: 1, mention_count: 1, sentiment: null }] : [],
        });
      }
    }
  }
  await rebuildDirtyRollups(db, project);
  const { body } = await world.rest("POST", "/reports/models", {
    date_from: "2026-03-01",
    date_to: addDays("2026-03-01", DAYS - 1),
  });
  const [second, first] = body.data;
  assert.deepEqual([first.model.id, second.model.id], ["mdl_fresh", "mdl_cached"]);
  for (const [row, model_id] of [
    [first, fresh],
    [second, cached],
  ]) {
    const { share, by_chance } = recount((prompt, day) =>
      named.get(`${model_id} ${prompt} ${day}`),
    );
    assert.ok(Math.abs(row.repeat_share - share) < 1e-9);
    assert.ok(Math.abs(row.repeat_share_by_chance - by_chance) < 1e-9);
    assert.equal(row.repeat_pairs, PROMPTS * (DAYS - 1));
    assert.equal(row.answers, PROMPTS * DAYS);
  }
  for (const { answers, worth_answers, worth_divisor, dependence } of body.data) {
    assert.equal(worth_answers, Math.round(answers / worth_divisor));
    assert.ok(Math.abs(worth_divisor - inflation(dependence, DAYS)) < 1e-9);
  }
  assert.ok(first.worth_answers > 0.6 * first.answers, `${first.worth_answers} of 192`);
  assert.ok(second.worth_answers < 0.3 * second.answers, `${second.worth_answers} of 192`);
  const { searched_share, searched_share_low, searched_share_high } = first;
  assert.ok(searched_share_low < searched_share && searched_share < searched_share_high);
  assert.ok(first.searched_share_questions_low < searched_share_low, "prompts differ more");
  assert.deepEqual([second.searched_share, second.searched_total], [null, 0], "not known");
});

test("the share of usable answers is told with whether it differs from that of the other models, by days", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  // The one fails two of five a day, the others hardly; the third is down for three days; the fourth never answers.
  const models = ["often", "steady", "down", "never"];
  const fails = (model: string, prompt: number, day: number) =>
    ({
      often: (prompt + day) % 5 < 2,
      steady: (prompt + 7 * day) % 70 === 0,
      down: (day > 4 && day < 8) || (prompt + 7 * day) % 70 === 1,
      never: true,
    })[model] ?? false;
  const ids = new Map<string, number>();
  for (const model of models) ids.set(model, await addModel(db, project_id, model));
  for (let prompt = 0; prompt < 10; prompt++) {
    const prompt_id = await addPrompt(db, project_id, { text: `q${prompt}` });
    for (const [model, model_id] of ids)
      for (let day = 0; day < (model === "never" ? 3 : 28); day++)
        await putFact(db, project_id, {
          ...{ day: addDays("2026-03-01", day), model_id, prompt_id, mentions: [] },
          status: fails(model, prompt, day) ? "error" : "answered",
        });
  }
  await rebuildDirtyRollups(db, project);
  const report = async (filters: unknown[] = []) => {
    const range = { date_from: "2026-03-01", date_to: "2026-03-28" };
    const { body } = await world.rest("POST", "/reports/models", { ...range, filters });
    // biome-ignore lint/suspicious/noExplicitAny: any report's rows.
    return new Map<string, any>(body.data.map((row: any) => [row.model.id.slice(4), row]));
  };
  const rows = await report();
  const told = models.map((model) => {
    const { answers, all_answers, usable_share, usable_difference } = rows.get(model);
    assert.equal(usable_share, answers / all_answers);
    return [all_answers, usable_difference.significant, usable_difference.reason];
  });
  assert.deepEqual(told, [
    [280, true, undefined],
    [280, true, undefined],
    [280, false, undefined],
    [30, null, "too few days"],
  ]);
  const { value, low, high } = rows.get("often").usable_difference;
  assert.ok(low < value && value < high && high < 0, `${low} to ${high}`);
  assert.deepEqual([rows.get("never").answers, rows.get("never").worth_answers], [0, null]);
  const alone = await report([{ field: "model_id", operator: "in", values: ["mdl_often"] }]);
  const nothing = { value: null, low: null, high: null, p: null, significant: null };
  assert.deepEqual(alone.get("often").usable_difference, nothing);
});

/** A fair coin, the same for the same numbers. */
const isHeads = (prompt: number, toss: number) =>
  (Math.imul(prompt * 7919 + toss * 104_729 + 12_345, 0x9e3779b1) >>> 16) % 2 === 0;

/** Of four questions it searches for one always, for the others by chance. */
const searches = (prompt: number, day: number) => prompt % 4 === 0 || isHeads(prompt, -day);

/** The chance of the same brands on following days and on days further apart, pair by pair. */
function recount(namedOn: (prompt: number, day: number) => boolean | undefined) {
  let [same, chance] = [0, 0];
  for (let prompt = 0; prompt < PROMPTS; prompt++) {
    let [pairs, alike] = [0, 0];
    for (let day = 0; day < DAYS; day++) {
      for (let later = day + 1; later < DAYS; later++) {
        const isSame = namedOn(prompt, day) === namedOn(prompt, later) ? 1 : 0;
        if (later === day + 1) same += isSame;
        else [pairs, alike] = [pairs + 1, alike + isSame];
      }
    }
    chance += alike / pairs / PROMPTS;
  }
  return { share: same / PROMPTS / (DAYS - 1), by_chance: chance };
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPrompt, putFact, removeFact } from "../../../../test/kit/facts.ts";
import { makeWorld } from "../../../../test/kit/world.ts";

const FIRST = "2026-01-05";
const STATUSES = ["answered", "no_answer", "refused", "error"] as const;

test("a list of answers says how many they are: of any range, whether its days are summed, wait, or wait again", async () => {
  const world = await makeWorld();
  const { db, pool, project } = world;
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "a");
  const prompt_ids = [
    await addPrompt(db, project_id, { text: "Which one?" }),
    await addPrompt(db, project_id, { text: "Which other?" }),
  ];
  const factOf = (n: number, sample = 1) => ({
    ...{ day: addDays(FIRST, (n * 37) % 150), model_id, sample },
    ...{ prompt_id: prompt_ids[n % 2] ?? 0, status: STATUSES[n % 4] ?? "answered" },
  });
  const put = async (from: number, to: number, sample?: number) => {
    for (let n = from; n < to; n++) await putFact(db, project_id, factOf(n, sample));
  };
  await put(0, 60);
  await rebuildDirtyRollups(db, project);
  // Some days have sums that miss an answer or hold one too many, others have none yet.
  await put(0, 5, 2);
  await removeFact(db, project_id, factOf(7));
  await put(60, 75);
  await pool.query("update prompts set status = 'archived' where prompt_id = $1", [prompt_ids[1]]);
  const ranges = [
    {},
    { date_from: addDays(FIRST, 20) },
    { date_to: addDays(FIRST, 90) },
    { date_from: FIRST, date_to: addDays(FIRST, 149) },
    { date_from: addDays(FIRST, 33), date_to: addDays(FIRST, 118) },
    { date_from: addDays(FIRST, 37), date_to: addDays(FIRST, 37) },
  ];
  for (const round of ["waiting", "summed"]) {
    for (const include_archived of [true, false])
      for (const range of ranges) {
        const { rows } = await pool.query(
          `select count(*)::int as count from answers a join prompts p using (project_id, prompt_id)
           where project_id = $1 and ($2 or p.status = 'active')
             and day between coalesce($3, '-infinity'::date) and coalesce($4, 'infinity'::date)`,
          [project_id, include_archived, range.date_from, range.date_to],
        );
        const query = new URLSearchParams({ ...range, limit: "1" });
        if (include_archived) query.set("include_archived", "true");
        const { status, body } = await world.rest("GET", `/chats?${query}`);
        const about = `${round} ${query}: ${JSON.stringify(body).slice(0, 200)}`;
        assert.deepEqual([status, body.total_count], [200, rows[0].count], about);
        assert.ok(body.total_count > 0 || range.date_from === range.date_to, about);
      }
    await rebuildDirtyRollups(db, project);
  }
});

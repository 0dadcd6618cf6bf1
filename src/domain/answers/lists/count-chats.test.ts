import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { countLooks } from "../../../../test/kit/count-looks.ts";
import { addModel, addPrompt, putFact, removeFact } from "../../../../test/kit/facts.ts";
import { isCluster } from "../../../../test/kit/test-database.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { findPrompts } from "./chat-conditions.ts";
import { readFilter } from "./chat-filters.ts";
import { countSearches } from "./count-chats.ts";

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

test("a list of searches says how many they are, and counts them without their answers where these are not asked", async () => {
  const world = await makeWorld();
  const { db, pool, project } = world;
  const { project_id } = project;
  const models = [await addModel(db, project_id, "a"), await addModel(db, project_id, "b")];
  const prompt_ids = [
    await addPrompt(db, project_id, { text: "Which one?" }),
    await addPrompt(db, project_id, { text: "Which other?" }),
  ];
  for (let n = 0; n < 60; n++) {
    const fact = {
      ...{ day: addDays(FIRST, (n * 7) % 40), model_id: models[n % 2] ?? 0, sample: n + 1 },
      ...{ prompt_id: prompt_ids[n % 3 ? 0 : 1] ?? 0, status: STATUSES[n % 4] ?? "answered" },
    };
    await putFact(db, project_id, { ...fact, answer: `Answer ${n}` });
    await pool.query(
      `insert into search_queries (project_id, day, model_id, prompt_id, sample, position, query)
       select $1, $2, $3, $4, $5, n, 'words' from generate_series(1, $6) n`,
      [project_id, fact.day, fact.model_id, fact.prompt_id, fact.sample, n % 3],
    );
  }
  await pool.query("update prompts set status = 'archived' where prompt_id = $1", [prompt_ids[1]]);
  const days = { date_from: addDays(FIRST, 5), date_to: addDays(FIRST, 30) };
  const looks: Record<string, number> = {};
  for (const [query, condition] of [
    [{}, "true"],
    [days, `a.day between '${days.date_from}' and '${days.date_to}'`],
    [{ model_id: "mdl_b" }, `a.model_id = ${models[1]}`],
    [{ prompt_id: encodeId("prm", prompt_ids[0] ?? 0) }, `a.prompt_id = ${prompt_ids[0]}`],
    [{ status: "refused" }, "a.status = 'refused'"],
    [{ search: "answer 1" }, "a.answer ilike '%answer 1%'"],
  ] as const) {
    for (const include_archived of [true, false]) {
      const { rows } = await pool.query(
        `select count(*)::int as count from search_queries join answers a
         using (project_id, day, model_id, prompt_id, sample)
         where project_id = $1 and ($3 or prompt_id <> $2) and ${condition}`,
        [project_id, prompt_ids[1], include_archived],
      );
      const given = { ...query, limit: "1", include_archived: String(include_archived) };
      const { body } = await world.rest("GET", `/search-queries?${new URLSearchParams(given)}`);
      assert.equal(body.total_count, rows[0].count, JSON.stringify(given));
      assert.ok(body.total_count > 0 && body.total_count < 61, JSON.stringify(given));
    }
    const context = world.context();
    const filter = await readFilter(context, { ...query, sort: "desc", include_archived: true });
    looks[Object.keys(query).join()] = await db.transaction().execute(async (trx) => {
      const prompts = await findPrompts(trx, project, filter);
      const before = await countLooks(trx);
      await countSearches(trx, project, { filter, prompts });
      return (await countLooks(trx)) - before;
    });
  }
  const expected = {
    "": 0,
    "date_from,date_to": 0,
    model_id: 0,
    prompt_id: 0,
    status: 1,
    search: 1,
  };
  // On a cluster the coordinator does not know what others look at.
  if (!isCluster) assert.deepEqual(looks, expected);
});

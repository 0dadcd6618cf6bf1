import assert from "node:assert/strict";
import { test } from "node:test";
import { RawNode, ValueNode } from "kysely";
import { addDays } from "#core/period.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPrompt, type Fact, putFact } from "../../../../test/kit/facts.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { listModelChangeRows } from "./model-change-queries.ts";

test("a day on which most answers come from another version is a break; a few that do are none", async () => {
  const world = await makeWorld();
  const { db, pool, project } = world;
  const { project_id } = project;
  const models = [await addModel(db, project_id, "one"), await addModel(db, project_id, "two")];
  const prompts = await Promise.all(
    ["a", "b", "c"].map((text) => addPrompt(db, project_id, { text })),
  );
  const serve = async (day: string, model: number, versions: (string | null)[]) => {
    for (const [index, version] of versions.entries()) {
      const key = { day, model_id: models[model] ?? 0, prompt_id: prompts[index] ?? 0 };
      await putFact(db, project_id, key);
      await pool.query(
        `update answers set served_model = $5
         where project_id = $1 and day = $2 and model_id = $3 and prompt_id = $4`,
        [project_id, key.day, key.model_id, key.prompt_id, version],
      );
    }
  };
  await serve("2026-03-01", 0, ["x-1", "x-1", "x-1"]);
  await serve("2026-03-02", 0, ["x-1", "x-2", "x-1"]);
  await serve("2026-03-03", 0, [null, null, null]);
  await serve("2026-03-05", 0, ["x-2", "x-2", "x-1"]);
  await serve("2026-03-06", 0, ["x-2", "x-2", "x-2"]);
  await serve("2026-03-06", 1, ["y-1"]);
  const read = async (from: string, to: string) => {
    const { body } = await world.rest("GET", `/models/changes?date_from=${from}&date_to=${to}`);
    return body.data;
  };
  const change = {
    ...{ model_id: "mdl_one", date: "2026-03-05" },
    ...{ what: "served_model", value: "x-2", previous_value: "x-1" },
  };
  assert.deepEqual(await read("2026-03-01", "2026-03-06"), [change]);
  assert.deepEqual(await read("2026-03-05", "2026-03-05"), [change], "read from days before too");
  assert.deepEqual(await read("2026-03-01", "2026-03-04"), [], "of the days asked for alone");
  assert.deepEqual(await read("2026-03-06", "2026-03-31"), []);
  const other = await world.neighbour();
  const { body } = await other.rest(
    "GET",
    "/models/changes?date_from=2026-03-01&date_to=2026-03-31",
  );
  assert.equal(body.total_count, 0);
});

test("a day from which most answers are asked for in another way is a break, one for each part", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "one");
  const prompts = [1, 2, 3].map((n) => addPrompt(db, project_id, { text: `q${n}` }));
  const forced = { search_asked: "forced", search_tool: "web_search_20250305", effort: "default" };
  const ask = async (day: string, ways: Fact["asked"][]) => {
    for (const [index, asked] of ways.entries()) {
      const prompt_id = (await prompts[index]) ?? 0;
      await putFact(db, project_id, { day, model_id, prompt_id, ...(asked && { asked }) });
    }
  };
  const chosen = { ...forced, search_asked: "chosen", search_tool: "web_search_20260209" };
  await ask("2026-03-01", [forced, forced, chosen]);
  await ask("2026-03-02", [undefined, undefined, undefined]);
  await ask("2026-03-04", [forced, chosen, chosen]);
  const { body } = await world.rest(
    "GET",
    "/models/changes?date_from=2026-03-01&date_to=2026-03-31",
  );
  const of = { model_id: "mdl_one", date: "2026-03-04" };
  assert.deepEqual(body.data, [
    { ...of, what: "search", value: "chosen", previous_value: "forced" },
    { ...of, what: "tool", value: "web_search_20260209", previous_value: "web_search_20250305" },
  ]);
});

test("a day from which a model searches for fewer answers is a break; a few that it did not search for are none", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "one");
  const prompts = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => addPrompt(db, project_id, { text: `q${n}` }));
  for (let day = 0; day < 24; day++) {
    for (const [index, made] of prompts.entries()) {
      // From the fifteenth day on it searches for one question of eight; before, it leaves out another each day.
      const search_ran = day >= 14 ? index === 0 : (day + index) % 8 !== 0;
      const key = { day: addDays("2026-03-01", day), model_id, prompt_id: await made };
      await putFact(db, project_id, { ...key, search_ran });
    }
  }
  const read = async (from: string, to: string) => {
    const { body } = await world.rest("GET", `/models/changes?date_from=${from}&date_to=${to}`);
    return body.data;
  };
  const found = { ...{ model_id: "mdl_one", date: "2026-03-15", what: "searched" }, value: "0.13" };
  assert.deepEqual(await read("2026-03-01", "2026-03-31"), [{ ...found, previous_value: "0.88" }]);
  assert.deepEqual(await read("2026-03-15", "2026-03-15"), [{ ...found, previous_value: "0.88" }]);
  assert.deepEqual(await read("2026-03-16", "2026-03-31"), [], "it is of the day it began");
});

test("two versions that a provider serves side by side are no change; one that takes the other's place is", async () => {
  const world = await makeWorld();
  const { db, pool, project } = world;
  const { project_id } = project;
  const models = [await addModel(db, project_id, "one"), await addModel(db, project_id, "two")];
  const prompts = Array.from({ length: 8 }, (_, n) => addPrompt(db, project_id, { text: `q${n}` }));
  for (let day = 0; day < 30; day++) {
    for (const model_id of models) {
      for (const made of prompts) {
        const key = { day: addDays("2026-03-01", day), model_id, prompt_id: await made };
        await putFact(db, project_id, key);
      }
    }
  }
  // Of one, either gives five of eight answers every other day; of two, the second gives all from the fifteenth day on.
  await pool.query(
    `update answers set served_model = case when (model_id = $2 and (prompt_id + day - date '2026-03-01') % 8
       < 3 + 2 * ((day - date '2026-03-01') % 2)) or (model_id <> $2 and day >= '2026-03-15')
       then 'v-2' else 'v-1' end where project_id = $1`,
    [project_id, models[0]],
  );
  const { body } = await world.rest(
    "GET",
    "/models/changes?date_from=2026-03-01&date_to=2026-03-30",
  );
  assert.deepEqual(body.data, [
    {
      ...{ model_id: "mdl_two", date: "2026-03-15" },
      ...{ what: "served_model", value: "v-2", previous_value: "v-1" },
    },
  ]);
});

test("an answer of today has the kinds of the last two days counted again, and no more", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "one");
  const prompt_id = await addPrompt(db, project_id, { text: "q" });
  const today = "2026-03-10";
  const put = async (day: string, sample: number) => {
    await putFact(db, project_id, { day, model_id, prompt_id, sample });
    await rebuildDirtyRollups(db, project);
  };
  for (let day = 0; day < 10; day++) await put(addDays(today, -day), 1);
  const counted: unknown[] = [];
  const watched = db.withPlugin({
    transformQuery({ node }) {
      if (RawNode.is(node) && node.sqlFragments.join("").includes("with kinds as"))
        counted.push(
          node.parameters.flatMap((one) =>
            ValueNode.is(one) && typeof one.value === "string" ? [one.value] : [],
          ),
        );
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const ask = async (date_to: string) => {
    await listModelChangeRows(watched, project, { date_from: "2026-03-01", date_to });
    return counted.splice(0);
  };
  assert.equal((await ask(today)).length, 2);
  // As of this month, whose last days are to come.
  assert.deepEqual(await ask("2026-03-31"), []);
  await put(today, 2);
  assert.deepEqual(await ask(today), [["2026-03-09", today]]);
  await put("2026-03-11", 1);
  assert.deepEqual((await ask(today)).at(-1), ["2026-03-10", "2026-03-11"], "what comes after");
});

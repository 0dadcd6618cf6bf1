import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeId, encodeId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPrompt, putFact, putTask } from "../../../test/kit/facts.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

test("what nothing came back to is asked and not usable: an assistant that is down has a smaller share", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  const [one, other, down, gone] = [
    await addModel(db, project_id, "one"),
    await addModel(db, project_id, "other"),
    await addModel(db, project_id, "down"),
    await addModel(db, project_id, "gone"),
  ];
  await addModel(db, project_id, "unasked");
  const prompts = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      addPrompt(db, project_id, { text: `q${n}`, is_branded: n === 0 }),
    ),
  );
  const [first = 0, second = 0] = prompts;
  for (let day = 0; day < 10; day++)
    for (const prompt_id of prompts) {
      const at = { day: addDays("2026-03-01", day), prompt_id };
      for (const model_id of [one, other, ...(day < 4 || day > 6 ? [down] : [])])
        await putFact(db, project_id, { ...at, model_id, mentions: [] });
      if (day >= 4 && day <= 6) await putTask(db, project_id, { ...at, model_id: down });
      await putTask(db, project_id, { ...at, model_id: gone });
    }
  // Failed, unreadable, never asked, and of other days.
  const last = { day: "2026-03-10", prompt_id: first, sample: 2 };
  await putTask(db, project_id, { ...last, model_id: one });
  await putFact(db, project_id, { ...last, model_id: one, sample: 3, mentions: [] });
  await putTask(db, project_id, { ...last, model_id: other, answer_id: 1 });
  await putFact(db, project_id, { ...last, model_id: other, status: "error", mentions: [] });
  for (const status of ["cancelled", "skipped_budget", "done"] as const)
    await putTask(db, project_id, {
      ...last,
      model_id: down,
      status,
      prompt_id: 1e6,
      sample: STATUS[status],
    });
  await putTask(db, project_id, { ...last, day: "2026-03-29", model_id: down });
  await rebuildDirtyRollups(db, project);
  const rows = await report(world);
  assert.deepEqual(
    [...rows].map(([name, { answers, all_answers, without_reply, usable_share }]) => [
      ...[name, answers, all_answers, without_reply, usable_share],
    ]),
    [
      ["down", 35, 35, 15, 0.7],
      ["gone", 0, 0, 50, 0],
      ["one", 51, 51, 1, 51 / 52],
      ["other", 50, 51, 0, 50 / 51],
    ],
  );
  const { value, low, high, reason } = rows.get("down").usable_difference;
  assert.ok(low < value && value < high && reason === undefined, `${low} to ${high}`);
  assert.ok(Math.abs(value - (35 / 50 - 101 / 153)) < 1e-9, `${value}`);
  const apart = rows.get("gone").usable_difference;
  assert.ok(apart.value < -0.8 && apart.significant, "one that never replies differs");
  assert.deepEqual(rows.get("other").population, {
    ...{ answers: 50, no_answer: 0, refused: 0, error: 1, cut_answers: 0, branded_answers: 10 },
  });
  assert.deepEqual(rows.get("gone").population, {
    ...{ answers: 0, no_answer: 0, refused: 0, error: 0, cut_answers: 0, branded_answers: 0 },
  });
  // What is kept of the answers is told with what failed since.
  await putTask(db, project_id, { ...last, model_id: down, prompt_id: second });
  assert.equal((await report(world)).get("down").without_reply, 16);
});

test("a question that failed and was asked again counts once, by what came of it last", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  const [answered, twice, waiting, later, three, part, atOnce] = [
    await addModel(db, project_id, "answered"),
    await addModel(db, project_id, "failed twice"),
    await addModel(db, project_id, "waiting"),
    await addModel(db, project_id, "next day"),
    await addModel(db, project_id, "two of three"),
    await addModel(db, project_id, "one of three"),
    await addModel(db, project_id, "at once"),
  ];
  const prompt_id = await addPrompt(db, project_id, { text: "plain" });
  const at = { day: "2026-03-05", prompt_id };
  const byHand = { ...at, sample: 2, by_hand: "again" } as const;
  for (const model_id of [answered, twice, waiting, later]) {
    await putFact(db, project_id, { ...at, sample: 9, model_id, mentions: [] });
    await putTask(db, project_id, { ...at, model_id });
  }
  await putTask(db, project_id, { ...byHand, model_id: answered, status: "done", answer_id: 1 });
  await putFact(db, project_id, { ...byHand, model_id: answered, mentions: [] });
  await putTask(db, project_id, { ...byHand, model_id: twice });
  await putTask(db, project_id, { ...byHand, model_id: waiting, status: "queued" });
  const on = { day: "2026-03-06", sample: 1, by_hand: "anew" } as const;
  const next = { ...byHand, ...on, model_id: later };
  await putTask(db, project_id, { ...next, status: "done", answer_id: 2 });
  await putFact(db, project_id, { ...next, mentions: [] });
  for (const sample of [1, 2, 3])
    for (const model_id of [three, part])
      await putTask(db, project_id, { ...at, model_id, sample });
  const last = { ...at, sample: 4, by_hand: "again", model_id: part } as const;
  await putTask(db, project_id, { ...last, status: "done", answer_id: 3 });
  await putFact(db, project_id, { ...last, mentions: [] });
  await putTask(db, project_id, { ...last, sample: 5, status: "cancelled" });
  for (const sample of [4, 5])
    await putTask(db, project_id, { ...byHand, model_id: three, sample });
  // Samples that were asked at once and all failed are questions of their own.
  for (const sample of [1, 2, 3])
    await putTask(db, project_id, { ...at, sample, by_hand: "anew", model_id: atOnce });
  await rebuildDirtyRollups(db, project);
  assert.deepEqual(
    [...(await report(world))].map(([name, { all_answers, without_reply, usable_share }]) => [
      ...[name, all_answers, without_reply, usable_share],
    ]),
    [
      ["answered", 2, 0, 1],
      ["at once", 0, 3, 0],
      ["failed twice", 1, 1, 0.5],
      ["next day", 2, 1, 2 / 3],
      ["one of three", 1, 2, 1 / 3],
      ["two of three", 0, 3, 0],
      ["waiting", 1, 0, 1],
    ],
  );
});

test("what nothing came back to is counted of the prompts and models that are asked about, and of nobody else's", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  const { body: topic } = await world.rest("POST", "/topics", { name: "Boots" });
  const { body: tag } = await world.rest("POST", "/tags", { name: "New" });
  const { body: brands } = await world.rest("GET", "/brands");
  const [brand] = brands.data;
  const [one, other] = [
    await addModel(db, project_id, "one"),
    await addModel(db, project_id, "other"),
  ];
  const prompts = [
    { text: "plain" },
    { text: "of a topic", topic_id: decodeId("top", topic.id) },
    { text: "elsewhere", country_code: "DE" },
    { text: "about Acme", is_branded: true, brand_ids: [decodeId("brd", brand.id)] },
    { text: "with a tag" },
  ];
  const ids: number[] = [];
  for (const [n, prompt] of prompts.entries()) {
    const prompt_id = await addPrompt(db, project_id, prompt);
    ids.push(prompt_id);
    const at = { day: "2026-03-05", prompt_id };
    await putFact(db, project_id, { ...at, model_id: one, mentions: [] });
    // 1, 2, 4, 8, 16 of each prompt: a sum says of which.
    for (let sample = 2; sample < 2 + 2 ** n; sample++)
      await putTask(db, project_id, { ...at, model_id: one, sample });
    await putTask(db, project_id, { ...at, model_id: other });
  }
  await db
    .insertInto("prompt_tags")
    .values({ project_id, prompt_id: ids[4] ?? 0, tag_id: decodeId("tag", tag.id) })
    .execute();
  const neighbour = await world.neighbour();
  const theirs = neighbour.project.project_id;
  const model_id = await addModel(db, theirs, "one");
  const prompt_id = await addPrompt(db, theirs, { text: "plain" });
  await putTask(db, theirs, { day: "2026-03-05", model_id, prompt_id });
  await rebuildDirtyRollups(db, project);

  const failedOf = async (given: Asked) =>
    [...(await report(world, given))].map(([name, { without_reply }]) => [name, without_reply]);
  const prompt = (n: number) => encodeId("prm", ids[n] ?? 0);
  const found: [Asked, [string, number][]][] = [
    [
      {},
      [
        ["one", 31],
        ["other", 5],
      ],
    ],
    [
      { filters: [only("topic_id", topic.id)] },
      [
        ["one", 2],
        ["other", 1],
      ],
    ],
    [
      { filters: [{ ...only("topic_id", topic.id), operator: "not_in" }] },
      [
        ["one", 29],
        ["other", 4],
      ],
    ],
    [
      { filters: [only("country_code", "DE")] },
      [
        ["one", 4],
        ["other", 1],
      ],
    ],
    [
      { filters: [only("tag_id", tag.id)] },
      [
        ["one", 16],
        ["other", 1],
      ],
    ],
    [
      { filters: [only("prompt_brand_id", brand.id)] },
      [
        ["one", 8],
        ["other", 1],
      ],
    ],
    [
      { filters: [only("prompt_id", prompt(0), prompt(1))] },
      [
        ["one", 3],
        ["other", 2],
      ],
    ],
    [
      { branded: "exclude" },
      [
        ["one", 23],
        ["other", 4],
      ],
    ],
    [
      { branded: "only" },
      [
        ["one", 8],
        ["other", 1],
      ],
    ],
    [{ filters: [only("model_id", "mdl_other")] }, [["other", 5]]],
    [{ filters: [{ ...only("model_id", "mdl_other"), operator: "not_in" }] }, [["one", 31]]],
    [{ date_to: "2026-03-04" }, []],
  ];
  for (const [given, expected] of found)
    assert.deepEqual(await failedOf(given), expected, JSON.stringify(given));
  assert.deepEqual(
    [...(await report(neighbour))].map(([name, row]) => [name, row.without_reply, row.all_answers]),
    [["one", 1, 0]],
  );
  // What is in answers says nothing of those that are not there.
  const byContent = [
    { ...only("brand_id", brand.id), operator: "not_in" },
    only("not_brand_id", brand.id),
    only("searched", "unknown"),
  ];
  for (const filter of byContent) {
    const chosen = await report(world, { filters: [filter, only("topic_id", topic.id)] });
    const rows = [...chosen].map(([name, row]) => [
      ...[name, row.answers, row.all_answers, row.without_reply, row.usable_share],
      row.usable_difference,
    ]);
    assert.deepEqual(rows, [["one", 1, null, null, null, NOTHING]], filter.field);
  }
  assert.equal((await report(world, { filters: [only("first_brand_id", brand.id)] })).size, 0);
});

const NOTHING = { value: null, low: null, high: null, p: null, significant: null };
/** Samples that tell tasks of one question apart. */
const STATUS = { cancelled: 1, skipped_budget: 2, done: 3 };

type Filter = { field: string; operator: string; values: string[] };
type Asked = { filters?: Filter[]; branded?: string; date_to?: string };
const only = (field: string, ...values: string[]): Filter => ({ field, operator: "in", values });

/** The rows of a report on four weeks, by model. */
async function report(world: World, given: Asked = {}) {
  const range = { date_from: "2026-03-01", date_to: "2026-03-28" };
  const { status, body } = await world.rest("POST", "/reports/models", { ...range, ...given });
  assert.equal(status, 200, JSON.stringify(body));
  // biome-ignore lint/suspicious/noExplicitAny: any report's rows.
  return new Map<string, any>(body.data.map((row: any) => [row.model.id.slice(4), row]));
}

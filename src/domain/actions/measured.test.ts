import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { addModel, addPrompt, putFact } from "../../../test/kit/facts.ts";
import { call, signedIn } from "../../../test/kit/http-client.ts";
import { FIRST, makeProject } from "../../../test/kit/leads.ts";

const ownOf = async ({ db, project }: Awaited<ReturnType<typeof makeProject>>["world"]) => {
  const { brand_id } = await db
    .selectFrom("brands")
    .select("brand_id")
    .where("project_id", "=", project.project_id)
    .where("is_own", "=", true)
    .executeTakeFirstOrThrow();
  return brand_id;
};

const RANGE = `date_from=${FIRST}&date_to=2026-02-28`;

/** Says when an action went live; what came of it is read at each call of what this returns. */
async function ship(
  { rest }: Awaited<ReturnType<typeof makeProject>>["world"],
  action_key: string,
  shipped_on = "2026-02-11",
) {
  await rest("PATCH", "/actions", { action_key, status: "done", shipped_on });
  const address = `/action?action_key=${encodeURIComponent(action_key)}&${RANGE}`;
  return async () => (await rest("GET", address)).body.effect;
}

test("what came of an action says why it is not known: no prompts to compare with, none it is about, too few days", async () => {
  const { world, others, model_id, review } = await makeProject();
  const { db, project } = world;
  const effectOf = async (shipped_on: string) =>
    (await ship(world, "source_gap:review.example", shipped_on))();
  const known = await effectOf("2026-02-11");
  assert.deepEqual(
    [known.reason, known.touched_prompts, known.untouched_prompts],
    [null, 1, others.length],
  );
  assert.match(
    (await effectOf("2026-01-08")).reason,
    /^Of the 28 days before it went live, 4 have answers both .* it takes 7 such days\. Check/,
  );
  assert.match(
    (await effectOf("2025-06-01")).reason,
    /^No answer from 4 May 2025 to 28 Jun 2025 used this site\. Check the day/,
  );
  const day = "2026-02-20";
  for (const prompt_id of others) {
    const fact = { day, model_id, prompt_id, sample: 2, mentions: [], answer: "None." };
    await putFact(db, project.project_id, { ...fact, citations: [review] });
  }
  const alone = await effectOf("2026-02-11");
  assert.deepEqual([alone.touched_prompts, alone.untouched_prompts, alone.value], [4, 0, null]);
  const none = /used this site for all 4 prompts .* none is left to compare with/;
  assert.match(alone.reason, none);
  // What was not asked before it went live is nothing to compare with, nor is what only a new model answers.
  const added = await addPrompt(db, project.project_id, { text: "Which is new?" });
  const fact = { day, prompt_id: added, mentions: [], answer: "None." };
  await putFact(db, project.project_id, { ...fact, model_id });
  const later = await effectOf("2026-02-11");
  assert.deepEqual([later.touched_prompts, later.untouched_prompts], [4, 0]);
  assert.match(later.reason, none);
  const other_model = await addModel(db, project.project_id, "b");
  await putFact(db, project.project_id, { ...fact, day: "2026-02-01", model_id: other_model });
  assert.match((await effectOf("2026-02-11")).reason, none);
});

test("what came of an action on an own page says whether answers cite it, also where no prompts are left to compare with", async () => {
  const { world, others, model_id, guide } = await makeProject();
  const { db, project } = world;
  const effectOf = async (action_key: string) => (await ship(world, action_key, "2026-02-08"))();
  // Cited from 1 February on: in 7 of the 28 days before, and in all 21 from then on.
  const key = "page_unnamed:https://acme.com/guide";
  const { cited } = await effectOf(key);
  assert.deepEqual(
    [cited.before, cited.after],
    [
      { cited: 7, answers: 28, share: 0.25 },
      { cited: 21, answers: 21, share: 1 },
    ],
  );
  assert.equal(cited.value, 0.75);
  assert.ok(cited.low > 0 && cited.low < 0.75 && cited.high > 0.75, JSON.stringify(cited));
  const never = await effectOf("page_uncited:https://acme.com/never");
  assert.deepEqual(
    [never.cited.before.cited, never.cited.after.cited, never.cited.value],
    [0, 0, 0],
  );
  // A site that is nobody's own has none, and what an assistant without sources answers counts nowhere.
  assert.equal((await effectOf("source_gap:review.example")).cited, null);
  const silent = await addModel(db, project.project_id, "b");
  await db
    .updateTable("models")
    .set({ supports_cited: false })
    .where("model_id", "=", silent)
    .execute();
  for (const day of ["2026-02-01", "2026-02-20"]) {
    for (const prompt_id of others) {
      const fact = { day, prompt_id, mentions: [], answer: "None." };
      const citations = [guide];
      await putFact(db, project.project_id, { ...fact, model_id, sample: 2, citations });
      await putFact(db, project.project_id, { ...fact, model_id: silent });
    }
  }
  const alone = await effectOf(key);
  assert.deepEqual([alone.value, alone.untouched_prompts], [null, 0]);
  const { share, ...counts } = alone.cited.after;
  assert.deepEqual(counts, { cited: 24, answers: 87 });
  // Of 52 answers of one prompt and of 50 of each of three, all of the one and one of 22 of the others after.
  assert.ok(Math.abs(share - (49 + (3 * 51) / 22) / (49 + 3 * 51)) < 1e-9, `${share}`);
});

test("prompts that were first asked after an action went live are not compared with", async () => {
  const { world, missed, model_id } = await makeProject();
  const { db, project } = world;
  const effect = await ship(world, `prompt_gap:${encodeId("prm", missed)}`);
  const before = await effect();
  assert.equal(before.untouched_prompts, 3);
  for (const text of ["Which is new?", "Which is newer?"]) {
    const prompt_id = await addPrompt(db, project.project_id, { text });
    const fact = { model_id, prompt_id, mentions: [], answer: "None." };
    for (const day of ["2026-02-27", "2026-02-28"])
      await putFact(db, project.project_id, { ...fact, day });
  }
  assert.deepEqual(await effect(), before);
});

test("an assistant that was first asked just before an action went live moves no effect by what it answers", async () => {
  const { world, missed, others } = await makeProject();
  const { db, project } = world;
  const effect = await ship(world, `prompt_gap:${encodeId("prm", missed)}`);
  const before = await effect();
  assert.ok(before.value > 0);
  // Nothing but this prompt names the own brand in its answers, before and after.
  const added = await addModel(db, project.project_id, "b");
  const mention = { brand_id: await ownOf(world), position: 1, mention_count: 1, sentiment: null };
  for (let n = -2; n < 18; n++)
    for (const prompt_id of [missed, ...others]) {
      const mentions = prompt_id === missed ? [mention] : [];
      const fact = { model_id: added, prompt_id, mentions, answer: "-" };
      await putFact(db, project.project_id, { ...fact, day: addDays("2026-02-11", n) });
    }
  const after = await effect();
  assert.deepEqual(
    [after.before.touched.named, after.before.touched.answers],
    [2, before.before.touched.answers + 2],
  );
  // The other assistant's answers are 46 of 66 of both.
  const weight = 46 / 66;
  assert.ok(Math.abs(after.value - before.value * weight) < 1e-9, `${after.value}`);
  assert.ok(Math.abs(after.before.touched.share - (1 - weight)) < 1e-9);
});

test("an action on a site is not measured by prompts that name the own brand, and says so where there are no others", async () => {
  const { world, missed, model_id, review } = await makeProject();
  const { db, project } = world;
  const effect = await ship(world, "source_gap:review.example");
  const before = await effect();
  const named = await addPrompt(db, project.project_id, {
    ...{ text: "Is Acme good?", is_branded: true },
  });
  const mentions = [
    { brand_id: await ownOf(world), position: 1, mention_count: 1, sentiment: null },
  ];
  for (let n = -28; n < 18; n++) {
    const fact = { model_id, prompt_id: named, mentions, answer: "Acme." };
    const day = addDays("2026-02-11", n);
    await putFact(db, project.project_id, { ...fact, day, citations: [review] });
  }
  assert.deepEqual(await effect(), before);
  await db
    .updateTable("prompts")
    .set({ is_branded: true })
    .where("prompt_id", "=", missed)
    .execute();
  const none = await effect();
  assert.deepEqual([none.touched_prompts, none.value], [0, null]);
  assert.match(none.reason, /^Assistants used this site only for prompts that name your brand/);
});

test("prompts that another action touched in these days are not compared with, where others are left", async () => {
  const { world, missed, others } = await makeProject();
  const [one = 0, two = 0, three = 0] = others;
  const shipGap = (prompt_id: number, shipped_on: string) =>
    ship(world, `prompt_gap:${encodeId("prm", prompt_id)}`, shipped_on);
  const effect = await shipGap(one, "2026-02-11");
  const before = await effect();
  assert.deepEqual([before.touched_prompts, before.untouched_prompts], [1, 3]);
  // The prompt of the other action is named more and more, which would count against this one.
  assert.ok(before.value < 0, `${before.value}`);
  await shipGap(missed, "2026-02-20");
  const apart = await effect();
  assert.deepEqual([apart.untouched_prompts, apart.value], [2, 0]);
  // What went live outside of these days is in both.
  await shipGap(two, "2025-12-01");
  assert.equal((await effect()).untouched_prompts, 2);
  for (const prompt_id of [two, three]) await shipGap(prompt_id, "2026-01-20");
  assert.deepEqual(await effect(), before);
});

test("what is dismissed has no effect and takes no prompts from those that others are compared with", async () => {
  const { world, missed, others } = await makeProject();
  const [one = 0, two = 0] = others;
  const keyOfPrompt = (prompt_id: number) => `prompt_gap:${encodeId("prm", prompt_id)}`;
  const effect = await ship(world, keyOfPrompt(missed), "2026-02-11");
  const before = await effect();
  const of = await ship(world, keyOfPrompt(one), "2026-02-20");
  await ship(world, keyOfPrompt(two), "2026-02-20");
  assert.equal((await effect()).untouched_prompts, 1);
  for (const prompt_id of [one, two]) {
    const dismissal = { status: "dismissed", reason: "Not ours." };
    await world.rest("PATCH", "/actions", { action_key: keyOfPrompt(prompt_id), ...dismissal });
  }
  assert.deepEqual(await effect(), before);
  assert.equal(await of(), null);
  const { visitor } = await signedIn(world, "viewer");
  const asked = { project_id: world.project.id, action_keys: [keyOfPrompt(one)] };
  assert.deepEqual((await call(visitor, "get_action_effects", asked)).body.data, []);
});

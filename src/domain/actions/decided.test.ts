import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPrompt, putFact } from "../../../test/kit/facts.ts";
import { FIRST, makeProject } from "../../../test/kit/leads.ts";
import { waitFor } from "../../../test/kit/wait-for.ts";

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

test("what came of an action says why it is not known: no prompts to compare with, none it is about, too few days", async () => {
  const { world, others, model_id, review } = await makeProject();
  const { db, project } = world;
  const effectOf = async (shipped_on: string) => {
    const action_key = "source_gap:review.example";
    await world.rest("PATCH", "/actions", { action_key, status: "done", shipped_on });
    const key = encodeURIComponent(action_key);
    return (await world.rest("GET", `/action?action_key=${key}&${RANGE}`)).body.effect;
  };
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
  const effectOf = async (action_key: string) => {
    const shipped = { status: "done", shipped_on: "2026-02-08" };
    await world.rest("PATCH", "/actions", { action_key, ...shipped });
    const key = encodeURIComponent(action_key);
    return (await world.rest("GET", `/action?action_key=${key}&${RANGE}`)).body.effect;
  };
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
  const action_key = `prompt_gap:${encodeId("prm", missed)}`;
  await world.rest("PATCH", "/actions", { action_key, status: "done", shipped_on: "2026-02-11" });
  const effect = async () =>
    (await world.rest("GET", `/action?action_key=${action_key}&${RANGE}`)).body.effect;
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
  const action_key = `prompt_gap:${encodeId("prm", missed)}`;
  await world.rest("PATCH", "/actions", { action_key, status: "done", shipped_on: "2026-02-11" });
  const effect = async () =>
    (await world.rest("GET", `/action?action_key=${action_key}&${RANGE}`)).body.effect;
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
  const action_key = "source_gap:review.example";
  await world.rest("PATCH", "/actions", { action_key, status: "done", shipped_on: "2026-02-11" });
  const effect = async () =>
    (await world.rest("GET", `/action?action_key=${action_key}&${RANGE}`)).body.effect;
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
  const keyOf = (prompt_id: number) => `prompt_gap:${encodeId("prm", prompt_id)}`;
  const ship = (prompt_id: number, shipped_on: string) =>
    world.rest("PATCH", "/actions", { action_key: keyOf(prompt_id), status: "done", shipped_on });
  const effect = async () =>
    (await world.rest("GET", `/action?action_key=${keyOf(one)}&${RANGE}`)).body.effect;
  await ship(one, "2026-02-11");
  const before = await effect();
  assert.deepEqual([before.touched_prompts, before.untouched_prompts], [1, 3]);
  // The prompt of the other action is named more and more, which would count against this one.
  assert.ok(before.value < 0, `${before.value}`);
  await ship(missed, "2026-02-20");
  const apart = await effect();
  assert.deepEqual([apart.untouched_prompts, apart.value], [2, 0]);
  // What went live outside of these days is in both.
  await ship(two, "2025-12-01");
  assert.equal((await effect()).untouched_prompts, 2);
  for (const prompt_id of [two, three]) await ship(prompt_id, "2026-01-20");
  assert.deepEqual(await effect(), before);
});

test("before it ships an action says whether any prompt is left to compare with", async () => {
  const { world, missed, others, model_id, review } = await makeProject();
  const { db, project } = world;
  const said = async (action_key: string) => {
    const query = `action_key=${encodeURIComponent(action_key)}&${RANGE}`;
    return (await world.rest("GET", `/action?${query}`)).body.unmeasurable;
  };
  const site = "source_gap:review.example";
  assert.equal(await said(site), null);
  for (const prompt_id of others) {
    const fact = { day: "2026-02-20", model_id, prompt_id, sample: 2, mentions: [], answer: "-" };
    await putFact(db, project.project_id, { ...fact, citations: [review] });
  }
  assert.equal(
    await said(site),
    "Assistants use this site for all 4 prompts that do not name your brand, so none is left to compare with.",
  );
  // A prompt that would not do to compare with is none of these, whether it uses the site or not.
  const fact = { day: "2026-02-20", model_id, mentions: [], answer: "-" };
  const own = await addPrompt(db, project.project_id, { text: "Is Acme good?", is_branded: true });
  await putFact(db, project.project_id, { ...fact, prompt_id: own, citations: [review] });
  assert.match(await said(site), /^Assistants use this site for all 4 prompts that do not name/);
  const setNaming = (is_branded: boolean, prompt_ids: number[]) =>
    db.updateTable("prompts").set({ is_branded }).where("prompt_id", "in", prompt_ids).execute();
  await setNaming(true, others);
  assert.match(
    await said(site),
    /^Assistants use this site for the only prompt that does not name/,
  );
  await setNaming(true, [missed]);
  const none = "prompt that does not name your brand is asked to compare with.";
  assert.equal(await said(site), `No ${none}`);
  await setNaming(false, [missed, ...others]);
  const prompt = `prompt_gap:${encodeId("prm", missed)}`;
  assert.equal(await said(prompt), null);
  await setNaming(true, others);
  assert.equal(await said(prompt), `No other ${none}`);
  const shipped = { action_key: prompt, status: "done", shipped_on: "2026-02-11" };
  await world.rest("PATCH", "/actions", shipped);
  const { effect } = (await world.rest("GET", `/action?action_key=${prompt}&${RANGE}`)).body;
  assert.match(effect.reason, /^No other prompt that does not name your brand was answered both/);
});

test("the list says of each action whether its effect can be measured, as the action does", async () => {
  const { world, missed, others, model_id, review, guide } = await makeProject();
  const { db, project } = world;
  const { project_id } = project;
  const listed = async () => {
    const { status, body } = await world.rest("GET", `/actions?${RANGE}`);
    assert.equal(status, 200, JSON.stringify(body));
    const rows: { action_key: string; unmeasurable: string | null }[] = body.data;
    for (const { action_key, unmeasurable } of rows) {
      const query = `action_key=${encodeURIComponent(action_key)}&${RANGE}`;
      const alone = (await world.rest("GET", `/action?${query}`)).body.unmeasurable;
      assert.equal(unmeasurable, alone, action_key);
    }
    assert.ok(rows.length > 1);
    return rows.flatMap((one) => (one.unmeasurable ? [one.action_key] : [])).sort();
  };
  assert.deepEqual(await listed(), []);
  const fact = { day: "2026-02-20", model_id, sample: 2, mentions: [], answer: "-" };
  const [last = 0, ...rest] = others;
  for (const prompt_id of rest)
    await putFact(db, project_id, { ...fact, prompt_id, citations: [review, guide] });
  // An answer that is none uses nothing.
  const none = { ...fact, prompt_id: last, status: "refused" as const };
  await putFact(db, project_id, { ...none, citations: [review] });
  assert.deepEqual(await listed(), []);
  await putFact(db, project_id, { ...fact, prompt_id: last, citations: [review, guide] });
  const [page, site] = ["page_unnamed:https://acme.com/guide", "source_gap:review.example"];
  assert.deepEqual(await listed(), [page, site]);
  // What shipped says so itself, and of what is dismissed nothing is measured.
  const decide = (action_key: string, change: object) =>
    world.rest("PATCH", "/actions", { action_key, ...change });
  await decide(site, { status: "done", shipped_on: "2026-02-11" });
  assert.deepEqual(await listed(), [page]);
  await decide(page, { status: "dismissed", reason: "No." });
  assert.deepEqual(await listed(), []);
  // A prompt that names the own brand is none to compare with, another is.
  await decide(page, { status: "open", reason: null });
  const added = await addPrompt(db, project_id, { text: "Which is new?" });
  await db
    .updateTable("prompts")
    .set({ is_branded: true })
    .where("prompt_id", "in", [added, missed])
    .execute();
  await putFact(db, project_id, { ...fact, prompt_id: added });
  assert.deepEqual(await listed(), [page]);
  await db
    .updateTable("prompts")
    .set({ is_branded: false })
    .where("prompt_id", "=", added)
    .execute();
  assert.deepEqual(await listed(), []);
});

test("what an action is expected to win is kept as it was seen when somebody took it up, and no later than that", async () => {
  const { world, missed, model_id } = await makeProject();
  const { db, project } = world;
  const action_key = `prompt_gap:${encodeId("prm", missed)}`;
  const read = async () =>
    (await world.rest("GET", `/action?action_key=${action_key}&${RANGE}`)).body;
  const decide = async (change: object) => {
    const { status, body } = await world.rest("PATCH", "/actions", { action_key, ...change });
    assert.equal(status, 200, JSON.stringify(body));
    return (await read()).expected;
  };
  const { prize, prize_low, answer_count, expected } = await read();
  assert.equal(expected, null);
  assert.equal(await decide({ note: "To be thought of." }), null);
  const days = { date_from: FIRST, date_to: "2026-02-28" };
  const seen = { prize, prize_low, answer_count, ...days, is_filtered: false };
  assert.deepEqual(await decide({ status: "doing", seen: days }), seen);
  // Later answers, and other days that are looked at then, change nothing of it.
  const more = { day: "2026-02-27", model_id, prompt_id: missed, sample: 2, mentions: [] };
  await putFact(db, project.project_id, { ...more, answer: "None." });
  await rebuildDirtyRollups(db, project);
  const week = { date_from: "2026-02-22", date_to: "2026-02-28" };
  const shipped = { status: "done", shipped_on: "2026-02-28", seen: week };
  assert.deepEqual(await decide(shipped), seen);
  assert.notEqual((await read()).answer_count, answer_count);
  // Who takes it up again expects what is seen then.
  assert.equal(await decide({ status: "open", shipped_on: null }), null);
  const filters = [{ field: "prompt_id", operator: "in", values: [encodeId("prm", missed)] }];
  const again = await decide({ status: "done", seen: { ...week, filters } });
  assert.deepEqual([again.date_from, again.is_filtered], [week.date_from, true]);
  assert.ok(again.prize < prize);
});

test("what two sessions decide at once keeps what was expected, and nothing is expected once it is taken up", async () => {
  const { world, missed } = await makeProject();
  const action_key = `prompt_gap:${encodeId("prm", missed)}`;
  const expected = async () =>
    (await world.rest("GET", `/action?action_key=${action_key}&${RANGE}`)).body.expected;
  const decide = (change: object) =>
    world.rest("PATCH", "/actions", { action_key, seen: days, ...change });
  const days = { date_from: FIRST, date_to: "2026-02-28" };
  await decide({ note: "Seen." });
  const holder = await world.pool.connect();
  await holder.query("begin");
  await holder.query("select from actions for update");
  const both = Promise.all([decide({ status: "doing" }), decide({ note: "Seen twice." })]);
  const waiting = `select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  await waitFor("both wait", async () => (await world.pool.query(waiting)).rows.length === 2);
  await holder.query("commit");
  holder.release();
  for (const { status } of await both) assert.equal(status, 200);
  assert.deepEqual(
    await expected().then(({ date_from, date_to }) => ({ date_from, date_to })),
    days,
  );
  // One of which it is not known what it was expected to win is expected nothing at a later edit.
  await world.pool.query("update actions set expected = null");
  await decide({ note: "Later." });
  assert.equal(await expected(), null);
});

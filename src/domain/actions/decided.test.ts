import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addPrompt, putFact } from "../../../test/kit/facts.ts";
import { FIRST, makeProject } from "../../../test/kit/leads.ts";
import { waitFor } from "../../../test/kit/wait-for.ts";

const RANGE = `date_from=${FIRST}&date_to=2026-02-28`;

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
  const { prize, prize_low, answer_count, own_count, url, title, expected } = await read();
  assert.equal(expected, null);
  assert.equal(await decide({ note: "To be thought of." }), null);
  const days = { date_from: FIRST, date_to: "2026-02-28" };
  const named = { own_count, url, title };
  const seen = { prize, prize_low, answer_count, ...named, ...days, is_filtered: false };
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
  // As a backup of before restores it.
  await world.pool.query(
    "update actions set expected = expected - '{url,title,own_count}'::text[]",
  );
  assert.equal((await world.rest("GET", `/actions?${RANGE}&status=done`)).status, 200);
  const unnamed = { url: null, title: null, own_count: null };
  assert.deepEqual((await read()).expected, { ...again, ...unnamed });
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

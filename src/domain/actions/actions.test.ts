import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import { encodeId } from "#core/id.ts";
import { markDirty, rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { call, signedIn } from "../../../test/kit/http-client.ts";
import { FIRST, makeProject } from "../../../test/kit/leads.ts";

const RANGE = `date_from=${FIRST}&date_to=2026-02-28`;

type Shown = Record<"action_key" | "kind" | "status", string> &
  Record<"prize" | "prize_low", number | null>;

test("each kind of lead is an action with its prize, and stays in the list with what was decided", async () => {
  const { world, missed } = await makeProject();
  const list = async (query = "") => {
    const { status, body } = await world.rest("GET", `/actions?${RANGE}${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data as Shown[];
  };
  const prompt = `prompt_gap:${encodeId("prm", missed)}`;
  const all = await list();
  const least = all.map(({ prize_low }) => prize_low ?? 0);
  assert.deepEqual(
    least,
    least.toSorted((a, b) => b - a),
  );
  // The own page that answers to a prompt cite is where to say more.
  const { body: only } = await world.rest("GET", `/actions?${RANGE}&kind=prompt_gap`);
  assert.equal(only.data[0].url, "https://acme.com/guide");
  for (const { prize, prize_low } of all) assert.ok((prize_low ?? 0) < (prize ?? 0));
  assert.deepEqual(all.map(({ action_key, prize, status }) => [action_key, prize, status]).sort(), [
    ["page_lost:https://acme.com/old", 28, "open"],
    ["page_uncited:https://acme.com/never", 28, "open"],
    ["page_unnamed:https://acme.com/guide", 19, "open"],
    [prompt, 19, "open"],
    ["source_gap:review.example", 19, "open"],
  ]);
  const decide = (input: object) => world.rest("PATCH", "/actions", input);
  const decision = { status: "doing", owner: "Ada", due_on: "2026-03-09" };
  const done = await decide({ action_key: prompt, ...decision });
  assert.equal(done.status, 200, JSON.stringify(done.body));
  assert.deepEqual(
    [done.body.status, done.body.owner, done.body.due_on, done.body.note],
    ["doing", "Ada", "2026-03-09", null],
  );
  await decide({ action_key: prompt, note: "Page is written." });
  const [doing] = await list("&status=doing");
  assert.equal(doing?.action_key, prompt);
  assert.equal((await list("&status=open")).length, 4);
  assert.equal((await list("&kind=page_lost")).length, 1);
  // How many there are of each status is said whichever is asked for.
  const { body: none } = await world.rest("GET", `/actions?${RANGE}&status=done`);
  assert.deepEqual(none.status_counts, { open: 4, doing: 1, done: 0, dismissed: 0 });
  assert.deepEqual(only.status_counts, { open: 1, doing: 0, done: 0, dismissed: 0 });
  const { body } = await world.rest(
    "GET",
    `/action?action_key=${encodeURIComponent(prompt)}&${RANGE}`,
  );
  assert.deepEqual([body.owner, body.note], ["Ada", "Page is written."]);
  // Long before there was no lead: what was decided is there all the same.
  const { body: early } = await world.rest(
    "GET",
    "/actions?date_from=2025-01-01&date_to=2025-01-30",
  );
  assert.deepEqual(
    early.data.map(({ action_key, prize }: Shown) => [action_key, prize]),
    [[prompt, null]],
  );
});

test("leads are those of the answers that filters keep, and gaps of sites show answers, too", async () => {
  const { world, missed } = await makeProject();
  const id = encodeId("prm", missed);
  const query = (operator: "in" | "not_in") => {
    const filter = { field: "prompt_id", operator, values: [id] };
    return `${RANGE}&filters=${encodeURIComponent(JSON.stringify(filter))}`;
  };
  const list = async (given: string) => (await world.rest("GET", `/actions?${given}`)).body.data;
  const [all, kept, others] = [
    await list(RANGE),
    await list(query("in")),
    await list(query("not_in")),
  ];
  assert.deepEqual([all.length, kept.length, others.length], [5, 5, 0]);
  for (const { kind, chat_ids } of all) assert.equal(chat_ids.length, 3, kind);
  const key = `action_key=${encodeURIComponent("source_gap:review.example")}`;
  const read = async (given: string) => (await world.rest("GET", `/action?${key}&${given}`)).body;
  const [seen, unseen] = [await read(query("in")), await read(query("not_in"))];
  assert.deepEqual([seen.prize, seen.brief.answer_count], [19, 19]);
  const { best_brand, own_count, answer_count, difference_low, difference_high } = seen;
  const ahead = best_brand.share - own_count / answer_count;
  assert.ok(0 < difference_low && difference_low < ahead && ahead < difference_high);
  assert.equal(seen.classification, "other");
  assert.deepEqual(seen.brief.prompts, [{ id, text: "Which mower is quiet?", chat_count: 19 }]);
  assert.deepEqual([unseen.prize, unseen.brief.answer_count], [null, 0]);
  // A prompt that names the own brand has leads only for who asks for them.
  await sql`update prompts set is_branded = true where prompt_id = ${missed}`.execute(world.db);
  await world.runJobs();
  await markDirty(world.db, world.project, [FIRST]);
  await rebuildDirtyRollups(world.db, world.project);
  const kinds = async (given: string) =>
    (await list(given))
      .map(({ kind }: Shown) => kind)
      .filter((kind: string) => kind === "prompt_gap");
  assert.deepEqual(await kinds(RANGE), []);
  assert.deepEqual(await kinds(`${RANGE}&branded=include`), ["prompt_gap"]);
  const foreign = JSON.stringify({
    field: "topic_id",
    operator: "in",
    values: [encodeId("top", 9)],
  });
  const { status } = await world.rest("GET", `/actions?filters=${encodeURIComponent(foreign)}`);
  assert.equal(status, 404);
});

test("an action is dismissed with a reason, and is about what the project has", async () => {
  const { world } = await makeProject();
  const decide = async (input: object) => (await world.rest("PATCH", "/actions", input)).status;
  const key = "source_gap:review.example";
  assert.equal(await decide({ action_key: key, status: "dismissed" }), 400);
  assert.equal(await decide({ action_key: key, status: "dismissed", reason: "Not ours." }), 200);
  for (const wrong of ["source_gap", "other:review.example", "prompt_gap:review.example"]) {
    assert.equal(await decide({ action_key: wrong, status: "done" }), 400, wrong);
  }
  assert.equal(await decide({ action_key: "source_gap:nowhere.example", status: "done" }), 404);
  const other = await world.neighbour();
  assert.equal(
    (await other.rest("PATCH", "/actions", { action_key: key, status: "done" })).status,
    404,
  );
  assert.equal((await other.rest("GET", "/actions")).body.total_count, 0);
});

test("of two changes at once, one that dismisses and one that takes the reason away, one is refused", async () => {
  const { world } = await makeProject();
  const action_key = "source_gap:review.example";
  const decide = async (change: object) =>
    (await world.rest("PATCH", "/actions", { action_key, ...change })).status;
  for (let round = 0; round < 10; round++) {
    assert.equal(await decide({ status: "open", reason: "Not ours." }), 200);
    const statuses = await Promise.all([decide({ status: "dismissed" }), decide({ reason: null })]);
    assert.deepEqual(statuses.toSorted(), [200, 400]);
  }
});

test("a brief tells what winning answers share, and a shipped action is held against other prompts", async () => {
  const { world, missed } = await makeProject();
  const key = `prompt_gap:${encodeId("prm", missed)}`;
  await world.rest("PATCH", "/actions", {
    action_key: key,
    status: "done",
    shipped_on: "2026-02-11",
  });
  const { status, body } = await world.rest("GET", `/action?action_key=${key}&${RANGE}`);
  assert.equal(status, 200, JSON.stringify(body));
  const { brief, effect } = body;
  assert.equal(brief.answer_count, 19);
  assert.match(brief.competitors[0].brand_id, /^brd_/);
  assert.deepEqual(brief.competitors, [{ ...brief.competitors[0], chat_count: 19 }]);
  assert.deepEqual(
    brief.claims.map(({ text, brands, chat_count }: Record<string, unknown>) => [
      ...[text, brands, chat_count],
    ]),
    [["Globex wins on its quiet brushless motor and ten year warranty.", ["Globex"], 19]],
  );
  const words = brief.words.map(({ word }: { word: string }) => word);
  for (const word of ["brushless", "motor", "warranty"]) assert.ok(words.includes(word), word);
  assert.ok(!words.includes("lawn"));
  // What is a name, though of a brand that nobody tracks yet, is no word that tells something.
  await world.pool.query(
    `insert into suggestions (project_id, kind, name, name_key, chat_count, model_count, reason, score)
     values ($1, 'brand', 'Brushless', 'brushless', 1, 1, '', 1)`,
    [world.project.project_id],
  );
  const later = await world.rest("GET", `/action?action_key=${key}&${RANGE}`);
  assert.deepEqual(
    later.body.brief.words.map(({ word }: { word: string }) => word),
    words.filter((word: string) => word !== "brushless"),
  );
  assert.deepEqual(
    brief.sources.map(({ url, chat_count }: Record<string, unknown>) => [url, chat_count]),
    [
      ["https://acme.com/guide", 19],
      ["https://review.example/best", 19],
    ],
  );
  assert.equal(effect.touched_prompts, 1);
  assert.deepEqual(effect.before.touched, { named: 0, answers: 28, share: 0 });
  assert.deepEqual(effect.after.touched, { named: 9, answers: 18, share: 0.5 });
  assert.deepEqual(effect.after.untouched, { named: 27, answers: 54, share: 0.5 });
  assert.ok(effect.low > 0 && effect.low < 0.5 && effect.high > 0.5, JSON.stringify(effect));
  // The list of done ones asks for several at once; what did not ship has none.
  const action_keys = [key, "source_gap:review.example"];
  const several = { project_id: world.project.id, action_keys };
  const { visitor } = await signedIn(world, "viewer");
  const listed = await call(visitor, "get_action_effects", several);
  assert.deepEqual(listed.body.data, [{ action_key: key, effect }], JSON.stringify(listed.body));
  // The last day with answers is 28 February: three days tell nothing, and it says when they will.
  await world.rest("PATCH", "/actions", { action_key: key, shipped_on: "2026-02-26" });
  const early = await world.rest("GET", `/action?action_key=${key}&${RANGE}`);
  assert.match(early.body.effect.reason, /^It takes 7 days .*: look again on 4 Mar 2026\.$/);
});

test("what decides nothing makes no action and is no change, and a reason goes with the dismissal it was given for", async () => {
  const { world } = await makeProject();
  const action_key = "source_gap:review.example";
  const decide = async (change: object) =>
    (await world.rest("PATCH", "/actions", { action_key, ...change })).body;
  const audited = async () => {
    const { rows } = await world.pool.query(
      "select from audit_log where operation = 'update_action' and project_id = $1",
      [world.project.project_id],
    );
    return rows.length;
  };
  const nothing = await decide({});
  assert.deepEqual([nothing.id, nothing.status, nothing.updated_at], [null, "open", null]);
  const early = await world.rest("GET", "/actions?date_from=2025-01-01&date_to=2025-01-30");
  assert.equal(early.body.total_count, 0);
  const dismissed = await decide({ status: "dismissed", reason: "Not ours." });
  assert.deepEqual(await decide({}), dismissed);
  assert.equal(await audited(), 1);
  const { status, reason } = await decide({ status: "open" });
  assert.deepEqual([status, reason], ["open", null]);
});

test("the longest address of an own page can be opened and decided about", async () => {
  const { world } = await makeProject();
  const random = randomBytes(4_096).toString("hex");
  const address = `https://acme.com/${random}`.slice(0, 4_096);
  const line = { captured_at: `${FIRST}T10:00:00Z`, prompt: "Which?", model: "A", answer: "No." };
  const { body } = await world.rest(
    "POST",
    "/chats/import",
    JSON.stringify({ ...line, sources: [{ url: address }] }),
  );
  assert.equal(body.imported, 1);
  for (const action_key of [`page_unnamed:${address}`, `page_uncited:${address}`]) {
    const { status } = await world.rest("PATCH", "/actions", { action_key, note: "Ours." });
    assert.equal(status, 200, action_key.slice(0, 60));
    const of = `action_key=${encodeURIComponent(action_key)}`;
    assert.equal((await world.rest("GET", `/action?${of}`)).body.note, "Ours.");
  }
});

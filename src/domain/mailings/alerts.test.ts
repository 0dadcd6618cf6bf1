import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { emitEvent } from "#domain/webhooks/event-queries.ts";
import type { Event } from "#domain/webhooks/events.ts";
import { jobContext } from "../../../test/kit/event-checks.ts";
import { call, signedIn, visitorOf } from "../../../test/kit/http-client.ts";
import { readLetter, startMailServer } from "../../../test/kit/mail-server.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { letterLater } from "./letter.ts";
import { sweepMailedAlerts } from "./send-alert.ts";

const mail = await startMailServer();
const ORIGIN = "https://earshot.example";

const budget = (spent_usd: number): Event => ({
  event: "budget.reached",
  data: {
    ...{ period: "daily", starts_on: "2026-03-09", threshold_percent: 80 },
    ...{ cap_usd: 10, spent_usd },
  },
});
const down = (name: string, state: "started" | "ended" = "started"): Event => ({
  event: "assistant.health_changed",
  data: {
    ...{ model_id: "mdl_one", name, problem: "stopped_answering", state },
    label: "Stopped answering",
    ...{ since: "2026-03-09T07:00:00.000Z", message: "It gave no answer.", provider_said: null },
    ...{ waiting: 3, todo: null },
  },
});
const week = { date_from: "2026-03-01", date_to: "2026-03-07", visibility: 0.5, answers: 100 };
const moved = (event: "visibility.changed" | "visibility.dropped", value: number): Event => ({
  event,
  data: {
    ...{ brand: { id: "brd_one", name: "Acme" }, period: week, previous: week },
    is_simulated: false,
    ...{ change: { value, low: value - 0.05, high: value + 0.05 }, model_changes: [] },
  },
});

/** A project with a clock, somebody who may choose, and what they are mailed. */
async function begin() {
  const clock = { time: Date.parse("2026-03-09T08:00:00Z") };
  const now = () => new Date(clock.time);
  const world = await makeWorld({ smtp_url: mail.url, base_url: ORIGIN, now });
  const member = await signedIn(world, "viewer");
  const choose = (events: string[]) =>
    call(member.visitor, "set_mail_choice", { project_id: world.project.id, events });
  const emit = (event: Event) => emitEvent(jobContext(world), world.project, event);
  const received = async () => {
    await world.runJobs();
    return mail.received
      .splice(0)
      .filter(({ to }) => to.includes(member.email))
      .map(({ text }) => readLetter(text));
  };
  const sweep = () => sweepMailedAlerts.handler(jobContext(world), {});
  await received();
  return { clock, world, member, choose, emit, received, sweep };
}

test("who asked for an event is mailed it once, others are not, and no other event", async () => {
  const { world, choose, emit, received, sweep } = await begin();
  await emit(budget(8));
  assert.deepEqual(await received(), [], "off unless it was chosen");
  assert.equal((await choose(["budget.reached", "webhook.test"])).status, 400);
  await choose(["budget.reached"]);
  await emit(down("ChatGPT"));
  await emit(budget(8.5));
  const [letter, ...others] = await received();
  assert.deepEqual(others, []);
  assert.equal(
    letter?.headers.get("subject"),
    "Acme: The daily budget is nearly used up: 8.5 of 10 USD",
  );
  assert.match(letter?.text ?? "", /spent: 8\.5 of 10 USD/);
  assert.ok(letter?.text.includes(`${ORIGIN}/projects/${world.project.id}/models\n`));
  assert.match(
    letter?.headers.get("list-unsubscribe") ?? "",
    /^<https:\/\/earshot\.example\/unsubscribe\//,
  );
  await sweep();
  assert.deepEqual(await received(), [], "once");
});

test("an event that did not come to be is mailed to nobody", async () => {
  const { world, choose, received } = await begin();
  await choose(["budget.reached"]);
  await assert.rejects(
    world.db.transaction().execute(async (db) => {
      await emitEvent({ ...jobContext(world), db }, world.project, budget(9));
      throw new Error("undone");
    }),
  );
  assert.deepEqual(await received(), []);
});

test("what happens at once is told in one mail", async () => {
  const { choose, emit, received } = await begin();
  await choose(["assistant.health_changed"]);
  for (const name of ["One", "Two", "Three"]) await emit(down(name));
  const letters = await received();
  assert.equal(letters.length, 1);
  for (const name of ["One", "Two", "Three"])
    assert.ok(letters[0]?.text.includes(`\n${name} stopped answering\n`));
  const subjectOf = ([letter]: typeof letters) => letter?.headers.get("subject");
  assert.equal(subjectOf(letters), "Acme: One stopped answering, and 2 more");
  assert.doesNotMatch(letters[0]?.text ?? "", /mdl_one|stopped_answering|model id/);
  await emit(down("One", "ended"));
  assert.equal(subjectOf(await received()), "Acme: One answers again");
});

test("what matters most is the subject and the link of a mail, and nothing is told twice in it", async () => {
  const { world, choose, emit, received } = await begin();
  await choose([
    ...["run.completed", "visibility.changed", "visibility.dropped", "suggestion.created"],
    ...["target.failing", "assistant.health_changed"],
  ]);
  const counts = { planned: 1, questions: 1, asked_again: 0, queued: 0, running: 0, submitted: 0 };
  const time = "2026-03-09T07:00:00.000Z";
  await emit({
    event: "run.completed",
    data: {
      ...{ run_id: "run_one", day: "2026-03-09", status: "completed", ...counts, done: 1 },
      ...{ failed: 0, skipped_budget: 0, cancelled: 0, copied: 0, cost_usd: 0 },
      ...{ created_at: time, completed_at: time, errors: [] },
    },
  });
  for (const event of ["visibility.changed", "visibility.dropped"] as const)
    await emit(moved(event, -0.1));
  await emit({
    event: "suggestion.created",
    data: { kind: "brand", count: 0, suggestions: [] },
  });
  const [letter] = await received();
  assert.equal(
    letter?.headers.get("subject"),
    "Acme: Visibility dropped by more than chance, and 2 more",
  );
  assert.match(letter?.text ?? "", /3 things happened/);
  assert.doesNotMatch(letter?.text ?? "", /Visibility changed/);
  assert.match(letter?.text ?? "", /Open the change:\n.*\/changes\?from=2026-03-01/);
  await emit({
    event: "target.failing",
    data: {
      ...{ model_id: "mdl_one", name: "One", kind: "retry", message: "HTTP 503" },
      ...{ failures_in_a_row: 5, paused_until: null, resumes_by_itself: true },
    },
  });
  await emit(down("One"));
  const [failing] = await received();
  assert.equal(failing?.headers.get("subject"), "Acme: One stopped answering");
  assert.ok(failing?.text.includes(`${ORIGIN}/projects/${world.project.id}/models\n`));
});

test("254: a flood of events is five mails a day, and then one that says how many more", async () => {
  const { clock, choose, emit, received, sweep } = await begin();
  await choose(["budget.reached"]);
  let mails = 0;
  for (let n = 0; n < 40; n++) {
    await emit(budget(n));
    mails += (await received()).length;
    clock.time += 60_000;
  }
  assert.equal(mails, 5);
  clock.time += 12 * 3_600_000;
  await sweep();
  assert.deepEqual(await received(), []);
  clock.time += 12 * 3_600_000;
  await sweep();
  const [letter, ...others] = await received();
  assert.deepEqual(others, []);
  assert.match(letter?.text ?? "", /35 things happened/);
  assert.match(letter?.text ?? "", /and 30 more/);
  await sweep();
  assert.deepEqual(await received(), []);
});

test("256: who left, was disabled or unsubscribed before it was sent is told nothing", async () => {
  for (const end of ["left", "disabled", "unsubscribed", "chose otherwise"] as const) {
    const { world, member, choose, emit, received } = await begin();
    await choose(["budget.reached"]);
    await emit(budget(1));
    const [first] = await received();
    await emit(budget(2));
    if (end === "left") {
      const owner = await signedIn(world);
      const organisation_id = encodeId("org", world.project.organisation_id);
      const user_id = encodeId("usr", member.user_id);
      await call(owner.visitor, "remove_member", { organisation_id, user_id });
    }
    if (end === "disabled")
      await world.pool.query("update users set is_disabled = true where user_id = $1", [
        member.user_id,
      ]);
    if (end === "unsubscribed") {
      const path = /earshot\.example(\/unsubscribe\/[\w-]+)/.exec(first?.text ?? "")?.[1] ?? "";
      const answer = await visitorOf(world).send(path, { method: "POST" });
      assert.equal(answer.status, 200);
    }
    if (end === "chose otherwise") await choose(["run.completed"]);
    assert.deepEqual(await received(), [], end);
  }
});

test("a mail of events that the server does not take is sent again, and is one mail of the day", async () => {
  const { choose, emit, received } = await begin();
  await choose(["budget.reached"]);
  await emit(budget(1));
  mail.refusals.push("450 busy", "451 busy");
  assert.equal((await received()).length, 1);
});

test("a mail of events waits for a mail server that is away, as long as they are news", async () => {
  const { clock, choose, emit, received, sweep } = await begin();
  await choose(["budget.reached"]);
  await emit(budget(1));
  mail.refusals.push(...Array(12).fill("450 busy"));
  assert.equal((await received()).length, 1);
  clock.time += 3_600_000;
  await sweep();
  assert.deepEqual(await received(), [], "once");
  await emit(budget(2));
  clock.time += 47.5 * 3_600_000;
  mail.refusals.push(...Array(12).fill("450 busy"));
  assert.deepEqual(await received(), []);
  assert.equal(mail.refusals.splice(0).length, 6);
});

test("a week waits for a mail server that is away until the end of its last day", async () => {
  const { clock, world, member, received } = await begin();
  const { project_id, id } = world.project;
  await call(member.visitor, "set_mail_choice", { project_id: id, week: true });
  const asker = { project_id, user_id: member.user_id };
  const words = { subject: "This week", text: "Up.", html: "<p>Up.</p>", unsubscribe: ORIGIN };
  const later = () =>
    letterLater(world.base, { asker, mailing: "week", last_day: "2026-03-10" }, words);
  await later();
  mail.refusals.push(...Array(12).fill("450 busy"));
  assert.equal((await received()).length, 1);
  clock.time = Date.parse("2026-03-10T23:30:00Z");
  await later();
  mail.refusals.push(...Array(12).fill("450 busy"));
  assert.deepEqual(await received(), []);
  assert.equal(mail.refusals.splice(0).length, 6);
});

test("mails of two things that happened are two, though their words are the same", async () => {
  const { clock, choose, emit, received } = await begin();
  await choose(["visibility.dropped"]);
  const ids: (string | undefined)[] = [];
  for (const value of [-0.1, -0.2]) {
    await emit(moved("visibility.dropped", value));
    for (const { headers, text } of await received()) {
      ids.push(headers.get("message-id"));
      assert.match(text, /\/changes\?from=2026-03-01&to=2026-03-07&vs_from=/);
    }
    clock.time += 7 * 86_400_000;
  }
  assert.equal(ids.length, 2);
  assert.notEqual(ids[0], ids[1]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { lookAtClock, sayDoubt, sweepTime } from "#domain/accounts/seen-clock.ts";
import { SWEEP_IDENTITY } from "#domain/oauth/sweep-identity.ts";
import { turnOnApp } from "../../../test/kit/authenticator-app.ts";
import { call, connected, refresh, signedIn, visitorOf } from "../../../test/kit/http-client.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { deleteExpired } from "./delete-expired.ts";
import { openReset } from "./reset-password.ts";
import { watchClock } from "./watch-clock.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse("2026-04-11T12:00:00Z");

/** A world whose clock is set, and what the schedule does: looks at the clock, and deletes. */
async function makeClockWorld() {
  const clock = { time: START };
  const world = await makeWorld({ now: () => new Date(clock.time) });
  await world.pool.query("delete from seen_clock");
  const actor = {
    kind: "system",
    door: "job",
    access: new Set(["read", "write"] as const),
  } as const;
  const warnings: string[] = [];
  const log = { ...world.base.log, warn: (_: unknown, said: string) => void warnings.push(said) };
  const context = { ...world.base, actor, log };
  const work = async () => {
    await watchClock.handler(context, {});
    await SWEEP_IDENTITY.handler(context, {});
    await deleteExpired.handler(context, {});
    await world.runJobs();
  };
  /** Time goes by, and the work of each hour is done. */
  const run = async (days: number) => {
    for (let hour = 0; hour < days * 24; hour += 6) {
      clock.time += 6 * HOUR_MS;
      await work();
    }
  };
  return { world, clock, warnings, work, run };
}

async function importAnswers(world: World, days: string[]) {
  const lines = days.map((day) =>
    JSON.stringify({ captured_at: `${day}T10:00:00Z`, prompt: "q", model: "m", answer: "Acme." }),
  );
  assert.equal((await world.rest("POST", "/chats/import", lines.join("\n"))).body.failed_count, 0);
}

const daysOf = async (world: World) =>
  (await world.rest("GET", "/chats?sort=asc")).body.data.map((chat: { date: string }) => chat.date);

test("a clock that runs a year ahead for days deletes nothing by age, says so, and once it is right all goes on", async () => {
  const { world, clock, warnings, work, run } = await makeClockWorld();
  const kept = ["2026-03-10", "2026-04-01", "2026-04-11"];
  await importAnswers(world, kept);
  await world.rest("PATCH", `/projects/${world.project.id}/retention`, { answers_days: 40 });
  const { visitor } = await signedIn(world);
  await work();
  assert.deepEqual(warnings, []);
  clock.time = START + 400 * DAY_MS;
  await run(5);
  assert.deepEqual(await daysOf(world), kept, "a wrong clock deletes nothing");
  assert.match(
    warnings[0] ?? "",
    /clock says 2027-05-16 18:00 UTC, and by how long it ran it is 2026-04-11 12:00 UTC/,
  );
  clock.time = START + 5 * DAY_MS + HOUR_MS;
  warnings.length = 0;
  await work();
  assert.deepEqual(warnings, []);
  assert.equal((await call(visitor, "get_me")).status, 200, "who was signed in before still is");
  assert.deepEqual(await daysOf(world), kept);
  await run(6);
  assert.deepEqual(await daysOf(world), kept.slice(1), "what is old is deleted as ever");
});

test("an installation that was off for months deletes what is old once its clock has run for a week", async () => {
  const { world, clock, work, run } = await makeClockWorld();
  await importAnswers(world, ["2026-03-05", "2026-04-11"]);
  await world.rest("PATCH", `/projects/${world.project.id}/retention`, { answers_days: 40 });
  await work();
  clock.time = START + 90 * DAY_MS;
  await work();
  assert.equal((await daysOf(world)).length, 2, "not at once");
  const path = `/projects/${world.project.id}/retention`;
  const paused = async () => (await world.rest("GET", path)).body.paused_until;
  assert.equal(await paused(), "2026-07-17T12:00:00.000Z");
  const { doubt } = await sweepTime(world.base);
  assert.equal(doubt?.until.toISOString(), "2026-07-17T12:00:00.000Z");
  assert.match(
    sayDoubt(doubt, new Date(clock.time)),
    /if this installation was off, there is nothing to do/,
  );
  await run(7);
  assert.equal((await daysOf(world)).length, 0);
  assert.equal(await paused(), null);
});

test("a doubted clock is believed after seven days on which it ran, not after it was set once more", () => {
  const at = (day: number) => new Date(START + day * DAY_MS);
  const seen = (days: number[]) =>
    days.reduce<ReturnType<typeof lookAtClock> | undefined>(
      (before, day) => lookAtClock(before, at(day)),
      undefined,
    );
  const isBelieved = (days: number[]) => seen(days)?.doubted_since === null;
  const week = (from: number) => Array.from({ length: 8 }, (_, n) => from + n);
  assert.ok(isBelieved([0, 2, 4]));
  assert.ok(!isBelieved([0, 3]));
  assert.ok(isBelieved([0, ...week(400)]));
  assert.ok(!isBelieved([0, ...week(400).slice(0, 7)]));
  assert.ok(!isBelieved([0, 400, 800]), "set ahead twice");
  assert.ok(!isBelieved([0, 400, 407]), "off in between");
  assert.ok(!isBelieved([0, -400, -399]), "a clock that is behind is doubted, too");
  assert.ok(isBelieved([0, -400, 1]));
  assert.equal(seen([0, 400])?.believed_at.getTime(), START);
  assert.equal(seen([0, 400, 401])?.believed_at.getTime(), START + DAY_MS, "as it ran");
  assert.ok(isBelieved([0, 400, 402, 404, 5]), "right after five days");
  assert.ok(!isBelieved([0, 400, 402, 404, 300, 302]), "set back, and wrong still");
});

test("an installation that is off every weekend deletes what is old, days late at most", () => {
  let seen: ReturnType<typeof lookAtClock> | undefined;
  let late = 0;
  // From Monday at 8 to Friday at 18, in each of a year's weeks.
  for (let week = 0; week < 52; week++) {
    for (let hour = 0; hour <= 106; hour++) {
      const now = START + week * 7 * DAY_MS + hour * HOUR_MS;
      seen = lookAtClock(seen, new Date(now));
      late = Math.max(late, now - seen.believed_at.getTime());
    }
  }
  assert.equal(late, 2 * 62 * HOUR_MS);
});

test("days are said to be deleted once they are", async () => {
  const { world, clock, work } = await makeClockWorld();
  const path = `/projects/${world.project.id}/retention`;
  await world.rest("PATCH", path, { answers_days: 40 });
  await work();
  const from = async () => (await world.rest("GET", path)).body.answers_from;
  assert.equal(await from(), "2026-03-02");
  clock.time = START + 10 * DAY_MS;
  await work();
  assert.equal(await from(), "2026-03-02");
});

test("what was made while the clock was ahead is good for as long as ever, counted from when it is right", async () => {
  const { world, clock, work, run } = await makeClockWorld();
  const { visitor, email } = await signedIn(world, "owner");
  const app = await turnOnApp(visitor, clock.time);
  await work();
  clock.time = START + 400 * DAY_MS;
  const ahead = visitorOf(world);
  await ahead.signIn(email);
  await ahead.submit("/login/code", { code: app.codeAt(clock.time), trust: "on" });
  assert.equal((await call(ahead, "get_me")).status, 200);
  const { project } = world;
  const made = await call(ahead, "create_key", {
    ...{ project_id: project.id, name: "Ahead", access: "read", expires_in_days: 30 },
  });
  const invited = await call(ahead, "invite_member", {
    ...{
      organisation_id: encodeId("org", project.organisation_id),
      email: "new@example.com",
      role: "viewer",
    },
  });
  const shared = await call(ahead, "create_share_link", {
    ...{ project_id: project.id, name: "Ahead", page: "overview", expires_in_days: 30 },
    ...{ last_days: 7, filters: [] },
  });
  assert.deepEqual([made.status, invited.status, shared.status], [201, 201, 201], shared.text);
  const grant = await connected(ahead);
  const reset = await openReset(world.base, email);
  assert.ok(reset);
  await work();
  clock.time = START + HOUR_MS;
  await work();
  const { rows } = await world.pool.query(
    `select 'key' as kind, expires_at as ends from api_keys where name = 'Ahead'
     union all select 'invitation', expires_at from invitations
     union all select 'link', expires_at from share_links
     union all select 'browser', trusted_until from known_devices where trusted_until is not null
     union all select kind, expires_at from oauth_tokens`,
  );
  const days = Object.fromEntries(
    rows.map(({ kind, ends }) => [kind, (Date.parse(ends) - clock.time) / DAY_MS]),
  );
  assert.deepEqual(days, {
    key: 30,
    invitation: 7,
    link: 30,
    browser: 30,
    access: 1 / 24,
    refresh: 90,
  });
  const waiting = await world.pool.query("select count(*)::int as n from password_resets");
  assert.equal(waiting.rows[0].n, 0, "a link for a forgotten password ends at once");
  assert.equal((await refresh(ahead, grant.client_id, grant.refresh)).status, 200);
  const isTrusted = async () => {
    await ahead.signIn(email);
    return (await call(ahead, "get_me")).status === 200;
  };
  assert.ok(await isTrusted());
  await run(31);
  assert.ok(!(await isTrusted()));
});

test("a clock that is behind for a day takes nothing away", async () => {
  const { world, clock, work, run } = await makeClockWorld();
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  await work();
  clock.time = 0;
  await run(1);
  clock.time = START + DAY_MS;
  await work();
  assert.equal((await call(visitor, "get_me")).status, 200);
  assert.equal((await refresh(visitor, grant.client_id, grant.refresh)).status, 200);
});

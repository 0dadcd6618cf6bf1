import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { call, signedIn, visitorOf } from "../../../test/kit/http-client.ts";
import { readLetter, startMailServer } from "../../../test/kit/mail-server.ts";
import { fillWeeks } from "../../../test/kit/weeks.ts";
import { makeWorld, type WorldOptions } from "../../../test/kit/world.ts";
import { sendWeek, sendWeeks } from "./send-weeks.ts";

const mail = await startMailServer();
const WEEKS = [
  { named: 3, cites: ["old.example"] },
  { named: 11, cites: ["new.example"] },
] as const;

/** A project with two weeks up to Sunday 8 March, a clock, and a member who may choose. */
async function begin(options: WorldOptions = {}) {
  const clock = { time: Date.parse("2026-03-09T08:00:00Z") };
  const world = await makeWorld({
    ...{ smtp_url: mail.url, base_url: "https://earshot.example" },
    now: () => new Date(clock.time),
    ...options,
  });
  // Who asked in another test is not mailed in this one.
  await world.pool.query("delete from mail_choices");
  await fillWeeks(world, "2026-02-23", WEEKS);
  const member = await signedIn(world, "viewer");
  const choose = (choice: object, visitor = member.visitor) =>
    call(visitor, "set_mail_choice", { project_id: world.project.id, ...choice });
  const tick = () => sendWeeks.handler(world.context(), {});
  const received = async () => {
    await world.runJobs();
    return mail.received.splice(0);
  };
  await received();
  return { clock, world, member, choose, tick, received };
}

const linkIn = (text: string) =>
  /https:\/\/earshot\.example(\/unsubscribe\/[\w-]+)/.exec(text)?.[1] ?? "";

test("nobody is mailed the week who did not choose it; who did gets what the page shows, as text and as HTML", async () => {
  const { world, member, choose, tick, received } = await begin();
  await tick();
  assert.deepEqual(await received(), [], "off unless it was chosen");
  const { status, body } = await choose({ week: true });
  assert.deepEqual([status, body], [200, { week: true, events: [] }]);
  await tick();
  const [sent, ...others] = await received();
  assert.deepEqual(others, []);
  assert.deepEqual(sent?.to, [member.email]);
  const { headers, text, html } = readLetter(sent?.text ?? "");
  const week = (await world.rest("POST", "/reports/week", {})).body;
  assert.equal(headers.get("subject"), "This week: Acme");
  assert.match(text, /^Acme, 2 Mar – 8 Mar 2026, compared with 23 Feb – 1 Mar 2026\.$/m);
  for (const one of [week, ...week.changes, ...week.sources, ...week.actions, ...week.parts]) {
    assert.ok(text.includes(one.text ?? one.summary), one.text);
    assert.ok(
      html.includes((one.text ?? one.summary).replaceAll("&", "&amp;").replaceAll('"', "&quot;")),
      one.text,
    );
  }
  assert.match(text, /^1 prompt .+^What to do next, from the answers of 7 Feb – 8 Mar 2026$/ms);
  assert.ok(
    text.includes(`https://earshot.example/projects/${world.project.id}/week?week=2026-03-08`),
  );
  assert.doesNotMatch(html, /<(img|script|link|style|iframe)|url\(|src=/i, "nothing is fetched");
  const path = linkIn(text);
  assert.equal(headers.get("list-unsubscribe"), `<https://earshot.example${path}>`);
  assert.equal(headers.get("list-unsubscribe-post"), "List-Unsubscribe=One-Click");
  assert.ok(html.includes(path));
});

test("the week is mailed on Monday from 7 in the project's time zone on, or on Tuesday, and on no other day", async () => {
  const { clock, choose, tick, received } = await begin({ timezone: "America/New_York" });
  await choose({ week: true });
  for (const [time, count] of [
    ["2026-03-08T23:30:00Z", 0],
    // New York put its clocks forward on the 8th: 7 there is 11 here, which was 12 before.
    ["2026-03-09T10:50:00Z", 0],
    ["2026-03-09T11:00:00Z", 1],
    ["2026-03-09T20:00:00Z", 0],
    ["2026-03-11T12:00:00Z", 0],
    // Nobody was at work on Monday.
    ["2026-03-18T03:30:00Z", 1],
    ["2026-03-25T05:00:00Z", 0],
  ] as const) {
    clock.time = Date.parse(time) - (time > "2026-03-17" ? 86_400_000 : 0);
    await tick();
    assert.equal((await received()).length, count, time);
  }
});

test("249: who left, was disabled, changed their mind, or whose project is paused when the mail is sent gets none", async () => {
  for (const end of ["left", "disabled", "off", "paused", "gone"] as const) {
    const { world, member, choose, tick, received } = await begin();
    await choose({ week: true });
    await tick();
    const owner = await signedIn(world);
    const organisation_id = encodeId("org", world.project.organisation_id);
    const user_id = encodeId("usr", member.user_id);
    const { pool, project } = world;
    if (end === "left") await call(owner.visitor, "remove_member", { organisation_id, user_id });
    if (end === "off") await choose({ week: false });
    if (end === "disabled")
      await pool.query("update users set is_disabled = true where user_id = $1", [member.user_id]);
    if (end === "gone") await pool.query("delete from users where user_id = $1", [member.user_id]);
    if (end === "paused")
      await pool.query("update projects set status = 'paused' where project_id = $1", [
        project.project_id,
      ]);
    assert.deepEqual(await received(), [], end);
  }
});

test("249: who left and came back is asked again", async () => {
  const { world, member, choose, tick, received } = await begin();
  await choose({ week: true });
  const owner = await signedIn(world);
  const organisation_id = encodeId("org", world.project.organisation_id);
  await call(owner.visitor, "remove_member", {
    ...{ organisation_id, user_id: encodeId("usr", member.user_id) },
  });
  await world.db
    .insertInto("memberships")
    .values({
      organisation_id: world.project.organisation_id,
      ...{ user_id: member.user_id, role: "viewer" },
    })
    .execute();
  await tick();
  assert.deepEqual(await received(), []);
});

test("250: however many workers look at once, and whatever the clock does, a week is mailed once", async () => {
  const { clock, choose, tick, received } = await begin();
  await choose({ week: true });
  await Promise.all(Array.from({ length: 8 }, tick));
  assert.equal((await received()).length, 1);
  for (const hours of [0, -20, 1, 5, 23]) {
    clock.time = Date.parse("2026-03-09T08:00:00Z") + hours * 3_600_000;
    await tick();
  }
  assert.equal((await received()).length, 0, "back, and forth again");
  // A clock that was a year ahead for a while does not end the mails.
  clock.time = Date.parse("2027-03-08T08:00:00Z");
  await tick();
  await received();
  clock.time = Date.parse("2026-03-16T08:00:00Z");
  await tick();
  assert.equal((await received()).length, 1);
});

test("250: a week that the server does not take is sent again, once, to who still may read it", async () => {
  const { world, member, choose, tick, received } = await begin();
  await choose({ week: true });
  await tick();
  mail.refusals.push(...Array(12).fill("450 busy"));
  assert.equal((await received()).length, 1);
  await world.pool.query("update mail_choices set week_mailed = null");
  await tick();
  mail.refusals.push("450 busy");
  const gone = world.db.deleteFrom("memberships").where("user_id", "=", member.user_id);
  const refused = world.base.mail;
  assert(refused);
  world.base.mail = async (one) => {
    const answer = await refused(one);
    await gone.execute();
    return answer;
  };
  assert.deepEqual(await received(), []);
});

test("251: a link that ends mails does that for one person, one project and one kind, and nothing when it is changed", async () => {
  const { world, choose, tick, received } = await begin();
  const other = await signedIn(world);
  await choose({ week: true, events: ["budget.reached"] });
  await choose({ week: true }, other.visitor);
  await tick();
  const letters = await received();
  const mine = letters.find(({ to }) => !to.includes(other.email));
  const path = linkIn(readLetter(mine?.text ?? "").text);
  const token = path.split("/").at(-1) ?? "";
  const anybody = visitorOf(world);
  const end = (one: string) => anybody.send(`/unsubscribe/${one}`, { method: "POST" });
  const sealed = (words: object) =>
    world.base.vault.seal(JSON.stringify(words)).toString("base64url");
  const { user_id } = other;
  const { project_id } = world.project;
  for (const bad of [
    ...Array.from({ length: 12 }, (_, at) => changeAt(token, 5 + at * 11)),
    ...[token.slice(0, -4), `${token}AAAA`, token.slice(6), "", "a".repeat(43)],
    sealed({ use: "reset", project_id, user_id, mailing: "week" }),
    sealed({ project_id, user_id, mailing: "week" }),
    world.base.vault.seal("a key of a provider, 40 characters long!").toString("base64url"),
  ]) {
    const { status } = await end(bad);
    assert.equal(status, 404, bad);
  }
  const chosen = async (visitor = other.visitor) =>
    (await call(visitor, "get_mail_choice", { project_id: world.project.id })).body;
  assert.equal((await chosen()).week, true);
  assert.equal((await end(token)).status, 200);
  assert.equal((await end(token)).status, 200, "again changes nothing");
  assert.equal((await chosen()).week, true, "of another person");
  const { rows } = await world.pool.query(
    "select week, events from mail_choices where project_id = $1 and user_id <> $2",
    [project_id, user_id],
  );
  assert.deepEqual(rows, [{ week: false, events: ["budget.reached"] }], "of another kind");
  const audit = await world.pool.query(
    "select actor from audit_log where project_id = $1 and operation = 'stop_mail_of_week'",
    [project_id],
  );
  assert.equal(audit.rowCount, 1);
});

/** A text with another character of its alphabet at a place. */
function changeAt(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
}

test("252: looking at a link ends nothing; a mail program ends mails with it, without a session, and gets none", async () => {
  const { world, choose, tick, received } = await begin();
  await choose({ week: true });
  await tick();
  const [sent] = await received();
  const path = linkIn(readLetter(sent?.text ?? "").text);
  const week = async () => (await world.pool.query("select week from mail_choices")).rows;
  const anybody = visitorOf(world);
  const shown = await anybody.get(path);
  assert.equal(shown.status, 200);
  assert.match(shown.text, /Stop these mails/);
  assert.equal(shown.headers.get("referrer-policy"), "same-origin");
  assert.deepEqual((await week()).at(-1), { week: true });
  const program = await anybody.send(path, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...{ origin: "https://mail.example", "sec-fetch-site": "cross-site" },
    },
    body: "List-Unsubscribe=One-Click",
  });
  assert.equal(program.status, 200);
  assert.equal(program.headers.get("set-cookie"), null);
  assert.deepEqual((await week()).at(-1), { week: false });
  await tick();
  assert.deepEqual(await received(), []);
});

test("253: what names, prompts and answers say adds no header, no receiver, no line and no link to a mail", async () => {
  const { world, choose, tick, received } = await begin();
  const evil =
    "Nia\r\nBcc: spy@example.com\r\n\r\n.\r\n\u202ehttps://evil.example/x <img src=//evil.example/p> " +
    "long ".repeat(40);
  const { project_id } = world.project;
  await world.pool.query("update projects set name = $2 where project_id = $1", [project_id, evil]);
  await world.pool.query("update brands set name = $2 where project_id = $1 and is_own", [
    project_id,
    evil,
  ]);
  await world.pool.query("update prompts set text = text || $2 where project_id = $1", [
    project_id,
    evil,
  ]);
  await choose({ week: true });
  await tick();
  const [sent, ...others] = await received();
  assert.deepEqual(others, []);
  assert.equal(sent?.to.length, 1);
  const { headers, text, html } = readLetter(sent?.text ?? "");
  assert.match(headers.get("subject") ?? "", /^This week: Nia Bcc .{10,60}$/);
  assert.equal(headers.has("bcc"), false);
  assert.doesNotMatch(sent?.text.split("\r\n\r\n")[0] ?? "", /^bcc/im);
  for (const part of [text, html]) {
    assert.doesNotMatch(part, /^bcc/im);
    assert.doesNotMatch(part, /\u202e|<img|spy@|\/\/evil/);
    for (const url of part.match(/\bhttps?:[^\s"<]+/g) ?? [])
      assert.match(url, /^https:\/\/earshot\.example\//);
  }
});

test("a mail server that hangs holds up no work on projects: a week is put together, and waits to be sent, once", async () => {
  const { world, choose, tick, received } = await begin();
  await choose({ week: true });
  await tick();
  const { rows } = await world.pool.query(
    `select payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'send_week' and (payload->>'project_id')::int = $1`,
    [world.project.project_id],
  );
  assert.equal(rows.length, 1);
  const hangs = () => assert.fail("the mail server was asked");
  await sendWeek.handler({ ...world.context(), mail: hangs }, rows[0].payload);
  assert.equal((await received()).length, 1);
  await sendWeek.handler(world.context(), rows[0].payload);
  assert.equal((await received()).length, 0, "another worker made it again");
});

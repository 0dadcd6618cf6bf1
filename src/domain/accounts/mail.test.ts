import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { call, PASSWORD, signedIn, visitorOf } from "../../../test/kit/http-client.ts";
import { startMailServer } from "../../../test/kit/mail-server.ts";
import { noteSecrets } from "../../../test/kit/secret-trail.ts";
import { makeWorld, type World, type WorldOptions } from "../../../test/kit/world.ts";
import { sendMail } from "./send-mail.ts";

const mail = await startMailServer();
const FORM = { name: "", password: "a fine new password" };

async function begin(options: WorldOptions = {}) {
  const world = await makeWorld({ smtp_url: mail.url, ...options });
  const owner = await signedIn(world);
  const organisation_id = encodeId("org", world.project.organisation_id);
  const invite = async (email: string, role = "member", visitor = owner.visitor) => {
    const answer = await call(visitor, "invite_member", { organisation_id, email, role });
    if (answer.status === 201) noteSecrets(tokenOf(answer.body.url));
    return answer;
  };
  const statusOf = async (url: string) =>
    (await visitorOf(world).get(new URL(url).pathname)).status;
  return { world, owner, organisation_id, invite, statusOf };
}

const tokenOf = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";

/** The lines that the work in the background logs. */
function watchLog(world: World): object[] {
  const lines: object[] = [];
  const { log } = world.base;
  const note =
    (level: "warn" | "error") =>
    (...line: Parameters<typeof log.warn>) => {
      lines.push(line[0]);
      log[level](...line);
    };
  world.base.log = { ...log, warn: note("warn"), error: note("error") };
  return lines;
}

test("241: an invitation is mailed with the link that is shown, which works once; the answer is the same for every address", async () => {
  const { world, invite, statusOf } = await begin();
  const known = await signedIn(await world.neighbour());
  const shapes = new Set<string>();
  for (const email of ["new.one@example.com", known.email]) {
    const { status, body } = await invite(email);
    const { id, url, created_at, expires_at, ...rest } = body;
    shapes.add(JSON.stringify([status, { ...rest, email: "" }]));
    const { to, text } = await mail.next(world, email);
    assert.deepEqual(to, [email]);
    assert.ok(text.includes(url), text);
    assert.match(text, /Your role: member/);
  }
  assert.equal(shapes.size, 1);
  const { body } = await invite("once@example.com");
  const path = new URL(body.url).pathname;
  assert.equal((await visitorOf(world).submit(path, FORM)).status, 303);
  assert.equal((await visitorOf(world).submit(path, FORM)).status, 404);
  assert.equal(await statusOf(body.url), 404);
  await world.runJobs();
  mail.received.splice(0);
});

test("242: what is written in a name adds no header, no receiver, no line and no link to an invitation", async () => {
  const { world, owner, invite } = await begin();
  const name =
    "Nia\r\nBcc: spy@example.com\r\n\r\n.\r\n\u202ehttps://evil.example/x www.evil.example <b> " +
    "long ".repeat(40);
  await world.db.updateTable("users").set({ name }).where("user_id", "=", owner.user_id).execute();
  await world.db
    .updateTable("organisations")
    .set({ name: `Acme\u2028${name}` })
    .where("organisation_id", "=", world.project.organisation_id)
    .execute();
  const { body } = await invite("guest@example.com");
  const { to, text } = await mail.next(world, "guest@example.com");
  assert.deepEqual(to, ["guest@example.com"]);
  assert.doesNotMatch(text, /^(bcc|cc):|spy@|evil\.|\/\/(?!localhost:8787)|<b>|\u202e|\u2028/im);
  assert.match(text, /^Subject: An invitation to Earshot\r$/m);
  const line = text.split("\r\n").find((one) => one.includes("invites you")) ?? "";
  assert.match(
    line,
    /^Nia .{0,60} invites you to join Acme .{0,60} on Earshot\. Your role: member\.$/,
  );
  assert.equal(text.match(/https?:[^\s]+/g)?.join(), body.url);
});

test("243: an invitation to somebody who was removed since is dead, and so is one that was revoked", async () => {
  const { world, owner, organisation_id, invite, statusOf } = await begin();
  const other = await signedIn(await world.neighbour());
  const { body: first } = await invite(other.email);
  // Joined in another way, and was taken out again.
  await world.db
    .insertInto("memberships")
    .values({
      organisation_id: world.project.organisation_id,
      ...{ user_id: other.user_id, role: "member" },
    })
    .execute();
  const user_id = encodeId("usr", other.user_id);
  const removed = await call(owner.visitor, "remove_member", { organisation_id, user_id });
  assert.equal(removed.status, 204);
  assert.equal(await statusOf(first.url), 404);
  assert.equal((await other.visitor.submit(new URL(first.url).pathname, {})).status, 404);
  const { body: second } = await invite(other.email);
  assert.equal(await statusOf(second.url), 200, "a new one is one");
  const input = { organisation_id, invitation_id: second.id };
  await call(owner.visitor, "revoke_invitation", input);
  assert.equal(await statusOf(second.url), 404);
  await world.runJobs();
  mail.received.splice(0);
});

test("244: an invitation counts for no more than who made it still may: removed, demoted or disabled, it is dead and takes no seat", async () => {
  for (const end of ["removed", "demoted", "disabled", "deleted"] as const) {
    const { world, owner, organisation_id, invite, statusOf } = await begin();
    const admin = await signedIn(world, "admin");
    const { body } = await invite("back.door@example.com", "admin", admin.visitor);
    assert.equal(await statusOf(body.url), 200);
    const member = { organisation_id, user_id: encodeId("usr", admin.user_id) };
    const own = { current_password: PASSWORD };
    const users = world.db.updateTable("users").set({ is_disabled: true });
    if (end === "removed") await call(owner.visitor, "remove_member", member);
    if (end === "demoted")
      await call(owner.visitor, "update_member", { ...member, role: "member" });
    if (end === "deleted") await call(admin.visitor, "delete_account", own);
    if (end === "disabled") await users.where("user_id", "=", admin.user_id).execute();
    assert.equal(await statusOf(body.url), 404, end);
    const joined = await visitorOf(world).submit(new URL(body.url).pathname, FORM);
    assert.equal(joined.status, 404, end);
    const open = await call(owner.visitor, "list_invitations", { organisation_id });
    assert.equal(open.body.total_count, 0, end);
    await world.runJobs();
  }
  mail.received.splice(0);
});

test("245: an organisation mails one address three invitations a day, and 100 in all; the link is shown all the same", async () => {
  let time = Date.now();
  const { world, invite } = await begin({ now: () => new Date(time) });
  const mailed = async (email: string) => (await invite(email)).body.is_mailed;
  for (const expected of [true, true, true, false]) {
    assert.equal(await mailed("often@example.com"), expected);
  }
  await world.db
    .insertInto("invitations")
    .values(
      Array.from({ length: 96 }, (_, count) => ({
        organisation_id: world.project.organisation_id,
        ...{ email: `one-of-many-${count}@example.com`, role: "viewer" as const },
        ...{ hash: randomBytes(32), created_at: new Date(time), expires_at: new Date(time) },
      })),
    )
    .execute();
  assert.equal(await mailed("one-too-many@example.com"), false);
  time += 86_400_001;
  const admin = await signedIn(world, "admin");
  const next = await invite("often@example.com", "member", admin.visitor);
  assert.equal(next.body.is_mailed, true);
  await world.runJobs();
  assert.equal(mail.received.splice(0).length, 4);
});

test("a refused invitation is not mailed, and without a mail server the answer says that none was", async () => {
  const { world, invite } = await begin({ plan: "brand/starter" });
  await invite("second@example.com");
  await world.runJobs();
  mail.received.splice(0);
  const refused = await invite("third@example.com");
  assert.equal(refused.status, 403);
  assert.equal(
    refused.body.error.message,
    "The plan brand/starter has room for 3 members; open invitations count, too.",
  );
  await world.runJobs();
  assert.deepEqual(mail.received, []);
  const silent = await begin({ smtp_url: "" });
  assert.equal((await silent.invite("guest@example.com")).body.is_mailed, false);
});

test("a mail waits sealed, and one that is not taken is tried again until it is", async () => {
  const { world, invite } = await begin();
  await world.runJobs();
  const lines = watchLog(world);
  const { body } = await invite("patient@example.com");
  const waiting = async () => {
    const { rows } = await world.pool.query(
      `select j.payload, extract(epoch from j.run_at - now())::float8 as seconds
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'send_mail'`,
    );
    return rows as { payload: Record<string, unknown>; seconds: number }[];
  };
  const [row] = await waiting();
  const kept = JSON.stringify(row?.payload);
  assert.ok(!kept.includes("patient") && !kept.includes(tokenOf(body.url)), kept);
  mail.refusals.push("450 busy");
  await sendMail.handler(world.context(), sendMail.input.parse(row?.payload));
  const again = (await waiting()).find(({ payload }) => payload["tries"] === 1);
  assert.ok(again && again.seconds > 0 && again.seconds <= 5, "later, not at once");
  await world.pool.query(
    "delete from graphile_worker._private_jobs where payload->>'tries' is null",
  );
  mail.refusals.push("450 busy", "421 away", "450 busy", "452 full");
  assert.ok((await mail.next(world, "patient@example.com")).text.includes(body.url));
  assert.equal(lines.length, 5);
  assert.doesNotMatch(JSON.stringify(lines), /example\.com/);
});

test("a mail is tried six times at most, one that will never be taken once; the log says so and names no address", async () => {
  for (const { refusal, tries } of [
    { refusal: "450 busy", tries: 6 },
    { refusal: "550 no such person", tries: 1 },
  ]) {
    const { world, invite } = await begin();
    await world.runJobs();
    const lines = watchLog(world);
    await invite("never@example.com");
    mail.refusals.push(...Array.from({ length: 10 }, () => refusal));
    await world.runJobs();
    assert.equal(mail.refusals.splice(0).length, 10 - tries);
    assert.deepEqual(lines.at(-1), {
      job: "send_mail",
      subject: "An invitation to Earshot",
      error: `EENVELOPE ${refusal.slice(0, 3)}`,
      tries,
    });
    assert.doesNotMatch(JSON.stringify(lines), /example\.com/);
    assert.deepEqual(mail.received, []);
  }
});

test("nobody waits for a mail server that is away, and what was to be sent is sent when it is back", async () => {
  const away = await makeWorld({ smtp_url: "smtp://127.0.0.1:9" });
  const owner = await signedIn(away);
  const organisation_id = encodeId("org", away.project.organisation_id);
  const input = { organisation_id, email: "later@example.com", role: "viewer" };
  const { status, body } = await call(owner.visitor, "invite_member", input);
  noteSecrets(tokenOf(body.url));
  assert.deepEqual([status, body.is_mailed], [201, true]);
  const back = await makeWorld({ smtp_url: mail.url });
  assert.ok((await mail.next(back, "later@example.com")).text.includes(body.url));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { call, signedIn } from "../../../test/kit/http-client.ts";
import { makeWorld, type World, type WorldOptions } from "../../../test/kit/world.ts";
import { noteWritten } from "./choice-queries.ts";

/** A project of a server that sends mail, and a member who may choose. */
async function begin(options: WorldOptions = {}) {
  const world = await makeWorld({ smtp_url: "smtp://127.0.0.1:9", ...options });
  const member = await signedIn(world, "viewer");
  const choose = (choice: object, visitor = member.visitor) =>
    call(visitor, "set_mail_choice", { project_id: world.project.id, ...choice });
  return { world, member, choose };
}

test("without a mail server the choice says so and cannot be switched on", async () => {
  const { world, member, choose } = await begin({ smtp_url: "" });
  const { body } = await call(member.visitor, "get_mail_choice", { project_id: world.project.id });
  assert.deepEqual([body.is_mail_set_up, body.week, body.events], [false, false, []]);
  const refused = await choose({ week: true });
  assert.deepEqual([refused.status, refused.body.error.code], [409, "CONFLICT"]);
  assert.match(refused.body.error.message, /SMTP_URL/);
  assert.equal((await choose({ week: false })).status, 200);
});

test("255: nobody chooses for another, or mail of a project that is not theirs", async () => {
  const { world, member, choose } = await begin();
  const stranger = await signedIn(await world.neighbour());
  assert.equal((await choose({ week: true }, stranger.visitor)).status, 404);
  const user_id = encodeId("usr", world.user.user_id);
  const other = await choose({ week: true, user_id });
  assert.equal(other.status, 400);
  await choose({ week: true });
  const { rows } = await world.pool.query(
    "select user_id from mail_choices where project_id = $1",
    [world.project.project_id],
  );
  assert.deepEqual(rows, [{ user_id: member.user_id }]);
  assert.equal(await answersTo(world), 404);
});

/** What a key gets of it. */
async function answersTo(world: World): Promise<number> {
  const answer = await world.app.request("http://localhost:8787/api/v1/mail-choice", {
    headers: { "x-api-key": world.key },
  });
  return answer.status;
}

test("a week whose turn comes after the next was claimed takes nothing from that", async () => {
  const { world, member, choose } = await begin();
  await choose({ week: true });
  const { project_id } = world.project;
  // As claimWeeks leaves it.
  await world.pool.query(
    "update mail_choices set week_mailed = '2026-03-16', week_written = false where project_id = $1",
    [project_id],
  );
  const note = (monday: string) =>
    noteWritten(world.db, { project_id, user_id: member.user_id, monday });
  const noted = [];
  for (const monday of ["2026-03-09", "2026-03-16", "2026-03-16"]) noted.push(await note(monday));
  assert.deepEqual(noted, [false, true, false]);
});

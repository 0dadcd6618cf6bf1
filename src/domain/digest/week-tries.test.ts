import assert from "node:assert/strict";
import { test } from "node:test";
import { SEND_ALERT, SEND_LETTER } from "#domain/mailings/receiver.ts";
import { call, signedIn } from "../../../test/kit/http-client.ts";
import { fillWeeks } from "../../../test/kit/weeks.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { sendWeek, sendWeeks } from "./send-weeks.ts";

test("a week that could not be put together or sent for an hour is still tried again", async () => {
  const now = () => new Date("2026-03-09T08:00:00Z");
  const world = await makeWorld({ smtp_url: "smtp://mail.example", now });
  const { visitor } = await signedIn(world, "viewer");
  await call(visitor, "set_mail_choice", { project_id: world.project.id, week: true });
  await sendWeeks.handler(world.context(), {});
  // Each try that fails is followed by a longer pause: 10 s in all after three, an hour after nine.
  const { rows } = await world.pool.query(
    `update graphile_worker._private_jobs j set attempts = 9 from graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'send_week' and (j.payload ->> 'project_id')::int = $1
     returning j.is_available`,
    [world.project.project_id],
  );
  assert.deepEqual(rows, [{ is_available: true }]);
  for (const { attempts } of [SEND_LETTER, SEND_ALERT])
    assert.ok(attempts > 9, "nor is its mail given up, or an alert's");
});

test("a week waits on Monday for answers that are read again, and goes out on Tuesday at the latest", async () => {
  const clock = { time: Date.parse("2026-03-09T08:00:00Z") };
  const now = () => new Date(clock.time);
  const world = await makeWorld({ smtp_url: "smtp://mail.example", now });
  const { project_id } = world.project;
  await fillWeeks(world, "2026-02-23", [{ named: 3 }, { named: 11 }]);
  await world.pool.query("update brands set status = 'recalculating' where project_id = $1", [
    project_id,
  ]);
  const { visitor, user_id } = await signedIn(world, "viewer");
  await call(visitor, "set_mail_choice", { project_id: world.project.id, week: true });
  await sendWeeks.handler(world.context(), {});
  const inLine = async (name: string) => {
    const { rows } = await world.pool.query(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = $1 returning j.run_at`,
      [name],
    );
    return rows.map(({ run_at }) => Date.parse(run_at) - clock.time);
  };
  await inLine("send_week");
  const compose = () =>
    sendWeek.handler(world.context(), { project_id, user_id, monday: "2026-03-09" });
  await compose();
  assert.deepEqual([await inLine("send_week"), await inLine("send_letter")], [[600_000], []]);
  clock.time = Date.parse("2026-03-10T00:10:00Z");
  await compose();
  assert.equal((await inLine("send_letter")).length, 1);
  assert.deepEqual(await inLine("send_week"), []);
});

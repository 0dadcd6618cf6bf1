import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetCallNames } from "#domain/keys/call-names.ts";
import { call, signedIn } from "../../../test/kit/http-client.ts";
import { makePlanned } from "../../../test/kit/planned-project.ts";

const { world, goTo } = await makePlanned({ start: "2026-06-10T00:30:00Z", timezone: "UTC" });
const neighbour = await world.neighbour();

/** Sends a request under a name; what came back, and whether it is what was answered before. */
async function send(name: string | undefined, path: string, body: object, key = world.key) {
  const answer = await world.app.request(`/api/v1${path}`, {
    method: "POST",
    headers: {
      ...{ "x-api-key": key, "content-type": "application/json" },
      ...(name !== undefined && { "idempotency-key": name }),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: text && JSON.parse(text),
    isAgain: answer.headers.get("idempotent-replayed") === "true",
  };
}
const count = async (table: "capture_tasks" | "topics" | "audit_log") =>
  (
    await world.pool.query(`select count(*)::int as n from ${table} where project_id = $1`, [
      world.project.project_id,
    ])
  ).rows[0].n;

test("a run that is sent again under its name is asked once, by whichever key, also when both come at once", async () => {
  const first = await send("run-1", "/runs", {});
  assert.deepEqual([first.status, first.body.planned, first.isAgain], [200, 3, false]);
  const audited = await count("audit_log");
  const other = await world.makeKey("write");
  for (const key of [world.key, other]) {
    assert.deepEqual(await send("run-1", "/runs", {}, key), { ...first, isAgain: true });
  }
  assert.deepEqual([await count("capture_tasks"), await count("audit_log")], [3, audited]);
  const both = await Promise.all([1, 2, 3].map(() => send("run-2", "/runs", {})));
  assert.deepEqual(both.map(({ isAgain }) => isAgain).sort(), [false, true, true]);
  assert.equal(new Set(both.map(({ body }) => JSON.stringify(body))).size, 1);
  assert.equal(await count("capture_tasks"), 6);
  const more = (await send(undefined, "/runs", {})).body;
  assert.deepEqual(
    [more.planned, more.asked_lately],
    [3, 6],
    "without a name once more, and says so",
  );
  const dry = async () => (await send(undefined, "/runs", { dry_run: true })).body;
  assert.deepEqual([first.body.asked_lately, (await dry()).asked_lately], [0, 9]);
  goTo("2026-06-10T00:41:00Z");
  assert.equal((await dry()).asked_lately, 0);
  goTo("2026-06-10T00:30:00Z");
});

test("what is created under a name is created once; its name is of one request and one project", async () => {
  const made = await send("topic", "/topics", { name: "Boots" });
  assert.equal(made.status, 201);
  assert.deepEqual(await send("topic", "/topics", { name: "Boots" }), { ...made, isAgain: true });
  for (const [path, body] of [
    ["/topics", { name: "Socks" }],
    ["/tags", { name: "Boots" }],
  ] as const) {
    const refused = await send("topic", path, body);
    assert.equal(refused.status, 400);
    assert.match(refused.body.error.message, /^Idempotency-Key: stands for another request/);
  }
  const theirs = await send("topic", "/topics", { name: "Boots" }, neighbour.key);
  assert.deepEqual([theirs.status, theirs.isAgain], [201, false]);
});

test("a request that failed was not done under its name, and may be sent again", async () => {
  assert.equal((await send("again", "/topics", { name: "Boots" })).status, 409);
  assert.equal((await send("again", "/topics", { name: "Hats" })).status, 201);
});

test("a name stands for a day", async () => {
  await send("day", "/topics", { name: "Coats" });
  goTo("2026-06-11T00:29:00Z");
  assert.equal((await send("day", "/topics", { name: "Coats" })).isAgain, true);
  goTo("2026-06-11T00:31:00Z");
  assert.equal((await send("day", "/topics", { name: "Coats" })).status, 409);
  assert.equal((await send("run-1", "/runs", {})).isAgain, false);
  // Names that nobody sends again are swept.
  goTo("2026-06-13T00:00:00Z");
  const kept = async () =>
    (await world.pool.query("select count(*)::int as n from call_names")).rows[0].n;
  assert.ok((await kept()) > 0);
  await forgetCallNames(world.db, new Date("2026-06-13T00:00:00Z"));
  assert.equal(await kept(), 0);
});

test("a name that is none is refused, and no reading or other change takes one", async () => {
  for (const name of ["", "a b", "x".repeat(256)]) {
    const { status, body } = await send(name, "/topics", { name: "Gloves" });
    assert.deepEqual(
      [status, /^Idempotency-Key: must be/.test(body.error.message)],
      [400, true],
      name,
    );
  }
  const report = { date_from: "2026-06-01", date_to: "2026-06-02" };
  for (const _ of [1, 2]) {
    assert.deepEqual((await send("report", "/reports/brands", report)).isAgain, false);
  }
});

test("a call of the dashboard takes a name as REST does, and none where an answer may be a secret", async () => {
  const { visitor } = await signedIn(world);
  const { id: project_id } = world.project;
  const named = (name: string, input: object) =>
    call(
      visitor,
      name,
      { project_id, ...input },
      {
        ...{ "sec-fetch-site": "same-origin", "idempotency-key": `dialog-${name}` },
      },
    );
  const before = await count("capture_tasks");
  const answers = await Promise.all([1, 2].map(() => named("run_captures", {})));
  answers.push(await named("run_captures", {}));
  assert.deepEqual(
    answers.map(({ status, text }) => [status, text]),
    answers.map(() => [200, answers[0]?.text]),
  );
  assert.equal(await count("capture_tasks"), before + 3);
  assert.equal((await named("run_captures", { samples: 2 })).status, 400);
  const kept = async () => (await world.pool.query("select from call_names")).rowCount;
  const names = await kept();
  for (const _ of [1, 2]) {
    const key = { name: "Named", access: "read" };
    assert.equal((await named("create_key", key)).status, 201);
  }
  assert.equal(await kept(), names);
});

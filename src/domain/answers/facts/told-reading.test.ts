import assert from "node:assert/strict";
import { test } from "node:test";
import { fillWeeks } from "../../../../test/kit/weeks.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";

type Row = Record<string, unknown>;

/** The brands with their status, and whether usage says that answers are read again. */
async function told(world: World) {
  const { body: brands } = await world.rest("GET", "/brands");
  const { body: usage } = await world.rest("GET", "/usage");
  return {
    ...Object.fromEntries(brands.data.map(({ name, status }: Row) => [name, status])),
    is_running: usage.recalculation.is_running,
  };
}

test("until answers are read again without a deleted brand that is told, and brands can be changed", async () => {
  const world = await makeWorld();
  const ids = new Map<string, string>();
  for (const name of ["Zorbel", "Acme Sport", "Umbra"])
    ids.set(name, (await world.rest("POST", "/brands", { name })).body.id);
  await world.runJobs();
  const lines = ["Zorbel first, then Acme.", "Acme Sport is there."].map((answer, n) =>
    JSON.stringify({
      ...{ captured_at: `2026-03-0${n + 1}T12:00:00Z`, prompt: "Which boots?", model: "A" },
      answer,
    }),
  );
  await world.rest("POST", "/chats/import", lines.join("\n"));
  await world.runJobs();
  assert.deepEqual(await told(world), {
    ...{ Acme: "ready", Zorbel: "ready", "Acme Sport": "ready", Umbra: "ready" },
    is_running: false,
  });
  for (const name of ["Zorbel", "Acme Sport"])
    assert.equal((await world.rest("DELETE", `/brands/${ids.get(name)}`)).status, 204);
  const during = { Acme: "recalculating", Umbra: "ready", is_running: true };
  assert.deepEqual(await told(world), during);
  const { data } = (await world.rest("GET", "/chats?sort=asc")).body;
  const { data: brands } = (await world.rest("GET", "/brands")).body;
  assert.deepEqual(
    data.map((chat: Row) => chat["brand_ids"]),
    [[brands[0].id], []],
    "no ids of brands that there are no more",
  );
  const { body: chat } = await world.rest("GET", `/chats/${data[0].id}`);
  assert.deepEqual(chat.brand_ids, [brands[0].id]);
  // The own brand is not kept from changes by it; a brand whose rules changed says so itself.
  const changed = await world.rest("PATCH", `/brands/${brands[0].id}`, {
    aliases: [{ text: "Acmo" }],
  });
  assert.deepEqual([changed.status, changed.body.status], [200, "recalculating"]);
  await world.runJobs();
  assert.deepEqual(await told(world), { Acme: "ready", Umbra: "ready", is_running: false });
});

test("a brand that is deleted before answers were ever read again is told of, too", async () => {
  const world = await makeWorld();
  const { body: brand } = await world.rest("POST", "/brands", { name: "Zorbel" });
  const line = {
    captured_at: "2026-03-01T12:00:00Z",
    prompt: "Which?",
    model: "A",
    answer: "Acme.",
  };
  await world.rest("POST", "/chats/import", JSON.stringify(line));
  await world.pool.query("delete from recalculations where project_id = $1", [
    world.project.project_id,
  ]);
  await world.rest("DELETE", `/brands/${brand.id}`);
  assert.deepEqual(await told(world), { Acme: "recalculating", is_running: true });
  await world.runJobs();
  assert.deepEqual(await told(world), { Acme: "ready", is_running: false });
});

test("a week tells no changes while answers are read again, and says why", async () => {
  const world = await makeWorld({ now: () => new Date("2026-03-09T09:00:00Z") });
  await fillWeeks(world, "2026-02-23", [
    { named: 3, cites: ["old.example"] },
    { named: 11, cites: ["new.example"] },
  ]);
  const week = async () => (await world.rest("POST", "/reports/week", {})).body;
  // Its answers have no words that would name a brand again.
  const end = async () => {
    const { project_id } = world.project;
    await world.pool.query("update brands set status = 'ready' where project_id = $1", [
      project_id,
    ]);
    await world.pool.query("update recalculations set finished_at = now() where project_id = $1", [
      project_id,
    ]);
  };
  const before = await week();
  assert.ok(before.changes.length > 0);
  const { body: brand } = await world.rest("POST", "/brands", { name: "Halvorn" });
  const during = await week();
  assert.deepEqual(
    [during.changes, during.parts, during.own.change.significant, during.is_quiet],
    [[], [], null, false],
  );
  assert.match(during.note, /^Stored answers are being read again/);
  assert.doesNotMatch(during.summary, /since the week before/);
  await end();
  assert.deepEqual((await week()).own.change, before.own.change);
  await world.rest("DELETE", `/brands/${brand.id}`);
  assert.deepEqual((await week()).changes, []);
  await end();
  assert.deepEqual((await week()).changes, before.changes);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { makeWorld } from "../../../test/kit/world.ts";
import { Timezone } from "./project.ts";
import { requireTimezone } from "./project-queries.ts";

test("a key sees its own project only", async () => {
  const world = await makeWorld();
  const other = await world.neighbour({ name: "Other" });
  const { body } = await world.rest("GET", "/projects");
  assert.deepEqual([body.total_count, body.data[0].id], [1, world.project.id]);
  const foreign = await world.rest("GET", `/projects/${other.project.id}`);
  assert.deepEqual([foreign.status, foreign.body.error.code], [404, "NOT_FOUND"]);
});

test("an update changes the given fields only", async () => {
  const world = await makeWorld();
  const { status, body } = await world.rest("PATCH", `/projects/${world.project.id}`, {
    timezone: "Europe/Berlin",
  });
  assert.deepEqual([status, body.timezone, body.name], [200, "Europe/Berlin", "Acme"]);
});

test("an update with a field that is not declared names the legal ones", async () => {
  const world = await makeWorld();
  const { status, body } = await world.rest("PATCH", `/projects/${world.project.id}`, {
    nmae: "x",
  });
  assert.equal(status, 400);
  assert.match(body.error.message, /unknown argument "nmae" \(valid: name, status/);
});

test("a time zone that Node and PostgreSQL read differently, or one of them not at all, is refused", async () => {
  const world = await makeWorld();
  const set = (timezone: string) =>
    world.rest("PATCH", `/projects/${world.project.id}`, { timezone });
  // PostgreSQL turns the sign of an offset round, takes IST for Israel's, and does not know AET or +0200.
  for (const zone of ["+02:00", "-0530", "+0200", "CET", "IST", "AET", "ECT", "Mars/Olympus", ""]) {
    const { status, body } = await set(zone);
    assert.equal(status, 400, zone);
    assert.match(body.error.message, /^timezone: must be an IANA time zone, like "Europe\/Berlin"/);
  }
  const zones = [...Intl.supportedValuesOf("timeZone"), "Etc/GMT+5", "utc", "GMT"].filter(
    (zone) => Timezone.safeParse(zone).success,
  );
  assert.ok(zones.length > 400);
  const { rows } = await sql<{ zone: string; time: string }>`
    select zone, to_char('2026-07-01T12:00:00Z'::timestamptz at time zone zone,
      'YYYY-MM-DD HH24:MI') as time
    from json_array_elements_text(${JSON.stringify(zones)}::json) zone`.execute(world.db);
  for (const { zone, time } of rows) {
    const format = { timeZone: zone, dateStyle: "short", timeStyle: "short" } as const;
    const node = new Intl.DateTimeFormat("sv-SE", format).format(new Date("2026-07-01T12:00:00Z"));
    assert.equal(time, node, zone);
  }
  assert.equal((await set("europe/BERLIN")).body.timezone, "Europe/Berlin", "as it is listed");
  assert.equal((await set("asia/kolkata")).body.timezone, "Asia/Kolkata");
  assert.equal((await world.rest("GET", "/budget")).status, 200);
  await assert.rejects(requireTimezone(world.db, "Mars/Olympus"), /does not know "Mars\/Olympus"/);
});

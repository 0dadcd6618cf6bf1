import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { run } from "#core/run.ts";
import { exportAnswers } from "#domain/exports/export-answers.ts";
import { writeRows } from "#transports/shared/write-rows.ts";
import { collect } from "../../../../test/kit/read-all.ts";
import { isCluster } from "../../../../test/kit/test-database.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { findPrompts } from "./chat-conditions.ts";

const DAY = "2026-03-02";
const skip = isCluster && "On a cluster the coordinator does not know what others read.";

/** A world with four answers of a day, captured so many hours after it began. */
async function makeBelated(hours: readonly number[]) {
  const world = await makeWorld();
  const { pool, project, rest } = world;
  const lines = hours.map((_, index) => ({
    external_id: `${index}`,
    captured_at: `${DAY}T12:00:00Z`,
    prompt: `Which boots last longest, try ${index}?`,
    model: "ChatGPT",
    answer: "Acme lasts.",
    search_queries: ["boots"],
  }));
  const sent = lines.map((line) => JSON.stringify(line)).join("\n");
  assert.equal((await rest("POST", "/chats/import", sent)).status, 200);
  for (const [index, after] of hours.entries()) {
    await pool.query(
      `update answers set captured_at = $3::date::timestamp at time zone 'UTC' + make_interval(hours => $4)
        where project_id = $1 and external_id = $2`,
      [project.project_id, `${index}`, DAY, after],
    );
  }
  return world;
}

test("an answer of a day is listed under it however late it came, as its number says", async () => {
  // From a zone in the east, as usual, from a batch that was sent again in the west, and after servers were away for weeks.
  const world = await makeBelated([-14, 12, 71, 72, 98, 900]);
  for (const days of [
    `date_from=${DAY}&date_to=${DAY}`,
    `date_to=${DAY}`,
    `date_from=2026-02-01&date_to=${DAY}`,
  ]) {
    for (const path of ["/chats", "/search-queries"]) {
      for (const more of ["", "&limit=2", "&sort=asc", "&offset=5&limit=1"]) {
        const { body } = await world.rest("GET", `${path}?${days}${more}`);
        assert.equal(body.total_count, 6, `${path} ${days}`);
        const expected = more.includes("limit=2") ? 2 : more.includes("offset") ? 1 : 6;
        assert.equal(body.data.length, expected, `${path} ${days}${more}`);
      }
    }
    const range = Object.fromEntries(new URLSearchParams(days));
    const file = await collect(
      writeRows(await run(exportAnswers, world.context(), range), "jsonl"),
    );
    assert.equal(file.join("").trim().split("\n").length, 6);
  }
  for (const days of ["date_from=2026-03-03&date_to=2026-04-30", "date_to=2026-03-01"]) {
    const { body } = await world.rest("GET", `/chats?${days}`);
    assert.deepEqual([body.data.length, body.total_count], [0, 0], days);
  }
});

const MANY = 40_000;

test("where no answer came late, none is looked at to find that out", { skip }, async () => {
  const world = await makeWorld();
  const { db, project } = world;
  await world.rest(
    "POST",
    "/chats/import",
    JSON.stringify({
      captured_at: `${DAY}T12:00:00Z`,
      prompt: "Which boots last longest?",
      model: "ChatGPT",
      answer: "Acme lasts.",
    }),
  );
  await sql`
    insert into answers (project_id, prompt_id, model_id, day, sample, captured_at, status, origin, content_hash, answer, brand_ids)
    select project_id, prompt_id, model_id, day, n, captured_at + n * interval '1 ms', 'answered', 'import',
      sha256(n::text::bytea), '', '{}'
    from answers, generate_series(2, ${MANY}::integer) n where project_id = ${project.project_id}`.execute(
    db,
  );
  await sql`analyze answers`.execute(db);
  const read = await db.transaction().execute(async (trx) => {
    const countRead = async () => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
        where relname = 'answers'`.execute(trx);
      return rows[0]?.read ?? 0;
    };
    const before = await countRead();
    const scope = { date_to: DAY, branded: "include" as const, filters: [] };
    await findPrompts(trx, project, { scope, include_archived: true, sort: "desc" });
    return (await countRead()) - before;
  });
  assert.ok(read < MANY / 100, `${read} answers were read`);
});

test("an answer that came late hides none of the days after it", async () => {
  const world = await makeWorld();
  const days = Array.from({ length: 12 }, (_, n) => `2026-03-${`${n + 1}`.padStart(2, "0")}`);
  const lines = days.map((day) => ({
    external_id: day,
    captured_at: `${day}T12:00:00Z`,
    prompt: "Which boots last longest?",
    model: "ChatGPT",
    answer: "Acme lasts.",
    search_queries: ["boots"],
  }));
  const sent = lines.map((line) => JSON.stringify(line)).join("\n");
  assert.equal((await world.rest("POST", "/chats/import", sent)).status, 200);
  const last = days.at(-1) ?? "";
  const range = { date_from: days[0] ?? "", date_to: last };
  const report = await world.rest("POST", "/reports/brands", range);
  assert.equal(report.body.data[0].visibility_total, days.length);
  // In the middle of the range, and after all of it.
  for (const came of ["2026-03-06T12:00:00Z", "2026-03-31T12:00:00Z"]) {
    await world.pool.query(
      "update answers set captured_at = $3 where project_id = $1 and external_id = $2",
      [world.project.project_id, DAY, came],
    );
    for (const path of ["/chats", "/search-queries"]) {
      for (const more of ["", "&sort=asc", "&model_id=mdl_chatgpt", "&search=boots"]) {
        const { body } = await world.rest("GET", `${path}?${new URLSearchParams(range)}${more}`);
        const found = body.data.map(({ date }: { date: string }) => date).sort();
        assert.deepEqual([found, body.total_count], [days, days.length], `${path} ${more} ${came}`);
      }
    }
    const file = await collect(
      writeRows(await run(exportAnswers, world.context(), range), "jsonl"),
    );
    assert.equal(file.join("").trim().split("\n").length, days.length, came);
  }
});

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { insertFacts, type StoredAnswer } from "#domain/answers/facts/fact-queries.ts";
import { ensurePages } from "#domain/answers/sources/source-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { compareRandom } from "../../../test/kit/compare-reports.ts";
import { addModel, addPrompt } from "../../../test/kit/facts.ts";
import { call, signedIn } from "../../../test/kit/http-client.ts";
import { dumpProject } from "../../../test/kit/one-of-each.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { isCluster } from "../../../test/kit/test-database.ts";
import { waitFor } from "../../../test/kit/wait-for.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

const at = (day: string) => new Date(`${day}T12:00:00Z`);
const RETENTION = ({ project }: World) => `/projects/${project.id}/retention`;

/** Does what is done every hour, to its end. */
async function sweep(world: World): Promise<void> {
  await world.base
    .queueOn(world.db)
    .add({ name: "delete_expired", attempts: 1, work: "upkeep" }, {});
  await world.runJobs();
}

async function countOf({ pool, project }: World, table: string): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::integer as count from ${table} where project_id = $1`,
    [project.project_id],
  );
  return rows[0].count;
}

test("what is older than answers are kept is gone, and every report of the days that are kept stays as it was", async () => {
  // Every look at the clock is ten seconds later: a turn is one transaction or two.
  let looks = 0;
  const now = () => new Date(at("2026-04-11").getTime() + 10_000 * looks++);
  const world = await makeWorld({ now });
  const other = await world.neighbour({ name: "Other" });
  const market = await makeMarket(world, 11);
  await makeMarket(other, 12);
  const before = await dumpProject(other);
  const set = await world.rest("PATCH", RETENTION(world), { answers_days: 40 });
  assert.deepEqual([set.status, set.body.kept.answers_days], [200, 40]);
  assert.equal(set.body.answers_from, "2026-03-02");
  await sweep(world);
  const kept = market.facts.filter(({ day }) => day >= "2026-03-02");
  assert.ok(kept.length > 50 && kept.length < market.facts.length - 50);
  assert.equal(await countOf(world, "answers"), kept.length);
  const mentions = kept.flatMap((fact) => fact.mentions ?? []);
  assert.equal(await countOf(world, "mentions"), mentions.length);
  assert.equal(await countOf(world, "rollup_dirty"), 0);
  await compareRandom(world, { ...market, facts: kept }, 25);
  assert.equal(await dumpProject(other), before, "its neighbour");
});

const noTriggers = { skip: isCluster && "A cluster has no triggers to break it off with." };
test(
  "a turn that breaks off leaves whole answers and sums to be made, and the next goes on",
  noTriggers,
  async () => {
    const world = await makeWorld({ now: () => at("2026-04-11") });
    const market = await makeMarket(world, 13);
    await world.rest("PATCH", RETENTION(world), { answers_days: 40 });
    await world.pool.query(`
    create function pg_temp_break() returns trigger language plpgsql as $$
    begin raise exception 'broken off'; end $$;
    create trigger break_off before delete on citations for each statement execute function pg_temp_break()`);
    await assert.rejects(sweep(world), /broken off/);
    await world.pool.query("drop trigger break_off on citations; drop function pg_temp_break()");
    assert.equal(await countOf(world, "answers"), market.facts.length);
    await compareRandom(world, market, 3);
    await sweep(world);
    const kept = market.facts.filter(({ day }) => day >= "2026-03-02");
    assert.equal(await countOf(world, "answers"), kept.length);
    await compareRandom(world, { ...market, facts: kept }, 5);
  },
);

test("each thing has its own time; the shorter of the project's and the installation's holds", async () => {
  const world = await makeWorld();
  const { keep_days } = world.base.server;
  assert.deepEqual((await world.rest("GET", RETENTION(world))).body.kept, {
    ...{ answers_days: null, raw_bodies_days: null, runs_days: null, audit_days: null },
  });
  await world.rest("PATCH", RETENTION(world), { answers_days: 400, raw_bodies_days: 30 });
  Object.assign(keep_days, { answers: 90, raw_bodies: 60, audit: 365 });
  const { body } = await world.rest("GET", RETENTION(world));
  assert.deepEqual(body.kept, {
    ...{ answers_days: 90, raw_bodies_days: 30, runs_days: null, audit_days: 365 },
  });
  assert.deepEqual([body.answers_days, body.raw_bodies_days, body.runs_days], [400, 30, null]);
  const back = await world.rest("PATCH", RETENTION(world), { raw_bodies_days: null });
  assert.deepEqual([back.body.answers_days, back.body.kept.raw_bodies_days], [400, 60]);
  const short = await world.rest("PATCH", RETENTION(world), { answers_days: 34 });
  assert.equal(short.body.error.code, "VALIDATION_ERROR");
  const member = await signedIn(world, "member");
  const asked = { project_id: world.project.id, answers_days: 60 };
  const refused = await call(member.visitor, "set_retention", asked);
  assert.deepEqual([refused.status, refused.body.error.code], [403, "FORBIDDEN"]);
});

test("an import refuses answers of days that are no longer kept, and says why", async () => {
  const world = await makeWorld({ now: () => at("2026-04-11") });
  await world.rest("PATCH", RETENTION(world), { answers_days: 40 });
  const line = (day: string) =>
    JSON.stringify({ captured_at: `${day}T10:00:00Z`, prompt: "q", model: "m", answer: "Acme." });
  const lines = [line("2026-03-01"), line("2026-03-02")].join("\n");
  const { body } = await world.rest("POST", "/chats/import", lines);
  assert.deepEqual([body.imported, body.failed_count, body.failed[0].line], [1, 1, 1]);
  assert.match(
    body.failed[0].message,
    /^captured_at: of 2026-03-01, and answers are kept from 2026-03-02 on$/,
  );
});

const STEP_DAYS = 28;
const PER_DAY = 20;
const KEEP_DAYS = 90;
/** Bytes by which the smallest tables sway. */
const PAGES = 8 * 8_192;

/** Stores the answers, bodies and runs of some days, as capturing does; pages of a week are of that week alone. */
async function captureDays(
  world: World,
  asked: { model_id: number; prompt_id: number },
  first: string,
) {
  const { db, pool, project } = world;
  const days = Array.from({ length: STEP_DAYS }, (_, n) => addDays(first, n));
  const pages = days
    .filter((_, n) => n % 7 === 0)
    .flatMap((week) =>
      ["a", "b", "c"].map((name) => {
        const url = `https://${week}.example/${name}`;
        const url_hash = createHash("md5").update(url).digest("hex");
        return { url, url_hash, domain: `${week}.example`, title: null, page_type: "article" };
      }),
    );
  const numbers = await ensurePages(db, project, {
    pages,
    sites: { own_domains: [], competitor_domains: [] },
  });
  const { rows: own } = await pool.query("select brand_id from brands where project_id = $1", [
    project.project_id,
  ]);
  const answers = days.flatMap((day, at_day) =>
    Array.from({ length: PER_DAY }, (_, n): StoredAnswer => {
      const used = pages.slice(Math.floor(at_day / 7) * 3).slice(0, 3);
      return {
        ...{ ...asked, day, external_id: `${day} ${n}`, captured_at: at(day), status: "answered" },
        ...{ content_hash: createHash("sha256").update(`${day}${n}`).digest() },
        ...{ answer: "Acme is one. ".repeat(20), served_model: null, search_ran: true },
        ...{ origin: "capture", search_queries: [`q ${n}`], is_partial: false },
        mentions: [
          {
            ...{ brand_id: own[0].brand_id, position: 1, mention_count: 1, sentiment: 0.5 },
            evidence: [{ start: 0, end: 4 }],
          },
        ] as never,
        pages: used.map((page, position) => ({
          ...{ ...page, retrieved: 1, cited: 1, position, raw_url: null },
          ...(numbers.get(page.url) ?? { url_id: 0, domain_id: 0 }),
        })) as never,
      };
    }),
  );
  const ids = await db.transaction().execute((trx) => insertFacts(trx, project, answers));
  await pool.query(
    `insert into raw_answers (project_id, answer_id, adapter_version, body)
     select $1, id, 'x/1', '{"a": 1}' from unnest($2::bigint[]) id`,
    [project.project_id, ids],
  );
  await pool.query(
    `with run as (insert into capture_runs (project_id, day, created_at, completed_at)
       select $1, day, day, day + 1 from unnest($2::date[]) day returning run_id, day)
     insert into capture_tasks (project_id, run_id, day, model_id, prompt_id, sample, status, run_after, cost_micros)
     select $1, run_id, day, $3, $4, n, 'done', day, 10 from run, generate_series(1, $5::integer) n`,
    [project.project_id, days, asked.model_id, asked.prompt_id, PER_DAY],
  );
  await pool.query(
    `insert into capture_ledger (project_id, day, model_id, asked, spent_micros)
     select $1, day, $2, $3, 10 * $3 from unnest($4::date[]) day`,
    [project.project_id, asked.model_id, PER_DAY, days],
  );
  await rebuildDirtyRollups(db, project);
}

const GROWING =
  "answers mentions citations search_queries urls domains raw_answers capture_runs capture_tasks answer_rollup brand_rollup domain_rollup url_rollup gap_rollup prompt_rollup cell_rollup".split(
    " ",
  );

/** Rows of the project and bytes of the whole table with its indexes, once the dead rows were cleaned up. */
async function measure(world: World) {
  const rows: Record<string, number> = {};
  const bytes: Record<string, number> = {};
  await world.pool.query(`vacuum ${GROWING.join(", ")}`);
  for (const table of GROWING) {
    rows[table] = await countOf(world, table);
    const { rows: sizes } = await world.pool.query(
      `select pg_total_relation_size('${table}')::integer as bytes`,
    );
    bytes[table] = sizes[0].bytes;
  }
  return { rows, bytes };
}

/** Dead rows that cleaning up leaves; sessions report what they did with a delay. */
async function countDead({ pool }: World): Promise<number> {
  await pool.query(`vacuum ${GROWING.join(", ")}`);
  const { rows } = await pool.query(
    "select sum(n_dead_tup)::integer as dead from pg_stat_user_tables where relname = any($1)",
    [GROWING],
  );
  return rows[0].dead;
}

test("two years of answers of which 90 days are kept take the room of 90 days, and the ledger keeps all", async () => {
  const first = "2024-11-01";
  let today = first;
  const world = await makeWorld({ now: () => at(today) });
  const { db, project } = world;
  const { project_id } = project;
  const asked = {
    model_id: await addModel(db, project_id, "a"),
    prompt_id: await addPrompt(db, project_id, { text: "one" }),
  };
  Object.assign(world.base.server.keep_days, { audit: 30 });
  await world.rest("PATCH", RETENTION(world), {
    ...{ answers_days: KEEP_DAYS, raw_bodies_days: 30, runs_days: 60 },
  });
  const most: Awaited<ReturnType<typeof measure>>[] = [];
  for (let day = 0; day < 730; day += STEP_DAYS) {
    await captureDays(world, asked, addDays(first, day));
    today = addDays(first, day + STEP_DAYS - 1);
    await world.pool.query(
      "insert into audit_log (organisation_id, project_id, actor, door, operation, at) values ($1, $2, 'system', 'job', 'x', $3)",
      [project.organisation_id, project_id, at(today)],
    );
    await sweep(world);
    most.push(await measure(world));
  }
  // From a quarter on, when the first days have gone and every step writes as much as it deletes.
  const [early, late] = [most.slice(5, 14), most.slice(-9)];
  for (const table of GROWING) {
    for (const what of ["rows", "bytes"] as const) {
      const mostOf = (some: typeof most) => Math.max(...some.map((one) => one[what][table] ?? 0));
      assert.ok(mostOf(early) > 0, table);
      const room = mostOf(early) * 1.1 + (what === "bytes" ? PAGES : 0);
      assert.ok(
        mostOf(late) <= room,
        `${what} of ${table}: ${mostOf(early)}, then ${mostOf(late)}`,
      );
    }
  }
  await waitFor("no dead rows", async () => (await countDead(world)) === 0);
  const { rows } = most.at(-1) ?? { rows: {} as Record<string, number> };
  const kept = (days: number) => (days + 1) * PER_DAY;
  assert.deepEqual(
    [rows["answers"], rows["raw_answers"], rows["capture_tasks"]],
    [kept(KEEP_DAYS), kept(30), kept(60)],
  );
  const ledger = await sql<{ spent: number }>`select sum(spent_micros)::bigint as spent
    from capture_ledger where project_id = ${project_id}`.execute(db);
  assert.equal(ledger.rows[0]?.spent, most.length * STEP_DAYS * PER_DAY * 10);
  const audit = await world.pool.query(
    "select count(*)::integer as count from audit_log where project_id = $1 and operation = 'x'",
    [project_id],
  );
  assert.equal(audit.rows[0].count, 2);
  const usage = await world.rest("GET", "/usage");
  const month = addDays(today, 1 - Number(today.slice(8)));
  const since = await world.pool.query(
    "select count(*)::integer as count from answers where project_id = $1 and day >= $2",
    [project_id, month],
  );
  assert.equal(usage.body.used.captures_per_month, since.rows[0].count);
  const empty = await world.rest("POST", "/reports/brands", {
    ...{ date_from: first, date_to: addDays(today, -KEEP_DAYS - 1) },
  });
  assert.equal(empty.body.population.answers, 0);
  const full = await world.rest("POST", "/reports/brands", { date_from: first, date_to: today });
  assert.equal(full.body.population.answers, kept(KEEP_DAYS));
});

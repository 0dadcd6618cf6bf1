import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test as run, type TestFn } from "node:test";
import fc from "fast-check";
import pg from "pg";
import { migrate } from "#adapters/database/migrate.ts";
import { makePool } from "#adapters/database/pool.ts";
import { makeReadingRole } from "#adapters/database/reading-role.ts";
import { encodeId, ID_KINDS } from "#core/id.ts";
import { addViewRole, removeViewRole } from "#domain/projects/view-role-queries.ts";
import { makeMarket } from "../kit/random-project.ts";
import { sumSources } from "../kit/sum-sources.ts";
import { isCluster, type TestServers } from "../kit/test-database.ts";
import { waitForLock } from "../kit/wait-for.ts";
import { makeWorld, type World } from "../kit/world.ts";

const world = await makeWorld();
const neighbour = await world.neighbour({ name: "Neighbour" });
await makeMarket(world, 21);
await makeMarket(neighbour, 22);
// Of few answers, as most projects are at first: no sums of their sources are made.
const small = await world.neighbour({ name: "Small" });
await sumSources(world.pool, { from: 6_000 });
await makeMarket(small, 23);
await sumSources(world.pool, { from: 0 });
const skip = isCluster && "Views are refused on a cluster.";
const test = (name: string, work: TestFn) => run(name, { skip }, work);
if (!skip) await migrate(world.pool, undefined, "views");
const VIEWS = ["answers", "mentions", "citations", "answer_days", "brand_days", "source_days"];
const DAYS = { date_from: "2026-01-10", date_to: "2026-03-20" };
const BETWEEN = "date between '2026-01-10' and '2026-03-20'";

/** Roles are of the server: dropped when the database of these tests is. */
const made: string[] = [];
const { server } = JSON.parse(process.env["EARSHOT_TEST_POSTGRES"] ?? "{}") as TestServers;
after(async () => {
  const admin = makePool({ ...server, database: "postgres" }, { size: 1 });
  for (const role of made) await admin.query(`drop role ${role}`);
  await admin.end();
});

type Reader = { role: string; ask(text: string): Promise<Record<string, unknown>[]> };

/** A new role of the database that was granted some project, or all, and asks as that. */
async function makeReader(project: Pick<World["project"], "project_id"> | "all"): Promise<Reader> {
  const name = `reader_${randomBytes(6).toString("hex")}`;
  const { role, password } = await makeReadingRole(world.pool, name);
  assert(password);
  const project_id = project === "all" ? null : project.project_id;
  await addViewRole(world.db, { role, project_id }, new Date());
  const { host, port, database } = world.pool.options;
  const pool = new pg.Pool({ host, port, database, user: role, password, max: 1 } as pg.PoolConfig);
  pool.on("error", () => {});
  made.push(role);
  after(() => pool.end());
  return { role, ask: async (text) => (await pool.query({ text, types: NUMBERS })).rows };
}

/** Sums of integers are numerics, days are texts as REST has them. */
const NUMBERS = {
  getTypeParser: (oid: number, format: "text") =>
    [20, 701, 1700].includes(oid)
      ? Number
      : oid === 1082
        ? (text: string) => text
        : pg.types.getTypeParser(oid, format),
} as unknown as pg.CustomTypesConfig;

const [one, few, all] = skip
  ? ([] as never)
  : [await makeReader(world.project), await makeReader(small.project), await makeReader("all")];

test("ids in the views are those of the codec", async () => {
  const numbers = [
    ...Array.from({ length: 3_000 }, (_, number) => number),
    ...[51, 2_601, 132_651, 6_765_201, 345_025_251, 17_596_287_801].flatMap((power) => [
      ...[power - 1, power, power + 1, power * 2 + 7],
    ]),
    ...[897_410_677_851, 45_767_944_570_401, 2_334_165_173_090_451, Number.MAX_SAFE_INTEGER],
    ...fc.sample(fc.maxSafeNat(), 2_000),
  ];
  const { rows } = await world.pool.query<{ id: string }>(
    `select earshot.public_id($1, number) as id from unnest($2::bigint[]) with ordinality as n (number, place)
     order by place`,
    ["cht", numbers],
  );
  const expected = numbers.map((number) => encodeId("cht", number));
  assert.deepEqual(
    rows.map(({ id }) => id),
    expected,
  );
  const { rows: plan } = await world.pool.query(
    "explain (verbose, costs off) select earshot.public_id('brd', brand_id) from brands",
  );
  assert.doesNotMatch(JSON.stringify(plan), /public_id|id_letter|id_digit/, "it is no call");
  const { rows: none } = await world.pool.query("select earshot.public_id('top', null) as id");
  assert.equal(none[0].id, null);
  for (const kind of Object.keys(ID_KINDS) as (keyof typeof ID_KINDS)[]) {
    const [row] = (await world.pool.query("select earshot.public_id($1, 7) as id", [kind])).rows;
    assert.equal(row.id, encodeId(kind, 7));
  }
});

test("brands by day divide to what the report says", async () => {
  for (const dimensions of [
    [],
    ["model_id"],
    ["country_code"],
    ["topic_id"],
    ["date"],
    ["month"],
  ]) {
    const { body } = await world.rest("POST", "/reports/brands", {
      ...DAYS,
      dimensions,
      limit: 1_000,
    });
    const [by = "true"] = dimensions;
    const value = by === "month" ? "date_trunc('month', date)::date" : by;
    const rows = await one.ask(`
      select ${value} as part, brand_id as id, brand as name, is_own,
        sum(visibility_count)::float8 / nullif(sum(visibility_total), 0) as visibility,
        sum(visibility_count) as visibility_count, sum(visibility_total) as visibility_total,
        sum(mention_count) as mention_count,
        sum(visibility_count)::float8 / nullif(sum(share_of_voice_total), 0) as share_of_voice,
        sum(share_of_voice_total) as share_of_voice_total,
        sum(position_sum)::float8 / nullif(sum(position_count), 0) as position,
        sum(position_sum) as position_sum, sum(position_count) as position_count,
        sum(first_count) as first_count,
        50 + 50 * sum(sentiment_sum) / nullif(sum(sentiment_count), 0) as sentiment,
        sum(sentiment_count) as sentiment_count
      from earshot.v1_brand_days where ${BETWEEN} group by 1, 2, 3, 4`);
    const seen = new Map(rows.map((row) => [`${row["part"]} ${row["id"]}`, row]));
    assert.equal(body.total_count, rows.length, by);
    assert.equal(body.data.length, rows.length, by);
    for (const { brand, ...row } of body.data) {
      const found = seen.get(`${by === "true" ? true : row[by]} ${brand.id}`);
      assert(found, `${by} ${row[by]} ${brand.name}`);
      const { part: _part, ...numbers } = found;
      const expected = Object.keys(numbers).map((name) => [name, brand[name] ?? row[name]]);
      assertClose(numbers, Object.fromEntries(expected));
    }
  }
});

/** The same but for what floating point leaves of sums in another order. */
function assertClose(found: Record<string, unknown>, expected: Record<string, unknown>): void {
  const rounded = (row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === "number" ? Number(value.toFixed(9)) : value,
      ]),
    );
  assert.deepEqual(rounded(found), rounded(expected));
}

test("sources by day, held against answers by day, divide to what the report says", async () => {
  const asked = [null, "model_id", "date"].flatMap((by) => [
    { by, of: world, reader: one },
    { by, of: small, reader: few },
  ]);
  for (const { by, of, reader } of asked) {
    const dimensions = by ? [by] : [];
    const { body } = await of.rest("POST", "/reports/domains", {
      ...DAYS,
      dimensions,
      limit: 1_000,
    });
    const rows = await reader.ask(`
      with totals as (
        select ${by ?? "true"} as part, sum(total_chat_count) as total from earshot.v1_answer_days
        where ${BETWEEN} group by 1)
      select part, domain, classification,
        sum(retrieved_chat_count)::float8 / total as retrieved_percentage,
        sum(retrieved_chat_count) as retrieved_chat_count,
        sum(cited_chat_count)::float8 / total as cited_percentage,
        sum(cited_chat_count) as cited_chat_count, total as total_chat_count,
        sum(retrieval_count) as retrieval_count, sum(citation_count) as citation_count
      from earshot.v1_source_days s join totals on part = ${by ? `s.${by}` : "true"}
      where ${BETWEEN} group by part, domain, classification, total`);
    const seen = new Map(rows.map((row) => [`${row["part"]} ${row["domain"]}`, row]));
    assert.ok(rows.length > 2);
    assert.equal(body.data.length, rows.length);
    for (const row of body.data) {
      const found = seen.get(`${by ? row[by] : true} ${row.domain}`);
      assert(found, `${by} ${row.domain}`);
      const { part: _part, ...numbers } = found;
      const expected = Object.keys(numbers).map((name) => [name, row[name]]);
      assertClose(numbers, Object.fromEntries(expected));
    }
  }
});

test("pages are counted from citations, and answers from answers", async () => {
  const { body } = await world.rest("POST", "/reports/urls", { ...DAYS, limit: 1_000 });
  const rows = await one.ask(`
    select url, domain, page_type,
      count(*) filter (where retrieved)::integer as retrieved_chat_count,
      count(*) filter (where cited)::integer as cited_chat_count,
      sum(retrieval_count) as retrieval_count, sum(citation_count) as citation_count
    from earshot.v1_citations where is_counted and ${BETWEEN} group by 1, 2, 3`);
  assert.equal(rows.length, body.data.length);
  for (const row of body.data) {
    const found = rows.find(({ url }) => url === row.url);
    assert(found, row.url);
    assertClose(found, Object.fromEntries(Object.keys(found).map((name) => [name, row[name]])));
  }
  const { population } = (await world.rest("POST", "/reports/brands", DAYS)).body;
  const [counted] = await one.ask(`
    select sum(usable_answers) as answers, sum(no_answer) as no_answer, sum(refused) as refused,
      sum(error) as error, sum(cut_answers) as cut_answers,
      sum(usable_answers) filter (where is_branded) as branded_answers
    from earshot.v1_answer_days where ${BETWEEN}`);
  assert.deepEqual(counted, population);
});

test("an answer's row, its mentions and its sources are those of REST, ids and texts", async () => {
  const { body } = await world.rest("GET", "/chats?limit=40&offset=0");
  assert.equal(body.data.length, 40);
  for (const chat of body.data) {
    const { body: detail } = await world.rest("GET", `/chats/${chat.id}`);
    const [row] = await one.ask(`select * from earshot.v1_answers where chat_id = '${chat.id}'`);
    assert(row, chat.id);
    for (const [name, value] of Object.entries(detail)) {
      if (name in row && name !== "captured_at") assert.deepEqual(row[name], value, name);
    }
    assert.equal((row["captured_at"] as Date).getTime(), Date.parse(detail.captured_at));
    const mentions = await one.ask(`select brand_id, position, mention_count, sentiment
      from earshot.v1_mentions where chat_id = '${chat.id}' order by position`);
    assert.deepEqual(
      mentions,
      detail.brands_mentioned.map((mention: Record<string, unknown>) =>
        Object.fromEntries(Object.keys(mentions[0] ?? {}).map((name) => [name, mention[name]])),
      ),
    );
    const pages = await one.ask(`select url, retrieved, cited, citation_count
      from earshot.v1_citations where chat_id = '${chat.id}' order by url`);
    const sources = detail.sources as Record<string, unknown>[];
    assert.equal(pages.length, sources.length);
    for (const page of pages) {
      const source = sources.find(({ url_normalized, url }) =>
        [url_normalized, url].includes(page["url"]),
      );
      assert.deepEqual(
        [page["retrieved"], page["cited"], page["citation_count"]],
        [source?.["retrieved"], source?.["cited"], source?.["citation_count"]],
      );
    }
  }
});

test("a role sees its project alone, or all, and one that was granted nothing sees nothing", async () => {
  for (const view of VIEWS) {
    const projects = (reader: Reader) =>
      reader
        .ask(`select distinct project_id as id from earshot.v1_${view} order by 1`)
        .then((rows) => rows.map(({ id }) => id));
    assert.deepEqual(await projects(one), [world.project.id], view);
    const both = [world.project.id, neighbour.project.id];
    assert.deepEqual(
      (await projects(all)).filter((id) => both.includes(String(id))),
      both.sort(),
      view,
    );
  }
  const gone = await makeReader(neighbour.project);
  await removeViewRole(world.db, { role: gone.role, project_id: neighbour.project.project_id });
  await assert.rejects(gone.ask("select from earshot.v1_answers"), /permission denied/);
  const later = await makeReader(neighbour.project);
  await migrate(world.pool, undefined, "views");
  assert.ok((await later.ask("select from earshot.v1_answers limit 1")).length > 0);
});

test("no function of a role's own is shown a row that the role may not see, nor any table", async () => {
  const other = await makeReader(neighbour.project);
  const schema = `own_${one.role}`;
  await world.pool.query(`create schema ${schema} authorization ${one.role}`);
  const rows = await one.ask("select current_user as name");
  assert.deepEqual(rows, [{ name: one.role }]);
  // Cheap, so that the planner would ask it first; it keeps what it is shown.
  await one.ask(`set default_transaction_read_only = off`);
  await one.ask(`create table ${schema}.seen (value text)`);
  await one.ask(`create function ${schema}.spy(value text) returns boolean language plpgsql cost 0.0000001 as
    $$ begin insert into ${schema}.seen values (value); return true; end $$`);
  // Names that stand before those of PostgreSQL in the path of who asks.
  await one.ask(`create function ${schema}.substr(text, integer, integer) returns text language plpgsql as
    $$ begin insert into ${schema}.seen values ($1); return 'x'; end $$`);
  await one.ask(`set search_path = ${schema}, pg_catalog, earshot`);
  for (const view of VIEWS) {
    await one.ask(`select count(*) from earshot.v1_${view} where ${schema}.spy(project_id)`);
    await one.ask(`select count(*) from earshot.v1_${view} where ${schema}.spy(project)`);
    await one.ask(`select v.* from earshot.v1_${view} v where ${schema}.spy(v::text) limit 500`);
  }
  await one.ask(`select from earshot.v1_answers where ${schema}.spy(answer) and prompt_text > ''`);
  const seen = await one.ask(`select distinct value from ${schema}.seen`);
  assert.ok(seen.length > 200, `${seen.length} rows seen`);
  const foreign = await other.ask(`select project_id as id from earshot.v1_answers
    union select chat_id from earshot.v1_answers union select brand_id from earshot.v1_brand_days
    union select prompt_id from earshot.v1_answers`);
  assert.ok(foreign.length > 200);
  const shown = seen.map(({ value }) => String(value)).join("\n");
  assert.deepEqual(
    foreign.filter(({ id }) => shown.includes(String(id))),
    [],
  );
  assert.ok(!shown.includes("Neighbour"));
  const { rows: tables } = await world.pool.query<{ name: string }>(
    `select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
     where relkind in ('r', 'v', 'm', 'S') and relname not like 'v1\\_%' and (relnamespace = 'public'::regnamespace
       or relnamespace in ('earshot'::regnamespace, 'graphile_worker'::regnamespace))`,
  );
  assert.ok(tables.length > 50);
  for (const { name } of tables) {
    await assert.rejects(one.ask(`select * from ${name} limit 1`), /permission denied/, name);
  }
  for (const text of [
    `insert into earshot.v1_answers (project) values ('x')`,
    "delete from earshot.v1_mentions",
    "update earshot.v1_answers set answer = ''",
    "select earshot.grant_views(current_user)",
    "create table earshot.mine (one integer)",
  ]) {
    await assert.rejects(one.ask(text), /permission denied|cannot|no privileges/, text);
  }
  await world.pool.query(`drop schema ${schema} cascade`);
});

test("a session of such a role reads only, and what takes too long is stopped", async () => {
  const reader = await makeReader(world.project);
  const [row] = await reader.ask(`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('default_transaction_read_only') as reads, current_schema() as schema`);
  assert.deepEqual(row, { statement: "1min", idle: "1min", reads: "on", schema: "earshot" });
  const { rows } = await world.pool.query("select rolconnlimit from pg_roles where rolname = $1", [
    reader.role,
  ]);
  assert.equal(rows[0].rolconnlimit, 10);
  // What docs/views.md warns of: nothing keeps a role from it.
  await reader.ask("select pg_advisory_lock(1), pg_advisory_unlock(1)");
  await reader.ask("set statement_timeout = '50ms'");
  await assert.rejects(reader.ask("select pg_sleep(5)"), /statement timeout/);
});

test("a role that holds Earshot's locks stops writing to that project until its session is ended, and nothing else", async () => {
  const victim = await world.neighbour({ name: "Victim" });
  const reader = await makeReader(world.project);
  // The lock of the answers of a project whose number it guesses, granted to it or not.
  await reader.ask(`select pg_advisory_lock(4212, ${victim.project.project_id})`);
  const line = JSON.stringify({
    captured_at: "2026-01-02T10:00:00Z",
    prompt: "q",
    model: "m",
    answer: "Acme.",
  });
  const importing = victim.rest("POST", "/chats/import", line);
  await waitForLock(world.pool);
  assert.equal((await victim.rest("GET", "/chats")).body.total_count, 0);
  assert.equal((await world.rest("POST", "/chats/import", line)).status, 200, "another project");
  const { rows } = await world.pool.query(
    "select pg_terminate_backend(pid) as ended from pg_stat_activity where usename = $1",
    [reader.role],
  );
  assert.deepEqual(rows, [{ ended: true }]);
  assert.equal((await importing).body.imported, 1);
});

test("a role that reads tables is refused, and so is a name that is none", async () => {
  const role = `reader_${randomBytes(6).toString("hex")}`;
  await world.pool.query(`create role ${role} login; grant select (name) on projects to ${role}`);
  await assert.rejects(
    makeReadingRole(world.pool, role),
    /can read the tables themselves \(projects/,
  );
  // It has the rights of that one as soon as it asks for them.
  const member = `${role}_m`;
  await world.pool.query(`create role ${member} login noinherit in role ${role}`);
  await assert.rejects(makeReadingRole(world.pool, member), /can read the tables themselves/);
  await world.pool.query(`drop role ${member}; drop owned by ${role}; drop role ${role}`);
  await assert.rejects(makeReadingRole(world.pool, String(world.pool.options.user)), /tables/);
  for (const name of ["pg_reader", "Reader", "a b", 'x"; drop table answers', ""])
    await assert.rejects(makeReadingRole(world.pool, name), /lower case letters/);
});

test("a role that could make functions among the tables is refused, with what to run against it", async () => {
  const role = `reader_${randomBytes(6).toString("hex")}`;
  await world.pool.query("grant create on schema public to public");
  try {
    await assert.rejects(
      makeReadingRole(world.pool, role),
      /Every role may make things[\s\S]*\nrevoke create on schema public from public;$/,
    );
  } finally {
    await world.pool.query("revoke create on schema public from public");
  }
  await world.pool.query(`create role ${role} login; grant create on schema public to ${role}`);
  const refusal = await makeReadingRole(world.pool, role).catch((error: Error) => error.message);
  assert(typeof refusal === "string");
  const [, sql = ""] = /:\n(revoke .*)$/.exec(refusal) ?? [];
  await world.pool.query(sql);
  assert.equal((await makeReadingRole(world.pool, role)).role, role);
  made.push(role);
});

test("where ours may not make roles nothing is changed and the SQL for who may is said, which does it", async () => {
  const { host, port, database } = world.pool.options;
  const weak = `weak_${randomBytes(6).toString("hex")}`;
  const role = `reader_${randomBytes(6).toString("hex")}`;
  await world.pool.query(`create role ${weak} login password 'weak'`);
  const pool = new pg.Pool({ host, port, database, user: weak, password: "weak" } as pg.PoolConfig);
  pool.on("error", () => {});
  made.push(weak, role);
  after(() => pool.end());
  const refusal = await makeReadingRole(pool, role).catch((error: Error) => error.message);
  assert(typeof refusal === "string");
  assert.match(refusal, /may not make roles, and nothing was changed/);
  const [, sql = ""] = /:\n([\s\S]*)$/.exec(refusal) ?? [];
  await world.pool.query(sql.replace("a password of your choice", "secret"));
  assert.deepEqual(await makeReadingRole(pool, role), { role, password: null });
  await world.pool.query(`alter role ${role} in database ${database} reset statement_timeout`);
  await assert.rejects(makeReadingRole(pool, role), /may not change roles[\s\S]*statement_timeout/);
});

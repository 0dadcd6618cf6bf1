import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { detectOutdated } from "#domain/answers/facts/detect-outdated.ts";
import { requestDetection } from "#domain/brands/request-detection.ts";
import { listDirtyDays } from "#domain/sums/dirty-days.ts";
import { ask, fillBackupProject } from "../../../test/kit/backup-project.ts";
import { jobContext } from "../../../test/kit/event-checks.ts";
import { addModel, addPrompt, putFact } from "../../../test/kit/facts.ts";
import { collect } from "../../../test/kit/read-all.ts";
import { countAll, restore } from "../../../test/kit/restore.ts";
import { isCluster } from "../../../test/kit/test-database.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { makeSeal } from "./backup-format.ts";
import { finishRestore } from "./backup-queries.ts";
import { BACKUP_TABLES } from "./backup-tables.ts";
import { writeBackup } from "./write-backup.ts";

const server = await startSimulatedServer({ seed: "backup" });
after(() => server.close());

const world = await makeWorld();
await fillBackupProject(world, server);
const lines = (await collect(writeBackup(world.context()))).join("").split("\n").slice(0, -1);

/** A whole backup of these lines, after the first of which its header stands. */
function sealed(header: object, rows: readonly string[]): string {
  const seal = makeSeal();
  const first = JSON.stringify(header);
  seal.add(first);
  for (const row of rows) seal.add(row, /^\{"(\w+)"/.exec(row)?.[1]);
  return `${[first, ...rows, JSON.stringify({ end: seal.end() })].join("\n")}\n`;
}

async function assertRefused(header: object, rows: readonly string[], message: RegExp) {
  const file = sealed(header, rows);
  await assert.rejects(restore(world, file), { code: "VALIDATION_ERROR", message });
}

test("a backup of an older Earshot is restored, with what new rows have in the columns that it lacks", async () => {
  const { rows: found } = await world.pool.query<{ name: string; column: string; value: string }>(
    `select attrelid::regclass::text as name, attname as column, pg_get_expr(adbin, adrelid) as value
     from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid = any(array(select to_regclass(name) from unnest($1::text[]) name))
       and not exists (select from pg_index where indrelid = attrelid and indisunique and attnum = any(indkey))`,
    [["projects", ...Object.keys(BACKUP_TABLES)]],
  );
  const header = JSON.parse(lines[0] ?? "");
  const filled = Map.groupBy(
    found.filter(({ name, column }) => header.tables[name].includes(column)),
    ({ name }) => name,
  );
  assert.ok(filled.size > 10, "many tables have columns that are filled in");
  const other = await world.neighbour({ name: "Older" });
  // One column of each table at a time.
  const most = Math.max(...[...filled.values()].map((columns) => columns.length));
  for (let at = 0; at < most; at++) {
    const lacking = new Map([...filled].map(([name, columns]) => [name, columns.at(at)]));
    const rows = lines.slice(1, -1).map((line) => {
      const [[name, row]] = Object.entries(JSON.parse(line)) as [[string, object]];
      const column = lacking.get(name)?.column;
      return JSON.stringify({ [name]: { ...row, ...(column && { [column]: undefined }) } });
    });
    const tables = Object.entries<string[]>(header.tables).map(([name, columns]) => [
      name,
      columns.filter((column) => column !== lacking.get(name)?.column),
    ]);
    const older = sealed({ ...header, tables: Object.fromEntries(tables) }, rows);
    const { project_id } = await restore(other, older);
    for (const { name, column, value } of [...lacking.values()].filter(
      (one) => one !== undefined,
    )) {
      if (value === "now()" || column in (BACKUP_TABLES[name]?.restore ?? {})) continue;
      const { rows: differing } = await world.pool.query(
        `select from ${name} where project_id = $1 and ${column} is distinct from ${value}`,
        [project_id],
      );
      const kept = name === "projects" && column === "status" ? 1 : 0;
      assert.equal(differing.length, kept, `${name}.${column}`);
    }
  }
});

test("a backup without a project, or with rows whose columns it does not name, is refused", async () => {
  const before = await countAll(world);
  const header = JSON.parse(lines[0] ?? "");
  await assertRefused(header, [], /it has no project/);
  const rows = lines.slice(1, -1);
  for (const name of ["projects", "brands", "citations"]) {
    const { [name]: _, ...tables } = header.tables;
    const why = new RegExp(`names no columns of ${name}`);
    await assertRefused({ ...header, tables }, rows, why);
    await assertRefused({ ...header, tables: { ...tables, [name]: [] } }, rows, why);
  }
  assert.deepEqual(await countAll(world), before);
});

test("what an older Earshot found in answers is shown as it was found, until a brand changes", async () => {
  const rows = lines.slice(1, -1).map((line) => {
    const { mentions, brands } = JSON.parse(line);
    if (brands) return JSON.stringify({ brands: { ...brands, status: "ready" } });
    return mentions ? JSON.stringify({ mentions: { ...mentions, mention_count: 77 } }) : line;
  });
  const other = await world.neighbour({ name: "Past" });
  const { project_id } = await restore(other, sealed(JSON.parse(lines[0] ?? ""), rows));
  const counts = async () => {
    const found = await world.pool.query(
      "select distinct mention_count as count from mentions where project_id = $1",
      [project_id],
    );
    return found.rows.map(({ count }) => count);
  };
  await detectOutdated.handler(jobContext(other), {});
  await other.runJobs();
  assert.deepEqual(await counts(), [77]);
  await requestDetection({ ...other.base, project: { project_id } }, []);
  await other.runJobs();
  assert.ok(!(await counts()).includes(77), "a change of brands has all answers read");
});

test("the days of a restored project are found without a look at each of its answers", {
  skip: isCluster && "What is read is counted where the answers are.",
}, async () => {
  const { db, project } = await world.neighbour({ name: "Long" });
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "a");
  const prompt_id = await addPrompt(db, project_id, { text: "one" });
  const days = ["2026-01-01", "2026-01-05"];
  await db.transaction().execute(async (trx) => {
    for (let sample = 1; sample <= 100; sample++)
      for (const day of days) await putFact(trx, project_id, { day, model_id, prompt_id, sample });
    await sql`delete from rollup_dirty where project_id = ${project_id}`.execute(trx);
    const countRead = async () => {
      const { rows } = await sql<{ read: number }>`select seq_tup_read + idx_tup_fetch as read
        from pg_stat_xact_user_tables where relname = 'answers'`.execute(trx);
      return rows[0]?.read ?? Number.NaN;
    };
    const before = await countRead();
    await finishRestore(trx, project);
    const read = (await countRead()) - before;
    assert.ok(read < 10, `${read} rows`);
    assert.deepEqual(await listDirtyDays(trx, project), days);
  });
});

test("what a brand that is just being deleted had taken is given back after a restore, too", async () => {
  const deleting = await world.neighbour({ name: "Deleting" });
  const brand_ids = [];
  for (const name of ["Globex", "Acme"])
    brand_ids.push((await ask(deleting.context(), "create_brand", { name }))["id"]);
  const answer = { captured_at: "2026-03-01T06:00:00Z", prompt: "Which?", model: "ChatGPT" };
  const body = JSON.stringify({ ...answer, answer: "Globex is first, Acme second." });
  await deleting.rest("POST", "/chats/import", body);
  await deleting.runJobs();
  await ask(deleting.context(), "delete_brand", { brand_id: brand_ids[0] });
  const file = (await collect(writeBackup(deleting.context()))).join("");
  const { project_id } = await restore(deleting, file);
  await deleting.runJobs();
  const { rows } = await deleting.pool.query(
    "select position from mentions where project_id = $1",
    [project_id],
  );
  assert.deepEqual(rows, [{ position: 1 }]);
});

test("who decided about actions, and whose they are where that is a user's address, are not in a backup", async () => {
  const { pool, project, user, context } = await world.neighbour({ name: "Decided" });
  await pool.query(
    `insert into actions (project_id, kind, subject, owner, changed_by, updated_at)
     select $1, 'page_lost', owner, owner, $2, now() from unnest($3::text[]) owner`,
    [project.project_id, user.email, [user.email.toUpperCase(), "Anna of PR"]],
  );
  const header = JSON.parse(lines[0] ?? "");
  const file = (await collect(writeBackup(context()))).join("");
  assert.ok(!file.replaceAll(`"subject":"${user.email.toUpperCase()}"`, "").match(/@example/i));
  // One of an older Earshot names them.
  const rows = file.split("\n").slice(1, -2);
  const old = rows.map((row) =>
    row.replace('"changed_by":null', '"changed_by":"gone@example.com"'),
  );
  assert.notDeepEqual(old, rows);
  const { project_id } = await restore(world, sealed(header, old), { name: "Decided" });
  const { rows: restored } = await pool.query(
    "select owner, changed_by from actions where project_id = $1 order by owner",
    [project_id],
  );
  assert.deepEqual(restored, [
    { owner: "Anna of PR", changed_by: null },
    { owner: null, changed_by: null },
  ]);
});

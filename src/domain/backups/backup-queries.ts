import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { DETECTOR_VERSION } from "#domain/detection/brand-rules.ts";
import { type Tenant, updateProjectRow } from "#domain/projects/project-queries.ts";
import { markDirty } from "#domain/sums/dirty-days.ts";
import { BACKUP_TABLES, type Columns } from "./backup-tables.ts";

const FETCHED = 200;

/** Fixes the moment that a transaction reads, also of facts, which may lie on another server than the rest. */
export async function fixMoment(db: Database, { project_id }: Tenant): Promise<void> {
  await sql`select from answers where project_id = ${project_id} limit 1`.execute(db);
}

/** A project's own row as JSON. */
export async function readProjectRow(
  db: Database,
  { project_id }: Tenant,
  columns: Columns,
): Promise<string> {
  const rows = await rowsOf<{ line: string }>(db)`
    select row_to_json(r)::text as line
    from (select ${namesOf(columns.get("projects"))} from projects
      where project_id = ${project_id}) r`;
  return rows[0]?.line ?? "";
}

/** The rows of a table of a project as JSON, in the order of its key; `db` is a transaction. */
export async function* readTable(
  db: Database,
  { project_id }: Tenant,
  { name, columns }: { name: string; columns: Columns },
): AsyncGenerator<string[]> {
  const table = BACKUP_TABLES[name];
  if (!table) throw new Error(`${name} is not in a backup`);
  const cursor = sql.raw("backup_rows");
  const written = (columns.get(name) ?? []).map((column) =>
    table.write?.[column] ? sql`${table.write[column]} as ${sql.ref(column)}` : sql.ref(column),
  );
  await sql`
    declare ${cursor} no scroll cursor for select row_to_json(r)::text as line from (
      select ${sql.join(written)} from ${sql.table(name)} f
      where f.project_id = ${sql.lit(project_id)} and ${table.only?.(sql.lit(project_id)) ?? sql`true`}
      order by ${sql.raw(table.order ?? table.id ?? "")}) r`.execute(db);
  for (;;) {
    const rows = await rowsOf<{ line: string }>(db)`
      fetch ${sql.raw(String(FETCHED))} from ${cursor}`;
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close ${cursor}`.execute(db);
}

/** Makes the table of new numbers by old ones that restoring works with; it goes with the transaction. */
export async function prepareRestore(db: Database): Promise<void> {
  await sql`
    create temporary table restored_ids (kind text, old_id bigint, new_id bigint,
      primary key (kind, old_id)) on commit drop`.execute(db);
}

/** Makes the project of a backup, paused, and returns its number. */
export async function restoreProjectRow(
  db: Database,
  row: string,
  {
    organisation_id,
    name,
    columns,
  }: { organisation_id: number; name?: string | undefined; columns: Columns },
): Promise<number> {
  const targets = [...new Set([...(columns.get("projects") ?? []), "name", "status"])];
  const values = targets.map((column) => {
    if (column === "name") return sql`coalesce(${name ?? null}::text, n.name)`;
    return column === "status" ? sql`'paused'` : sql.ref(`n.${column}`);
  });
  const rows = await rowsOf<{ project_id: number; timezone: string }>(db)`
    insert into projects (organisation_id, ${namesOf(targets)})
    select ${organisation_id}::integer, ${sql.join(values)}
    from json_populate_recordset(null::projects, ${`[${row}]`}::json) n
    returning project_id, timezone`;
  const [restored] = rows;
  if (restored) await updateProjectRow(db, restored, { timezone: restored.timezone });
  return restored?.project_id ?? 0;
}

/** Puts rows of a table, as JSON, into a project under new numbers. */
export async function restoreRows(
  db: Database,
  { project_id }: Tenant,
  { name, rows, columns }: { name: string; rows: readonly string[]; columns: Columns },
): Promise<void> {
  const table = BACKUP_TABLES[name];
  if (!table) throw new Error(`${name} is not in a backup`);
  const { id, refs = {}, restore = {} } = table;
  const targets = [...new Set([...(columns.get(name) ?? []), ...Object.keys(restore)])];
  const newNumber = (kind: string, column: string) => sql`(select r.new_id from restored_ids r
    where r.kind = ${sql.lit(kind)} and r.old_id = ${sql.ref(`n.${column}`)})`;
  const values = targets.map((column): RawBuilder<unknown> => {
    const other = column === id ? name : refs[column];
    return other ? newNumber(other, column) : (restore[column] ?? sql.ref(`n.${column}`));
  });
  const given = sql`(select g.*, row_number() over () as place
    from json_populate_recordset(null::${sql.table(name)}, ${`[${rows.join(",")}]`}::json) g)`;
  if (id) {
    // Numbers are taken in the order of the rows.
    await sql`
      insert into restored_ids (kind, old_id, new_id)
      select ${sql.lit(name)}, n.id, nextval(pg_get_serial_sequence(${sql.lit(name)}, ${sql.lit(id)}))
      from (select ${sql.ref(id)} as id from ${given} g order by place) n`.execute(db);
  }
  // Returning: else a cluster copies the rows, and does not tell what kind of mistake is in them.
  await sql`
    insert into ${sql.table(name)} (project_id, ${namesOf(targets)})
    ${id ? sql`overriding system value` : sql``}
    select ${project_id}::integer, ${sql.join(values)} from ${given} n
    order by n.place
    returning project_id`.execute(db);
}

function namesOf(columns: readonly string[] = []): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** The webhooks of a restored project, which have no secret yet. */
export async function listRestoredWebhooks(
  db: Database,
  { project_id }: Tenant,
): Promise<{ webhook_id: number; url: string }[]> {
  return rowsOf<{ webhook_id: number; url: string }>(db)`
    select webhook_id, url from webhooks where project_id = ${project_id}
    order by webhook_id`;
}

/** Gives a webhook another secret. */
export async function setWebhookSecret(
  db: Database,
  { project_id }: Tenant,
  { webhook_id, secret }: { webhook_id: number; secret: Buffer },
): Promise<void> {
  await sql`update webhooks set secret = ${secret}
    where project_id = ${project_id} and webhook_id = ${webhook_id}`.execute(db);
}

/**
 * Has the sums of a restored project made, and returns whether its answers were being read again. If not, they count as
 * read by the rules of here: what was found in them stays until its brands change, or these rules.
 */
export async function finishRestore(db: Database, { project_id }: Tenant): Promise<boolean> {
  // A look for each day: all answers would be read else, for longer than a statement may take.
  const answered = await sql<{ day: string }>`
    with recursive days (day) as (
      select min(day) from answers where project_id = ${project_id}
      union all
      select (select min(a.day) from answers a where a.project_id = ${project_id} and a.day > d.day)
      from days d where d.day is not null)
    select day from days where day is not null`.execute(db);
  const days = answered.rows.map(({ day }) => day);
  await markDirty(db, { project_id }, days);
  const rows = await rowsOf<{ found: boolean }>(db)`
    select exists (select from brands where project_id = ${project_id}
      and status = 'recalculating') as found`;
  const isRead = !rows[0]?.found;
  if (isRead)
    await sql`insert into recalculations (project_id, rules_hash, detector_version, finished_at)
      values (${project_id}, '', ${DETECTOR_VERSION}, now())`.execute(db);
  return !isRead;
}

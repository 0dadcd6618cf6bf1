import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import { type Database, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import { type Paged, type PageInput, toPage } from "#core/page.ts";
import { prepare } from "#domain/accounts/prepared.ts";
import { nameKey, paletteColor } from "#domain/brands/brand.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { LabelKind, Tag, Topic } from "./label.ts";

/** A topic or tag as callers see it. */
export type LabelRow<Kind extends LabelKind> = {
  topic: z.input<typeof Topic>;
  tag: z.input<typeof Tag>;
}[Kind];
/** What is set of a label. */
export type LabelValues = { name?: string | undefined; color?: string | undefined };

const KINDS = {
  topic: {
    ...{ table: sql.table("topics"), id: sql.ref("topic_id"), prefix: "top" as const },
    columns: sql`t.topic_id as id, t.name`,
    prompts: sql`prompts p where p.project_id = t.project_id and p.topic_id = t.topic_id`,
  },
  tag: {
    ...{ table: sql.table("tags"), id: sql.ref("tag_id"), prefix: "tag" as const },
    columns: sql`t.tag_id as id, t.name, t.color`,
    prompts: sql`prompt_tags l join prompts p using (project_id, prompt_id)
      where l.project_id = t.project_id and l.tag_id = t.tag_id`,
  },
} as const;

function columnsOf(kind: LabelKind): RawBuilder<unknown> {
  const { columns, prompts } = KINDS[kind];
  return sql`${columns}, (select count(*) from ${prompts} and p.status = 'active') as prompt_count`;
}

/**
 * Reads one page without counting in each row: one row more than asked for tells whether it is the last page, and only
 * else all are counted.
 */
export async function readCountedPage<Row>(
  page: PageInput,
  read: (page: PageInput) => Promise<Row[]>,
  count: () => Promise<{ count: number }[]>,
): Promise<Paged<Row>> {
  const { limit, offset } = page;
  const rows = await read({ limit: limit + 1, offset });
  const isLast = rows.length <= limit && (rows.length > 0 || offset === 0);
  if (isLast) return toPage({ rows, total_count: offset + rows.length }, page);
  const [counted] = await count();
  return toPage({ rows: rows.slice(0, limit), total_count: counted?.count ?? 0 }, page);
}

/** The labels of a project in the order they were made, so that pages stay in place while some are added. */
export async function listLabelRows<Kind extends LabelKind>(
  db: Database,
  { project_id }: Tenant,
  { kind, ...page }: PageInput & { kind: Kind },
): Promise<Paged<LabelRow<Kind>>> {
  const { read, count } = STATEMENTS[kind] as ReturnType<typeof prepareStatements<Kind>>;
  return readCountedPage(
    page,
    (asked) => read(db, { project_id, ...asked }),
    () => count(db, { project_id }),
  );
}

const prepareStatements = <Kind extends LabelKind>(kind: Kind) => ({
  read: prepare<Tenant & PageInput, LabelRow<Kind>>(
    ({ project_id, limit, offset }) => sql`
      select ${columnsOf(kind)} from ${KINDS[kind].table} t where t.project_id = ${project_id}
      order by id limit ${limit} offset ${offset}`,
  ),
  count: prepare<Tenant, { count: number }>(
    ({ project_id }) => sql`
      select count(*) as count from ${KINDS[kind].table} where project_id = ${project_id}`,
  ),
});
const STATEMENTS = { topic: prepareStatements("topic"), tag: prepareStatements("tag") };

/** The label of a public id or number; NOT_FOUND when the project has none. */
export async function requireLabel<Kind extends LabelKind>(
  db: Database,
  { project_id }: Tenant,
  { kind, id }: { kind: Kind; id: string | number },
): Promise<LabelRow<Kind>> {
  const number = typeof id === "number" ? id : decodeId(KINDS[kind].prefix, id);
  const rows = await rowsOf<LabelRow<Kind>>(db)`
    select ${columnsOf(kind)} from ${KINDS[kind].table} t
    where t.project_id = ${project_id} and t.${KINDS[kind].id} = ${number}`;
  if (rows[0]) return rows[0];
  throw new Failure("NOT_FOUND", `${kind}_id: there is no such ${kind}.`, { problem: "NOT_FOUND" });
}

/** Makes a label and returns its number; 0 when the name is taken. A tag without a colour gets the next one. */
export async function insertLabel(
  db: Database,
  { project_id }: Tenant,
  { kind, name, color }: LabelValues & { kind: LabelKind; name: string },
): Promise<number> {
  const { table, id } = KINDS[kind];
  const given: Record<string, unknown> = { project_id, name, name_key: nameKey(name) };
  if (kind === "tag") {
    const rows = await rowsOf<{ count: number }>(db)`
      select count(*) as count from ${table} where project_id = ${project_id}`;
    given["color"] = color ?? paletteColor(rows[0]?.count ?? 0);
  }
  const rows = await rowsOf<{ id: number }>(db)`
    insert into ${table} (${sql.join(Object.keys(given).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(given))})
    on conflict (project_id, name_key) do nothing returning ${id} as id`;
  return rows[0]?.id ?? 0;
}

/** The numbers of a project's labels by `nameKey`. */
export async function findLabelNumbers(
  db: Database,
  { project_id }: Tenant,
  kind: LabelKind,
): Promise<Map<string, number>> {
  const { table, id } = KINDS[kind];
  const rows = await rowsOf<{ id: number; name_key: string }>(db)`
    select ${id} as id, name_key from ${table} where project_id = ${project_id}`;
  return new Map(rows.map((row) => [row.name_key, row.id]));
}

/** The same, once those of some names that are missing are made. */
export async function ensureLabels(
  db: Database,
  tenant: Tenant,
  { kind, names }: { kind: LabelKind; names: readonly string[] },
): Promise<Map<string, number>> {
  const known = await findLabelNumbers(db, tenant, kind);
  const missing = [...new Map(names.map((name) => [nameKey(name), name]))]
    .filter(([name_key]) => !known.has(name_key))
    .map(([name_key, name], at) => ({ name, name_key, color: paletteColor(known.size + at) }));
  if (missing.length === 0) return known;
  const color = sql.raw(kind === "tag" ? ", color" : "");
  await sql`
    insert into ${KINDS[kind].table} (project_id, name, name_key${color})
    select ${tenant.project_id}::integer, name, name_key${color}
    from json_to_recordset(${JSON.stringify(missing)}::json) as m (name text, name_key text, color text)
    on conflict (project_id, name_key) do nothing`.execute(db);
  return findLabelNumbers(db, tenant, kind);
}

/** Changes a label in place; false when the new name is taken. */
export async function updateLabelRow(
  db: Database,
  { project_id }: Tenant,
  { kind, id: number, name, color }: LabelValues & { kind: LabelKind; id: number },
): Promise<boolean> {
  const { table, id } = KINDS[kind];
  const name_key = name === undefined ? null : nameKey(name);
  const changes = { ...(color && { color }), ...(name && { name, name_key }) };
  const sets = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  if (sets.length === 0) return true;
  const rows = await rowsOf<{ taken: boolean }>(db)`
    select exists (select from ${table} where project_id = ${project_id}
      and name_key = ${name_key} and ${id} <> ${number}) as taken`;
  if (rows[0]?.taken) return false;
  await sql`update ${table} set ${sql.join(sets)}
    where project_id = ${project_id} and ${id} = ${number}`.execute(db);
  return true;
}

/** Deletes a label: a tag from its prompts too; a topic was taken from its prompts before, in the same transaction. */
export async function deleteLabelRow(
  db: Database,
  { project_id }: Tenant,
  { kind, id }: { kind: LabelKind; id: number },
): Promise<void> {
  const { numAffectedRows } = await sql`delete from ${KINDS[kind].table}
    where project_id = ${project_id} and ${KINDS[kind].id} = ${id}`.execute(db);
  // Somebody else was first.
  if (!numAffectedRows) await requireLabel(db, { project_id }, { kind, id });
}

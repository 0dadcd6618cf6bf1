import { sql } from "kysely";
import type * as z from "zod";
import type { Access, ProjectScope } from "#core/context.ts";
import { type Database, type NewRow, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { type PageInput, readPage } from "#core/page.ts";
import { inOneRead } from "#domain/accounts/one-read.ts";
import { prepare } from "#domain/accounts/prepared.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { Key } from "./key.ts";

/** A living key and the project it opens. */
export type LivingKey = Omit<ProjectScope, "role"> & {
  key_id: number;
  access: Access;
  is_stale: boolean;
};

/** The key with this hash if it is neither revoked nor expired, else undefined. */
export const findLivingKey = inOneRead<Buffer, LivingKey>(async (db, hashes) => {
  const keys = await readLivingKeys(db, { hashes });
  const found = new Map(keys.map(({ hash, ...key }) => [hash.toString("hex"), key]));
  return hashes.map((hash) => found.get(hash.toString("hex")));
});

const readLivingKeys = prepare<{ hashes: Buffer[] }, LivingKey & { hash: Buffer }>(
  ({ hashes }) => sql`
    select k.hash, k.key_id, k.access, p.project_id, p.organisation_id, o.plan, p.timezone,
      coalesce(k.last_used_at < now() - interval '1 minute', true) as is_stale
    from api_keys k
    join projects p on p.project_id = k.project_id
    join organisations o on o.organisation_id = p.organisation_id
    where k.hash = any (${hashes}) and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())`,
);

/** Notes that a key was used, unless that was noted within the minute; never waits for another that does. */
export async function touchKey(db: Database, key_id: number): Promise<void> {
  await sql`
    update api_keys set last_used_at = now() where key_id in (
      select key_id from api_keys where key_id = ${key_id}
        and coalesce(last_used_at < now() - interval '1 minute', true)
      for update skip locked)`.execute(db);
}

/** Stores a key's hash and what a list shows of it; returns its number. */
export async function insertKey(
  db: Database,
  { project_id }: Tenant,
  key: Omit<NewRow<"api_keys">, "project_id">,
): Promise<number> {
  const row = await db
    .insertInto("api_keys")
    .values({ ...key, project_id })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .returning("key_id")
    .executeTakeFirst();
  return row?.key_id ?? 0;
}

/** A key as lists show it. */
export type KeyRow = z.input<typeof Key>;

const COLUMNS = sql`key_id as id, name, preview, access, created_by, created_at, expires_at, last_used_at,
  revoked_at, replaced_by`;

/** The keys of a project, newest first, dead ones too. */
export async function listKeyRows(db: Database, { project_id }: Tenant, page: PageInput) {
  const listed = sql<KeyRow>`
    select ${COLUMNS}, count(*) over () as total_count from api_keys
    where project_id = ${project_id} order by key_id desc`;
  return readPage(db, page, listed);
}

/** One key of a project, locked until the transaction ends; NOT_FOUND when there is none. */
export async function requireKey(db: Database, { project_id }: Tenant, key_id: number) {
  const rows = await rowsOf<KeyRow>(db)`
    select ${COLUMNS} from api_keys where project_id = ${project_id} and key_id = ${key_id}
    for update`;
  if (rows[0]) return rows[0];
  throw new Failure("NOT_FOUND", "key_id: there is no such key.", { problem: "NOT_FOUND" });
}

/** How many keys of a project work now. */
export async function countLivingKeys(db: Database, { project_id }: Tenant): Promise<number> {
  const rows = await rowsOf<{ count: number }>(db)`
    select count(*) as count from api_keys where project_id = ${project_id}
      and revoked_at is null and (expires_at is null or expires_at > now())`;
  return rows[0]?.count ?? 0;
}

/** Ends a key at once; its next use is refused in every process. False where it had ended, or is none. */
export async function revokeKeyRow(
  db: Database,
  { project_id }: Tenant,
  { key_id, revoked_by }: { key_id: number; revoked_by: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update api_keys set revoked_at = now(), revoked_by = ${revoked_by}
    where project_id = ${project_id} and key_id = ${key_id} and revoked_at is null`.execute(db);
  return Number(numAffectedRows) > 0;
}

/** Ends the living keys that a user of this e-mail address made in the projects of these organisations, null: of all. */
export async function revokeKeysOf(
  db: Database,
  email: string,
  organisations: number[] | null,
): Promise<{ key_id: number; project_id: number }[]> {
  return rowsOf<{ key_id: number; project_id: number }>(db)`
    update api_keys k set revoked_at = now(), revoked_by = ${email}
    from projects p where p.project_id = k.project_id and k.created_by = ${email} and k.revoked_at is null
      and (${organisations}::integer[] is null or p.organisation_id = any (${organisations}::integer[]))
    returning k.key_id, k.project_id`;
}

/** Lets a key end `overlap_hours` from now, or when it would have ended anyway, and notes which key replaces it. */
export async function replaceKeyRow(
  db: Database,
  { project_id }: Tenant,
  {
    key_id,
    replaced_by,
    overlap_hours,
  }: Record<"key_id" | "replaced_by" | "overlap_hours", number>,
): Promise<void> {
  await sql`
    update api_keys set replaced_by = ${replaced_by},
      expires_at = least(expires_at, now() + ${overlap_hours} * interval '1 hour')
    where project_id = ${project_id} and key_id = ${key_id}`.execute(db);
}

/** Takes a person's e-mail address out of what is said of keys. */
export async function forgetKeyAuthor(db: Database, email: string, name: string): Promise<void> {
  await sql`update api_keys set created_by = ${name} where created_by = ${email}`.execute(db);
  await sql`update api_keys set revoked_by = ${name} where revoked_by = ${email}`.execute(db);
}

import { sql } from "kysely";
import type * as z from "zod";
import type { ProjectScope } from "#core/context.ts";
import { type Database, type NewRow, rowsOf } from "#core/database.ts";
import { type Paged, type PageInput, readPage } from "#core/page.ts";
import type { SharePage } from "#core/shared.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { ShareLink, ShareQuery } from "./share.ts";

/** A link that works, and the project it shows. */
export type LivingShare = Omit<ProjectScope, "role"> & {
  share_id: number;
  page: SharePage;
  query: ShareQuery;
  is_stale: boolean;
};

/** The link with this hash if it is neither revoked nor expired, else undefined. */
export async function findLivingShare(
  db: Database,
  hash: Buffer,
  now: Date,
): Promise<LivingShare | undefined> {
  const rows = await rowsOf<LivingShare>(db)`
    select s.share_id, s.page, s.query, p.project_id, p.organisation_id, o.plan, p.timezone,
      coalesce(s.last_used_at < ${now}::timestamptz - interval '1 minute', true) as is_stale
    from share_links s
    join projects p on p.project_id = s.project_id
    join organisations o on o.organisation_id = p.organisation_id
    where s.hash = ${hash} and s.revoked_at is null and s.expires_at > ${now}`;
  const [found] = rows;
  return found && { ...found, query: withNewer(found.query) };
}

/** Notes that a link was used; never waits for another that does. */
export async function touchShare(
  db: Database,
  { project_id }: Tenant,
  { share_id, now }: { share_id: number; now: Date },
): Promise<void> {
  await sql`
    update share_links set last_used_at = ${now} where project_id = ${project_id} and share_id in (
      select share_id from share_links where project_id = ${project_id} and share_id = ${share_id}
      for update skip locked)`.execute(db);
}

/** Stores a link and returns its number. */
export async function insertShare(
  db: Database,
  { project_id }: Tenant,
  { query, ...values }: Omit<NewRow<"share_links">, "project_id" | "query"> & { query: ShareQuery },
): Promise<number> {
  const row = await db
    .insertInto("share_links")
    .values({ project_id, ...values, query: JSON.stringify(query) })
    .returning("share_id")
    .executeTakeFirstOrThrow();
  return row.share_id;
}

/** A query as it would be today: links that were made before there was a choice show no competitors, and what to do next with them. */
function withNewer(query: StoredQuery): ShareQuery {
  const { include_competitors = false } = query;
  const { include_actions = include_competitors } = query;
  return { ...query, include_competitors, include_actions };
}
type Newer = "include_competitors" | "include_actions";
type StoredQuery = Omit<ShareQuery, Newer> & Partial<Pick<ShareQuery, Newer>>;

type ShareRow = ShareQuery & Omit<z.input<typeof ShareLink>, keyof ShareQuery>;

/** Links of a project, newest first; or one of them. */
export async function listShareRows(
  db: Database,
  { project_id }: Tenant,
  { page, now, share_id = null }: { page: PageInput; now: Date; share_id?: number | null },
): Promise<Paged<ShareRow>> {
  const listed = sql<Omit<ShareRow, keyof ShareQuery> & { query: ShareQuery }>`
    select share_id as id, name, page, query, created_by, created_at, expires_at, last_used_at, revoked_at,
      case when revoked_at is not null then 'revoked' when expires_at <= ${now} then 'expired'
        else 'active' end as status,
      count(*) over () as total_count
    from share_links
    where project_id = ${project_id} and (${share_id}::integer is null or share_id = ${share_id}::integer)
    order by share_id desc`;
  const { data, ...found } = await readPage(db, page, listed);
  return { ...found, data: data.map(({ query, ...row }) => ({ ...row, ...withNewer(query) })) };
}

/** One link of a project, or undefined. */
export async function findShare(
  db: Database,
  tenant: Tenant,
  which: { share_id: number; now: Date },
): Promise<ShareRow | undefined> {
  return (await listShareRows(db, tenant, { ...which, page: { limit: 1, offset: 0 } })).data[0];
}

/** How many links of a project work. */
export async function countLivingShares(
  db: Database,
  { project_id }: Tenant,
  now: Date,
): Promise<number> {
  const rows = await rowsOf<{ count: number }>(db)`
    select count(*) as count from share_links
    where project_id = ${project_id} and revoked_at is null and expires_at > ${now}`;
  return rows[0]?.count ?? 0;
}

/** Ends a link; false where it was ended before, and stays as it was, or is none. */
export async function revokeShare(
  db: Database,
  { project_id }: Tenant,
  { share_id, now }: { share_id: number; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update share_links set revoked_at = ${now}::timestamptz
    where project_id = ${project_id} and share_id = ${share_id} and revoked_at is null`.execute(db);
  return Number(numAffectedRows) > 0;
}

/** Ends the living links that a user of this e-mail address made in the projects of these organisations, null: of all. */
export async function revokeSharesOf(
  db: Database,
  email: string,
  { now, organisations }: { now: Date; organisations: number[] | null },
): Promise<{ share_id: number; project_id: number }[]> {
  return rowsOf<{ share_id: number; project_id: number }>(db)`
    update share_links s set revoked_at = ${now}::timestamptz
    from projects p where p.project_id = s.project_id and s.created_by = ${email} and s.revoked_at is null
      and s.expires_at > ${now}
      and (${organisations}::integer[] is null or p.organisation_id = any (${organisations}::integer[]))
    returning s.share_id, s.project_id`;
}

/** Takes a person's e-mail address out of what is said of links. */
export async function forgetShareAuthor(db: Database, email: string, name: string): Promise<void> {
  await sql`update share_links set created_by = ${name} where created_by = ${email}`.execute(db);
}

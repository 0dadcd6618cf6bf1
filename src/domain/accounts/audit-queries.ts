import { sql } from "kysely";
import type { Door } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { type Paged, type PageInput, readPageBy } from "#core/page.ts";

/** Which audit rows of an organisation; absent: any. `actor` is as it is kept, like `user:7`. */
export type AuditFilter = {
  project_id?: number | undefined;
  actor?: string | undefined;
  operation?: string | undefined;
};

export type AuditRow = {
  id: number;
  at: string;
  door: Door;
  operation: string;
  project_id: number | null;
  actor: string;
  actor_name: string | null;
  target: Record<string, unknown> | null;
};

/** One page of what was done in an organisation, newest first. */
export async function listAuditRows(
  db: Database,
  organisation_id: number,
  { filter, page }: { filter: AuditFilter; page: PageInput },
): Promise<Paged<AuditRow>> {
  const { project_id = null, actor = null, operation = null } = filter;
  return readPageBy(page, async ({ limit, offset }) => {
    return rowsOf<AuditRow & { total_count: number }>(db)`
      select l.audit_id as id, l.at, l.door, l.operation, l.project_id, l.actor, l.target, l.total_count,
        coalesce(u.email, k.name) as actor_name
      from (
        select *, count(*) over () as total_count,
          case when actor like 'user:%' then split_part(actor, ':', 2)::integer end as user_id,
          case when actor like 'key:%' then split_part(actor, ':', 2)::integer end as key_id
        from audit_log
        where organisation_id = ${organisation_id}
          and (${project_id}::integer is null or project_id = ${project_id}::integer)
          and (${actor}::text is null or actor = ${actor}::text)
          and (${operation}::text is null or operation = ${operation}::text)
        order by audit_id desc limit ${limit} offset ${offset}
      ) l
      left join users u on u.user_id = l.user_id
      left join api_keys k on k.project_id = l.project_id and k.key_id = l.key_id
      order by l.audit_id desc`;
  });
}

const FORGOTTEN = 20_000;

/** Deletes what was done before a time, in short statements; rows are numbered in the order of time. */
export async function forgetAudit(db: Database, before: Date): Promise<void> {
  for (let more = true; more; ) {
    const { numAffectedRows } = await sql`
      delete from audit_log where at < ${before}::timestamptz and audit_id = any(array(
        select audit_id from audit_log order by audit_id limit ${FORGOTTEN}))`.execute(db);
    more = Number(numAffectedRows ?? 0) > 0;
  }
}

/** Deletes what was done in a project before a day (UTC), of the oldest `limit` rows; returns how many. */
export async function deleteExpiredAudit(
  db: Database,
  { project_id }: { project_id: number },
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from audit_log where project_id = ${project_id}
      and at < (${before}::date)::timestamp at time zone 'UTC' and audit_id = any(array(
        select audit_id from audit_log where project_id = ${project_id}
        order by audit_id limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

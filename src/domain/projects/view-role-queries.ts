import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";

// What roles of the database read the views for BI tools (migrations/views.sql), and of which project; null: of all.

/** A role, and the project that it sees. */
export type ViewRole = { role: string; project_id: number | null };

/** Lets a role see the views' rows of a project; false: it did already. */
export async function addViewRole(
  db: Database,
  { role, project_id }: ViewRole,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into view_roles (project_id, role, granted_at) values (${project_id}, ${role}, ${now})
    on conflict do nothing`.execute(db);
  await sql`select earshot.grant_views(${role})`.execute(db);
  return numAffectedRows === 1n;
}

/** Ends it, and all that the role may do with views where nothing is left for it to see; false: there was nothing to end. */
export async function removeViewRole(
  db: Database,
  { role, project_id }: ViewRole,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from view_roles where role = ${role} and project_id is not distinct from ${project_id}`.execute(
    db,
  );
  if (!numAffectedRows) return false;
  await sql`select earshot.end_views(r.rolname) from pg_roles r
    where r.rolname = ${role} and not exists (select from view_roles v where v.role = r.rolname)`.execute(
    db,
  );
  return true;
}

type Listed = ViewRole & { project: string | null; granted_at: string; is_there: boolean };

/** Who sees what, by role; `is_there`: whether the server still has the role. */
export async function listViewRoles(db: Database): Promise<Listed[]> {
  return rowsOf<Listed>(db)`
    select v.role, v.project_id, p.name as project, v.granted_at, r.oid is not null as is_there
    from view_roles v left join projects p using (project_id) left join pg_roles r on r.rolname = v.role
    order by v.role, v.project_id nulls first limit 10000`;
}

import { sql } from "kysely";
import type * as z from "zod";
import type { ProjectScope } from "#core/context.ts";
import { type Change, type Database, type NewRow, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { type Paged, type PageInput, readPageBy } from "#core/page.ts";
import { prepare } from "#domain/accounts/prepared.ts";
import { type Holder, opens } from "#domain/accounts/sign-on/opens.ts";
import type { Project } from "./project.ts";

type Profile = { industry: string; products: string[]; audience: string };
type ProfileColumn = { profile: Profile | null };

/** A tenant, as every query of its data takes it first. */
export type Tenant = Pick<ProjectScope, "project_id">;

const COLUMNS = [
  "project_id as id",
  "name",
  "domain",
  "status",
  "country_code",
  "language_code",
  "timezone",
  "profile",
  "created_at",
] as const;
const schedule = sql<{ weekdays: number[]; hour: number }>`
  json_build_object('weekdays', schedule_weekdays, 'hour', schedule_hour)`.as("schedule");

/** One project as callers see it, or undefined. */
export async function findProject(db: Database, { project_id }: Tenant) {
  const [project] = await readProject(db, { project_id });
  return project;
}

const readProject = prepare<Tenant, z.input<typeof Project>>(({ project_id }, db) =>
  db
    .selectFrom("projects")
    .select([...COLUMNS, schedule])
    .where("project_id", "=", project_id)
    .$narrowType<ProfileColumn>(),
);

/** The same; NOT_FOUND when there is none. */
export async function requireProject(db: Database, tenant: Tenant) {
  const found = await findProject(db, tenant);
  if (!found) throw new Failure("NOT_FOUND", "There is no such project.");
  return found;
}

/** The projects that a user has opened by name, through their memberships. */
export async function listUserProjects(
  db: Database,
  { user_id, sign_on }: Holder,
  page: PageInput,
): Promise<Paged<Awaited<ReturnType<typeof requireProject>>>> {
  return readPageBy(page, ({ limit, offset }) =>
    db
      .selectFrom("projects")
      .select([...COLUMNS, schedule, sql<number>`count(*) over ()`.as("total_count")])
      .where("organisation_id", "in", (inner) =>
        inner
          .selectFrom("memberships as m")
          .select("m.organisation_id")
          .where("m.user_id", "=", user_id)
          .where(opens(sign_on)),
      )
      .orderBy("name")
      .orderBy("project_id")
      .limit(limit)
      .offset(offset)
      .$narrowType<ProfileColumn>()
      .execute(),
  );
}

/** Holds other callers of `lockProject` back until the transaction ends: what is counted stays true. */
export async function lockProject(db: Database, { project_id }: Tenant): Promise<void> {
  await sql`select from projects where project_id = ${project_id} for no key update`.execute(db);
}

/** Values that a project can be changed to; absent ones stay. */
export type ProjectChange = Change<{
  name: string;
  status: "active" | "paused";
  country_code: string;
  language_code: string;
  timezone: string;
  schedule: { weekdays: number[]; hour: number };
  profile: Profile | null;
  keep_answers_days: number | null;
  keep_raw_bodies_days: number | null;
  keep_runs_days: number | null;
  keep_audit_days: number | null;
}>;

/**
 * A time zone as the database spells it: those that are kept for each spelling would have no end. Refuses one that it does
 * not know, as one older than the server may not: questions of all projects are planned in one statement, which would fail.
 */
export async function requireTimezone(db: Database, name: string): Promise<string> {
  const rows = await rowsOf<{ name: string }>(db)`
    select name from pg_timezone_names where lower(name) = lower(${name}) limit 1`;
  if (rows[0]) return rows[0].name;
  const message = `timezone: this PostgreSQL does not know "${name}"; choose another of the same hours, or update its time zones`;
  throw new Failure("VALIDATION_ERROR", message, { problem: "FORMAT" });
}

/** Changes a project in place. */
export async function updateProjectRow(
  db: Database,
  { project_id }: Tenant,
  { schedule: hours, profile, ...columns }: ProjectChange,
): Promise<void> {
  const values = {
    ...columns,
    ...(hours && {
      schedule_weekdays: [...new Set(hours.weekdays)].sort(),
      schedule_hour: hours.hour,
    }),
    ...(profile !== undefined && { profile: profile && JSON.stringify(profile) }),
  };
  if (Object.keys(values).length === 0) return;
  if (columns.timezone) values.timezone = await requireTimezone(db, columns.timezone);
  await db.updateTable("projects").set(values).where("project_id", "=", project_id).execute();
}

/** Makes a project and returns its number. */
export async function insertProject(db: Database, project: NewRow<"projects">): Promise<number> {
  const { timezone: given = "UTC" } = project;
  const timezone = given === "UTC" ? given : await requireTimezone(db, given);
  const row = await db
    .insertInto("projects")
    .values({ ...project, timezone })
    .returning("project_id")
    .executeTakeFirstOrThrow();
  return row.project_id;
}

/** From now on a project that was being set up is asked; one that was paused meanwhile is not. */
export async function endSetup(db: Database, { project_id }: Tenant): Promise<void> {
  await db
    .updateTable("projects")
    .set({ status: "active" })
    .where("project_id", "=", project_id)
    .where("status", "=", "onboarding")
    .execute();
}

/** The numbers of all projects. */
export async function listProjectNumbers(db: Database): Promise<number[]> {
  const rows = await db.selectFrom("projects").select("project_id").execute();
  return rows.map(({ project_id }) => project_id);
}

/** How many projects an organisation has. */
export async function countProjects(db: Database, organisation_id: number): Promise<number> {
  const row = await db
    .selectFrom("projects")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organisation_id", "=", organisation_id)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** A project as the scope of a user's calls, with their role in its organisation; undefined for one that is not theirs, or not open. */
export async function findUserProject(
  db: Database,
  { user_id, sign_on }: Holder,
  project_id: number,
): Promise<ProjectScope | undefined> {
  const rows = await rowsOf<ProjectScope>(db)`
    select p.project_id, p.organisation_id, o.plan, p.timezone, m.role
    from projects p
    join organisations o on o.organisation_id = p.organisation_id
    join memberships m on m.organisation_id = p.organisation_id and m.user_id = ${user_id}
      and ${opens(sign_on)}
    where p.project_id = ${project_id}`;
  return rows[0];
}

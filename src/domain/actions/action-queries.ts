import { sql } from "kysely";
import type * as z from "zod";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DecisionFields, Expected, Subject } from "./action.ts";

export type Decisions = z.output<z.ZodObject<typeof DecisionFields>>;
/** An action that something was decided about. */
export type ActionRow = Subject &
  Decisions & {
    action_id: number;
    expected: Expected | null;
    changed_by: string | null;
    updated_at: string;
  };

const COLUMNS = sql`action_id, kind, prompt_id, subject, status, reason, owner, note,
  due_on::text, shipped_on::text, expected, changed_by,
  to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as updated_at`;

/** Every action of a project that something was decided about, the newest decision first. */
export async function listActionRows(db: Database, { project_id }: Tenant): Promise<ActionRow[]> {
  return rowsOf<ActionRow>(db)`
    select ${COLUMNS} from actions where project_id = ${project_id}
    order by updated_at desc, action_id desc`;
}

const isAbout = ({ kind, prompt_id, subject }: Subject) =>
  sql`kind = ${kind} and subject = ${subject} and prompt_id is not distinct from ${prompt_id}`;

/** What was decided about a subject. */
export async function findActionRow(
  db: Database,
  { project_id }: Tenant,
  about: Subject,
): Promise<ActionRow | undefined> {
  const rows = await rowsOf<ActionRow>(db)`
    select ${COLUMNS} from actions
    where project_id = ${project_id} and ${isAbout(about)}`;
  return rows[0];
}

/** What was decided about a subject, held until the transaction ends: who decides about it meanwhile waits. */
export async function holdActionRow(
  db: Database,
  { project_id }: Tenant,
  { about, now }: { about: Subject; now: Date },
): Promise<ActionRow | undefined> {
  const { kind, prompt_id, subject } = about;
  await db
    .insertInto("actions")
    .values({ project_id, kind, prompt_id, subject, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await rowsOf<ActionRow>(db)`
    select ${COLUMNS} from actions
    where project_id = ${project_id} and ${isAbout(about)} for update`;
  return rows[0];
}

/** Stores what was decided about a subject; what is not given stays. */
export async function saveAction(
  db: Database,
  { project_id }: Tenant,
  {
    about,
    change,
    expected,
    by,
    now,
  }: {
    about: Subject;
    change: Partial<Decisions>;
    /** Left out: it stays. */
    expected?: Expected | null | undefined;
    by: string | null;
    now: Date;
  },
): Promise<void> {
  const { kind, prompt_id, subject } = about;
  const changed = {
    ...{ ...change, changed_by: by, updated_at: now },
    ...(expected !== undefined && { expected: expected && JSON.stringify(expected) }),
  };
  await db
    .insertInto("actions")
    .values({ ...changed, project_id, kind, prompt_id, subject })
    .onConflict((conflict) =>
      conflict.expression(sql`project_id, kind, prompt_id, md5(subject)`).doUpdateSet(changed),
    )
    .execute();
}

/** Whether the project has what an action would be about. */
export async function hasSubject(
  db: Database,
  { project_id }: Tenant,
  { kind, prompt_id, subject }: Subject,
): Promise<boolean> {
  const found =
    kind === "prompt_gap"
      ? sql`prompts where project_id = ${project_id} and prompt_id = ${prompt_id}`
      : kind === "source_gap"
        ? sql`domains where project_id = ${project_id} and domain = ${subject}`
        : sql`urls where project_id = ${project_id} and url = ${subject}`;
  const rows = await rowsOf<{
    found: boolean;
  }>(db)`select exists (select from ${found}) as found`;
  return rows[0]?.found ?? false;
}

/** The texts of prompts by number. */
export async function readPromptTexts(
  db: Database,
  { project_id }: Tenant,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await rowsOf<{ prompt_id: number; text: string }>(db)`
    select prompt_id, text from prompts
    where project_id = ${project_id} and prompt_id = any(${ids}::integer[])`;
  return new Map(rows.map(({ prompt_id, text }) => [prompt_id, text]));
}

/** Takes a person's e-mail address out of who decided about actions and who does them. */
export async function forgetActionPerson(db: Database, email: string, name: string): Promise<void> {
  await sql`update actions set changed_by = ${name} where changed_by = ${email}`.execute(db);
  await sql`update actions set owner = ${name} where lower(owner) = lower(${email})`.execute(db);
}

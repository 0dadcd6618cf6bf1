import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { packBody } from "./raw-body.ts";

/** The body that an answer was read of, and what read it. */
export type RawAnswer = { answer_id: number; adapter_version: string; raw: unknown };

/** Keeps the body of an answer that is stored in the same transaction. */
export async function insertRawAnswer(
  db: Database,
  { project_id }: Tenant,
  { answer_id, adapter_version, raw }: RawAnswer,
): Promise<void> {
  await sql`
    insert into raw_answers (project_id, answer_id, adapter_version, body)
    values (${project_id}, ${answer_id}, ${adapter_version}, ${packBody(raw)})
    on conflict do nothing`.execute(db);
}

/** Notes what read a body last. */
export async function updateAdapterVersion(
  db: Database,
  { project_id }: Tenant,
  { answer_id, adapter_version }: Omit<RawAnswer, "raw">,
): Promise<void> {
  await sql`update raw_answers set adapter_version = ${adapter_version}
    where project_id = ${project_id} and answer_id = ${answer_id}`.execute(db);
}

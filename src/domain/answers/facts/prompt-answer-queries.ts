import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { markDirty } from "#domain/sums/dirty-days.ts";
import { daysOf, FACT_TABLES, lockAnswers } from "./fact-queries.ts";

/** True when a prompt has answers: then its text and country stay what they are. None is stored until the transaction ends. */
export async function lockedHasAnswers(
  db: Database,
  tenant: Tenant,
  prompt_id: number,
): Promise<boolean> {
  await lockAnswers(db, tenant);
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from answers where project_id = ${tenant.project_id}
      and prompt_id = ${prompt_id}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/**
 * Has the sums of every day on which some prompts were answered rebuilt; for what changes their topic or branding, in
 * its transaction, before it touches them: what is being stored is committed first, and its day marked, too.
 */
export async function markAnswersOf(
  db: Database,
  tenant: Tenant,
  prompt_ids: readonly number[],
): Promise<void> {
  if (prompt_ids.length === 0) return;
  await lockAnswers(db, tenant);
  const { rows } = await sql<{ day: string }>`
    select distinct day from answers
    where project_id = ${tenant.project_id}
      and prompt_id = any(${prompt_ids}::integer[])`.execute(db);
  await markDirty(db, tenant, daysOf(rows));
}

/** Removes the answers of some prompts with every fact of these; none is stored until the transaction ends. */
export async function deleteAnswersOf(
  db: Database,
  tenant: Tenant,
  prompt_ids: readonly number[],
): Promise<void> {
  await markAnswersOf(db, tenant, prompt_ids);
  const { project_id } = tenant;
  for (const table of ["raw_answers", "judgements", "verdicts"] as const) {
    await sql`delete from ${sql.table(table)} r using answers a where a.project_id = ${project_id}
      and a.prompt_id = any(${prompt_ids}::integer[]) and r.project_id = a.project_id
      and r.answer_id = a.answer_id`.execute(db);
  }
  for (const table of [...FACT_TABLES, "answers"] as const) {
    await sql`delete from ${sql.table(table)} where project_id = ${project_id}
      and prompt_id = any(${prompt_ids}::integer[])`.execute(db);
  }
}

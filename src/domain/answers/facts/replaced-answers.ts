import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { removeFacts } from "./fact-queries.ts";
import { applyJudgements, deleteJudgements } from "./judgement-queries.ts";
import { applyVerdicts, forgetKept } from "./verdict-queries.ts";

/** Removes answers that others replace; what was said of their brands waits to be moved, and the pages they used, which it returns, to be forgotten. */
export async function removeReplaced(
  db: Database,
  tenant: Tenant,
  replaced: readonly { answer_id: number; answer: string }[],
): Promise<number[]> {
  if (replaced.length === 0) return [];
  const changed = await rowsOf<{ answer_id: number }>(db)`
    select a.answer_id from json_to_recordset(${JSON.stringify(replaced)}::json) as r (answer_id bigint, answer text)
    join answers a on a.project_id = ${tenant.project_id} and a.answer_id = r.answer_id
    where a.answer <> r.answer`;
  const ofChanged = sql`project_id = ${tenant.project_id}
    and answer_id = any(${changed.map(({ answer_id }) => answer_id)}::bigint[])`;
  // A tone, decided or not, is of its words.
  await sql`delete from judgements where ${ofChanged}`.execute(db);
  await sql`delete from verdicts where ${ofChanged} and decided is null`.execute(db);
  return removeFacts(
    db,
    tenant,
    replaced.map(({ answer_id }) => answer_id),
  );
}

/** Moves what was said of brands in replaced answers to those in their place that name them, too. */
export async function moveJudgements(
  db: Database,
  tenant: Tenant,
  moves: readonly { from: number; to: number }[],
): Promise<void> {
  if (moves.length === 0) return;
  const { project_id } = tenant;
  const old = moves.map(({ from }) => from);
  const made = moves.map(({ to }) => to);
  for (const table of ["judgements", "verdicts"] as const) {
    await sql`
      update ${sql.table(table)} j set answer_id = a.answer_id
      from unnest(${old}::bigint[], ${made}::bigint[]) r (old, made)
      join answers a on a.project_id = ${project_id} and a.answer_id = r.made
      where j.project_id = ${project_id} and j.answer_id = r.old
        and j.brand_id = any(a.brand_ids)`.execute(db);
  }
  await deleteJudgements(db, tenant, old);
  await applyJudgements(db, tenant, made);
  await forgetKept(db, tenant, made);
  await applyVerdicts(db, tenant, made);
}

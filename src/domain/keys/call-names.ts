import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** How long a name stands for its call. */
const KEPT = sql`interval '1 day'`;

/** A call as its client names it; `asked` says which operation it is, with which input. */
export type NamedCall = { name: Buffer; asked: Buffer; now: Date };

/**
 * Takes a name in this transaction; what the call of that name answered where it was made before. One that is being made
 * is waited for. VALIDATION_ERROR where the name stands for another call.
 */
export async function takeCallName(
  db: Database,
  { project_id }: Tenant,
  { name, asked, now }: NamedCall,
): Promise<{ answer: unknown } | undefined> {
  const taken = await sql`
    insert into call_names (project_id, name, asked, called_at)
    values (${project_id}, ${name}, ${asked}, ${now})
    on conflict (project_id, name) do update
      set asked = excluded.asked, answer = null, called_at = excluded.called_at
      where call_names.called_at < excluded.called_at - ${KEPT}`.execute(db);
  if (taken.numAffectedRows) return undefined;
  const rows = await rowsOf<{ asked: Buffer; answer: string }>(db)`
    select asked, answer from call_names
    where project_id = ${project_id} and name = ${name}`;
  const [before] = rows;
  if (!before) throw new Failure("UNAVAILABLE", "The call of this name just ended; try again.");
  if (before.asked.equals(asked)) return { answer: JSON.parse(before.answer) };
  throw new Failure(
    "VALIDATION_ERROR",
    "Idempotency-Key: stands for another request of the last 24 hours; give each request a key of its own",
  );
}

const FORGOTTEN = 10_000;

/** Forgets names that stand for no call any more, in short statements. */
export async function forgetCallNames(db: Database, now: Date): Promise<void> {
  for (let more = true; more; ) {
    const { numAffectedRows } = await sql`
      delete from call_names where ctid = any(array(
        select ctid from call_names where called_at < ${now}::timestamptz - ${KEPT}
        limit ${FORGOTTEN} for update skip locked))`.execute(db);
    more = Number(numAffectedRows ?? 0) > 0;
  }
}

/** Keeps what the call of a name answered. */
export async function keepCallAnswer(
  db: Database,
  { project_id }: Tenant,
  { name, answer }: { name: Buffer; answer: unknown },
): Promise<void> {
  await sql`
    update call_names set answer = ${JSON.stringify(answer ?? null)}
    where project_id = ${project_id} and name = ${name}`.execute(db);
}

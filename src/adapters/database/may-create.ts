import type pg from "pg";
import { Failure } from "#core/failure.ts";

const INSUFFICIENT_PRIVILEGE = "42501";

/** Runs what makes tables and schemas; where the role may not, it fails with what to grant. */
export async function mayCreate(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isRefused(error) && !isRefused((error as Error).cause)) throw error;
    throw new Failure("UNAVAILABLE", await whatToGrant(pool, error as Error), { cause: error });
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === INSUFFICIENT_PRIVILEGE;
}

async function whatToGrant(pool: pg.Pool, { message }: Error): Promise<string> {
  const { rows } = await pool.query<{ role: string; database: string; schema: string | null }>(
    `select quote_ident(current_user) as role, quote_ident(current_database()) as database,
      quote_ident(current_schema()) as schema`,
  );
  const { role = "", database = "", schema } = rows[0] ?? {};
  return (
    `The role ${role} may not make what this version of Earshot needs (${message}). As the owner of the database run ` +
    `"grant create on database ${database} to ${role}; grant create on schema ${schema ?? "public"} to ${role};" and ` +
    "start again; until a version changes the database, both can then be revoked."
  );
}

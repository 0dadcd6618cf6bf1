import type pg from "pg";
import { translateDatabaseError } from "#core/database.ts";
import { Failure } from "#core/failure.ts";

const INSUFFICIENT_PRIVILEGE = "42501";
const READ_ONLY = "25006";

/** Runs what makes tables and schemas; where the role may not, it fails with what to grant. */
export async function mayCreate(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isRefused(error) && !isRefused((error as Error).cause)) throw error;
    throw new Failure("UNAVAILABLE", await whatToGrant(pool, error as Error), { cause: error });
  }
}

/** Why migrations could not be applied here, as `mayCreate` would say it; null: nothing of that can be seen. */
export async function findHindrance(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ is_read_only: boolean; may_create: boolean }>(
    `select current_setting('transaction_read_only')::boolean as is_read_only,
      has_database_privilege(current_database(), 'create')
        and coalesce(has_schema_privilege(coalesce(t.relnamespace, to_regnamespace(current_schema())), 'create'), false)
        as may_create
    from (select) one left join pg_class t on t.oid = to_regclass('migrations')`,
  );
  const { is_read_only, may_create } = rows[0] ?? {};
  if (is_read_only)
    return (translateDatabaseError(Object.assign(new Error(), { code: READ_ONLY })) as Error)
      .message;
  return may_create === false ? whatToGrant(pool, new Error("permission denied to create")) : null;
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

import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { Failure } from "#core/failure.ts";

// Roles of the database that read the views of views.sql, and nothing else.

const INSUFFICIENT_PRIVILEGE = "42501";
const ITERATIONS = 4_096;
const NAME = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/;
const CONNECTIONS = 10;
/** What a session of such a role begins with, so that a tool that asks too much is stopped before the product is. */
const SETTINGS = {
  default_transaction_read_only: "on",
  statement_timeout: "60s",
  idle_in_transaction_session_timeout: "60s",
  lock_timeout: "5s",
  max_parallel_workers_per_gather: "0",
  jit: "off",
  search_path: "earshot",
};

/** `password`: shown once; null: the role was there already. */
export type ReadingRole = { role: string; password: string | null };

/**
 * Makes a role that can sign in, or takes one that is there, with the settings that keep it from stopping the product.
 * Refuses one that reads tables, and, with the SQL for an administrator, where ours may not do what is missing.
 */
export async function makeReadingRole(pool: pg.Pool, role: string): Promise<ReadingRole> {
  if (!NAME.test(role)) {
    throw new Failure(
      "VALIDATION_ERROR",
      "--role: lower case letters, digits and underscores, at most 63, such as bi_reader.",
    );
  }
  const { is_there, is_set, database } = await lookAt(pool, role);
  if (is_there) await refuseReader(pool, role);
  await refuseMaker(pool, is_there ? role : "public");
  if (is_set) return { role, password: null };
  const password = is_there ? null : randomBytes(24).toString("base64url");
  const verifier = password && pg.escapeLiteral(verifierOf(password));
  const name = pg.escapeIdentifier(role);
  const statements = (given: string | null) => [
    ...(given ? [`create role ${name} login password ${given}`] : []),
    ...settingsOf(name, pg.escapeIdentifier(database)),
  ];
  try {
    // Sent as one, they are done as a whole or not at all.
    await pool.query(statements(verifier).join("; "));
  } catch (cause) {
    if ((cause as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw cause;
    const sql = statements(is_there ? null : "'a password of your choice'");
    throw new Failure(
      "UNAVAILABLE",
      `The user of DATABASE_URL may not ${is_there ? "change" : "make"} roles, and nothing was changed. Let an ` +
        `administrator run this in the database, then try again:\n${sql.map((one) => `${one};`).join("\n")}`,
      { cause },
    );
  }
  return { role, password };
}

function settingsOf(role: string, database: string): string[] {
  return [
    `alter role ${role} connection limit ${CONNECTIONS}`,
    `grant connect on database ${database} to ${role}`,
    ...Object.entries(SETTINGS).map(
      ([name, value]) => `alter role ${role} in database ${database} set ${name} = '${value}'`,
    ),
  ];
}

type Looked = { database: string; is_there: boolean; is_set: boolean };

async function lookAt(pool: pg.Pool, role: string): Promise<Looked> {
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}`);
  const { rows } = await pool.query<Looked>(
    `select current_database() as database, r.oid is not null as is_there,
       r.rolconnlimit between 0 and $3 and coalesce(s.setconfig @> $2::text[], false) as is_set
     from (values ($1::text)) as asked (name)
     left join pg_roles r on r.rolname = asked.name
     left join pg_db_role_setting s on s.setrole = r.oid
       and s.setdatabase = (select oid from pg_database where datname = current_database())`,
    [role, settings, CONNECTIONS],
  );
  const [row] = rows;
  if (!row) throw new Error("a row was asked for");
  return row;
}

/** Who reads the tables, or may become who does, sees every project, whatever the views show. */
async function refuseReader(pool: pg.Pool, role: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = (select relnamespace from pg_class where oid = to_regclass('migrations'))
       and c.relkind in ('r', 'p') and exists (select from pg_roles r
         where pg_has_role($1, r.oid, 'member') and has_any_column_privilege(r.oid, c.oid, 'select'))
     order by 1 limit 3`,
    [role],
  );
  if (rows.length === 0) return;
  throw new Failure(
    "CONFLICT",
    `The role ${role} can read the tables themselves (${rows.map(({ name }) => name).join(", ")}, ...), so views would ` +
      "hide nothing from it. Name another one; one that is not there yet is made.",
  );
}

/** Who makes functions beside the tables could have ours called: names are looked up there by types, too. */
async function refuseMaker(pool: pg.Pool, role: string): Promise<void> {
  const { rows } = await pool.query<{ schema: string; by_all: boolean }>(
    `select quote_ident(nspname) as schema, has_schema_privilege('public', oid, 'create') as by_all
     from pg_namespace
     where oid = (select relnamespace from pg_class where oid = to_regclass('migrations'))
       and has_schema_privilege($1, oid, 'create')`,
    [role],
  );
  const [found] = rows;
  if (!found) return;
  const from = found.by_all ? "public" : pg.escapeIdentifier(role);
  throw new Failure(
    "CONFLICT",
    `${found.by_all ? "Every role" : `The role ${role}`} may make things in the schema ${found.schema}, among the tables, ` +
      "and could make what Earshot would call. Let an administrator run this in the database, then try again:\n" +
      `revoke create on schema ${found.schema} from ${from};`,
  );
}

/** What PostgreSQL keeps of a password (RFC 5803), made here so that the password is in no log of its server. */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, "sha256");
  const keyed = (text: string) => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(keyed("Client Key")).digest("base64");
  const keys = `${stored}:${keyed("Server Key").toString("base64")}`;
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${keys}`;
}

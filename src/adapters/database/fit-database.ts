import type pg from "pg";
import type { Log } from "#core/context.ts";
import { Failure } from "#core/failure.ts";

/** Migrations use what older ones do not have. */
const POSTGRES_MIN = 15;
/** How a database is made that texts of all languages fit in. */
const MAKE_ONE = "create database earshot encoding 'UTF8' locale 'C.UTF-8' template template0";

/** Refuses, as UNAVAILABLE and with what to do, a PostgreSQL that is too old and a database that does not hold every letter. */
export async function refuseUnfit(client: Pick<pg.PoolClient, "query">): Promise<void> {
  const { rows } = await client.query<{ major: number; encoding: string }>(
    `select current_setting('server_version_num')::integer / 10000 as major,
       current_setting('server_encoding') as encoding`,
  );
  const { major = POSTGRES_MIN, encoding = "UTF8" } = rows[0] ?? {};
  if (major < POSTGRES_MIN) {
    throw new Failure(
      "UNAVAILABLE",
      `PostgreSQL ${major} is too old: Earshot needs ${POSTGRES_MIN} or newer. Update it, or name another in DATABASE_URL.`,
    );
  }
  if (encoding === "UTF8") return;
  throw new Failure(
    "UNAVAILABLE",
    `The database's encoding is ${encoding}, which cannot hold or compare texts of all languages: Earshot needs UTF8. ` +
      `Make one with "${MAKE_ONE}" and name it in DATABASE_URL.`,
  );
}

/** Warns of a database that knows capitals of A to Z alone: it finds no MÜLLER for müller. */
export async function warnOfCapitals(pool: pg.Pool, log: Log): Promise<void> {
  const { rows } = await pool.query<{ is_known: boolean }>("select lower('Ü') = 'ü' as is_known");
  if (rows[0]?.is_known) return;
  const todo = `move to a database made with "${MAKE_ONE}"`;
  log.warn(
    { todo },
    "this database's locale knows capitals of A to Z alone: searches and names miss others",
  );
}

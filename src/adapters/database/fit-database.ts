import type pg from "pg";
import type { Log } from "#core/context.ts";
import { Failure } from "#core/failure.ts";

/** Migrations use what older ones do not have. */
const POSTGRES_MIN = 15;
/** How a database is made that texts of all languages fit in. */
const MAKE_ONE = "create database earshot encoding 'UTF8' locale 'C.UTF-8' template template0";

/**
 * Refuses, as UNAVAILABLE and with what to do, a PostgreSQL that is too old, and an empty database that does not hold every
 * letter; of one with an installation `warnOfLocale` warns.
 */
export async function refuseUnfit(client: Pick<pg.PoolClient, "query">): Promise<void> {
  const { rows } = await client.query<{ major: number; is_fit: boolean; encoding: string }>(
    `select current_setting('server_version_num')::integer / 10000 as major,
       current_setting('server_encoding') = 'UTF8' or to_regclass('migrations') is not null as is_fit,
       current_setting('server_encoding') as encoding`,
  );
  const { major = POSTGRES_MIN, is_fit = true, encoding } = rows[0] ?? {};
  if (major < POSTGRES_MIN) {
    throw new Failure(
      "UNAVAILABLE",
      `PostgreSQL ${major} is too old: Earshot needs ${POSTGRES_MIN} or newer. Update it, or name another in DATABASE_URL.`,
    );
  }
  if (is_fit) return;
  throw new Failure(
    "UNAVAILABLE",
    `The database's encoding is ${encoding}, which cannot hold or compare texts of all languages: Earshot needs UTF8. ` +
      `Make one with "${MAKE_ONE}" and name it in DATABASE_URL.`,
  );
}

/**
 * Warns of a database that does not hold every letter, and of one that knows capitals of A to Z alone: it finds no MÜLLER
 * for müller.
 */
export async function warnOfLocale(pool: pg.Pool, log: Log): Promise<void> {
  const found = await pool.query<{ server_encoding: string }>("show server_encoding");
  const encoding = found.rows[0]?.server_encoding;
  if (encoding !== "UTF8") {
    const todo = `stop Earshot, make a database with "${MAKE_ONE}", copy this one into it with "pg_dump --no-owner --encoding=UTF8 OLD | psql NEW", and name that in DATABASE_URL`;
    const says = "this database's encoding does not hold or compare texts of all languages";
    return log.warn({ encoding, todo }, says);
  }
  const { rows } = await pool.query<{ is_known: boolean }>("select lower('Ü') = 'ü' as is_known");
  if (rows[0]?.is_known) return;
  const todo = `move to a database made with "${MAKE_ONE}"`;
  log.warn(
    { todo },
    "this database's locale knows capitals of A to Z alone: searches and names miss others",
  );
}

import type pg from "pg";
import { type Door, findDoor } from "#adapters/database/find-door.ts";
import { makePool } from "#adapters/database/pool.ts";
import type { Log } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import type { Config } from "./config.ts";

/** One connection to the database of a configuration, which lasts, for what moves tables. */
export async function openAlone(config: Config): Promise<pg.Pool> {
  const { main, apart } = await findDoors(config);
  const { connection, reach } = apart ?? main;
  return makePool(connection, { size: 1, ...(reach && { reach }) });
}

/** The embedded server needs no look at where it leads. */
export type AnyDoor = Pick<Door, "connection"> & Partial<Door>;
/** `apart`: another one for what needs sessions. */
export type Doors = { main: AnyDoor; apart?: Door };

/** What the addresses of a configuration lead to; throws, naming it, where one does not serve. */
export async function findDoors(config: Config): Promise<Doors> {
  const { DATABASE_URL = "", DATABASE_DIRECT_URL, PGSSLMODE } = config;
  const open = (name: string, url: string) =>
    findDoor(url, PGSSLMODE).catch((error: Error & { code?: string }) => {
      const reason = error.message || error.code;
      throw new Failure(
        "UNAVAILABLE",
        `The database that ${name} names cannot be opened: ${reason}`,
      );
    });
  const main = await open("DATABASE_URL", DATABASE_URL);
  const apart = DATABASE_DIRECT_URL ? await open("DATABASE_DIRECT_URL", DATABASE_DIRECT_URL) : null;
  const { reach } = apart ?? main;
  if (reach.has_sessions) return { main, ...(apart && { apart }) };
  throw new Failure(
    "UNAVAILABLE",
    `${apart ? "DATABASE_DIRECT_URL" : "DATABASE_URL"} leads through a pooler in transaction mode, where the locks and ` +
      "notices of workers and migrations have no session to live in: set DATABASE_DIRECT_URL to PostgreSQL itself or to " +
      "a pooler in session mode.",
  );
}

/** Statements outside of transactions take the pooler's session as it is. */
export async function warnOfPatience(pool: pg.Pool, log: Log): Promise<void> {
  const { rows } = await pool.query<{ patience: string; role: string }>(
    "select current_setting('statement_timeout') as patience, quote_ident(current_user) as role",
  );
  if (rows[0]?.patience !== "0") return;
  const todo = `alter role ${rows[0].role} set statement_timeout = '60s'`;
  log.warn({ todo }, "through this pooler, statements outside of transactions have no time-out");
}

/** Where a configuration's database is, as an operator would say it; no secret is in it. */
export async function nameDatabase(pool: pg.Pool, { DATABASE_URL }: Config): Promise<string> {
  if (!DATABASE_URL) return "the embedded PostgreSQL in DATA_DIR";
  const { rows } = await pool.query<{ named: string }>(
    `select current_database() || ' at ' || coalesce(host(inet_server_addr()) || ':' || inet_server_port(), 'a socket') as named`,
  );
  return rows[0]?.named ?? "";
}

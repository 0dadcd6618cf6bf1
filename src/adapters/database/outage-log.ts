import pg from "pg";
import type { Log } from "#core/context.ts";
import { translateDatabaseError } from "#core/database.ts";
import { Failure } from "#core/failure.ts";

const LOOK_MS = 1_000;
const REMIND_MS = 60_000;
const TEXTS_MAX = 20;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS).unref());

type Fields = Record<string, unknown>;
type Line = { level: "warn" | "error"; fields: Fields; message: string };

/**
 * A log for work without a caller. Lines whose `error` may come of the database being away wait until `isReachable` has
 * answered; if it is away, there is one line instead of them, one more each minute, and one when
 * it is back, with what was said meanwhile. All other lines are written as they are.
 */
export function makeOutageLog(log: Log, isReachable: () => Promise<boolean>): Log {
  const held: Line[] = [];
  let is_away = false;
  let is_looking = false;
  const said = new Set<string>();

  const write = ({ level, fields, message }: Line) => {
    const { error, ...rest } = fields;
    log[level](error instanceof Error ? { ...rest, error: textOf(error) } : fields, message);
  };
  const note = ({ fields, message }: Line) => {
    if (said.size < TEXTS_MAX) said.add(`${message}: ${textOf(fields["error"] as Error)}`);
  };
  const waitUntilBack = async () => {
    const began = Date.now();
    const facts = () => ({
      seconds: Math.round((Date.now() - began) / 1_000),
      errors: [...said],
    });
    log.error(facts(), "the database is away");
    let reported = began;
    do {
      await pause();
      if (Date.now() - reported < REMIND_MS) continue;
      reported = Date.now();
      log.error(facts(), "the database is still away");
    } while (!(await isReachable()));
    // What failed just before may be reported just after.
    await pause();
    log.info(facts(), "the database is back");
    said.clear();
  };
  const look = async () => {
    is_looking = true;
    const isThere = await isReachable();
    const lines = held.splice(0);
    if (isThere) {
      for (const line of lines) write(line);
    } else {
      is_away = true;
      for (const line of lines) note(line);
      await waitUntilBack();
      is_away = false;
    }
    is_looking = false;
  };
  const take = (level: Line["level"]) => (fields: Fields, message: string) => {
    const line = { level, fields, message };
    if (!meansAway(fields["error"])) return write(line);
    if (is_away) return note(line);
    held.push(line);
    if (!is_looking) void look();
  };
  return {
    info: (fields, message) => log.info(fields, message),
    warn: take("warn"),
    error: take("error"),
  };
}

/** Addresses that were all refused leave a code and no message. */
function textOf(error: Error): string {
  return error.message === "" && "code" in error ? `${error.name} ${error.code}` : String(error);
}

/** Tells whether the database of a pool takes connections, by one of its own. */
export async function isReachable({ options }: pg.Pool): Promise<boolean> {
  const client = new pg.Client(options);
  client.on("error", () => {}); // What matters is that connecting rejects.
  try {
    await client.connect();
    return true;
  } catch (error) {
    return !meansAway(error);
  } finally {
    void client.end().catch(() => {});
  }
}

/** True for an error that the database may have been away for, also as the cause of a failure. */
function meansAway(error: unknown): boolean {
  const cause = error instanceof Failure ? error.cause : error;
  const translated = translateDatabaseError(cause);
  return translated !== cause && translated instanceof Failure && translated.code === "UNAVAILABLE";
}

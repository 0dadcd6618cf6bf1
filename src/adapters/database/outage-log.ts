import pg from "pg";
import type { Log } from "#core/context.ts";
import { translateDatabaseError } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { isReadOnly } from "./read-only.ts";

const LOOK_MS = 1_000;
const REMIND_MS = 60_000;
const TEXTS_MAX = 20;

const STILL: Record<Trouble, string> = {
  "is away": "the database is still away",
  "takes no changes": "the database still takes no changes",
};

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS).unref());

const DISK_FULL = "53100";

type Fields = Record<string, unknown>;
type Line = { level: "warn" | "error"; fields: Fields; message: string };

/** What keeps the database from being used. */
export type Trouble = "is away" | "takes no changes";

/**
 * A log for work without a caller. Lines whose `error` may come of the database being away, or taking no changes, wait
 * until `findTrouble` has answered; if it is so, there is one line instead of them, one more each minute, and one when
 * it is back, with what was said meanwhile. Of a full disk there is a line a minute. All other lines are written as they are.
 */
export function makeOutageLog(log: Log, findTrouble: () => Promise<Trouble | null>): Log {
  const held: Line[] = [];
  let is_away = false;
  let told_full = 0;
  let is_looking = false;
  const said = new Set<string>();

  const write = ({ level, fields, message }: Line) => {
    const { error, ...rest } = fields;
    log[level](error instanceof Error ? { ...rest, error: textOf(error) } : fields, message);
  };
  const note = ({ fields, message }: Line) => {
    if (said.size < TEXTS_MAX) said.add(`${message}: ${textOf(fields["error"] as Error)}`);
  };
  const waitUntilBack = async (first: Trouble) => {
    const began = Date.now();
    const facts = () => ({
      seconds: Math.round((Date.now() - began) / 1_000),
      errors: [...said],
    });
    log.error(facts(), `the database ${first}`);
    let reported = began;
    for (let trouble: Trouble | null = first; trouble; trouble = await findTrouble()) {
      await pause();
      if (Date.now() - reported < REMIND_MS) continue;
      reported = Date.now();
      log.error(facts(), STILL[trouble]);
    }
    // What failed just before may be reported just after.
    await pause();
    log.info(facts(), "the database is back");
    said.clear();
  };
  const look = async () => {
    is_looking = true;
    const trouble = await findTrouble();
    const lines = held.splice(0);
    if (!trouble) {
      for (const line of lines) write(line);
    } else {
      is_away = true;
      for (const line of lines) note(line);
      await waitUntilBack(trouble);
      is_away = false;
    }
    is_looking = false;
  };
  const take = (level: Line["level"]) => (fields: Fields, message: string) => {
    const line = { level, fields, message };
    if (!meansAway(fields["error"])) return write(line);
    if (is_away) return note(line);
    if (codeOf(fields["error"]) === DISK_FULL) {
      if (Date.now() - told_full < REMIND_MS) return;
      told_full = Date.now();
      return write(line);
    }
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

/** Tells what keeps the database of a pool from being used, by a connection of its own. */
export async function findTrouble({ options }: pg.Pool): Promise<Trouble | null> {
  const client = new pg.Client(options);
  client.on("error", () => {}); // What matters is that connecting rejects.
  try {
    await client.connect();
    return (await isReadOnly(client)) ? "takes no changes" : null;
  } catch (error) {
    return meansAway(error) ? "is away" : null;
  } finally {
    void client.end().catch(() => {});
  }
}

/** True for an error that the database may have been away for, also as the cause of a failure. */
function meansAway(error: unknown): boolean {
  const cause = causeOf(error);
  const translated = translateDatabaseError(cause);
  return translated !== cause && translated instanceof Failure && translated.code === "UNAVAILABLE";
}

const causeOf = (error: unknown) => (error instanceof Failure ? error.cause : error);
const codeOf = (error: unknown) => (causeOf(error) as { code?: unknown } | undefined)?.code;

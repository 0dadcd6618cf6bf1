import type { Database } from "#core/database.ts";

type Waiting<Asked, Found> = {
  asked: Asked;
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
};

const ASKED_MAX = 200;

/**
 * Lookups that are asked for in one turn of the event loop share one read, which begins after all of them: what was
 * changed before is seen. `read` answers with as many places as it was asked for; undefined: not found.
 */
export function inOneRead<Asked, Found>(
  read: (db: Database, asked: Asked[]) => Promise<(Found | undefined)[]>,
): (db: Database, asked: Asked) => Promise<Found | undefined> {
  const lookups = new WeakMap<Database, Waiting<Asked, Found>[]>();
  const answerAll = (db: Database) => {
    const waiting = lookups.get(db) ?? [];
    lookups.delete(db);
    for (let start = 0; start < waiting.length; start += ASKED_MAX) {
      answerSome(db, waiting.slice(start, start + ASKED_MAX));
    }
  };
  const answerSome = async (db: Database, waiting: Waiting<Asked, Found>[]) => {
    try {
      const asked = waiting.map((one) => one.asked);
      const found = await read(db, asked);
      for (const [place, { resolve }] of waiting.entries()) resolve(found[place]);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  };
  return (db, asked) =>
    new Promise((resolve, reject) => {
      const waiting = lookups.get(db) ?? [];
      lookups.set(db, waiting);
      waiting.push({ asked, resolve, reject });
      if (waiting.length === 1) setImmediate(answerAll, db);
    });
}

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

const POLL_MS = 10;
const GIVE_UP_MS = 120_000;

/** Waits until something has happened, however slow the machine is; fails when it never does. */
export async function waitFor(
  what: string,
  hasHappened: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + GIVE_UP_MS;
  while (!(await hasHappened())) {
    assert(Date.now() < deadline, `never happened: ${what}`);
    await sleep(POLL_MS);
  }
}

/** Waits until a query on the pool's database is held up by a lock. */
export function waitForLock(pool: pg.Pool): Promise<void> {
  return waitFor("a query waits for a lock", () => isHeldUp(pool));
}

/** Waits until something is done, or a query on the pool's database is held up by a lock. */
export async function doneOrHeldUp(pool: pg.Pool, doing: Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  doing.then(end, end);
  await waitFor("it is done or waits for a lock", async () => isDone || isHeldUp(pool));
  if (isDone) await doing;
}

async function isHeldUp(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

import type { Database } from "#core/database.ts";
import { canBeginAnew, Later, WAITED_MS } from "#core/one-moment.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** So many questions of a project are counted at a time: its other places are for what is kept or soon read. */
const AT_ONCE = 2;
const WAITING_MAX = 30;

type Waiting = { question: string; since: number; begin: () => void };
type Line = { counting: number; waiting: Waiting[] };
/** By project. */
const lines = new Map<number, Line>();
/** The snapshots in which something is counted: what is counted within that is a part of it. */
const counting = new WeakSet<Database>();

/** Whether who asks in a snapshot can wait without it: it may be begun anew, and nothing is counted in it. */
export const canWait = (db: Database) => canBeginAnew(db) && !counting.has(db);

/** Has a question wait, without a connection, until fewer of its project are counted; who cannot wait is let through. */
export function waitForTurn(db: Database, { project_id }: Tenant, question: string): void {
  const line = lines.get(project_id);
  if (!line || line.counting < AT_ONCE || line.waiting.length >= WAITING_MAX || !canWait(db))
    return;
  throw new Later(
    new Promise<void>((begin) => {
      line.waiting.push({ question, since: performance.now(), begin });
    }),
  );
}

/** Counts, and calls those who wait: one question of them, or all where nothing is counted any more. */
export async function countInTurn<Found>(
  db: Database,
  { project_id }: Tenant,
  count: () => Promise<Found>,
): Promise<Found> {
  if (counting.has(db)) return count();
  const line = lines.get(project_id) ?? { counting: 0, waiting: [] };
  lines.set(project_id, line);
  line.counting += 1;
  counting.add(db);
  try {
    return await count();
  } finally {
    counting.delete(db);
    line.counting -= 1;
    callNext(line);
    if (line.counting === 0) lines.delete(project_id);
  }
}

/** Calls all who wait with one question, or all where nothing is counted any more; who has waited for long went on. */
function callNext(line: Line): void {
  const still = line.waiting.filter(({ since }) => performance.now() - since < WAITED_MS);
  const isNext = ({ question }: Waiting) => line.counting === 0 || question === still[0]?.question;
  line.waiting = still.filter((one) => !isNext(one));
  for (const { begin } of still.filter(isNext)) begin();
}

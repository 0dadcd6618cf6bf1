import type { Database } from "#core/database.ts";
import { canBeginAnew, Later } from "#core/one-moment.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** So many questions of a project are counted at a time: its other places are for what is kept or soon read. */
const AT_ONCE = 2;

type Line = { counting: number; waiting: { question: string; begin: () => void }[] };
/** By project. */
const lines = new Map<number, Line>();
/** The snapshots in which something is counted: what is counted within that is a part of it. */
const counting = new WeakSet<Database>();

/** Whether who asks in a snapshot can wait without it: it may be begun anew, and nothing is counted in it. */
export const canWait = (db: Database) => canBeginAnew(db) && !counting.has(db);

/** Has a question wait, without a connection, until fewer of its project are counted; who cannot wait is let through. */
export function waitForTurn(db: Database, { project_id }: Tenant, question: string): void {
  const line = lines.get(project_id);
  if (!line || line.counting < AT_ONCE || !canWait(db)) return;
  throw new Later(
    new Promise<void>((begin) => {
      line.waiting.push({ question, begin });
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
    const [first] = line.waiting;
    const isNext = (one: { question: string }) =>
      line.counting === 0 || one.question === first?.question;
    const next = line.waiting.filter(isNext);
    line.waiting = line.waiting.filter((one) => !isNext(one));
    for (const { begin } of next) begin();
    if (line.counting === 0) lines.delete(project_id);
  }
}

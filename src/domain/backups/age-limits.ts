import { sql } from "kysely";
import type { AccountContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { sweepTime } from "#domain/accounts/seen-clock.ts";
import { type Tenant, updateProjectRow } from "#domain/projects/project-queries.ts";
import { firstKept, type KeptDays, listOwnDays } from "#domain/projects/retention.ts";
import { refuseBackup } from "./backup-format.ts";

/** What of a backup has an age; a project's log is in none. */
const AGED = ["answers", "raw_bodies", "runs"] as const;
/** What is kept for `days`, and how many of it are older. */
export type TooOld = { kind: (typeof AGED)[number]; days: number; count: number };
/** `lifted`: limits that the project had; `going`: what those of the installation delete at the next full hour. */
export type AgeLimits = { lifted: TooOld[]; going: TooOld[] };

/**
 * Lifts a restored project's own limits of age: they would delete within the hour what its backup was kept for. Call it in
 * the transaction of the restore.
 */
export async function liftAgeLimits(
  { db, now, server }: Pick<AccountContext, "db" | "now" | "server">,
  project: Tenant,
): Promise<AgeLimits> {
  const [found] = await listOwnDays(db, project);
  if (!found) return { lifted: [], going: [] };
  const { time } = await sweepTime({ db, now });
  const listOlder = async (limits: KeptDays): Promise<TooOld[]> => {
    const all = [];
    for (const kind of AGED) {
      const days = limits[kind];
      const before = firstKept(found.timezone, days, time);
      if (days === null || before === null) continue;
      all.push({ kind, days, count: await COUNT_OLDER[kind](db, project, before) });
    }
    return all;
  };
  const going = (await listOlder(server.keep_days)).filter(({ count }) => count > 0);
  const lifted = await listOlder(found.own);
  const none = { keep_answers_days: null, keep_raw_bodies_days: null, keep_runs_days: null };
  await updateProjectRow(db, project, none);
  return { lifted, going };
}

/**
 * VALIDATION_ERROR where a limit of the installation would delete some of the rows that a table of a restored project has so
 * far: called after each piece of them (at most 1,000), it is known before hours of others are restored.
 */
export async function refuseOld(
  { db, now, server }: Pick<AccountContext, "db" | "now" | "server">,
  project: Tenant,
  table: string,
): Promise<void> {
  const kind = AGED.find((one) => TABLES[one] === table);
  const days = kind ? server.keep_days[kind] : null;
  if (!kind || days === null) return;
  const [found] = await listOwnDays(db, project);
  const before = found && firstKept(found.timezone, days, (await sweepTime({ db, now })).time);
  if (!before || (await COUNT_OLDER[kind](db, project, before, PIECE)) === 0) return;
  const what = kind.replace("_", " ");
  throw refuseBackup(
    `It has ${what} of before ${before}, which KEEP_${kind.toUpperCase()}_DAYS=${days} would delete at the next full hour. ` +
      "Raise or unset that, or let them go with --old-may-go.",
  );
}

const PIECE = 1_000;
const TABLES = { answers: "answers", raw_bodies: "raw_answers", runs: "capture_runs" } as const;

/** Such as "3,960 answers older". */
export function sayOld({ kind, count }: TooOld): string {
  return `${count.toLocaleString("en")} ${kind.replace("_", " ")} older`;
}

/** Of bodies, among the `newest` by number if said: to look through all after each piece takes too long. */
type CountOlder = (
  ...given: [db: Database, project: Tenant, before: string, newest?: number]
) => Promise<number>;
const COUNT_OLDER: Record<TooOld["kind"], CountOlder> = {
  answers: async (db, { project_id }, before) => {
    const { rows } = await sql<{ count: number }>`select count(*) from answers
      where project_id = ${project_id} and day < ${before}::date`.execute(db);
    return rows[0]?.count ?? 0;
  },
  raw_bodies: async (db, { project_id }, before, newest) => {
    // Answer by answer: nothing is known of a project that is being made, and the planner takes any join for small.
    const { rows } = await sql<{ count: number }>`select count(*) from (
        select answer_id from raw_answers where project_id = ${project_id}
        order by answer_id desc limit ${newest ?? null}::bigint) r
      cross join lateral (select day from answers a
        where a.project_id = ${project_id} and a.answer_id = r.answer_id offset 0) a
      where a.day < ${before}::date`.execute(db);
    return rows[0]?.count ?? 0;
  },
  runs: async (db, { project_id }, before) => {
    const { rows } = await sql<{ count: number }>`select count(*) from capture_runs
      where project_id = ${project_id} and day < ${before}::date`.execute(db);
    return rows[0]?.count ?? 0;
  },
};

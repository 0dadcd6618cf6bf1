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
 * Lifts a restored project's own limits of age: they would delete within the hour what its backup was kept for.
 * VALIDATION_ERROR where the installation's would delete some of it, unless `old_may_go`. Call it in the transaction of
 * the restore.
 */
export async function liftAgeLimits(
  { db, now, server }: Pick<AccountContext, "db" | "now" | "server">,
  project: Tenant,
  old_may_go: boolean,
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
  if (going.length > 0 && !old_may_go) {
    const old = going.map((one) => `${sayOld(one)} than KEEP_${one.kind.toUpperCase()}_DAYS keeps`);
    const all = new Intl.ListFormat("en").format(old);
    throw refuseBackup(
      `It has ${all}: the next full hour would delete them. Raise or unset that, or let them go with --old-may-go.`,
    );
  }
  const lifted = await listOlder(found.own);
  const none = { keep_answers_days: null, keep_raw_bodies_days: null, keep_runs_days: null };
  await updateProjectRow(db, project, none);
  return { lifted, going };
}

/** Such as "3,960 answers older". */
export function sayOld({ kind, count }: TooOld): string {
  return `${count.toLocaleString("en")} ${kind.replace("_", " ")} older`;
}

type CountOlder = (db: Database, project: Tenant, before: string) => Promise<number>;
const COUNT_OLDER: Record<TooOld["kind"], CountOlder> = {
  answers: async (db, { project_id }, before) => {
    const { rows } = await sql<{ count: number }>`select count(*) from answers
      where project_id = ${project_id} and day < ${before}::date`.execute(db);
    return rows[0]?.count ?? 0;
  },
  raw_bodies: async (db, { project_id }, before) => {
    const { rows } = await sql<{ count: number }>`select count(*) from answers
      join raw_answers using (project_id, answer_id)
      where project_id = ${project_id} and day < ${before}::date`.execute(db);
    return rows[0]?.count ?? 0;
  },
  runs: async (db, { project_id }, before) => {
    const { rows } = await sql<{ count: number }>`select count(*) from capture_runs
      where project_id = ${project_id} and day < ${before}::date`.execute(db);
    return rows[0]?.count ?? 0;
  },
};

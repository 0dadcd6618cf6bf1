import { sql } from "kysely";
import { type AccountContext, workFor } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import type { Tenant } from "./project-queries.ts";

/** How long a job that works for all projects waits for what someone else holds of one; the next round tries again. */
const LOCK_SECONDS = 5;

/** Does work of many projects, one after the other: one whose work fails keeps none of the others from it. */
export function makeRound(context: Pick<AccountContext, "log" | "placement">) {
  const failed = new Map<number, unknown>();
  return {
    async each<Of extends Tenant>(list: readonly Of[], work: (of: Of) => Promise<void>) {
      for (const of of list) {
        const { project_id } = of;
        await workFor(context, of, () => work(of)).catch((error: unknown) => {
          context.log.error({ project_id, error: String(error) }, "work of a project failed");
          failed.set(project_id, error);
        });
      }
    },
    /** Throws what tells of the projects whose work failed; `what` begins the sentence. */
    end: (what: string) => tellFailed(what, failed),
  };
}

/** Throws what tells of projects, by number, whose work failed, if there are any; `what` begins the sentence. */
export function tellFailed(what: string, failed: ReadonlyMap<number, unknown>): void {
  if (failed.size === 0) return;
  const [cause] = failed.values();
  const names = [...failed.keys()].join(", ");
  throw new Error(`${what} of the projects ${names}: ${cause}`, { cause });
}

/** A transaction that fails where it would wait for long. */
export function briefly<R>(db: Database, work: (trx: Database) => Promise<R>): Promise<R> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', ${`${LOCK_SECONDS}s`}, true)`.execute(trx);
    return work(trx);
  });
}

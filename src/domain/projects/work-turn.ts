import type { AccountContext } from "#core/context.ts";
import type { Job } from "#core/job.ts";
import type { Tenant } from "./project-queries.ts";

/** How long a job works on a project before others that wait have their turn. */
const TURN_MS = 15_000;

/** Begins a turn; what it returns says whether it is over. A job of long work then puts itself behind the others. */
export function beginTurn({ now }: Pick<AccountContext, "now">): () => boolean {
  const end = now().getTime() + TURN_MS;
  return () => now().getTime() >= end;
}

/** What puts a job on a project in the background, once however often it is asked for before it begins. */
export function onceFor(job: Pick<Job, "name" | "attempts" | "work">) {
  return (
    { db, queueOn }: Pick<AccountContext, "db" | "queueOn">,
    { project_id }: Tenant,
  ): Promise<void> => queueOn(db).add(job, { project_id }, { key: `${job.name}:${project_id}` });
}

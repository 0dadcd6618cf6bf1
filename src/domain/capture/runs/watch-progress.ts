import { setTimeout as wait } from "node:timers/promises";
import type { AccountContext } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { encodeId } from "#core/id.ts";
import { readRecalculation } from "#domain/answers/facts/recalculation-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { readImportProgress } from "#domain/prompts/imports/prompt-import-queries.ts";
import { type TaskStatus, toUsd } from "../capture-task.ts";
import { STATUS_COUNTS } from "../task-queries.ts";

const BUSY_MS = 1_000;
const IDLE_MS = 2_000;
const RUNS_MAX = 3;

/** A run as its progress shows it: tasks by status and what they cost so far. */
export type RunProgress = Record<TaskStatus, number> & {
  run_id: string;
  day: string;
  planned: number;
  cost_usd: number;
  completed_at: string | null;
};
/** What is under way in a project; null: stored answers are not being read again, no prompts are imported. */
export type Progress = {
  runs: RunProgress[];
  recalculation: Part | null;
  prompt_import: Part | null;
};
type Part = { done: number; total: number };

/** The newest runs of a project and how far its recalculation and its import of prompts are. */
export async function readProgress(db: Database, tenant: Tenant): Promise<Progress> {
  const rows = await rowsOf<
    Omit<RunProgress, "run_id" | "cost_usd"> & { id: number; spent: number }
  >(db)`
    select r.run_id as id, r.day, r.completed_at, c.*, coalesce(l.spent, 0) as spent
    from (
      select * from capture_runs where project_id = ${tenant.project_id}
      order by day desc limit ${RUNS_MAX}
    ) r
    cross join lateral (
      select ${STATUS_COUNTS}
      from capture_tasks t where t.project_id = r.project_id and t.run_id = r.run_id
    ) c
    cross join lateral (
      select sum(spent_micros)::bigint as spent from capture_ledger l
      where l.project_id = r.project_id and l.day = r.day
    ) l
    order by r.day desc`;
  const runs = rows.map(({ id, spent, ...row }) => {
    return { run_id: encodeId("run", id), ...row, cost_usd: toUsd(spent) };
  });
  const recalculation = await readRecalculation(db, tenant);
  return { runs, recalculation, prompt_import: await readImportProgress(db, tenant) };
}

type Listener = (progress: string) => void;
type Watched = { listeners: Set<Listener>; latest: string | undefined };
/** Tells listeners of a project's progress as JSON, at once and whenever it changes, until they leave. */
export type ProgressWatch = { join(tenant: Tenant, listener: Listener): () => void };

/** One read of the database serves every listener of a project in this process; nobody listening, none is made. */
export function makeProgressWatch({ db, log }: Pick<AccountContext, "db" | "log">): ProgressWatch {
  const projects = new Map<number, Watched>();
  const poll = async (tenant: Tenant, watched: Watched) => {
    while (watched.listeners.size > 0) {
      const progress = await readProgress(db, tenant).catch((error: unknown) => {
        log.warn({ error: String(error), project_id: tenant.project_id }, "progress not read");
      });
      if (progress) tell(watched, JSON.stringify(progress));
      const isBusy =
        progress?.recalculation ||
        progress?.prompt_import ||
        progress?.runs.some(({ running }) => running > 0);
      await wait(isBusy ? BUSY_MS : IDLE_MS, undefined, { ref: false });
    }
    projects.delete(tenant.project_id);
  };
  return {
    join(tenant, listener) {
      const known = projects.get(tenant.project_id);
      const watched = known ?? { listeners: new Set(), latest: undefined };
      watched.listeners.add(listener);
      if (watched.latest !== undefined) listener(watched.latest);
      if (!known) {
        projects.set(tenant.project_id, watched);
        void poll(tenant, watched);
      }
      return () => watched.listeners.delete(listener);
    },
  };
}

function tell(watched: Watched, latest: string): void {
  if (latest === watched.latest) return;
  watched.latest = latest;
  for (const listener of watched.listeners) listener(latest);
}

import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { Log } from "#core/context.ts";
import { listAway } from "./cluster.ts";
import { type Hanging, listSilent } from "./pool.ts";
import { connectApart } from "./readiness.ts";

const LOOK_MS = 1_000;
/** A statement that has heard nothing for so long has the servers looked at: most take milliseconds. */
const PATIENCE_MS = 2_000;

/**
 * Looks, when a statement waits or a server was silent, which servers of a cluster answer. Statements for projects of one
 * that does not are given up, and refused until it answers: the coordinator would wait for it with each, and
 * cannot end one itself. `tenants`: the table of projects.
 */
export function watchServers({ tenants, log }: { tenants: string; log: Log }): {
  placement: Hanging;
  watch(pool: pg.Pool): void;
  stop(): void;
} {
  const here = new AsyncLocalStorage<number>();
  const away = new Set<number>();
  const pools: pg.Pool[] = [];
  let own: Promise<pg.Client> | null = null;
  const listProjects = async ([pool]: pg.Pool[]) => {
    if (!pool) return [];
    own ??= connectApart(pool, () => {
      own = null;
    });
    const { nodes, projects } = await listAway(await own, tenants);
    if (away.size === 0 && nodes.length > 0)
      log.error({ nodes, projects: projects.length }, "a server of the cluster does not answer");
    if (away.size > 0 && nodes.length === 0) log.info({}, "all servers of the cluster answer");
    return projects;
  };
  const look = async () => {
    const silent = () => pools.flatMap((pool) => listSilent(pool, LOOK_MS));
    if (away.size === 0 && !silent().some(({ ms }) => ms > PATIENCE_MS)) return;
    const projects = await listProjects(pools);
    away.clear();
    for (const project_id of projects) away.add(project_id);
    if (away.size === 0) return;
    // What was asked for nobody in particular may have been asked of all servers.
    for (const { projects: asked, ms, giveUp } of silent())
      if (asked.length === 0 ? ms > PATIENCE_MS : asked.some((id) => away.has(id))) giveUp();
  };
  const leave = async () => {
    const client = await own?.catch(() => null);
    own = null;
    await client?.end();
  };
  let is_looking = false;
  const timer = setInterval(async () => {
    if (is_looking) return;
    is_looking = true;
    await look().catch((error: unknown) => {
      void leave().catch(() => {});
      log.warn({ error }, "whether the servers of the database answer could not be found out");
    });
    is_looking = false;
  }, LOOK_MS).unref();
  return {
    placement: {
      away,
      within: ({ project_id }, work) => here.run(project_id, work),
      here: () => here.getStore(),
    },
    watch: (pool) => void pools.push(pool),
    stop() {
      clearInterval(timer);
      void leave().catch(() => {});
    },
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "#core/context.ts";
import type { SilentServers } from "./silent-servers.ts";

// Beside cluster.ts: whether the servers of a cluster answer.

const LOOK_MS = 2_000;
const ANSWER_MS = 5_000;

type Watched = {
  /** One connection to the coordinator, which waits as long as it takes. */
  open(): pg.Pool;
  silent: SilentServers;
  log: Log;
  /** The numbers of all projects, read by a connection of `open`. */
  listProjects(from: pg.Pool): Promise<number[]>;
};
type Server = { group: number; host: string; port: number };

/**
 * Asks each server of a cluster every two seconds, through the coordinator. One that does not answer within five is silent
 * until it does; the connection that asked is left to it, since the coordinator cannot give it back. Returns what ends this.
 */
export function watchServers(watched: Watched): () => void {
  const watch = new Watch(watched);
  void watch.run();
  return () => watch.close();
}

class Watch {
  readonly #watched: Watched;
  readonly #lost = new Set<number>();
  readonly #over = new AbortController();
  #asker: pg.Pool | null = null;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  async run(): Promise<void> {
    for (;;) {
      await this.#pause();
      if (this.#over.signal.aborted) return;
      // The coordinator is away: everybody else says so.
      await this.#look().catch(() => this.#leaveAsker());
    }
  }

  close(): void {
    this.#over.abort();
    this.#leaveAsker();
  }

  async #look(): Promise<void> {
    for (const server of await listServers(this.#open())) {
      if (this.#lost.has(server.group)) continue;
      const asker = this.#open();
      const asked = isThere(asker, server);
      if ((await Promise.race([asked, sleep(ANSWER_MS, "late", { ref: false })])) !== "late")
        continue;
      this.#lost.add(server.group);
      this.#asker = null;
      void this.#await(server, asker, asked);
    }
    if (this.#lost.size > 0) await this.#tell();
  }

  /** Asks a silent server again until it answers. */
  async #await(server: Server, asker: pg.Pool, asked: Promise<boolean>): Promise<void> {
    const { log } = this.#watched;
    const node = `${server.host}:${server.port}`;
    const began = Date.now();
    log.error({ node }, "a server of the cluster does not answer");
    let answer = asked;
    while (!(await answer.catch(() => false)) && !this.#over.signal.aborted) {
      await this.#pause();
      answer = isThere(asker, server);
    }
    void asker.end();
    this.#lost.delete(server.group);
    const seconds = Math.round((Date.now() - began) / 1_000);
    if (!this.#over.signal.aborted) log.info({ node, seconds }, "a server of the cluster answers");
    await this.#tell().catch(() => {});
  }

  /** Says which projects lie on silent servers. */
  async #tell(): Promise<void> {
    const { silent, listProjects } = this.#watched;
    if (this.#lost.size === 0) return silent.set(null);
    const from = this.#open();
    const { rows } = await from.query<{ project_id: number }>(
      `select project_id from unnest($1::integer[]) project_id
       join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('answers', project_id)
       where p.groupid = any($2::integer[])`,
      [await listProjects(from), [...this.#lost]],
    );
    silent.set(new Set(rows.map(({ project_id }) => project_id)));
  }

  #open(): pg.Pool {
    this.#asker ??= this.#watched.open();
    return this.#asker;
  }

  #leaveAsker(): void {
    void this.#asker?.end();
    this.#asker = null;
  }

  #pause(): Promise<unknown> {
    return sleep(LOOK_MS, null, { signal: this.#over.signal, ref: false }).catch(() => {});
  }
}

async function listServers(from: pg.Pool): Promise<Server[]> {
  const { rows } = await from.query<Server>(
    `select groupid as group, nodename as host, nodeport as port from pg_dist_node
     where noderole = 'primary' and shouldhaveshards and isactive and groupid <> 0 order by 1`,
  );
  return rows;
}

/** Whether a server answers; false: it cannot be reached, which nobody has to wait for. */
async function isThere(from: pg.Pool, { host, port }: Server): Promise<boolean> {
  const { rows } = await from.query<{ success: boolean }>(
    "select success from master_run_on_worker(array[$1]::text[], array[$2]::integer[], array['select 1'], false)",
    [host, port],
  );
  return rows[0]?.success ?? false;
}

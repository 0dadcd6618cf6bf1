import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { hearingOf } from "./pool.ts";

const ANSWER_MS = 2_000;
const SILENCE_MS = 5_000;

/**
 * Rejects unless calls that need the database of a pool are answered now. It asks by a connection of its own, so that
 * it waits behind nobody, and looks whether connections of the pool are asked and none has said anything for 5 seconds.
 */
export function watchReadiness(pool: pg.Pool): () => Promise<void> {
  let own: Promise<pg.Client> | null = null;
  let asking: Promise<void> | null = null;
  const ask = async () => {
    own ??= connectApart(pool, () => {
      own = null;
    });
    const client = await own;
    // One that takes no changes answers what is read: no other process could do more.
    await client.query({ text: "select 1", query_timeout: ANSWER_MS } as pg.QueryConfig);
  };
  return async () => {
    if (pool.ended) throw new Error("closing");
    asking ??= ask()
      .catch(async (error: unknown) => {
        // What it was cut off from, the pool may be, too: until that is heard again it is not believed.
        hearingOf(pool).heard = 0;
        const client = await own?.catch(() => null);
        own = null;
        client?.connection.stream.destroy();
        throw error;
      })
      .finally(() => {
        asking = null;
      });
    await asking;
    const { heard, in_use } = hearingOf(pool);
    if (in_use > 0 && Date.now() - heard > SILENCE_MS) await askPool(pool);
  };
}

/** Who listens or holds a lock says nothing for long: only a pool of which no connection answers is not ready. */
async function askPool(pool: pg.Pool): Promise<void> {
  const asked = pool.query({ text: "select 1", query_timeout: ANSWER_MS } as pg.QueryConfig);
  const late = setTimeout(ANSWER_MS, null, { ref: false }).then(() => {
    throw new Error("no connection answers");
  });
  await Promise.race([asked, late]);
}

/** A connection like those of a pool that is none of them and keeps no process from ending; `onEnd` hears when it ends. */
export async function connectApart({ options }: pg.Pool, onEnd: () => void): Promise<pg.Client> {
  // A pool hides its password from whoever copies its options.
  const { password } = options;
  const wait = { connectionTimeoutMillis: ANSWER_MS };
  const client = new pg.Client({ ...options, ...(password && { password }), ...wait });
  client.on("error", () => {});
  client.once("end", onEnd);
  await client.connect();
  (client.connection.stream as Socket).unref();
  return client;
}

import { type Agent, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";

/** What came of requests: how many there were, and what was wrong with those that failed. */
export type Load = { count: number; made: number; failed: string[] };

/** Sends requests without a pause until `stop()`: of five, four read and one makes a topic. Each is sent once, never again. */
export function startLoad(
  { origin, key, agent }: { origin: string; key: string; agent: Agent },
  connections = 4,
): { load: Load; stop(): Promise<Load> } {
  const load: Load = { count: 0, made: 0, failed: [] };
  let isStopped = false;
  const loop = async (lane: number) => {
    while (!isStopped) {
      const isRead = load.count % 5 > 0;
      load.count += 1;
      const name = `topic ${lane} of request ${load.count}`;
      const status = await send(`${origin}/api/v1/topics`, {
        key,
        agent,
        name: isRead ? null : name,
      });
      if (status === 201) load.made += 1;
      if (status !== (isRead ? 200 : 201)) load.failed.push(`${isRead ? "GET" : "POST"} ${status}`);
      await sleep(5);
    }
  };
  const loops = Array.from({ length: connections }, (_, lane) => loop(lane));
  return {
    load,
    async stop() {
      isStopped = true;
      await Promise.all(loops);
      return load;
    },
  };
}

function send(
  url: string,
  { key, agent, name }: { key: string; agent: Agent; name: string | null },
): Promise<number | string> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  return new Promise((resolve) => {
    const sending = request(url, { method: name ? "POST" : "GET", headers, agent }, (response) => {
      response.on("error", (error) => resolve(error.message));
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sending.on("error", (error) => resolve(error.message));
    sending.end(name && JSON.stringify({ name }));
  });
}

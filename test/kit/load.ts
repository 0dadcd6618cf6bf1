import { request as plain } from "node:http";
import { type Agent, request as sealed } from "node:https";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

/** What came of requests: how many there were, and what was wrong with those that failed. */
export type Load = { count: number; made: number; failed: string[] };

/** Sends requests to whatever `origins` holds then, without a pause until `stop()`: of five, four read and one makes a topic. Each is sent once, never again. */
export function startLoad(
  { origins, key, agent }: { origins: readonly string[]; key: string; agent?: Agent },
  connections = 4,
): { load: Load; stop(): Promise<Load> } {
  const load: Load = { count: 0, made: 0, failed: [] };
  let isStopped = false;
  after(() => {
    isStopped = true;
  });
  const loop = async (lane: number) => {
    while (!isStopped) {
      const isRead = load.count % 5 > 0;
      load.count += 1;
      const name = `topic ${lane} of request ${load.count}`;
      const ask = { key, name: isRead ? null : name, ...(agent && { agent }) };
      const urls = origins.map((origin) => `${origin}/api/v1/topics`);
      const [first = "", second = first] = load.count % 2 ? urls : urls.toReversed();
      let status = await send(first, ask);
      // As a proxy does: who takes no connection was sent nothing.
      if (status === "ECONNREFUSED") status = await send(second, ask);
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
  { key, agent, name }: { key: string; agent?: Agent; name: string | null },
): Promise<number | string> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const options = { method: name ? "POST" : "GET", headers, agent: agent ?? false };
  return new Promise((resolve) => {
    const sending = (agent ? sealed : plain)(url, options, (response) => {
      response.on("error", (error) => resolve(error.message));
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sending.on("error", (error: Error & { code?: string }) => resolve(error.code ?? error.message));
    sending.end(name && JSON.stringify({ name }));
  });
}

import type { Visitor } from "./http-client.ts";
import type { World } from "./world.ts";

/** An open stream of events; `next` is the next block of it as text, undefined once it has ended. */
export type Events = {
  status: number;
  headers: Headers;
  next(): Promise<string | undefined>;
  close(): Promise<void>;
};

/** Listens to the progress of a world's project with a visitor's session, in this process or at `origin`. */
export async function listen(
  world: World,
  visitor: Visitor,
  { origin }: { origin?: string } = {},
): Promise<Events> {
  const path = `/app/progress?project_id=${world.project.id}`;
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const response = origin
    ? await fetch(`${origin}${path}`, { headers })
    : await world.app.request(`http://localhost:8787${path}`, { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    status: response.status,
    headers: response.headers,
    async next() {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end >= 0) {
          const block = text.slice(0, end);
          text = text.slice(end + 2);
          return block;
        }
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return undefined;
        text += value;
      }
    },
    close: async () => reader?.cancel(),
  };
}

/** The data of the next progress event. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
export async function nextProgress(events: Events): Promise<any> {
  for (;;) {
    const block = await events.next();
    if (block === undefined) throw new Error("The stream has ended.");
    const [, data] = /^event: progress\ndata: (.*)$/.exec(block) ?? [];
    if (data !== undefined) return JSON.parse(data);
  }
}

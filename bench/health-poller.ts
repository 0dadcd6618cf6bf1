import { once } from "node:events";
import { Worker } from "node:worker_threads";

const POLL_MS = 5;

// A thread of its own, so that what the others do with an answer is not in the figure.
const POLLER = `
const { parentPort, workerData } = require("node:worker_threads");
const { request, Agent } = require("node:http");
const agent = new Agent({ keepAlive: true });
let times = [];
parentPort.on("message", () => { parentPort.postMessage(times); times = []; });
const ask = () => {
  const started = performance.now();
  request(workerData.url, { agent }, (answer) => {
    answer.resume().on("end", () => {
      times.push(performance.now() - started);
      setTimeout(ask, workerData.poll_ms);
    });
  }).end();
};
ask();`;

/** Asks a server for `/healthz` every 5 ms; `take` returns how many ms each call since the last `take` took, sorted. */
export function pollHealth(origin: string) {
  const workerData = { url: `${origin}/healthz`, poll_ms: POLL_MS };
  const poller = new Worker(POLLER, { eval: true, workerData });
  return {
    take: async (): Promise<number[]> => {
      poller.postMessage(null);
      const [times] = (await once(poller, "message")) as [number[]];
      return times.sort((left, right) => left - right);
    },
    stop: () => poller.terminate(),
  };
}

/** The value below which a share of sorted ones are, as text; empty for none. */
export function at(sorted: readonly number[], share: number): string {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return value === undefined ? "" : value.toFixed(1);
}

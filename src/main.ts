import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { makeDrain } from "#adapters/drain.ts";
import { adviseListening, hostAndPort } from "#adapters/listen.ts";
import { setupNote } from "#adapters/readable-line.ts";
import { makeWebServer } from "#adapters/web-server.ts";
import { openSetup } from "#domain/accounts/set-up.ts";
import { makeApp } from "./app.ts";
import { startBackground } from "./background.ts";
import { outliveReaders, STOP_SIGNALS } from "./early-stop.ts";
import { type Installation, openMetrics, startProcess } from "./installation.ts";
import { appParts } from "./wiring.ts";

const STOP_SECONDS = 9;
/** What a model has left to answer who waits for it. */
const ANSWER_SECONDS = 5;
/** How often it is looked whether the dashboard is built. */
const LOOK_MS = 100;

async function start(installation: Installation): Promise<void> {
  const { config } = installation;
  const { log } = installation.base;
  const closing = new AbortController();
  const parts = appParts(installation, closing.signal);
  const app = makeApp(parts);
  const server = makeWebServer(app.fetch, { hostname: config.HOST });
  const drain = makeDrain(server);
  const metrics = await openMetrics(installation);
  const background =
    config.WORKER === "on" ? await startBackground(installation.openBackground()) : null;
  const setup = await openSetup(installation.base);
  server.once("error", async (error) => {
    process.stderr.write(`Earshot could not start: ${error.message}; ${adviseListening(error)}.\n`);
    await background?.stop();
    await installation.close();
    process.exit(1);
  });
  // Last: a failure before this ends the process, one after it is answered.
  server.listen(config.PORT, config.HOST, () => {
    const { port } = server.address() as AddressInfo;
    const address = `http://${hostAndPort(config.HOST, port)}`;
    log.info({ address, version: config.VERSION }, "listening");
    if (setup) void tellSetup(`${config.BASE_URL}/setup?token=${setup}`);
  });
  /** Last of all, when the dashboard is there: nothing else of the start follows it. */
  async function tellSetup(open: string): Promise<void> {
    while (!parts.dashboard.bundle && !parts.dashboard.problem) await wait(LOOK_MS);
    if (process.stdout.isTTY) process.stdout.write(setupNote(open));
    // A warning, as without it nobody can make an account.
    else log.warn({ open }, "make the first account here");
  }
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    const linger_ms = config.DRAIN_SECONDS * 1000;
    setTimeout(() => process.exit(1), linger_ms + STOP_SECONDS * 1000).unref();
    setTimeout(installation.stopAsking, linger_ms + ANSWER_SECONDS * 1000).unref();
    closing.abort();
    const [cut] = await Promise.all([drain(linger_ms), background?.stop()]);
    if (cut > 0) log.warn({ answers: cut }, "cut off what did not end in time");
    await metrics?.close();
    await installation.close();
    process.exit(0);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => void stop(signal));
}

outliveReaders();
startProcess(start).catch((error: unknown) => {
  process.stderr.write(`Earshot could not start: ${(error as Error).message}\n`);
  process.exit(1);
});

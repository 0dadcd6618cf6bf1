import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { makeDrain } from "#adapters/drain.ts";
import { makeLog } from "#adapters/log.ts";
import { openSetup } from "#domain/accounts/set-up.ts";
import { makeApp } from "./app.ts";
import { startBackground } from "./background.ts";
import { readConfig } from "./config.ts";
import { appParts, openInstallation } from "./server.ts";

const STOP_SECONDS = 9;

async function main(): Promise<void> {
  const config = readConfig();
  const log = makeLog(config.LOG_LEVEL);
  const installation = await openInstallation(config, log);
  const app = makeApp(appParts(installation, config));
  const server = serve({ fetch: app.fetch, hostname: config.HOST, port: config.PORT }, ({ port }) =>
    log.info({ address: `http://${config.HOST}:${port}`, version: config.VERSION }, "listening"),
  );
  const drain = makeDrain(server as Server);
  const background = config.WORKER === "on" ? await startBackground(installation, config) : null;
  const setup = await openSetup(installation.base);
  if (setup) {
    log.info({ open: `${config.BASE_URL}/setup?token=${setup}` }, "make the first account here");
  }
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), STOP_SECONDS * 1000).unref();
    await drain();
    await background?.stop();
    await installation.close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => void stop(signal));
}

main().catch((error: unknown) => {
  process.stderr.write(`Earshot could not start: ${(error as Error).message}\n`);
  process.exit(1);
});

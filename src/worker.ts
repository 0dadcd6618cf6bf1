import { startBackground } from "./background.ts";
import { outliveReaders, STOP_SIGNALS } from "./early-stop.ts";
import { type Installation, openMetrics, startProcess } from "./installation.ts";

const STOP_SECONDS = 9;

/** Jobs and captures in a process of their own; run as many as are needed next to `WORKER=off npm start`. */
async function start(installation: Installation): Promise<void> {
  const { config } = installation;
  const { log } = installation.base;
  const metrics = await openMetrics(installation);
  const background = await startBackground(installation.openBackground());
  log.info({ slots: config.CAPTURE_SLOTS }, "worker started");
  let stopping = false;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), STOP_SECONDS * 1000).unref();
      await background.stop();
      await metrics?.close();
      await installation.close();
      process.exit(0);
    });
  }
}

outliveReaders();
startProcess(start).catch((error: unknown) => {
  process.stderr.write(`The worker could not start: ${(error as Error).message}\n`);
  process.exit(1);
});

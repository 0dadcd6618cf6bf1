import cliProgress from "cli-progress";

/** How far something is: a bar on a terminal, else a line for each tenth, on standard error. */
export type Progress = { update(done: number): void; stop(): void };

/** Shows progress towards `total`, which is counted in `unit`, from the first update on. */
export function makeProgress(label: string, total: number, unit: string): Progress {
  if (process.stderr.isTTY) {
    const bar = new cliProgress.SingleBar(
      { format: `${label} {bar} {percentage} % | {eta_formatted} left`, hideCursor: true },
      cliProgress.Presets.shades_classic,
    );
    // It hides the cursor, and holds the process, until it is stopped; who stops the process stops it, too.
    const stop = () => bar.stop();
    return {
      update(done) {
        if (!bar.isActive) {
          process.once("exit", stop);
          bar.start(total, 0);
        }
        bar.update(Math.min(done, total));
      },
      stop() {
        process.off("exit", stop);
        stop();
      },
    };
  }
  let shown = 0;
  return {
    update(done) {
      const tenth = total === 0 ? 0 : Math.floor((done / total) * 10);
      if (tenth <= shown) return;
      shown = tenth;
      process.stderr.write(`${label}: ${tenth * 10} % of ${total} ${unit}\n`);
    },
    stop() {},
  };
}

/** How much is done of something without a known end, on standard error. */
export type Counter = { update(done: number): void; stop(): void; count(): number };

/** Counts the rows of an export: on a terminal as it goes, else every 100,000. */
export function makeCounter(): Counter {
  const isTerminal = process.stderr.isTTY;
  let count = 0;
  let shown = 0;
  return {
    update(done) {
      count = done;
      const isDue = isTerminal ? done - shown >= 1_000 : done - shown >= 100_000;
      if (!isDue) return;
      shown = done;
      process.stderr.write(
        `${isTerminal ? "\r" : ""}export: ${done} rows${isTerminal ? "" : "\n"}`,
      );
    },
    stop() {
      if (isTerminal && shown > 0) process.stderr.write("\n");
    },
    count: () => count,
  };
}

import cliProgress from "cli-progress";

/** How far something is: a bar on a terminal, else a line for each tenth, on standard error. */
export type Progress = { update(done: number): void; stop(): void };

/** Shows progress towards `total`, which is told in `unit`. */
export function makeProgress(label: string, total: number, unit: string): Progress {
  if (process.stderr.isTTY) {
    const bar = new cliProgress.SingleBar(
      { format: `${label} {bar} {percentage} % | {eta_formatted} left`, hideCursor: true },
      cliProgress.Presets.shades_classic,
    );
    bar.start(total, 0);
    return { update: (done) => bar.update(Math.min(done, total)), stop: () => bar.stop() };
  }
  let told = 0;
  return {
    update(done) {
      const tenth = total === 0 ? 0 : Math.floor((done / total) * 10);
      if (tenth <= told) return;
      told = tenth;
      process.stderr.write(`${label}: ${tenth * 10} % of ${total} ${unit}\n`);
    },
    stop() {},
  };
}

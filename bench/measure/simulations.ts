import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const KEPT = "bench/accuracy/verdicts.json";

/** A table that a simulation leaves for docs/accuracy.md. */
export type Simulation = { title: string; says: string; head: string[]; rows: string[][] };
type Kept = Simulation & { date: string; commit: string };

/** The tables kept so far. */
export function readSimulations(): Kept[] {
  return existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, "utf8")) as Kept[]) : [];
}

/** Keeps a table in place of the one of its title. */
export function keepSimulation(table: Simulation): void {
  const others = readSimulations().filter(({ title }) => title !== table.title);
  const kept = [...others, { ...table, ...whenMeasured() }];
  kept.sort((a, b) => (a.title < b.title ? 1 : -1));
  writeFileSync(KEPT, `${JSON.stringify(kept, null, 2)}\n`);
}

/** Today and the commit of the code, "and changes" where it is not committed. */
export function whenMeasured(): { date: string; commit: string } {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "src") !== "";
  const commit = `${git("rev-parse", "--short", "HEAD")}${isChanged ? " and changes" : ""}`;
  return { date: new Date().toISOString().slice(0, 10), commit };
}

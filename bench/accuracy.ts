import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { measureAll, overviewOf, pageOf, SETS } from "./measure/page.ts";

/**
 * Measures the product's rules on the labelled texts and writes docs/accuracy.md: `npm run accuracy`. With a folder of
 * further sets (`npm run accuracy -- FOLDER`) it prints the first table and writes nothing.
 */
const [folder] = process.argv.slice(2);
const measured = measureAll(folder ? [SETS, folder] : [SETS]);
console.log(overviewOf(measured));
if (!folder) {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "src") !== "";
  const commit = `${git("rev-parse", "--short", "HEAD")}${isChanged ? " and changes" : ""}`;
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync("docs/accuracy.md", pageOf(measured, { date, commit }));
}

// Plain JavaScript that any Node from 18 on can read; npm runs it after `npm ci` and `npm install` in this repository.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chooseNode, ROOT, thisMachine } from "./launch.js";

/** From this Node on, npm leaves out nothing that is needed here. */
const WHOLE = { major: 20, minor: 19 };

/**
 * An npm that runs on an older Node leaves out optional packages that ask for a newer one: those that build the
 * dashboard. Has the Node that came with npm install them; says what to do where that fails.
 * @param {{ version: string, npm: string | undefined, hasBundler: boolean }} install
 */
export function completeInstall({ version, npm, hasBundler }) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isWhole = major > WHOLE.major || (major === WHOLE.major && minor >= WHOLE.minor);
  if (isWhole || !npm || !hasBundler) return;
  try {
    const node = chooseNode({ ...thisMachine(), version });
    const words = [npm, "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
    const { status } = spawnSync(node, words, {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (status !== 0) throw new Error("npm could not install what it had left out.");
  } catch (error) {
    process.stderr.write(
      `The dashboard cannot be built: ${error instanceof Error ? error.message : error} Install Node 24, then run npm ci again.\n`,
    );
  }
}

if (process.env["npm_lifecycle_event"] === "prepare") {
  const hasBundler = existsSync(join(ROOT, "node_modules/rolldown"));
  const { npm_execpath: npm } = process.env;
  completeInstall({ version: process.versions.node, npm, hasBundler });
}

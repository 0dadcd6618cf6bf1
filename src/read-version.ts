import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** What we and platforms call the deployed commit. */
const NAMES = ["GIT_COMMIT", "RAILWAY_GIT_COMMIT_SHA", "RENDER_GIT_COMMIT"];
export const UNKNOWN = "unknown";

/** The deployed commit: by the environment, by what a build wrote to `.commit`, or the checkout's HEAD; else UNKNOWN. */
export function readVersion(root: string, environment: NodeJS.ProcessEnv): string {
  const [named] = NAMES.flatMap((name) => environment[name]?.trim() || []);
  return named ?? readText(root, ".commit") ?? readHead(root) ?? UNKNOWN;
}

/** By its files: git refuses who does not own the checkout, and is in no image. */
function readHead(root: string): string | undefined {
  // Of a worktree it is a file that names the folder.
  const [, linked = ".git"] = /^gitdir: (.+)$/.exec(readText(root, ".git") ?? "") ?? [];
  const own = resolve(root, linked);
  const head = readText(own, "HEAD");
  const [, ref] = /^ref: (.+)$/.exec(head ?? "") ?? [];
  if (!ref) return head;
  const shared = resolve(own, readText(own, "commondir") ?? ".");
  const packed = readText(shared, "packed-refs")?.split("\n") ?? [];
  return readText(shared, ref) ?? packed.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
}

function readText(...path: string[]): string | undefined {
  try {
    return readFileSync(resolve(...path), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

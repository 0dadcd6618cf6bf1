import { execFileSync } from "node:child_process";

/** The user that the embedded database runs as where root starts it; it owns nothing else. */
export const SYSTEM_USER = "earshot-db";

const TIMEOUT_MS = 20_000;
const SHELL = "/usr/sbin/nologin";
/** How the distributions of Linux make a user without home, shell and password: shadow's way, then BusyBox's. */
const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ["useradd", "--system", "--user-group", "--no-create-home", "--shell", SHELL, SYSTEM_USER],
  ["adduser", "-S", "-D", "-H", "-s", SHELL, SYSTEM_USER],
];

type Run = (file: string, words: readonly string[]) => string;

/** Finds the system's user of the embedded database, and makes it where there is none; an Error says how to do it by hand. */
export function requireSystemUser(run: Run = runHere): { uid: number; gid: number } {
  const reasons: string[] = [];
  for (const [file, ...words] of COMMANDS) {
    const found = findUser(run);
    if (found) return found;
    try {
      run(file, words);
    } catch (error) {
      reasons.push(`${file}: ${(error as Error).message.trim()}`);
    }
  }
  const found = findUser(run);
  if (found) return found;
  throw new Error(
    `Started by root, the database runs as a user of its own, ${SYSTEM_USER}, which does not exist and could not be made ` +
      `(${reasons.join("; ")}). Make it (useradd --system --no-create-home ${SYSTEM_USER}), or run Earshot as an ordinary ` +
      `user who owns DATA_DIR, or set DATABASE_URL.`,
  );
}

function findUser(run: Run): { uid: number; gid: number } | undefined {
  try {
    const [uid, gid] = ["-u", "-g"].map((what) => Number(run("id", [what, SYSTEM_USER])));
    return uid && gid ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}

function runHere(file: string, words: readonly string[]): string {
  return execFileSync(file, words, { encoding: "utf8", stdio: "pipe", timeout: TIMEOUT_MS });
}

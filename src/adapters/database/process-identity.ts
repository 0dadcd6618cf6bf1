import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { unlessRefused } from "./system-error.ts";

/**
 * Names a running process so that a reused pid is recognised: "pid start_time". Undefined when no
 * such process runs (a zombie does not count as running).
 */
export function readProcessIdentity(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const start = readStart(pid);
  return start === undefined ? undefined : `${pid} ${start}`;
}

/** Tells whether the process that wrote this identity is still the one running under its pid. */
export function isIdentityAlive(identity: string): boolean {
  return readProcessIdentity(Number.parseInt(identity, 10)) === identity;
}

/** The identity of this process. */
export function readOwnIdentity(): string {
  return readProcessIdentity(process.pid) ?? `${process.pid} unknown`;
}

function readStart(pid: number): string | undefined {
  if (process.platform === "linux") return readLinuxStart(pid);
  return process.platform === "win32" ? readWindowsStart(pid) : readPortableStart(pid);
}

function readWindowsStart(pid: number): string | undefined {
  // PowerShell takes half a second: it is asked only about processes that there are.
  if (unlessRefused(["ESRCH", "EPERM"], () => process.kill(pid, 0)) === undefined) return undefined;
  const script = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
  const words = ["-NoProfile", "-NonInteractive", "-Command", script];
  const answer = spawnSync("powershell.exe", words, {
    encoding: "utf8",
    windowsHide: true,
    timeout: 20_000,
  });
  return answer.stdout?.trim() || "running";
}

function readLinuxStart(pid: number): string | undefined {
  const stat = unlessRefused(["ENOENT", "ESRCH"], () => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The name in parentheses may hold anything; the third field (state) follows its last ")".
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields?.[0] === "Z" || fields?.[0] === "X" ? undefined : fields?.[19];
}

function readPortableStart(pid: number): string | undefined {
  const answer = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
    timeout: 5000,
  });
  const [state, ...start] = (answer.stdout ?? "").trim().split(/\s+/);
  if (!state || state.startsWith("Z")) return undefined;
  return start.join("_");
}

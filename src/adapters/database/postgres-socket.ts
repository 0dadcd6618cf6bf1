import { createHash, randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The file name of the socket is made of it; nothing listens on a network port. */
export const POSTGRES_PORT = 5432;

/** sun_path holds 108 bytes on Linux and 104 on macOS, with the closing zero. */
const SOCKET_PATH_BYTES = 103;
const CONNECT_TIMEOUT_MS = 2000;

/**
 * Makes the private folder (0700, the owner's) for the socket: in the data folder, or where that
 * path is too long or its file system knows no sockets, a short one under the temporary folder.
 */
export async function prepareSocketFolder(
  data_dir: string,
  owner: { uid: number; gid: number },
): Promise<string> {
  const name = `${data_dir}:${fs.statSync(data_dir).ino}`;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 12);
  const random = randomBytes(6).toString("hex");
  const candidates = [
    join(data_dir, "postgres-socket"),
    ...[tmpdir(), "/tmp"].map((folder) => join(folder, `earshot-${hash}`)),
    ...[tmpdir(), "/tmp"].map((folder) => join(folder, `earshot-${hash}-${random}`)),
  ];
  for (const folder of candidates) {
    if (Buffer.byteLength(getSocketPath(folder)) > SOCKET_PATH_BYTES) continue;
    if (makePrivateFolder(folder, owner) && (await canListen(folder))) return folder;
  }
  throw new Error(
    `There is no folder short and private enough for PostgreSQL's socket. Use a shorter ` +
      `DATA_DIR (under 70 characters) or set TMPDIR to a short, writable folder.`,
  );
}

/** A port of loopback that nothing listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** The path of the socket in a socket folder. */
export function getSocketPath(folder: string, port: number = POSTGRES_PORT): string {
  return join(folder, `.s.PGSQL.${port}`);
}

/** Tells whether something answers on the socket. */
export async function isSocketAnswered(path: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(path);
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => finish(false));
    socket.once("connect", () => finish(true));
    socket.once("error", () => finish(false));
  });
}

/** False for a folder that another user may have put there. */
function makePrivateFolder(folder: string, owner: { uid: number; gid: number }): boolean {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
    fs.lchownSync(folder, owner.uid, owner.gid);
  } catch {
    // It may exist already; whose it is decides.
  }
  const found = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory() || found.uid !== owner.uid) return false;
  return (found.mode & 0o077) === 0;
}

/** Also clears what a killed server left: the caller has made sure that none runs. */
async function canListen(folder: string): Promise<boolean> {
  const path = getSocketPath(folder);
  fs.rmSync(path, { force: true });
  fs.rmSync(`${path}.lock`, { force: true });
  const server = createServer();
  const is_listening = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(path, () => resolve(true));
  });
  if (is_listening) await new Promise((resolve) => server.close(resolve));
  return is_listening;
}

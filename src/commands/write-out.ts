import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Failure } from "#core/failure.ts";

/** Writes to a file, or to standard output; a file has its name only once it is whole. */
export async function writeOut(
  pieces: AsyncIterable<string>,
  out: string | undefined,
): Promise<void> {
  const source = Readable.from(pieces, { objectMode: true, highWaterMark: 1 });
  if (out === undefined) {
    await pipeline(source, process.stdout, { end: false }).catch((error: NodeJS.ErrnoException) => {
      // The reader had enough, as head does.
      if (error.code !== "EPIPE") throw error;
    });
    return;
  }
  const there = await stat(out).catch(() => null);
  if (there && !there.isFile()) {
    throw new Failure(
      "VALIDATION_ERROR",
      `${out} is no file; without --out, rows go to the standard output.`,
    );
  }
  const part = `${out}.part`;
  const target = createWriteStream(part, { flags: "wx", mode: 0o600 });
  try {
    await (out.endsWith(".gz") ? pipeline(source, createGzip(), target) : pipeline(source, target));
    await rename(part, out);
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST") await rm(part, { force: true });
    if (code === "EEXIST") {
      throw new Failure(
        "CONFLICT",
        `${part} is there: another export writes it, or one broke off. Delete it if no other export is running.`,
      );
    }
    if (path === undefined && code !== "ENOSPC") throw error;
    throw new Failure("UNAVAILABLE", `${out} cannot be written: ${message}`, { cause: error });
  }
}

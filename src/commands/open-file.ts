import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Failure } from "#core/failure.ts";
import { makeProgress, type Progress } from "./progress.ts";

const GZIP = Buffer.from([0x1f, 0x8b]);

/** The bytes of a file, unpacked if it is gzip by its first bytes, and how far it is read. */
export async function openFile(
  file: string,
): Promise<{ stream: AsyncIterable<Uint8Array>; progress: Progress }> {
  const { size, isGzip } = await look(file).catch((cause: Error) => {
    throw new Failure("NOT_FOUND", `${file} cannot be read: ${cause.message}`, { cause });
  });
  const progress = makeProgress("import", size, "bytes");
  const raw = countBytes(createReadStream(file), progress.update);
  return { stream: isGzip ? unzip(raw) : raw, progress };
}

async function look(file: string): Promise<{ size: number; isGzip: boolean }> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const { buffer } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
  return { size, isGzip: buffer.equals(GZIP) };
}

async function* unzip(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // What fails is thrown to the reader; nothing flows, and so fails, before it reads.
  yield* pipeline(Readable.from(stream), createGunzip(), () => {});
}

/** The same bytes; where they cannot be unpacked to their end, that is told in a sentence. */
export async function* unpacked(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (cause) {
    if (!(cause as { code?: string }).code?.startsWith("Z_")) throw cause;
    const message = `The file is cut off or damaged: ${(cause as Error).message}.`;
    throw new Failure("VALIDATION_ERROR", message, { cause });
  }
}

async function* countBytes(stream: AsyncIterable<Buffer>, onBytes: (bytes: number) => void) {
  let bytes = 0;
  for await (const part of stream) {
    yield part;
    bytes += part.byteLength;
    onBytes(bytes);
  }
}

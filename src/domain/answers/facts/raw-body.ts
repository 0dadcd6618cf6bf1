import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

const BYTES_MAX = 256 * 1_048_576;

/** What a provider sent as it is kept: its JSON, compressed with Zstandard (RFC 8878). */
export function packBody(raw: unknown): Buffer {
  return zstdCompressSync(JSON.stringify(raw ?? null));
}

/** What a provider sent, from what is kept of it; null where it sent nothing. */
export function unpackBody(packed: Uint8Array): unknown {
  return JSON.parse(zstdDecompressSync(packed, { maxOutputLength: BYTES_MAX }).toString("utf8"));
}

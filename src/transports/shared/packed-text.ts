import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Handler } from "hono";
import { acceptedEncoding } from "./accept-encoding.ts";

type Packed = { text: string; gzip: Uint8Array<ArrayBuffer>; headers: Record<string, string> };

/** Answers a text that stays, made and compressed when it is first asked for; known copies cost a 304. */
export function packedText(make: () => string, headers: Record<string, string>): Handler {
  let made: Packed | undefined;
  return (c) => {
    made ??= pack(make(), headers);
    if (isKnown(c.req.header("if-none-match"), made.headers["etag"])) {
      return c.body(null, 304, made.headers);
    }
    if (acceptedEncoding(c.req.header("accept-encoding"), ["gzip"]) === "gzip") {
      return c.body(made.gzip, 200, { ...made.headers, "content-encoding": "gzip" });
    }
    return c.body(made.text, 200, made.headers);
  };
}

/** Whether a client has the text already: it names one tag or several, or any ("*"). */
function isKnown(header: string | undefined, etag: string | undefined): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim());
  return tags.some((tag) => tag === "*" || tag === etag || `W/${tag}` === etag);
}

function pack(text: string, headers: Record<string, string>): Packed {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  const common = { "cache-control": "public, max-age=60", vary: "accept-encoding" };
  return {
    text,
    gzip: new Uint8Array(gzipSync(text, { level: 9 })),
    // Weak, as the text and its compressed form share it.
    headers: { ...common, ...headers, etag: `W/"${hash}"` },
  };
}

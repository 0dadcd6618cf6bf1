import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Handler } from "hono";
import type { AnyOperation } from "#core/operation.ts";
import { describeApi } from "./openapi.ts";

/** Answers the OpenAPI document of `routed`, made and compressed once; known copies cost a 304. */
export function documentAnswer(routed: readonly AnyOperation[]): Handler {
  const text = JSON.stringify(describeApi(routed));
  const packed = new Uint8Array(gzipSync(text, { level: 9 }));
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const headers = {
    "content-type": "application/json",
    "cache-control": "public, max-age=60",
    "x-content-type-options": "nosniff",
    vary: "accept-encoding",
    etag,
  };
  return (c) => {
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
    if (/\bgzip\b/.test(c.req.header("accept-encoding") ?? "")) {
      return c.body(packed, 200, { ...headers, "content-encoding": "gzip" });
    }
    return c.body(text, 200, headers);
  };
}

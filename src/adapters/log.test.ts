import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { makeLog } from "./log.ts";

test("a line holds no secret, nor does an object or an error in it; all else is as it was given", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "earshot-log-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const log = makeLog("info", join(folder, "log"));
  const error = Object.assign(new TypeError("away"), { code: "E1", port: 80 });
  const request = { token: "t", path: "/", at: new Date(0), parts: ["key"] };
  const url = new URL("https://acme.com/");
  log.warn(
    { password: "p", door: "rest", key: undefined, request, error, err: error, url },
    "call",
  );
  let text = "";
  while (text === "") {
    await wait(10);
    text = readFileSync(join(folder, "log"), "utf8");
  }
  const line = JSON.parse(text);
  assert.match(line.error.stack, /^TypeError: away\n/);
  delete line.error.stack;
  delete line.err.stack;
  delete line.time;
  assert.deepEqual(line, {
    ...{ level: 40, password: "[secret]", door: "rest" },
    request: { token: "[secret]", path: "/", at: "1970-01-01T00:00:00.000Z", parts: ["key"] },
    error: { type: "TypeError", message: "away", code: "[secret]", port: 80 },
    err: { type: "TypeError", message: "away", code: "[secret]", port: 80 },
    url: "https://acme.com/",
    msg: "call",
  });
});

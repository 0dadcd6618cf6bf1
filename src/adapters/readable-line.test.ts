import assert from "node:assert/strict";
import { test } from "node:test";
import { readableLine, setupNote, withoutControls } from "./readable-line.ts";

test("on a terminal a line of the log is its time, its message and its fields", () => {
  const line = (fields: object) =>
    readableLine(JSON.stringify({ level: 30, time: "2026-11-22T21:02:06.324Z", ...fields }));
  assert.equal(line({ msg: "listening" }), "21:02:06  listening\n");
  assert.equal(
    line({ level: 50, msg: "job", job: "sum", error: { code: 1 } }),
    '21:02:06  ERROR job  job=sum  error={"code":1}\n',
  );
});

test("what others named things moves no cursor, sets no clipboard and turns no text of a terminal", () => {
  const name = "Ac\u001b[2J\u001b]52;c;ZXZpbA==\u0007me\u202eem\u0000\u009b31m\r";
  const shown = "Ac\\u001b[2J\\u001b]52;c;ZXZpbA==\\u0007me\\u202eem\\u0000\\u009b31m\\u000d";
  assert.equal(
    withoutControls(`${name}\n\tÄpfel 株式会社 👩🏽‍🚀`),
    `${shown}\n\tÄpfel 株式会社 👩🏽‍🚀`,
  );
  const line = readableLine(
    JSON.stringify({ level: 30, time: "", msg: "m", name, deep: { name } }),
  );
  assert.ok(!/(?!\n)\p{Cc}/u.test(line) && line.includes(shown), line);
});

test("the address of the first account has a line of its own", () => {
  assert.deepEqual(setupNote("http://x/setup?token=1").split("\n").slice(3, 4), [
    "  http://x/setup?token=1",
  ]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { isWebAddress } from "./web-address.ts";

test("only addresses of web pages are links, and none with a user part", () => {
  for (const address of ["https://bank.com/a?b#c", "HTTP://bank.com", "https://bank.com/@name"])
    assert.equal(isWebAddress(address), true, address);
  for (const address of [
    "https://user:pass@bank.com@evil.test/",
    "https://bank.com@evil.test",
    "https://:secret@evil.test",
    "javascript:alert(1)",
    "data:text/html,x",
    "//bank.com",
    "https://",
  ])
    assert.equal(isWebAddress(address), false, address);
});

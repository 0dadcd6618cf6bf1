import assert from "node:assert/strict";
import { test } from "node:test";
import { bareDomain, isDomain, isWebAddress } from "./web-address.ts";

test("what is pasted is brought to a domain, in any script, and what is none is told", () => {
  assert.equal(bareDomain(" https://www.Hoka.com/en?x=1 "), "hoka.com");
  const domains = [
    "acme.com",
    "m\u00FCnchen.de",
    "mu\u0308nchen.de",
    "उदाहरण.भारत",
    "ไทยแลนด์.ไทย",
    "a-b.co.uk",
  ];
  assert.deepEqual(domains.filter(isDomain), domains);
  assert.deepEqual(["acme", "acme .com", "-a.com", "acme.", ""].filter(isDomain), []);
});

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

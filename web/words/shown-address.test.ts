import assert from "node:assert/strict";
import { test } from "node:test";
import { shownAddress, shownHost } from "./shown-address.ts";

test("a host is shown in letters, unless it mixes scripts or passes for another", () => {
  for (const [host, shown] of [
    ["example.com", "example.com"],
    ["xn--mnchen-3ya.de", "münchen.de"],
    ["www.xn--80akhbyknj4f.com", "www.испытание.com"],
    ["xn--wgv71a119e.jp", "日本語.jp"],
    ["xn--e1afmkfd.xn--p1ai", "пример.рф"],
    // "аpple" with a Cyrillic а; "аррӏе", all of it Cyrillic.
    ["xn--pple-43d.com", "xn--pple-43d.com"],
    ["xn--80ak6aa92e.com", "xn--80ak6aa92e.com"],
    // No such code, and code for what needs none.
    ["xn--999999999.com", "xn--999999999.com"],
    ["xn--example-.com", "xn--example-.com"],
    ["xn--.com", "xn--.com"],
  ] as const)
    assert.equal(shownHost(host), shown);
});

test("an address is shown without escapes, but for those of what is not seen", () => {
  for (const [address, shown] of [
    ["https://xn--mnchen-3ya.de/stra%C3%9Fe?q=a%20b#c", "münchen.de/straße?q=a%20b#c"],
    ["http://a.example/%E6%97%A5%E6%9C%AC/x", "a.example/日本/x"],
    // A direction that is turned, a letter that is not seen, a slash that is none, half a letter.
    ["https://a.example/%E2%80%AEfdp.exe", "a.example/%E2%80%AEfdp.exe"],
    ["https://a.example/a%E2%80%8Bb%2Fc%25", "a.example/a%E2%80%8Bb%2Fc%25"],
    ["https://a.example/%E6%97", "a.example/%E6%97"],
    ["https://a.example", "a.example"],
  ] as const)
    assert.equal(shownAddress(address), shown);
});

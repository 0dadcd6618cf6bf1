import assert from "node:assert/strict";
import { test } from "node:test";
import { networkOf, parseAddress } from "./client-address.ts";

test("an address is read however proxies write it, and what is none is not one", () => {
  for (const [written, read] of [
    ["8.8.8.8", "8.8.8.8"],
    [" 8.8.8.8:1011 ", "8.8.8.8"],
    ["::ffff:8.8.8.8", "8.8.8.8"],
    ["[::FFFF:0808:0808]:443", "8.8.8.8"],
    ['"[2001:DB8:0:0::1]:4711"', "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["::1", "::1"],
  ] as const) {
    assert.equal(parseAddress(written), read, written);
  }
  for (const none of [
    ...["", "unknown", "_hidden", "1.2.3", "1.2.3.4.5", "1.2.3.4:x", "2852039166", "0x7f.1"],
    ...["[8.8.8.8", "localhost", "8.8.8.8 evil", "x".repeat(7_000), "[::1]x", "::g"],
  ]) {
    assert.equal(parseAddress(none), undefined, none.slice(0, 40));
  }
});

test("whoever has a /64 is one network, and every IPv4 address is", () => {
  for (const [address, network] of [
    ["2001:db8::b", "2001:db8:0:0::/64"],
    ["2001:db8:0:0:ffff:1:2:3", "2001:db8:0:0::/64"],
    ["2001:db8:0:1::b", "2001:db8:0:1::/64"],
    ["::1", "0:0:0:0::/64"],
    ["8.8.8.8", "8.8.8.8"],
    ["in-process", "in-process"],
  ] as const) {
    assert.equal(networkOf(address), network);
  }
});

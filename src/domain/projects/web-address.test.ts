import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { WebAddress } from "./web-address.ts";

const read = (text: string) => WebAddress.max(500).safeParse(text).data;

test("addresses that are none are refused, never thrown over", () => {
  const odd = [
    ...["http://[0:0:0:0:0:ffff:127.1]/", "http://[fe80::1%25lo]/", "http://", "https://:443"],
    ...["http://example.com\r\nX: y/", "http://example.com/x y", "http://exa mple.com/", ""],
    ...["ftp://example.com/", "javascript:alert(1)", "http://a@example.com/", "http://a:b@x.com/"],
    ...["http://example.com:99999/", "http://[::1", "http://%00/", "http://\ud800.com/", "//x.com"],
  ];
  for (const text of odd) assert.equal(read(text), undefined, JSON.stringify(text));
  for (const text of ["https://example.com", "http://127.0.0.1:8080/x?y=z", "https://[::1]/"])
    assert.equal(read(text), text);
  assert.equal(read(" http://example.com/\r\nX"), "http://example.com/X", "kept in one piece");
});

test("whatever is taken, new URL takes too, and it is in one piece", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ..."[]:/@%?#.\\\r\n\t 0",
      "http",
      "https",
      "://",
      "fe80::1",
      "%25",
      "example.com",
    ),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  const near = fc.array(piece, { maxLength: 8 }).map((pieces) => `http://${pieces.join("")}`);
  fc.assert(
    fc.property(fc.oneof(near, fc.webUrl(), fc.string()), (text) => {
      const taken = read(text);
      if (taken === undefined) return;
      const { protocol, username, password } = new URL(taken);
      assert.match(protocol, /^https?:$/);
      assert.equal(username + password, "");
      assert.doesNotMatch(taken, /\s/);
    }),
    { numRuns: 2_000 },
  );
});

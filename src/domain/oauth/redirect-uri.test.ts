import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { answerUri, matchesRedirectUri, parseRedirectUri } from "./redirect-uri.ts";

const REGISTERED = [
  "https://app.example/cb",
  "https://app.example:8443/a/b",
  "http://localhost/callback",
  "http://127.0.0.1:33418/",
];
// What attackers put into addresses, and what clients really vary.
const PIECES = [
  ...["@", "\\", "/", "//", "..", "/../", "%2e", "%2f", "%5c", "#", "?", ":", ":80", ":443", ":1"],
  ...[
    "evil.example",
    "localhost",
    "127.0.0.1",
    ".",
    "\t",
    "\n",
    " ",
    "\u0000",
    "é",
    "xn--",
    "[::1]",
  ],
  ...["cb", "CB", "?a=b", "#x", "user:pw@", "http:", "https:", "javascript:", "%00", "０"],
];

/** A registered URI with pieces cut out, put in, replaced or doubled. */
const mutated = fc
  .tuple(
    fc.constantFrom(...REGISTERED),
    fc.array(
      fc.record({
        at: fc.nat(60),
        cut: fc.nat(4),
        piece: fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })),
      }),
      { maxLength: 4 },
    ),
  )
  .map(([uri, changes]) =>
    changes.reduce((text, { at, cut, piece }) => {
      const start = Math.min(at, text.length);
      return text.slice(0, start) + piece + text.slice(start + cut);
    }, uri),
  );

test("whatever is accepted leads, as a browser reads it, to a registered scheme, host and path", () => {
  let accepted = 0;
  fc.assert(
    fc.property(mutated, (text) => {
      const asked = parseRedirectUri(text);
      const match = asked && REGISTERED.find((uri) => matchesRedirectUri(new URL(uri), asked));
      if (!asked || !match) return;
      accepted++;
      const registered = new URL(match);
      const seen = new URL(text);
      assert.deepEqual(
        [seen.protocol, seen.hostname, seen.pathname, seen.username, seen.password],
        [registered.protocol, registered.hostname, registered.pathname, "", ""],
      );
      if (seen.protocol === "https:") assert.equal(seen.port, registered.port);
      const answer = new URL(answerUri(asked.href, { code: "c", iss: "i" }));
      assert.equal(answer.origin + answer.pathname, seen.origin + seen.pathname);
      assert.deepEqual([answer.searchParams.getAll("code"), answer.hash], [["c"], ""]);
    }),
    { numRuns: 20_000, seed: 7 },
  );
  assert(accepted > 2_000, `only ${accepted} of 20,000 were accepted: the test shows little`);
});

test("a registered URI always matches itself, with any query, fragment and loopback port", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...REGISTERED),
      fc.webQueryParameters(),
      fc.webFragments(),
      fc.integer({ min: 1, max: 65_535 }),
      (uri, query, fragment, port) => {
        const url = new URL(`${uri}?${query}#${fragment}`);
        if (url.protocol === "http:") url.port = String(port);
        const asked = parseRedirectUri(url.href);
        assert(asked && matchesRedirectUri(new URL(uri), asked), url.href);
      },
    ),
  );
});

import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import type { Reach } from "#core/answer-engine.ts";
import { serveJson } from "../../test/kit/provider-server.ts";
import { isReachable, lookupWithin, requireReach } from "./reach.ts";

const METADATA = [
  ...["169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "192.0.0.192"],
  ...["fe80::1", "fd00:ec2::254", "fd20:ce::254", "::ffff:169.254.169.254"],
  ...[
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::1",
    "64:ff9b:1::a9fe:a9fe",
    "64:ff9b:1:a9fe:a9:fe00::",
  ],
];

test("120: what is public passes, what is no address does not", () => {
  for (const address of ["93.184.216.34", "2606:2800:220:1::1946", "::ffff:93.184.216.34"]) {
    assert.equal(isReachable(address, "public"), true, address);
  }
  for (const address of ["localhost", "", "127.0.0.1%lo", "1.2.3"]) {
    assert.equal(isReachable(address, "public"), false, address);
    assert.equal(isReachable(address, "private"), false, address);
  }
});

test("link-local and metadata addresses are never reached, the operator's own networks only where allowed", () => {
  for (const address of METADATA) {
    assert.equal(isReachable(address, "private"), false, address);
    assert.equal(isReachable(address, "public"), false, address);
  }
  for (const address of [
    ...["127.0.0.1", "10.1.2.3", "192.168.0.9", "::1", "fd12::1", "100.64.0.1"],
    ...["fec0::1", "feff::1", "64:ff9b:1::7f00:1", "2001::7f00:1", "2001:0:4136:e378::1"],
  ]) {
    assert.equal(isReachable(address, "private"), true, address);
    assert.equal(isReachable(address, "public"), false, address);
  }
  for (const host of ["169.254.169.254", "[::ffff:a9fe:a9fe]", "2852039166", "0xa9fea9fe"]) {
    assert.throws(
      () => requireReach(new URL(`http://${host}/latest`), "private"),
      /metadata/,
      host,
    );
  }
});

/** Connects to a name that stands for `answers` in turn; resolves with the status or the refusal. */
async function connect(reach: Reach, port: string, answers: string[][]) {
  let asked = 0;
  const lookup = lookupWithin(reach, (_name, _options, done) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  });
  const outcome = await new Promise((resolve) => {
    request({ host: "rebound.example", port, lookup, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", (error) => resolve(error.message))
      .end();
  });
  return { outcome, asked };
}

test("120: a name that changes its mind is judged by the address that is connected to", async (t) => {
  const inside = await serveJson({});
  t.after(inside.close);
  const { port } = new URL(inside.base_url);
  const never =
    "rebound.example is a link-local or metadata address; those are never connected to.";
  // Asked once a connection: the second answer is for a second connection, which is refused.
  assert.deepEqual(await connect("private", port, [["127.0.0.1"], ["169.254.169.254"]]), {
    outcome: 200,
    asked: 1,
  });
  assert.equal((await connect("private", port, [["169.254.169.254"]])).outcome, never);
  const inward = "rebound.example is not on the public internet.";
  assert.equal((await connect("public", port, [["127.0.0.1"]])).outcome, inward);
  assert.equal((await connect("public", port, [["93.184.216.34", "127.0.0.1"]])).outcome, inward);
  assert.equal(inside.seen.length, 1);
});

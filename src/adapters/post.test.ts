import assert from "node:assert/strict";
import { test } from "node:test";
import { serveJson, startProviderServer } from "../../test/kit/provider-server.ts";
import { makePost } from "./post.ts";

const message = { headers: { "content-type": "application/json" }, body: "{}" };

test("120: an address that leads inside is refused however it is written", async () => {
  const inside = await serveJson({});
  const { port } = new URL(inside.base_url);
  const post = makePost("public");
  for (const host of [
    ...["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "[::1]", "[::]"],
    ...["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[64:ff9b::7f00:1]"],
    ...["169.254.169.254", "[::ffff:169.254.169.254]", "10.0.0.1", "192.168.1.1", "172.31.0.1"],
    ...["100.64.0.1", "[fd00::1]", "[fe80::1]", "224.0.0.1", "255.255.255.255"],
  ]) {
    const answer = await post({ url: `http://${host}:${port}/`, ...message });
    assert.equal(answer.status, null, host);
    assert.match(answer.error ?? "", / is not on the public internet\.$/, host);
  }
  assert.deepEqual(inside.seen, []);
  await inside.close();
});

test("120: a name is looked at when it is connected to, not before", async () => {
  const inside = await serveJson({});
  const post = makePost("public");
  const { port } = new URL(inside.base_url);
  const answer = await post({ url: `http://localhost:${port}/`, ...message });
  assert.deepEqual(answer, { status: null, error: "localhost is not on the public internet." });
  assert.deepEqual(inside.seen, []);
  await inside.close();
});

test("120: a redirect is not followed", async () => {
  const inside = await serveJson({});
  const outside = await startProviderServer((response) => {
    response.writeHead(307, { location: inside.base_url }).end();
  });
  const post = makePost("private");
  assert.equal((await post({ url: outside.base_url, ...message })).status, 307);
  assert.deepEqual(inside.seen, []);
  await Promise.all([inside.close(), outside.close()]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { startProviderServer } from "../../../test/kit/provider-server.ts";
import { describeGroundedPage, resolveRedirect } from "./resolve-redirect.ts";

const REDIRECT = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/one";

test("a redirect is read with one HEAD and not followed", async (t) => {
  const server = await startProviderServer((response, request) => {
    const location = request.url === "/private" ? "http://10.0.0.7/x" : "https://a.example/größe";
    response.writeHead(302, { location: encodeURI(location) }).end();
  });
  t.after(server.close);
  const allow = { reach: "private" } as const;
  assert.equal(
    await resolveRedirect(`${server.base_url}/x`, allow),
    "https://a.example/gr%C3%B6%C3%9Fe",
  );
  assert.equal(await resolveRedirect(`${server.base_url}/private`, allow), null);
  assert.deepEqual(
    server.seen.map((request) => request.method),
    ["HEAD", "HEAD"],
  );
});

test("loopback and private addresses are never asked", async (t) => {
  const server = await startProviderServer((response) => void response.end());
  t.after(server.close);
  const { port } = new URL(server.base_url);
  const hosts = ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1"];
  for (const host of hosts) {
    assert.equal(await resolveRedirect(`http://${host}:${port}/x`), null, host);
  }
  assert.equal(server.seen.length, 0);
});

test("a redirector that does not answer in time leaves the address unresolved", async (t) => {
  const server = await startProviderServer(() => {});
  t.after(server.close);
  const options = { reach: "private", seconds: 0.2 } as const;
  assert.equal(await resolveRedirect(server.base_url, options), null);
});

test("an unresolved page keeps the domain in its title, and only a domain", () => {
  const page = (title: string, url = REDIRECT) => describeGroundedPage({ url, title }, {}).domain;
  assert.equal(page("A.Example"), "a.example");
  assert.equal(page("How to choose shoes."), undefined);
  assert.equal(page("a.example", "https://b.example/"), undefined);
});

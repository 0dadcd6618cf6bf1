import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "../kit/world.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test("every answer has the id of its request: the caller's where it is well-formed, else one of ours", async () => {
  const world = await makeWorld();
  const json = { "content-type": "application/json" };
  const key = { "x-api-key": world.key };
  const asked: [status: number, path: string, init?: RequestInit][] = [
    [200, "/healthz"],
    [200, "/readyz"],
    [200, "/api/v1/brands", { headers: key }],
    [401, "/api/v1/brands"],
    [404, "/api/v1/nothing", { headers: key }],
    [400, "/api/v1/brands?limit=0", { headers: key }],
    [405, "/api/v1/brands", { method: "PATCH", headers: { ...key, ...json }, body: "{}" }],
    [401, "/api/mcp", { method: "POST", headers: json, body: "{}" }],
    [200, "/.well-known/oauth-authorization-server"],
    [401, "/app/call/list_brands", { method: "POST", headers: json, body: "{}" }],
    [404, "/no/such/page"],
    [200, "/docs/api"],
    [200, "/login"],
  ];
  for (const [status, path, init = {}] of asked) {
    const send = (id?: string) => {
      const headers = {
        ...(init.headers as Record<string, string>),
        ...(id && { "x-request-id": id }),
      };
      return world.app.request(path, { ...init, headers });
    };
    const own = await send();
    assert.deepEqual([path, own.status], [path, status]);
    assert.match(own.headers.get("x-request-id") ?? "", UUID, path);
    const given = await send("proxy:7f/3+a=.b-c_d");
    assert.equal(given.headers.get("x-request-id"), "proxy:7f/3+a=.b-c_d", path);
    for (const bad of ["with blanks", 'quo"te', "x".repeat(129)]) {
      assert.match((await send(bad)).headers.get("x-request-id") ?? "", UUID, path);
    }
  }
});

test("a fault of ours has an id, too", async () => {
  const world = await makeWorld();
  const broken = world.appOn(new Proxy(world.db, { get: () => assert.fail("as it should") }));
  const answer = await broken.request("/api/v1/brands", {
    headers: { "x-api-key": world.key, "x-request-id": "abc" },
  });
  assert.deepEqual([answer.status, answer.headers.get("x-request-id")], [500, "abc"]);
});

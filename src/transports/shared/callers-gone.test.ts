import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { giveTurn } from "#core/one-moment.ts";
import { operation } from "#core/operation.ts";
import { signedIn } from "../../../test/kit/http-client.ts";
import { makeToken } from "../../../test/kit/mcp-client.ts";
import { serveApp } from "../../../test/kit/serve-app.ts";
import { waitFor } from "../../../test/kit/wait-for.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const seen = { begun: 0, ended: [] as unknown[] };
/** Reads for ever, turn by turn, unless it is ended. */
const readOn = operation({
  name: "read_on",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Test",
  summary: "Read on",
  returns: "Nothing",
  route: "GET /on",
  tool: true,
  input: z.strictObject({}),
  output: z.object({}),
  async handler({ db }) {
    seen.begun++;
    for (;;) {
      await giveTurn(db).catch((error: unknown) => {
        seen.ended.push(error);
        throw error;
      });
    }
  },
});

test("at every door long work ends when its caller has left, and its connection is free", async () => {
  const world = await makeWorld({ catalog: [readOn] });
  const { url } = await serveApp(world);
  const project_id = world.project.id;
  const { visitor } = await signedIn(world);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const json = { "content-type": "application/json" };
  const message = { name: "read_on", arguments: { project_id } };
  const asked: [string, RequestInit][] = [
    ["/api/v1/on", { headers: { "x-api-key": world.key } }],
    [
      "/app/call/read_on",
      {
        ...{ method: "POST", body: JSON.stringify({ project_id }) },
        headers: { ...json, cookie, "sec-fetch-site": "same-origin" },
      },
    ],
    [
      "/api/mcp",
      {
        method: "POST",
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: message }),
        headers: { ...json, authorization: `Bearer ${await makeToken(world, "read")}` },
      },
    ],
  ];
  for (const [at, [path, init]] of asked.entries()) {
    const leaving = new AbortController();
    const answer = fetch(`${url}${path}`, { ...init, signal: leaving.signal });
    const status = answer.then(
      (response) => response.status,
      () => null,
    );
    await Promise.race([waitFor(`${path} begins`, () => seen.begun > at), status]);
    leaving.abort();
    assert.equal(await status, null, path);
    await waitFor(`${path} ends`, () => seen.ended.length > at);
  }
  assert.ok(seen.ended.every((error) => (error as { code: string }).code === "CALLER_GONE"));
  await waitFor("no connection is held", () => world.pool.idleCount === world.pool.totalCount);
});

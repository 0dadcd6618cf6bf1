import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { makeWorld } from "../../../test/kit/world.ts";

test("the reference shows every routed operation, from this server alone", async () => {
  const world = await makeWorld();
  const answer = await world.app.request("http://localhost:8787/docs/api");
  const page = await answer.text();
  assert.equal(answer.status, 200);
  const document = (await world.rest("GET", "/openapi.json")).body;
  for (const item of Object.values<Record<string, { operationId: string }>>(document.paths)) {
    for (const { operationId } of Object.values(item))
      assert.ok(page.includes(`id="${operationId}"`));
  }
  assert.doesNotMatch(page, /<script|(src|href)="(https?:)?\/\//);
  const policy = answer.headers.get("content-security-policy") ?? "";
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? "";
  assert.ok(policy.includes(createHash("sha256").update(style).digest("base64")));
  assert.match(policy, /^default-src 'none'/);
});

test("the reference and the document are sent compressed to who can read that", async () => {
  const { app } = await makeWorld();
  for (const path of ["/docs/api", "/api/v1/openapi.json"]) {
    const headers = { "accept-encoding": "gzip, br" };
    const answer = await app.request(`http://localhost:8787${path}`, { headers });
    assert.equal(answer.headers.get("content-encoding"), "gzip");
    const bytes = Buffer.from(await answer.arrayBuffer());
    const plain = await (await app.request(`http://localhost:8787${path}`)).text();
    assert.equal(gunzipSync(bytes).toString(), plain);
  }
});

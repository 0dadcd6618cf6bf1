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
  const body = page.slice(page.indexOf('aria-labelledby="get_brand_report"'));
  const dimensions = /<code>dimensions<\/code> <small>([^<]*)/.exec(body)?.[1] ?? "";
  const { items } =
    document.paths["/reports/brands"].post.requestBody.content["application/json"].schema.properties
      .dimensions;
  const values = items.enum.map((value: string) => `&quot;${value}&quot;`).join(", ");
  assert.ok(values && dimensions.includes(values), dimensions);
  assert.ok(page.includes('<a href="/">Back to the dashboard</a>'));
  assert.doesNotMatch(page, /(src|href)="(https?:)?\/\//);
  const scripts = [...page.matchAll(/<script[^>]*>([^<]*)<\/script>/g)];
  assert.deepEqual(
    scripts.map(([tag]) => tag),
    ['<script type="module" src="/docs/api/reference-script.js"></script>'],
  );
  for (const name of ["reference-script.js", "samples.js"]) {
    const script = await world.app.request(`http://localhost:8787/docs/api/${name}`);
    assert.match(script.headers.get("content-type") ?? "", /^text\/javascript/);
    assert.doesNotMatch(await script.text(), /https?:\/\/|innerHTML|\beval\b|Function\(/);
  }
  const policy = answer.headers.get("content-security-policy") ?? "";
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? "";
  assert.ok(policy.includes(createHash("sha256").update(style).digest("base64")));
  assert.match(policy, /^default-src 'none'; script-src 'self'; connect-src 'self'; /);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
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
    const refused = { headers: { "accept-encoding": "gzip;q=0" } };
    const whole = await app.request(`http://localhost:8787${path}`, refused);
    assert.equal(whole.headers.get("content-encoding"), null);
  }
});

test("who has the document already gets 304, however it names its copies", async () => {
  const { app } = await makeWorld();
  const get = (headers: Record<string, string>) =>
    app.request("http://localhost:8787/api/v1/openapi.json", { headers });
  const etag = (await get({})).headers.get("etag") ?? "";
  assert.match(etag, /^W\/"[\w-]{22}"$/);
  for (const known of [etag, etag.slice(2), `"other", ${etag}`, `${etag},"other"`, "*"]) {
    const answer = await get({ "if-none-match": known });
    assert.deepEqual([answer.status, await answer.text()], [304, ""], known);
    assert.equal(answer.headers.get("etag"), etag);
  }
  assert.equal((await get({ "if-none-match": '"other"' })).status, 200);
});

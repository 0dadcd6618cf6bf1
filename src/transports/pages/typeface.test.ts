import assert from "node:assert/strict";
import { test } from "node:test";
import { visitorOf } from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

test("every file of the typeface comes from our origin, and the pages and the reference may load it", async () => {
  const visitor = visitorOf(await makeWorld());
  const { body } = await visitor.get("/pages/typeface.css");
  const files = [...String(body).matchAll(/url\(([^)]+)\)/g)].map(([, file]) => file ?? "");
  assert.ok(files.includes("/pages/inter-latin.woff2"), String(body));
  for (const subset of ["latin-ext", "cyrillic", "greek"])
    assert.ok(files.includes(`/pages/inter-${subset}.woff2`), subset);
  for (const file of files) {
    const { status, headers, body } = await visitor.get(file);
    assert.equal(status, 200, file);
    assert.equal(headers.get("content-type"), "font/woff2");
    assert.match(String(body), /^wOF2/);
  }
  for (const path of ["/login", "/docs/api"]) {
    const { headers, body } = await visitor.get(path);
    assert.match(headers.get("content-security-policy") ?? "", /font-src 'self'/, path);
    assert.match(String(body), /<link rel="stylesheet" href="\/pages\/typeface\.css">/, path);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { signedIn, visitorOf } from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { type Dashboard, makeShell } from "./shell.ts";

const plain = new TextEncoder().encode("console.log(1)");
const gzip = new Uint8Array(gzipSync(plain));
const built: Dashboard = {
  bundle: {
    page: '<meta name="csp-nonce" content="%NONCE%">',
    files: new Map([
      ["/assets/index-a1b2c3d4.js", { type: "text/javascript", plain, br: plain, gzip }],
      ["/assets/color-scheme.js", { type: "text/javascript", plain, br: plain, gzip }],
    ]),
  },
  problem: null,
};

async function open(dashboard: Dashboard) {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const app = makeShell(world.base, dashboard);
  return (path: string, headers: Record<string, string> = { cookie }) =>
    app.request(`http://localhost:8787${path}`, { headers });
}

test("pages need a session, and sign-in leads back to the page that was asked for", async () => {
  const get = await open(built);
  const answer = await get("/projects/prj_x/brands?range=7d", {});
  assert.equal(answer.status, 303);
  assert.equal(
    answer.headers.get("location"),
    `/login?next=${encodeURIComponent("/projects/prj_x/brands?range=7d")}`,
  );
  assert.equal((await get("/", {})).headers.get("location"), "/login");
  assert.equal((await get("/projects/prj_x")).status, 200);
});

test("a page runs only our own scripts, under a nonce that is never the same", async () => {
  const get = await open(built);
  const seen = new Set<string>();
  for (let round = 0; round < 3; round++) {
    const answer = await get("/");
    const nonce = /content="([^"]+)"/.exec(await answer.text())?.[1] ?? "";
    const policy = answer.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    assert(policy.includes(`'nonce-${nonce}'`) && nonce.length >= 20, policy);
    assert(!policy.includes("unsafe"), policy);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    seen.add(nonce);
  }
  assert.equal(seen.size, 3);
});

test("hashed files are kept for ever and travel compressed; unknown ones are 404", async () => {
  const get = await open(built);
  const packed = await get("/assets/index-a1b2c3d4.js", { "accept-encoding": "gzip" });
  assert.equal(packed.headers.get("content-encoding"), "gzip");
  assert.match(packed.headers.get("cache-control") ?? "", /immutable/);
  assert.deepEqual(new Uint8Array(gunzipSync(await packed.arrayBuffer())), plain);
  const refused = await get("/assets/index-a1b2c3d4.js", { "accept-encoding": "br;q=0, gzip;q=0" });
  assert.equal(refused.headers.get("content-encoding"), null);
  const named = await get("/assets/color-scheme.js", {});
  assert.equal(named.headers.get("content-encoding"), null);
  assert.doesNotMatch(named.headers.get("cache-control") ?? "", /immutable/);
  assert.equal((await get("/assets/../package.json", {})).status, 404);
  assert.equal((await get("/assets/nothing.js", {})).status, 404);
});

test("while it is being built the page waits by itself; where it cannot be, it says why", async () => {
  const building = await (await open({ bundle: null, problem: null }))("/");
  assert.deepEqual([building.status, building.headers.get("refresh")], [503, "1"]);
  const broken = await (await open({ bundle: null, problem: "Run npm ci." }))("/");
  assert.equal(broken.status, 503);
  assert.match(await broken.text(), /Run npm ci\./);
});

test("without a session the app itself leads to sign-in", async () => {
  const visitor = visitorOf(await makeWorld());
  assert.equal((await visitor.get("/")).headers.get("location"), "/login");
});

test("an address that is nowhere is answered as such: a browser by a page, a program in a line", async () => {
  const visitor = visitorOf(await makeWorld());
  const page = await visitor.send("/nowhere", { headers: { accept: "text/html,*/*" } });
  assert.equal(page.status, 404);
  assert.match(page.text, /<h1>There is nothing here<\/h1>/);
  assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'/);
  const line = await visitor.get("/nowhere");
  assert.deepEqual([line.status, line.text], [404, "There is nothing here."]);
});

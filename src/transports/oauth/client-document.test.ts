import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { fetchDocument } from "#adapters/fetch-document.ts";
import {
  approve,
  authorizePath,
  CALLBACK,
  exchange,
  makePkce,
  refresh,
  signedIn,
  visitorOf,
} from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

let made = 0;
/** A client of its own for each case: worlds of a file share a database. */
function newClient() {
  const client_id = `https://assistant.example/oauth/client-${++made}.json`;
  return { client_id, client_name: "Assistant", redirect_uris: [CALLBACK] };
}
const { challenge } = makePkce();

/** A world in which some documents can be read, and what was asked for. */
async function publishing(documents: Record<string, unknown>, now = () => new Date()) {
  const asked: string[] = [];
  const fetchDocument = async ({ href }: URL) => {
    asked.push(href);
    const found = documents[href];
    if (found === undefined || found === null || typeof found === "string") return found;
    return JSON.stringify(found);
  };
  const world = await makeWorld({ oauth: { fetchDocument }, now });
  const { visitor } = await signedIn(world);
  const ask = (client_id: string, change = {}) =>
    visitor.get(authorizePath({ client_id, code_challenge: challenge, ...change }));
  return { world, visitor, asked, ask };
}

test("a client whose id is the address of its document connects, shown by the host that published it", async () => {
  let now = Date.now();
  const good = newClient();
  const { client_id } = good;
  const documents: Record<string, unknown> = { [client_id]: good };
  const { world, visitor, asked, ask } = await publishing(documents, () => new Date(now));
  const metadata = await visitor.get("/.well-known/oauth-authorization-server");
  assert.equal(metadata.body.client_id_metadata_document_supported, true);
  const page = await ask(client_id);
  assert.match(page.text, /Published by<\/dt><dd><strong>assistant\.example/);
  assert.doesNotMatch(page.text, /any client any name|any name/);
  const approved = await approve(visitor, client_id);
  const { status, body } = await exchange(visitor, client_id, approved);
  assert.equal(status, 200);
  assert.equal((await refresh(visitor, client_id, body.refresh_token)).status, 200);
  assert.equal(asked.length, 1, "read once an hour");
  now += 3_601_000;
  documents[client_id] = { ...good, client_name: "Renamed" };
  assert.match((await ask(client_id)).text, /Renamed/);
  assert.equal(asked.length, 2);
  const guest = visitorOf(world);
  now += 3_601_000;
  const path = authorizePath({ client_id, code_challenge: challenge });
  assert.match((await guest.get(path)).headers.get("location") ?? "", /^\/login/);
  assert.equal(asked.length, 2, "nothing is fetched for who is not signed in");
});

test("a document that is not about its address, asks for a secret or has a bad redirect connects nobody", async () => {
  const good = newClient();
  const { client_id } = good;
  const bad: unknown[] = [
    ...["no json", "null", "[]", { ...good, client_id: `${client_id}/other` }],
    ...[
      { ...good, client_secret: "x" },
      { ...good, token_endpoint_auth_method: "private_key_jwt" },
    ],
    ...[
      { ...good, redirect_uris: ["http://evil.example/cb"] },
      { ...good, redirect_uris: [] },
    ],
    ...[{ ...good, client_name: 7 }, undefined],
  ];
  for (const document of bad) {
    const { ask } = await publishing({ [client_id]: document });
    const { status, headers } = await ask(client_id);
    assert.deepEqual([status, headers.get("location")], [400, null], JSON.stringify(document));
  }
  const { ask } = await publishing({ [client_id]: good });
  assert.equal((await ask(client_id, { redirect_uri: "https://evil.example/cb" })).status, 400);
});

test("only an https address with a path, as it is written, is read", async () => {
  const { ask, asked } = await publishing({});
  const ids = [
    ...["http://assistant.example/c", "https://assistant.example", "https://assistant.example/"],
    ...[
      "https://u@assistant.example/c",
      "https://assistant.example/c#x",
      "HTTPS://assistant.example/c",
    ],
    ...["https://assistant.example/a/../c", "https://assistant.example/c?x=1"],
  ];
  for (const id of ids) assert.equal((await ask(id)).status, 400, id);
  assert.deepEqual(asked, []);
});

test("where nothing out there is reached clients are told to register, for an hour", async () => {
  let now = Date.now();
  const good = newClient();
  const documents: Record<string, unknown> = {};
  const { visitor, ask } = await publishing(documents, () => new Date(now));
  const isPromised = async () =>
    "client_id_metadata_document_supported" in
    (await visitor.get("/.well-known/oauth-authorization-server")).body;
  const fail = (host: string) => ask(`https://${host}.invalid/client.json`);
  assert.equal(await isPromised(), true);
  assert.match((await fail("one")).text, /could not be read from here/);
  await fail("one");
  assert.equal(await isPromised(), true, "one host that is not there proves nothing");
  await fail("two");
  assert.equal(await isPromised(), false);
  now += 3_601_000;
  assert.equal(await isPromised(), true);
  for (const host of ["one", "two"]) await fail(host);
  assert.equal(await isPromised(), false);
  documents[good.client_id] = good;
  assert.equal(
    (await ask(good.client_id)).status,
    200,
    "one that can be read connects all the same",
  );
  assert.equal(await isPromised(), true);
  for (const host of ["one", "two", "three"]) await fail(host);
  assert.equal(await isPromised(), true, "something was reached not long ago");
});

test("an answer that is no document shows that the way out is open", async () => {
  const { visitor, ask } = await publishing({ "https://gone.invalid/c": null });
  for (const host of ["one", "gone", "two", "three"]) await ask(`https://${host}.invalid/c`);
  const { body } = await visitor.get("/.well-known/oauth-authorization-server");
  assert.equal(body.client_id_metadata_document_supported, true);
});

test("a known client whose document cannot be read now is as it was, for a day", async () => {
  let now = Date.now();
  const good = newClient();
  const { client_id } = good;
  const documents: Record<string, unknown> = { [client_id]: good };
  const { ask } = await publishing(documents, () => new Date(now));
  assert.equal((await ask(client_id)).status, 200);
  now += 23 * 3_600_000;
  for (const nothing of [undefined, null]) {
    documents[client_id] = nothing;
    assert.match((await ask(client_id)).text, /Assistant/);
  }
  now += 3_601_000;
  assert.equal((await ask(client_id)).status, 400);
});

test("where it is switched off no document is read, and none is promised", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const metadata = await visitor.get("/.well-known/oauth-authorization-server");
  assert.equal("client_id_metadata_document_supported" in metadata.body, false);
  const { client_id } = newClient();
  const path = authorizePath({ client_id, code_challenge: challenge });
  assert.equal((await visitor.get(path)).status, 400);
});

test("no document is fetched from this computer or its networks", async (t) => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.end("{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  for (const host of ["127.0.0.1", "localhost", "[::1]", "169.254.169.254"]) {
    assert.equal(await fetchDocument(new URL(`http://${host}:${port}/c`)), undefined);
  }
  assert.equal(requests, 0);
});

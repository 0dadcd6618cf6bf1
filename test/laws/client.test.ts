import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { EarshotError, makeClient } from "../../clients/typescript/src/client.ts";
import { ROUTES } from "../../clients/typescript/src/operations.ts";
import { contractFiles } from "../kit/contract-files.ts";
import { serveApp } from "../kit/serve-app.ts";
import { makeWorld } from "../kit/world.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const world = await makeWorld();
const { url } = await serveApp(world);
const earshot = makeClient({ url, key: world.key });

async function collect<One>(items: AsyncIterable<One>): Promise<One[]> {
  const all: One[] = [];
  for await (const one of items) all.push(one);
  return all;
}

/** Answers that a day of some month gave. */
function answers(count: number, month: string): object[] {
  return Array.from({ length: count }, (_, n) => ({
    external_id: `${month}-${n}`,
    captured_at: `2026-${month}-${String(n + 1).padStart(2, "0")}T08:00:00Z`,
    ...{ prompt: "Which shoes last?", model: "chatgpt", answer: `Acme shoes last ${n}.` },
  }));
}

test("the client calls by path, query and body, and says what was refused", async () => {
  const made = await earshot.call("create_topic", { name: "By client" });
  const found = await earshot.call("update_topic", { topic_id: made.id, name: "Renamed" });
  assert.equal(found.name, "Renamed");
  assert.equal(await earshot.call("delete_topic", { topic_id: made.id }), undefined);
  await assert.rejects(earshot.call("get_topic", { topic_id: made.id }), (error) => {
    assert.ok(error instanceof EarshotError);
    assert.deepEqual([error.status, error.code], [404, "NOT_FOUND"]);
    return true;
  });
  const stranger = makeClient({ url, key: "earshot_sk_none" });
  await assert.rejects(stranger.call("list_topics"), { status: 401 });
});

test("a list is read to its end, page by page", async () => {
  const names = ["A", "B", "C", "D", "E"];
  for (const name of names) await earshot.call("create_tag", { name, color: "#16a34a" });
  for (const limit of [1, 2, 5, 1000]) {
    const tags = await collect(earshot.items("list_tags", { limit }));
    assert.deepEqual(tags.map(({ name }) => name).sort(), names, `limit ${limit}`);
  }
});

test("answers are imported as they come, in parts; failures are told by their place among all", async () => {
  const given: object[] = answers(7, "10");
  given[5] = { ...given[5], captured_at: "yesterday" };
  async function* come() {
    yield* given;
  }
  const trial = await collect(earshot.importAnswers(come(), { batch: 3, dry_run: true }));
  assert.deepEqual(await earshot.call("list_chats", {}).then((page) => page.total_count), 0);
  const parts = await collect(earshot.importAnswers(come(), { batch: 3 }));
  // Each part of a trial would make the prompt; the first part did.
  assert.deepEqual(
    trial,
    parts.map((part) => ({ ...part, prompts_made: 1 })),
  );
  assert.deepEqual(
    parts.map(({ imported, prompts_made }) => [imported, prompts_made]),
    [
      [3, 1],
      [2, 0],
      [1, 0],
    ],
  );
  assert.deepEqual(
    parts.flatMap(({ failed }) => failed.map(({ line }) => line)),
    [6],
  );
  const again = await collect(earshot.importAnswers(given));
  assert.deepEqual(
    again.map(({ imported, unchanged }) => [imported, unchanged]),
    [[0, 6]],
  );
});

test("filters of leads are sent by the client, and as the document has them", async () => {
  const id = (await earshot.call("list_prompts")).data[0]?.id ?? assert.fail("no prompt");
  const filter = (value: string) => ({
    ...{ field: "prompt_id" as const, operator: "in" as const, values: [value] },
  });
  const [known, foreign] = [filter(id), filter("prm_zzzzzzzz")];
  const action_key = `prompt_gap:${id}`;
  for (const filters of [[], [known], [known, known], [foreign], [known, foreign]]) {
    const outcomes = [
      earshot.call("list_opportunities", { filters }),
      earshot.call("list_actions", { filters }),
      earshot.call("get_action", { action_key, filters }),
    ].map((asked) =>
      asked.then(
        () => 200,
        (error: EarshotError) => error.status,
      ),
    );
    const status = filters.includes(foreign) ? 404 : 200;
    assert.deepEqual(await Promise.all(outcomes), [status, status, status]);
    // Every form that programs send: one list, an object each time, both.
    for (const form of [[filters], filters, [...filters.slice(0, 1), filters.slice(1)]]) {
      const query = new URLSearchParams();
      for (const value of form) query.append("filters", JSON.stringify(value));
      assert.equal((await world.rest("GET", `/actions?${query}`)).status, status, `${query}`);
    }
  }
  for (const wrong of ["[", "[[]]", '["x"]', "[null]", "x", "5"]) {
    const query = new URLSearchParams({ filters: wrong });
    assert.equal((await world.rest("GET", `/actions?${query}`)).status, 400, wrong);
  }
});

/** A server that answers with these, one after the other; how many it was asked, and under which names. */
async function answering(replies: readonly { status: number; after?: string }[]) {
  let asked = 0;
  const names = new Set<unknown>();
  const refusing = createServer(({ headers }, response) => {
    names.add(headers["idempotency-key"]);
    const { status, after: seconds } = replies[asked++] ?? { status: 200 };
    response.writeHead(status, { ...(seconds !== undefined && { "Retry-After": seconds }) });
    response.end(
      JSON.stringify(status === 200 ? { data: [] } : { error: { code: "C", message: "No." } }),
    );
  });
  await new Promise<void>((done) => refusing.listen(0, "127.0.0.1", done));
  after(() => refusing.close());
  const { port } = refusing.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked: () => asked, names };
}

test("what is refused for a while is asked again when it says, so often and no longer; nothing else is repeated", async () => {
  const now = { status: 429, after: "0" };
  for (const [replies, options, expected, asked] of [
    [[now, { status: 503, after: "0" }], {}, null, 3],
    [[now, now], { retries: 1 }, 429, 2],
    [[{ status: 429, after: "91" }], {}, 429, 1],
    [[{ status: 503 }], {}, 503, 1],
    [[{ status: 500 }], {}, 500, 1],
  ] as const) {
    const place = await answering(replies);
    const client = makeClient({ url: place.url, key: "k", ...options });
    const outcome = await client.call("create_topic", { name: "x" }).then(
      () => null,
      (error: EarshotError) => error.status,
    );
    assert.deepEqual([outcome, place.asked()], [expected, asked]);
    assert.deepEqual([place.names.size, place.names.has(undefined)], [1, false], "it is done once");
  }
  const place = await answering([{ status: 429, after: "60" }]);
  const stop = new AbortController();
  const called = makeClient({ url: place.url, key: "k", signal: stop.signal }).call("get_usage");
  setImmediate(() => stop.abort(new Error("enough")));
  await assert.rejects(called, /enough/);
});

test("the examples work on a running server, as does the package that is built", async () => {
  const env = { PATH: process.env["PATH"], EARSHOT_URL: url, EARSHOT_KEY: world.key };
  const run = async (name: string, input = "") => {
    const file = join(ROOT, `clients/typescript/examples/${name}.ts`);
    const child = spawn(process.execPath, [file], { env, stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.end(input);
    return text(child.stdout);
  };
  const lines = answers(3, "11").map((one) => JSON.stringify(one));
  assert.equal(await run("import", lines.join("\n")), "3 imported, 0 there already\n");
  assert.match(await run("report"), /^Acme: 100 % \(\d+ % to 100 %\) of 3 answers$/m);
  const exported = (await run("export"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(exported.length, 9);
  assert.equal(exported.at(-1).answer, "Acme shoes last 2.");

  const dist = mkdtempSync(join(tmpdir(), "earshot-client-"));
  after(() => rmSync(dist, { recursive: true }));
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const words = ["-p", join(ROOT, "clients/typescript"), "--outDir", dist];
  await promisify(execFile)(process.execPath, [tsc, ...words]);
  const built: { makeClient: typeof makeClient } = await import(
    pathToFileURL(join(dist, "client.js")).href
  );
  const { data } = await built.makeClient({ url, key: world.key }).call("list_tags");
  assert.equal(data.length, 5);
});

type Collected = {
  name: string;
  request: {
    method: string;
    url: { raw: string; query?: Query[] };
    body?: { raw: string };
    header: Header[];
  };
};
type Query = { key: string; disabled: boolean };
type Header = { key: string; value: string };

test("the Postman collection has every operation, and what it sends is understood", async () => {
  const collection = JSON.parse(contractFiles().get("contract/postman.json") ?? "");
  const requests: Collected[] = collection.item.flatMap(({ item }: { item: Collected[] }) => item);
  assert.equal(requests.length, Object.keys(ROUTES).length);
  for (const { name, request } of requests) {
    const sent = {
      method: request.method,
      headers: {
        "X-API-Key": world.key,
        ...Object.fromEntries(request.header.map(({ key, value }) => [key, value])),
      },
      ...(request.body && { body: request.body.raw }),
    };
    const address = request.url.raw.replace("{{url}}", url).replace(/:(\w+_id)/g, "none");
    const response = await fetch(address, sent);
    const isPlain = request.method === "GET" && address === request.url.raw.replace("{{url}}", url);
    const isWhole = isPlain && !request.url.query?.some(({ disabled }) => !disabled);
    if (isWhole) assert.equal(response.status, 200, name);
    else
      assert.ok(
        ![401, 405, 413, 415, 500, 503].includes(response.status),
        `${name}: ${response.status}`,
      );
    await response.body?.cancel();
  }
});

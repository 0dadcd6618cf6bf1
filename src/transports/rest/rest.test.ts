import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { serveApp } from "../../../test/kit/serve-app.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

const world = await makeWorld();
const { port, server } = await serveApp(world);

type Sent = {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
};

/** Sends one request over a real socket, the path exactly as given. */
async function send(path: string, { method = "GET", headers = {}, body }: Sent = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const all = { "x-api-key": world.key, ...headers };
      const sent = httpRequest(
        { port, host: "127.0.0.1", path, method, headers: all },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("end", () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      sent.on("error", reject);
      sent.end(body);
    },
  );
}

async function refusal(path: string, sent?: Sent) {
  const answer = await send(path, sent);
  const { error } = JSON.parse(answer.text) as { error: { code: string; message: string } };
  assert.deepEqual(Object.keys(error), ["code", "message"]);
  return { status: answer.status, ...error, headers: answer.headers };
}

const json = (body: string | Buffer, headers: Record<string, string> = {}): Sent => ({
  method: "PATCH",
  headers: { "content-type": "application/json", ...headers },
  body,
});
const project = `/api/v1/projects/${world.project.id}`;

test("every path below /api/v1 answers in the envelope, unknown ones and the root too", async () => {
  for (const path of ["/api/v1", "/api/v1/", "/api/v1/nothing", "/api/v1/projects/", "/api/v1//"]) {
    const { status, code } = await refusal(path);
    assert.deepEqual([path, status, code], [path, 404, "NOT_FOUND"]);
  }
  const { status } = await refusal("/api/v1/nothing", { headers: { "x-api-key": "" } });
  assert.equal(status, 401);
});

test("what a body says is looked at before whether the project is there", async () => {
  for (const [body, status] of [
    ['{"name":5}', 400],
    ['{"nope":5}', 400],
    ['{"name":"x"}', 404],
  ] as const) {
    assert.equal((await refusal("/api/v1/projects/prj_zzzzzzzz", json(body))).status, status, body);
  }
  assert.equal((await refusal("/api/v1/projects/brd_zzzzzzzz", json("{}"))).status, 400);
});

test("a method that a path does not take is 405 and Allow names those it takes", async () => {
  for (const [path, method, allow] of [
    ["/api/v1/projects", "POST", "GET, HEAD"],
    ["/api/v1/projects", "OPTIONS", "GET, HEAD"],
    [project, "PUT", "GET, HEAD, PATCH"],
    ["/api/v1/openapi.json", "DELETE", "GET, HEAD"],
  ] as const) {
    const { status, headers } = await refusal(path, { method });
    assert.deepEqual([method, status, headers["allow"]], [method, 405, allow]);
  }
});

test("HEAD answers as GET does, without the body", async () => {
  const { status, text, headers } = await send("/api/v1/projects", { method: "HEAD" });
  assert.deepEqual([status, text], [200, ""]);
  assert.match(String(headers["content-type"]), /json/);
});

test("authenticated answers are never stored and never sniffed", async () => {
  for (const path of ["/api/v1/projects", "/api/v1/nothing"]) {
    const { headers } = await send(path);
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers["x-content-type-options"], "nosniff");
  }
});

test("401 says the same whatever was wrong with the key", async () => {
  const wrong = `${world.key.slice(0, -1)}${world.key.endsWith("a") ? "b" : "a"}`;
  const answers = await Promise.all([
    send("/api/v1/projects", { headers: { "x-api-key": "" } }),
    send("/api/v1/projects", { headers: { "x-api-key": wrong } }),
    send("/api/v1/projects", { headers: { "x-api-key": "somebody-else" } }),
    send("/api/v1/projects", { headers: { "x-api-key": [world.key, world.key] } }),
    send("/api/v1/projects", { headers: { "x-api-key": "", authorization: world.key } }),
    send(`/api/v1/projects?limit=${world.key}`),
    send(`/api/v1/projects?api_key=x`),
    send(`/api/v1/projects?API-Key=x&limit=1`),
    send(`/api/v1/projects?x=${encodeURIComponent(world.key).replace("e", "%65")}`),
    send(`/api/v1/brands/${world.key}`),
  ]);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [401]);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
});

test("a key that strays into a body is not repeated in the refusal", async () => {
  for (const body of [
    { name: { key: world.key } },
    { [world.key]: 1 },
    { status: world.key },
    { schedule: world.key },
    { profile: { [world.key]: world.key } },
  ]) {
    const { status, message } = await refusal(project, json(JSON.stringify(body)));
    assert.equal(status, 400);
    assert.ok(!message.includes(world.key.slice(12, 24)), message);
  }
});

test("a query is refused that is unknown, repeated, of another type or badly encoded", async () => {
  for (const [query, pattern] of [
    ["limti=1", /^unknown query parameter "limti" \(valid: limit, offset\)$/],
    ["limit=1&limit=2", /^limit: is given 2 times; once is legal$/],
    ["limit=", /^limit: must be a number between 1 and 1000, not ""$/],
    ["limit=1.5", /^limit: must be a whole number between 1 and 1000, not 1.5$/],
    ["limit=0", /^limit: must be between 1 and 1000$/],
    ["limit=1001", /^limit: must be between 1 and 1000$/],
    ["offset=-1", /^offset: must be between 0 and 100000000$/],
    ["limit=99999999999999999999999999", /^limit: must be between 1 and 1000$/],
    ["limit=%zz", /^query string: is not valid percent-encoded UTF-8$/],
    ["__proto__=1", /^unknown query parameter "__proto__"/],
    ["project_id=x", /^unknown query parameter "project_id"/],
  ] as const) {
    const { status, code, message } = await refusal(`/api/v1/projects?${query}`);
    assert.deepEqual([query, status, code], [query, 400, "VALIDATION_ERROR"]);
    assert.match(message, pattern);
  }
});

test("odd ids in a path are refused and reach nothing", async () => {
  for (const [id, expected] of [
    ["prj_%00", 400],
    ["%E0%A4%A", 400],
    ["..%2F..", 400],
    ["brd_PqYbRw9s", 400],
    ["prj_zzzzzzzz", 404],
    ["prj_%F0%9F%92%A9", 400],
  ] as const) {
    const { status } = await refusal(`/api/v1/projects/${id}`);
    assert.deepEqual([id, status], [id, expected]);
  }
});

test("a body is refused that is no JSON object in plain UTF-8", async () => {
  for (const [name, sent, expected, pattern] of [
    ["empty", json(""), 400, /empty/],
    ["cut off", json('{"name":'), 400, /not JSON/],
    ["array", json("[]"), 400, /must be a JSON object/],
    ["latin-1", json(Buffer.from('{"name":"\xe9"}', "latin1")), 400, /not UTF-8/],
    ["UTF-16", json(Buffer.from('{"name":"x"}', "utf16le")), 400, /not JSON/],
    ["gzip", json("{}", { "content-encoding": "gzip" }), 415, /Content-Encoding/],
    ["charset", json("{}", { "content-type": "application/json; charset=utf-16" }), 415, /UTF-8/],
    ["text", json("{}", { "content-type": "text/plain" }), 415, /application\/json/],
    ["prototype", json('{"__proto__":{"name":"x"}}'), 400, /unknown argument "__proto__"/],
    ["constructor", json('{"constructor":1}'), 400, /unknown argument "constructor"/],
    ["depth", json(`{"profile":${"[".repeat(99_999)}${"]".repeat(99_999)}}`), 400, /nested|JSON/],
    ["number", json('{"schedule":{"weekdays":[1e999],"hour":1}}'), 400, /weekdays\[0\]/],
    ["NUL", json('{"name":"a\\u0000b"}'), 400, /^name: .*U\+0000/],
    ["surrogate", json('{"name":"\\ud800"}'), 400, /^name: .*surrogate/],
    ["inner key", json('{"schedule":{"weekdays":[1],"hour":1,"x":1}}'), 400, /^schedule: unknown/],
    ["query", json("{}"), 400, /unknown query parameter "name"/],
  ] as const) {
    const query = name === "query" ? "?name=x" : "";
    const { status, message } = await refusal(`${project}${query}`, sent);
    assert.deepEqual([name, status], [name, expected]);
    assert.match(message, pattern);
  }
  const { status } = await send(project, json(Buffer.from('\ufeff{"name":"Acme"}')));
  assert.equal(status, 200);
});

test("names in what an assistant is asked with are held to what the database keeps, as texts are", async () => {
  const world = await makeWorld();
  const target = { provider: "openai", name: "GPT", requested_model: "gpt-x", api_key: "sk-x" };
  assert.equal((await world.rest("POST", "/targets", target)).status, 201);
  for (const bad of ["a\0b", "\ud800"]) {
    for (const parameters of [{ [bad]: 1 }, { deep: [{ [bad]: 1 }] }]) {
      const made = await world.rest("POST", "/targets", { ...target, name: "Other", parameters });
      const changed = await world.rest("PATCH", "/targets/mdl_gpt", { parameters });
      for (const { status, body } of [made, changed]) {
        assert.equal(status, 400);
        assert.match(body.error.message, /^a key of parameters.*: must be text without .*U\+0000/);
      }
    }
  }
});

test("a body of 1 MB is read, one byte more is 413, with its length or in chunks", async () => {
  const exact = `{"name":"Acme"${" ".repeat(1_048_576 - 15)}}`;
  assert.equal((await send(project, json(exact))).status, 200);
  assert.equal((await refusal(project, json(`${exact} `))).code, "PAYLOAD_TOO_LARGE");
  const chunked = json(`${exact} `, { "transfer-encoding": "chunked" });
  assert.equal((await refusal(project, chunked)).status, 413);
});

test("a client that hangs up in its body leaves the server well", async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      const head = `PATCH ${project} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${world.key}\r\n`;
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na`);
      server.once("request", () => socket.destroy());
    });
    socket.on("close", () => resolve());
  });
  assert.equal((await send("/api/v1/projects")).status, 200);
});

test("key, rate, plan, body, existence: the first that fails is the one reported", async () => {
  const poor = await makeWorld({ plan: "brand/starter", per_minute: 3 });
  const status = async (key: string, method: string, path: string, body?: unknown) =>
    (await poor.rest(method, path, body, key)).status;
  const patch = `/projects/${world.project.id}`;
  assert.equal(await status("wrong-key", "PATCH", patch, "x"), 401);
  assert.equal(await status(poor.key, "PATCH", patch, "x"), 403);
  const rich = await makeWorld({ per_minute: 3 });
  assert.equal((await rich.rest("PATCH", patch, { nmae: 1 })).status, 400);
  assert.equal((await rich.rest("PATCH", patch, { name: "x" })).status, 404);
  const reader = await rich.makeKey("read");
  assert.equal((await rich.rest("PATCH", patch, { nmae: 1 }, reader)).status, 403);
  assert.equal((await rich.rest("PATCH", patch, "x")).status, 429);
});

function rates({ headers }: Awaited<ReturnType<World["rest"]>>) {
  return ["limit", "remaining"].map((name) => headers.get(`x-ratelimit-${name}`));
}

test("the keys of a project share its window; refusals count and carry the headers; neighbours do not", async () => {
  const small = await makeWorld({ per_minute: 4 });
  const second = await small.makeKey("read");
  assert.deepEqual(rates(await small.rest("GET", "/projects")), ["4", "3"]);
  assert.deepEqual(rates(await small.rest("GET", "/nothing", undefined, second)), ["4", "2"]);
  assert.deepEqual(rates(await small.rest("GET", "/projects?limit=0")), ["4", "1"]);
  assert.deepEqual(rates(await small.rest("DELETE", "/projects")), ["4", "0"]);
  const before = Date.now() / 1000;
  const refused = await small.rest("GET", "/projects", undefined, second);
  const after = Date.now() / 1000;
  assert.deepEqual([refused.status, ...rates(refused)], [429, "4", "0"]);
  assert.equal(refused.body.error.code, "RATE_LIMIT_EXCEEDED");
  const wait = Number(refused.headers.get("retry-after"));
  const reset = Number(refused.headers.get("x-ratelimit-reset"));
  assert.ok(wait >= 1 && wait <= 60 && wait >= reset - 1 - after && wait <= reset + 1 - before);
  const other = await small.neighbour();
  assert.equal((await other.rest("GET", "/projects")).status, 200);
});

test("guessed keys are slowed down and never spend a project's window", async () => {
  const small = await makeWorld({ per_minute: 5 });
  const guesses = await Promise.all(
    Array.from({ length: 70 }, () => small.rest("GET", "/projects", undefined, "guessed-key")),
  );
  const refused = guesses.filter(({ status }) => status === 429);
  assert.equal(refused.length, 10);
  assert.ok(refused.every(({ headers }) => Number(headers.get("retry-after")) >= 1));
  assert.deepEqual(rates(await small.rest("GET", "/projects")), ["5", "4"]);
});

import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { decodeId, encodeId } from "#core/id.ts";
import { packBody } from "#domain/answers/facts/raw-body.ts";
import { curlSample, pythonSample, requestOf, typeScriptSample } from "#transports/rest/samples.js";
import { makeThings } from "../kit/one-of-each.ts";
import { serveApp } from "../kit/serve-app.ts";
import { makeWorld } from "../kit/world.ts";

const world = await makeWorld();
const things = await makeThings(world);
const { body: api } = await world.rest("GET", "/openapi.json");
const { url: origin } = await serveApp(world);
const folder = mkdtempSync(join(tmpdir(), "earshot-samples-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;

type Item = Record<string, { operationId: string }>;
const all = Object.values<Item>(api.paths).flatMap((item) =>
  Object.entries(item).map(([method, { operationId }]) => ({ method, id: operationId })),
);
const request = (id: string) => requestOf(api, id, `${origin}/api/v1`) ?? assert.fail(id);

const { rows: runs } = await world.pool.query(
  "insert into capture_runs (project_id, day) values ($1, '2026-11-01') returning run_id",
  [world.project.project_id],
);
await world.pool.query(
  "insert into raw_answers (project_id, answer_id, adapter_version, body) values ($1, $2, 'test', $3)",
  [world.project.project_id, decodeId("cht", things.cht), packBody({ text: "As sent." })],
);

for (const slug of ["chatgpt", "chatgpt-app"]) {
  await world.pool.query(
    "insert into models (project_id, slug, name, provider, surface) values ($1, $2, $2, 'other', 'import')",
    [world.project.project_id, slug],
  );
}

/** As the reference shows it, with ids of things that are there. */
function real(text: string): string {
  const ids: Record<string, string> = { ...things, run: encodeId("run", runs[0].run_id) };
  return text.replace(/\b([a-z]{3})_PqYbRw9s\b/g, (id, kind: string) => ids[kind] ?? id);
}

test("every operation has a sample in every language, with all that it needs", () => {
  assert.ok(all.length > 60);
  for (const { method, id } of all) {
    const made = request(id);
    assert.equal(made.method, method.toUpperCase());
    assert.doesNotMatch(made.url, /[{}]|\/\/api|=(&|$)|\/$/, id);
    for (const write of [curlSample, typeScriptSample, pythonSample]) {
      const text = write(made);
      assert.ok(text.includes(made.url), id);
      assert.ok(text.includes("EARSHOT_KEY"), id);
    }
  }
});

/** Where the example's thing is not there, the answer says so. */
const NOT_THERE = new Set(["get_action"]);
const reads = all.filter(
  ({ method, id }) => method === "get" || request(id).url.includes("/reports/"),
);

/** Runs files one after the other in one process, and says of each what it printed, or how it failed. */
const RUN_TYPESCRIPT = `
  const said = [];
  for (const file of JSON.parse(process.argv[1])) {
    const texts = [];
    console.log = (value) => texts.push(JSON.stringify(value));
    await import(file).catch((error) => texts.push("failed: " + error.message));
    said.push(texts.join());
  }
  process.stdout.write(JSON.stringify(said));`;
const RUN_PYTHON = `
import builtins, json, runpy, sys
said = []
for file in json.loads(sys.argv[1]):
    texts = []
    try:
        runpy.run_path(file, {"print": lambda value: texts.append(json.dumps(value))})
    except Exception as error:
        texts.append("failed: " + str(error))
    said.append(",".join(texts))
sys.stdout.write(json.dumps(said))`;

type Write = (of: ReturnType<typeof request>) => string;
const environment = { ...process.env, EARSHOT_KEY: world.key };

async function runAll(program: string, words: string[], kind: { end: string; write: Write }) {
  const files = reads.map(({ id }) => {
    const file = join(folder, `${id}.${kind.end}`);
    writeFileSync(file, real(kind.write(request(id))));
    return file;
  });
  const all = [...words, JSON.stringify(files)];
  const { stdout } = await promisify(execFile)(program, all, { env: environment });
  return JSON.parse(stdout) as string[];
}

async function runCurl(): Promise<string[]> {
  const said: string[] = [];
  for (const { id } of reads) {
    const words = ["-euc", `${real(curlSample(request(id)))} -sS`];
    said.push((await promisify(execFile)("bash", words, { env: environment })).stdout);
  }
  return said;
}

const LANGUAGES = [
  { name: "curl", program: "curl", run: runCurl },
  {
    ...{ name: "TypeScript", program: process.execPath },
    run: () =>
      runAll(process.execPath, ["--input-type=module", "-e", RUN_TYPESCRIPT], {
        ...{ end: "mts", write: typeScriptSample },
      }),
  },
  {
    ...{ name: "Python", program: "python3" },
    run: () => runAll("python3", ["-c", RUN_PYTHON], { end: "py", write: pythonSample }),
  },
];

for (const { name, program, run } of LANGUAGES) {
  test(`every sample in ${name} of what reads works as printed`, {
    skip: !has(program) && `There is no ${program} here.`,
  }, async () => {
    assert.ok(reads.length > 35);
    const said = await run();
    for (const [index, { id }] of reads.entries()) {
      const text = said[index] ?? "";
      if (NOT_THERE.has(id)) assert.match(text, /NOT_FOUND|404/, id);
      else {
        assert.doesNotMatch(text, /^failed:|^\{"error":/, `${id}: ${text}`);
        assert.equal(typeof JSON.parse(text), "object", id);
      }
    }
  });
}

test("what writes is well-formed in every language", {
  skip: !has("python3") && "There is no python3 here.",
}, () => {
  const rest = all.filter((one) => !reads.includes(one)).map(({ id }) => request(id));
  assert.ok(rest.length > 25);
  for (const one of rest) {
    stripTypeScriptTypes(typeScriptSample(one));
    assert.equal(spawnSync("bash", ["-nc", curlSample(one)]).status, 0);
  }
  const checked = spawnSync(
    "python3",
    ["-c", "import json, sys\nfor text in json.load(sys.stdin): compile(text, 'sample', 'exec')"],
    { input: JSON.stringify(rest.map(pythonSample)), encoding: "utf8" },
  );
  assert.equal(checked.status, 0, checked.stderr);
});

test("texts that end a text of a shell, of TypeScript or of Python stay within their samples", () => {
  const value = {
    text: `it's "quoted" \\ $(id) \`id\` \n \u2028 {}`,
    yes: true,
    no: false,
    none: null,
    list: [],
  };
  const made = {
    ...{ method: "POST", url: `${origin}/x` },
    body: { type: "application/json", text: JSON.stringify(value), value },
  };
  const shell = curlSample(made).replace(/^curl/, "printf '%s\\n'");
  const said = spawnSync("bash", ["-c", shell], { encoding: "utf8" }).stdout.split("\n");
  assert.deepEqual(JSON.parse(said.find((line) => line.startsWith("{")) ?? ""), value);
  if (!has("python3")) return;
  const [, data] = /data = json.dumps\(([\s\S]*?)\)\nrequest/.exec(pythonSample(made)) ?? [];
  const dumped = spawnSync("python3", ["-c", `import json\nprint(json.dumps(${data}))`], {
    encoding: "utf8",
  });
  assert.deepEqual(JSON.parse(dumped.stdout), value);
});

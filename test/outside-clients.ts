import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { encodeId } from "#core/id.ts";
import { contractFiles } from "./kit/contract-files.ts";
import { makeWorld } from "./kit/world.ts";

// npm run outside: other people's generators, given the OpenAPI document alone, make clients that work here.

const HERE = new URL("outside/", import.meta.url);
const world = await makeWorld();
const server = serve({ fetch: world.app.fetch, hostname: "127.0.0.1", port: 0 });
after(() => server.close());

/** Runs a program of this folder's own packages, or a script with this Node. */
async function run(program: string, args: string[], environment: Record<string, string> = {}) {
  const ours: Record<string, string> = { node: process.execPath, npm: "npm" };
  const path = ours[program] ?? `node_modules/.bin/${program}`;
  const env = { ...process.env, ...environment };
  try {
    const { stdout, stderr } = await promisify(execFile)(path, args, { cwd: HERE, env });
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    assert.fail(`${program} ${args.join(" ")}\n${stdout}\n${stderr}`);
  }
}

async function suggest(name: string): Promise<string> {
  const { rows } = await world.pool.query(
    `insert into suggestions (project_id, kind, name, name_key, reason)
     values ($1, 'brand', $2, lower($2), 'Named in 4 answers.') returning suggestion_id`,
    [world.project.project_id, name],
  );
  return encodeId("sug", rows[0].suggestion_id);
}

async function environment(suggestion: string) {
  const { port } = server.address() as AddressInfo;
  return {
    EARSHOT_URL: `http://127.0.0.1:${port}`,
    EARSHOT_KEY: world.key,
    SUGGESTION_ID: await suggest(suggestion),
  };
}

before(async () => {
  await mkdir(new URL("generated/", HERE), { recursive: true });
  const document = contractFiles().get("contract/openapi.json") ?? "";
  await writeFile(new URL("generated/openapi.json", HERE), document);
  await run("openapi-typescript", ["generated/openapi.json", "-o", "generated/schema.d.ts"]);
  const target = ["-i", "./generated/openapi.json", "-o", "generated/hey-api", "--no-log-file"];
  await run("openapi-ts", [...target, "-c", "@hey-api/client-fetch"]);
  await run("tsc", ["-p", "tsconfig.json"]);
});

test("a client from openapi-typescript and openapi-fetch type-checks, lists, creates, reports, rejects", async () => {
  assert.match(
    await run("node", ["generated/out/fetch-client.js"], await environment("Umbra")),
    /ok/,
  );
});

test("a client from hey-api type-checks, lists, creates, reports, rejects", async () => {
  assert.match(
    await run("node", ["generated/out/hey-api-client.js"], await environment("Corona")),
    /ok/,
  );
});

test("Redocly finds neither error nor warning in the document", async () => {
  const said = await run("npm", ["run", "--silent", "lint"]);
  assert.match(said, /Your API description is valid/);
  assert.doesNotMatch(said, /\b(errors?|warnings?)\b/i, said);
});

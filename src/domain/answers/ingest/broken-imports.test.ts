import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "#core/failure.ts";
import { run } from "#core/run.ts";
import { listKeys } from "#domain/keys/list-keys.ts";
import { revokeKey } from "#domain/keys/revoke-key.ts";
import { queryProject } from "../../../../test/kit/failing-provider.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { importChats } from "./import-chats.ts";

const BATCH = 250;
/** Longer than a body is read without asking again who sends it. */
const LONGER_MS = 600;

const answers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const answer = `Take Acme, ${from + index}.`;
    const asked = { captured_at: "2026-03-01T08:00:00Z", prompt: "Which boots?", model: "ChatGPT" };
    return `${JSON.stringify({ ...asked, answer })}\n`;
  }).join("");

async function countStored(world: World): Promise<number> {
  const [row] = await queryProject(
    world,
    "select count(*)::int as count from answers where project_id = $1",
  );
  return row.count;
}

/** Sends parts of a body one after the other; `between` is awaited before each but the first. */
function send(
  world: World,
  path: string,
  { parts, between }: { parts: string[]; between(): Promise<unknown> },
) {
  const encoder = new TextEncoder();
  const body = (async function* () {
    for (const [place, part] of parts.entries()) {
      if (place > 0) await between();
      yield encoder.encode(part);
    }
  })();
  const headers = { "x-api-key": world.key, "content-type": "application/x-ndjson" };
  return world.app.request(`/api/v1${path}`, {
    ...{ method: "POST", headers, body: Readable.toWeb(Readable.from(body)), duplex: "half" },
  } as RequestInit);
}

async function revoke(world: World) {
  const { data } = await run(listKeys, world.context(), {});
  for (const { id } of data) await run(revokeKey, world.context(), { key_id: id });
  await sleep(LONGER_MS);
}

test("an import whose key is revoked ends with what was stored by then", async () => {
  const world = await makeWorld();
  const between = async () => {
    while ((await countStored(world)) < BATCH) await sleep(20);
    await revoke(world);
  };
  const parts = [answers(0, BATCH + 1), answers(1_000, 4 * BATCH)];
  const answer = await send(world, "/chats/import", { parts, between });
  assert.equal(answer.status, 401);
  assert.equal(await countStored(world), BATCH);
});

test("nothing is made of what ends after its key was revoked", async () => {
  const world = await makeWorld();
  const sent = { parts: ['{"prompt": "Which boots?"}\n', "\n"], between: () => revoke(world) };
  assert.equal((await send(world, "/prompts/import", sent)).status, 401);
  const made = await queryProject(world, "select from prompt_imports where project_id = $1");
  assert.equal(made.length, 0);
});

test("an import that breaks off says how many answers are stored", async () => {
  const world = await makeWorld();
  const broken = async function* () {
    yield Buffer.from(answers(0, 3 * BATCH + 7));
    throw new Failure("VALIDATION_ERROR", "The file cannot be read.");
  };
  await assert.rejects(run(importChats, world.context(), {}, broken()), {
    message:
      "The file cannot be read. 750 answers before it are stored; sent again, they stay as they are.",
  });
  assert.equal(await countStored(world), 3 * BATCH);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { listen, nextProgress } from "../../../test/kit/event-reader.ts";
import { signedIn } from "../../../test/kit/http-client.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

/** Longer than a stream goes on without asking whether its reader still may. */
const AFTER_MS = 300;
/** Of an export a few batches. */
const ANSWERS = 600;

async function importAnswers(world: World, prompt: string, count: number) {
  const lines = Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      captured_at: new Date(Date.UTC(2026, 2, 1) + n * 60_000).toISOString(),
      external_id: `${prompt} ${n}`,
      ...{ prompt, model: "ChatGPT", answer: "Acme." },
    }),
  );
  const { body } = await world.rest("POST", "/chats/import", lines.join("\n"));
  assert.equal(body.imported, count);
}

async function makeFilled() {
  const world = await makeWorld();
  await importAnswers(world, "Which?", ANSWERS);
  return world;
}

/** Begins a download; `rest` reads it to its end, and rejects where it breaks off. */
async function begin(world: World) {
  const { visitor, user_id } = await signedIn(world, "viewer");
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const path = `/app/export/answers.jsonl?sort=desc&project_id=${world.project.id}`;
  const { status, body } = await world.app.request(path, { headers: { cookie } });
  assert.equal(status, 200);
  // Not piped through anything, which would read ahead.
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = decoder.decode((await reader.read()).value);
  const rest = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value);
    }
  };
  const rows = () =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  return { rest, user_id, rows };
}

const ENDS = {
  "a member who is removed": "delete from memberships where user_id = $1",
  "a session that ends": "delete from sessions where user_id = $1",
  "a user who is switched off": "update users set is_disabled = true where user_id = $1",
};

for (const [what, statement] of Object.entries(ENDS))
  test(`${what} gets no more of a download, and sees that it is cut`, async () => {
    const world = await makeFilled();
    const [ended, stays] = [await begin(world), await begin(world)];
    await world.pool.query(statement, [ended.user_id]);
    await importAnswers(world, "Later?", 20);
    await sleep(AFTER_MS);
    const before = ended.rows().length;
    await assert.rejects(ended.rest());
    assert.equal(ended.rows().length, before);
    await stays.rest();
    const rows = stays.rows().filter(({ prompt }) => prompt === "Which?");
    assert.equal(rows.length, ANSWERS);
  });

test("a member who is removed hears nothing of what moves later", async () => {
  const world = await makeWorld();
  const { visitor, user_id } = await signedIn(world, "viewer");
  const stream = await listen(world, visitor);
  assert.equal((await nextProgress(stream)).recalculation, null);
  await sleep(AFTER_MS);
  await world.pool.query("delete from memberships where user_id = $1", [user_id]);
  await world.pool.query("update brands set status = 'recalculating' where project_id = $1", [
    world.project.project_id,
  ]);
  assert.equal(await stream.next(), undefined);
});

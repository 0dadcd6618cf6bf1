import assert from "node:assert/strict";
import { test } from "node:test";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { detectAgain } from "./detect-again.ts";

const TEXTS = ["Acme, then Globex.", "Globex and Initech.", "Initech is best!", "None at all."];

async function put({ rest }: World, texts: readonly string[]) {
  const lines = texts.map((answer, n) =>
    JSON.stringify({
      ...{ captured_at: `2026-03-0${1 + n}T10:00:00Z`, prompt: "Which one?", model: "ChatGPT" },
      ...{ answer, external_id: `a${n}` },
    }),
  );
  assert.equal((await rest("POST", "/chats/import", lines.join("\n"))).status, 200);
}

/** Which transaction wrote each answer last. */
async function versions({ pool, project }: World): Promise<Record<string, string>> {
  const { rows } = await pool.query(
    "select external_id, xmin::text as version from answers where project_id = $1",
    [project.project_id],
  );
  return Object.fromEntries(rows.map(({ external_id, version }) => [external_id, version]));
}

const changed = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(before)
    .filter((id) => before[id] !== after[id])
    .sort();

test("a new brand rewrites the answers that name it, and sums their days alone", async () => {
  const world = await makeWorld();
  await world.rest("POST", "/brands", { name: "Globex" });
  await world.runJobs();
  await put(world, TEXTS);
  const before = await versions(world);
  await world.rest("POST", "/brands", { name: "Initech" });
  const access = new Set(["read", "write"] as const);
  const base = { ...world.base, actor: { kind: "system", door: "job", access } as const };
  await detectAgain.handler(base, { project_id: world.project.project_id });
  assert.deepEqual(changed(before, await versions(world)), ["a1", "a2"]);
  assert.equal(await rebuildDirtyRollups(world.db, world.project), 0);
  const { rows } = await world.pool.query(
    "select external_id, cardinality(brand_ids) as brands from answers where project_id = $1 order by 1",
    [world.project.project_id],
  );
  assert.deepEqual(
    rows.map(({ brands }) => brands),
    [2, 2, 1, 0],
  );
  await world.runJobs();
});

test("answers that a judge or a person spoke of are read again whole", async () => {
  const world = await makeWorld();
  const { body: globex } = await world.rest("POST", "/brands", { name: "Globex" });
  await world.runJobs();
  await put(world, TEXTS);
  await world.pool.query(
    `insert into judgements (project_id, answer_id, brand_id, judge, content_hash, score, judged_at)
    select a.project_id, answer_id, b.brand_id, 'j', content_hash, 500, now() from answers a
    join brands b on b.project_id = a.project_id and b.name = 'Globex'
    where a.project_id = $1 and external_id = 'a0'`,
    [world.project.project_id],
  );
  const before = await versions(world);
  const renamed = await world.rest("PATCH", `/brands/${globex.id}`, {
    aliases: [{ text: "Globex Corporation", case_sensitive: false }],
  });
  assert.equal(renamed.status, 200, JSON.stringify(renamed.body));
  await world.runJobs();
  assert.deepEqual(changed(before, await versions(world)), ["a0"]);
});

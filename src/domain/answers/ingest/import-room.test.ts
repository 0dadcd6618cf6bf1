import assert from "node:assert/strict";
import { test } from "node:test";
import { importLines, line } from "../../../../test/kit/open-store.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";

const asked = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => line({ prompt: `Question ${from + index}?` }));
const used = async (world: World) => (await world.rest("GET", "/usage")).body.used.prompts;

test("prompts that an import makes are archived where the plan has no room, and their answers kept", async () => {
  const world = await makeWorld({ plan: "brand/growth" });
  // The first ones are there again batches later.
  const lines = [...asked(0, 260), line({ prompt: "Question 1?", answer: "Acme, again." })];
  const dry = await world.rest("POST", "/chats/import?dry_run=true", lines.join("\n"));
  const { status, body } = await importLines(world, ...lines);
  assert.deepEqual([dry.status, status, dry.body], [200, 200, body]);
  const counts = { imported: 261, unchanged: 0, failed: [], failed_count: 0 };
  assert.deepEqual(body, { ...counts, prompts_made: 260, prompts_archived: 110 });
  assert.equal(await used(world), 150);
  const archived = (await world.rest("GET", "/prompts?status=archived")).body;
  assert.deepEqual([archived.total_count, archived.data[0].text], [110, "Question 150?"]);
  const chats = (query: string) => world.rest("GET", `/chats${query}`);
  assert.equal((await chats("?include_archived=true")).body.total_count, 261);
  const days = { date_from: "2026-03-02", date_to: "2026-03-02" };
  const report = await world.rest("POST", "/reports/brands", days);
  assert.equal(report.body.population.answers, 261);
  const more = await importLines(world, line({ prompt: "One more?" }));
  assert.deepEqual([more.body.prompts_made, more.body.prompts_archived], [1, 1]);
  const again = await importLines(world, ...lines);
  assert.deepEqual([again.body.prompts_made, again.body.prompts_archived], [0, 0]);
});

test("imports at once, and prompts that are made meanwhile, share the room of the plan", async () => {
  const world = await makeWorld({ plan: "brand/growth" });
  const prompts = asked(500, 560).map((one) => ({ text: JSON.parse(one).prompt }));
  const others = asked(80, 200).map((one) => one.replace("pick", "take"));
  const [left, right, made] = await Promise.all([
    importLines(world, ...asked(0, 100)),
    importLines(world, ...others),
    world.rest("POST", "/prompts", { prompts }),
  ]);
  assert.deepEqual([left.body.imported, right.body.imported], [100, 120]);
  assert.ok([201, 403].includes(made.status));
  assert.equal(await used(world), 150);
});

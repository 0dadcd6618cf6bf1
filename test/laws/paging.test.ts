import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld, type World } from "../kit/world.ts";

const ROWS = 10_000;
const LIMIT = 1_000;

/** A list to read to its end: how to fill it, and how to add one more while it is read. */
type Long = {
  path: string;
  fill: string;
  add(world: World, place: number): Promise<{ status: number }>;
};

const named = (noun: string): Long => ({
  path: `/${noun}s?`,
  fill: `insert into ${noun}s (project_id, name, name_key${noun === "topic" ? "" : ", color"})
    select $1, md5(n::text), md5(n::text)${noun === "topic" ? "" : ", '#123456'"}
    from generate_series(1, ${ROWS}) n`,
  add: (world, place) => world.rest("POST", `/${noun}s`, { name: `0 added at ${place}` }),
});

const LONG: Long[] = [
  ...["topic", "tag", "brand"].map(named),
  {
    path: "/prompts?",
    fill: `insert into prompts (project_id, text, country_code, language_code)
      select $1, md5(n::text), 'US', 'en' from generate_series(1, ${ROWS}) n`,
    add: (world, place) => world.rest("POST", "/prompts", { prompts: [{ text: `0 at ${place}` }] }),
  },
  // Newest first, new answers push the others back; read oldest first they come after the end.
  {
    path: "/chats?sort=asc&",
    fill: `with p as (insert into prompts (project_id, text, country_code, language_code)
        values ($1, 'What?', 'US', 'en') returning prompt_id),
      m as (insert into models (project_id, slug, name, provider, surface)
        values ($1, 'import-chat', 'Chat', 'other', 'import') returning model_id),
      d as (insert into rollup_dirty (project_id, day) values ($1, '2026-11-01'))
      insert into answers (project_id, day, model_id, prompt_id, sample, captured_at, status, answer,
        origin, content_hash)
      select $1, '2026-11-01', model_id, prompt_id, n, '2026-11-01T06:00:00Z', 'answered', n::text,
        'import', sha256(n::text::bytea) from p, m, generate_series(1, ${ROWS}) n`,
    add: (world, place) =>
      world.rest(
        "POST",
        "/chats/import",
        JSON.stringify({
          ...{ captured_at: "2026-11-02T06:00:00Z", prompt: "What?", model: "chat" },
          answer: `added at ${place}`,
        }),
      ),
  },
];

for (const { path, fill, add } of LONG) {
  test(`reading 10,000 rows of ${path} page by page while some are added neither repeats nor loses one`, async () => {
    const world = await makeWorld();
    await world.pool.query(fill, [world.project.project_id]);
    const first = await world.rest("GET", `${path}limit=1`);
    const start = new Set<string>();
    for (let offset = 0; offset < first.body.total_count; offset += LIMIT) {
      const { body } = await world.rest("GET", `${path}limit=${LIMIT}&offset=${offset}`);
      for (const { id } of body.data) start.add(id);
    }
    assert.ok(start.size >= ROWS && start.size === first.body.total_count);
    const seen: string[] = [];
    for (let offset = 0; ; offset += LIMIT) {
      const { body } = await world.rest("GET", `${path}limit=${LIMIT}&offset=${offset}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      if (body.data.length < LIMIT) break;
      assert.ok((await add(world, offset)).status < 300);
    }
    assert.equal(new Set(seen).size, seen.length, "one was repeated");
    const all = new Set(seen);
    assert.ok(
      [...start].every((id) => all.has(id)),
      "one was lost",
    );
  });
}

test("a page beyond the end is empty and still tells how many there are", async () => {
  const world = await makeWorld();
  await world.rest("POST", "/prompts", { prompts: [{ text: "a" }, { text: "b" }] });
  for (const [path, count] of [
    ["/brands", 1],
    ["/prompts", 2],
  ] as const) {
    const { body } = await world.rest("GET", `${path}?offset=500`);
    assert.deepEqual([body.data, body.total_count, body.offset], [[], count, 500]);
  }
  const whole = await world.rest("GET", "/prompts?limit=2");
  const half = await world.rest("GET", "/prompts?limit=1");
  assert.deepEqual([whole.body.total_count, half.body.total_count], [2, 2]);
});

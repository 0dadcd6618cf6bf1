import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "./world.ts";

const ROWS = 10_000;
const LIMIT = 1_000;

for (const noun of ["topic", "tag", "brand"]) {
  test(`reading 10,000 ${noun}s page by page while some are added neither repeats nor loses one`, async () => {
    const world = await makeWorld();
    const { project_id } = world.project;
    const color = noun === "topic" ? ["", ""] : [", color", ", '#123456'"];
    await world.pool.query(
      `insert into ${noun}s (project_id, name, name_key${color[0]})
       select $1, md5(n::text), md5(n::text)${color[1]} from generate_series(1, ${ROWS}) n`,
      [project_id],
    );
    const atStart = (await world.rest("GET", `/${noun}s?limit=1`)).body.total_count;
    const seen: string[] = [];
    for (let offset = 0; ; offset += LIMIT) {
      const { body } = await world.rest("GET", `/${noun}s?limit=${LIMIT}&offset=${offset}`);
      const old = body.data.filter(({ name }: { name: string }) => !name.startsWith("0 added"));
      seen.push(...old.map(({ id }: { id: string }) => id));
      if (body.data.length < LIMIT) break;
      const added = await world.rest("POST", `/${noun}s`, { name: `0 added at ${offset}` });
      assert.equal(added.status, 201);
    }
    assert.equal(new Set(seen).size, seen.length);
    assert.equal(seen.length, atStart);
  });
}

test("a page beyond the end is empty and still tells how many there are", async () => {
  const world = await makeWorld();
  const { body } = await world.rest("GET", "/brands?offset=500");
  assert.deepEqual([body.data, body.total_count, body.offset], [[], 1, 500]);
});

import assert from "node:assert/strict";
import { addDays } from "#core/period.ts";
import { markDirty, rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { packedNumbers } from "./packed-numbers.ts";
import { makeWorld, type World } from "./world.ts";

/** Twenty days, which lie in several of the longest spans. */
export const DAYS = Array.from({ length: 20 }, (_, n) => addDays("2026-01-10", n * 5));
const TABLES = ["answer", "brand", "domain", "url", "gap", "prompt"];
let asked = 0;

/** So many answers of each day: two models, six prompts, texts with and without brands and sources. */
export function linesOf(days: readonly string[], count: number) {
  return days.flatMap((day) =>
    Array.from({ length: count }, () => {
      const n = ++asked;
      const answer = ["Acme first, then Globex.", "Globex is fine.", "Neither.", ""][n % 4];
      const sources = [1, 2, 3].filter((of) => (n * of) % 5 > 1);
      return {
        ...{ captured_at: `${day}T10:00:00Z`, external_id: `e${n}` },
        prompt: n % 6 === 5 ? "Is Acme good?" : `Which ${n % 6}?`,
        ...{ model: n % 3 === 0 ? "ChatGPT" : "Claude", answer, is_cut: n % 7 === 0 },
        sources: sources.map((of) => ({
          url: `https://site${of % 2}.example/${(n * of) % 4}`,
          cited: n % 2 === of % 2,
          retrieved: true,
        })),
      };
    }),
  );
}

/** Imports lines, and sums them. */
export const put = async (world: World, lines: readonly object[]) => {
  const text = lines.map((one) => JSON.stringify(one)).join("\n");
  const { status, body } = await world.rest("POST", "/chats/import", text);
  assert.deepEqual([status, body.imported, body.failed_count], [200, lines.length, 0]);
};

/** All sums of a project, packed cells as the numbers in them. */
export async function readSums({ pool, project }: World) {
  const sums: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const { rows } = await pool.query(
      `select (to_jsonb(r) || case when to_jsonb(r) ? 'brands' then
        jsonb_build_object('brands', rtrim(to_jsonb(r) ->> 'brands', '0')) else '{}' end)::text as row
      from ${table}_rollup r where project_id = $1 order by 1`,
      [project.project_id],
    );
    sums[table] = rows.map(({ row }) => row);
  }
  const { rows } = await pool.query(
    "select span, start, model_id, cells from cell_rollup where project_id = $1",
    [project.project_id],
  );
  const cells = new Map<string, number[]>();
  const add = (key: string, numbers: number[]) => {
    const known = cells.get(key) ?? numbers.map(() => 0);
    cells.set(
      key,
      known.map((value, index) => value + (numbers[index] ?? 0)),
    );
  };
  for (const { span, start, model_id, cells: packed } of rows) {
    const { prompts, entries } = packedNumbers(packed);
    const key = `${span} ${start} ${model_id}`;
    for (const { prompt_id, answers, voices } of prompts)
      add(`${key} ${prompt_id}`, [answers, voices]);
    for (const { prompt_id, brand_id, numbers } of entries)
      add(`${key} ${prompt_id} ${brand_id}`, numbers);
  }
  sums["cells"] = [...cells].sort();
  return { sums, parts: rows.length };
}

/** A project of two brands and answers of some days, all summed. */
export async function makeMarket(days: readonly string[] = DAYS) {
  const world = await makeWorld();
  await world.rest("POST", "/brands", { name: "Globex" });
  await world.runJobs();
  await put(world, linesOf(days, 12));
  return world;
}

/** Sums what waits, and compares all sums with what they are where they are made from nothing. */
export async function assertAsMade(world: World, days: readonly string[] = DAYS): Promise<void> {
  const { db, pool, project } = world;
  await rebuildDirtyRollups(db, project);
  const { sums: kept } = await readSums(world);
  for (const table of [...TABLES, "cell"])
    await pool.query(`delete from ${table}_rollup where project_id = $1`, [project.project_id]);
  await markDirty(db, project, days);
  await rebuildDirtyRollups(db, project);
  const { sums: made } = await readSums(world);
  assert.deepEqual(kept, made);
}

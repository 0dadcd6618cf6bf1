import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { packedNumbers } from "../../../test/kit/packed-numbers.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { isReadable, packCells } from "./packed-cells.ts";

const ANSWERS: {
  day: string;
  model_id: number;
  prompt_id: number;
  sample: number;
  brands: Record<number, [number, number | null]>;
}[] = [
  {
    day: "2026-01-01",
    model_id: 1,
    prompt_id: 7,
    sample: 1,
    brands: { 3: [1, 500], 4: [2, null] },
  },
  { day: "2026-01-01", model_id: 1, prompt_id: 7, sample: 2, brands: { 4: [1, -250] } },
  // Further down than a short entry can say.
  { day: "2026-01-02", model_id: 1, prompt_id: 9, sample: 1, brands: { 5: [20_000, null] } },
];

async function pack(): Promise<Buffer> {
  const { db } = await makeWorld();
  const key = sql`day date, model_id integer, prompt_id integer, sample integer`;
  const mentions = ANSWERS.flatMap(({ brands, ...one }) =>
    Object.entries(brands).map(([brand_id, [position, sentiment]]) => ({
      ...{ ...one, brand_id, position, sentiment, mention_count: position + 1 },
    })),
  );
  const packed = packCells({
    answers: sql`(select * from json_to_recordset(${JSON.stringify(ANSWERS)}::json) as r (${key}))`,
    mentions: sql`(select * from json_to_recordset(${JSON.stringify(mentions)}::json)
      as r (${key}, brand_id integer, position integer, mention_count integer, sentiment integer))`,
    by: [],
  });
  const { rows } = await sql<{ cells: Buffer }>`${packed}`.execute(db);
  assert.equal(rows.length, 1);
  return rows[0]?.cells ?? Buffer.alloc(0);
}

function read(cells: Uint8Array): string[] {
  const { prompts, entries } = packedNumbers(cells);
  const seen = prompts.map(
    ({ prompt_id, answers, voices }) => `prompt ${prompt_id}: ${answers},${voices}`,
  );
  for (const { prompt_id, brand_id, numbers } of entries)
    seen.push(`brand ${brand_id} in ${prompt_id}: ${numbers}`);
  return seen.sort();
}

test("what is packed is read again; another format and broken rows are refused, never misread", async () => {
  const cells = await pack();
  assert.deepEqual(read(cells), [
    ...[
      "brand 3 in 7: 1,1,500,1,2,1",
      "brand 4 in 7: 2,3,-250,1,5,1",
      "brand 5 in 9: 1,20000,0,0,20001,0",
    ],
    ...["prompt 7: 2,3", "prompt 9: 1,1"],
  ]);
  const older = cells.subarray(1);
  assert.deepEqual([isReadable(cells), isReadable(older)], [true, false]);
  const changed = (word: number, value: number) => {
    const copy = Buffer.from(cells);
    copy.writeInt32BE(value, 1 + 4 * word);
    return copy;
  };
  const broken = [older, Buffer.alloc(0), cells.subarray(0, -4)];
  // How many prompts, answers of the first, words of a brand, its first entry.
  broken.push(changed(0, 0), changed(0, 1_000), changed(2, 0), changed(6, 1_000), changed(7, -1));
  broken.push(Buffer.concat([cells, Buffer.alloc(4)]));
  for (const one of broken) assert.throws(() => read(one), one.toString("hex"));
});

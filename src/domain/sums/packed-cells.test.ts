import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { makeWorld } from "../../../test/kit/world.ts";
import { isReadable, PACKED, packCells, readCells } from "./packed-cells.ts";

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
  { day: "2026-01-02", model_id: 1, prompt_id: 9, sample: 1, brands: {} },
];

async function pack(): Promise<Buffer> {
  const { db } = await makeWorld();
  const key = sql`day date, model_id integer, prompt_id integer, sample integer`;
  const mentions = ANSWERS.flatMap(({ brands, ...one }) =>
    Object.entries(brands).map(([brand_id, [position, sentiment]]) => ({
      ...{ ...one, brand_id, position, sentiment },
    })),
  );
  const packed = packCells({
    answers: sql`(select * from json_to_recordset(${JSON.stringify(ANSWERS)}::json) as r (${key}))`,
    mentions: sql`(select * from json_to_recordset(${JSON.stringify(mentions)}::json)
      as r (${key}, brand_id integer, position integer, sentiment integer))`,
    by: [],
  });
  const { rows } = await sql<{ cells: Buffer }>`${packed}`.execute(db);
  assert.equal(rows.length, 1);
  return rows[0]?.cells ?? Buffer.alloc(0);
}

function read(cells: Uint8Array): string[] {
  const seen: string[] = [];
  readCells(cells, ({ prompt_id, answers, voices, words, first, end }) => {
    seen.push(`prompt ${prompt_id}: ${answers},${voices}`);
    for (let at = first; at < end; at += PACKED.size) {
      const [brand_id, ...numbers] = words.subarray(at, at + PACKED.size);
      seen.push(`brand ${brand_id}: ${numbers}`);
    }
  });
  return seen.sort();
}

test("what is packed is read again; another format and broken rows are refused, never misread", async () => {
  const cells = await pack();
  assert.deepEqual(read(cells), [
    ...["brand 3: 1,1,500,1", "brand 4: 2,3,-250,1"],
    ...["prompt 7: 2,3", "prompt 9: 1,0"],
  ]);
  const older = cells.subarray(1);
  assert.deepEqual([isReadable(cells), isReadable(older)], [true, false]);
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(cells);
    copy.writeInt32BE(value, at);
    return copy;
  };
  const answers = cells.readInt32BE(5);
  const broken = [older, Buffer.alloc(0), cells.subarray(0, -4), changed(5, 0), changed(5, -1)];
  broken.push(changed(9, 1_000_000), Buffer.concat([cells, Buffer.alloc(4)]));
  assert.ok(answers > 0);
  for (const one of broken) assert.throws(() => read(one), one.toString("hex"));
});

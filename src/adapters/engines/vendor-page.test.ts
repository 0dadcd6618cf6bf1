import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "../../../test/kit/linear-time.ts";
import { listPages } from "./vendor-page.ts";

test("what a page says of its links is left out of their titles, however long these are", () => {
  const url = "https://umbra.example/";
  const titleOf = (title: string) => listPages([{ url, title }])[0]?.title;
  assert.equal(titleOf("Umbra (opens in new tab)"), "Umbra");
  assert.equal(titleOf("Umbra, opens in new tab."), "Umbra");
  assertLinear(titleOf, " .", 2_000, (repeated) => `x${repeated}y`);
});

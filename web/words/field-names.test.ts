import assert from "node:assert/strict";
import { test } from "node:test";
import { nameField } from "./field-names.ts";

test("a refusal names the field as its form does", () => {
  for (const [refusal, said] of [
    ["shipped_on: must be a date", "Went live: must be a date"],
    ["requested_model: is required", "Requested model: is required"],
    ["schedule.hour: must be between 0 and 23", "Hour: must be between 0 and 23"],
    ["products[1]: must have 1 character or more", "Products 2: must have 1 character or more"],
    ["aliases[0].regex: is too slow", "Pattern: is too slow"],
    ["HTTP 503: the assistant is down", "HTTP 503: the assistant is down"],
    ["The server does not answer: try again.", "The server does not answer: try again."],
  ] as const)
    assert.equal(nameField(refusal), said);
});

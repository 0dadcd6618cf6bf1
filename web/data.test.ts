import assert from "node:assert/strict";
import { test } from "node:test";
import { keepAlike } from "./data.ts";

test("an answer stays while other days are asked for, and none stays for another project or by other dimensions", () => {
  const asked = { project_id: "prj_a", date_from: "2026-11-01", dimensions: ["model_id"] };
  const kept = (of: object) =>
    keepAlike({ ...asked, ...of })("the last answer", { queryKey: ["get_brand_report", asked] });
  assert.equal(kept({ date_from: "2026-10-01" }), "the last answer");
  assert.equal(kept({ dimensions: ["topic_id"] }), undefined);
  assert.equal(kept({ project_id: "prj_b" }), undefined);
});

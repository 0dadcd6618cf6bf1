import assert from "node:assert/strict";
import { test } from "node:test";
import { sayAdds, sayNaming, sayRead } from "./part-words.ts";

test("a part says how much of the whole change it adds, and where it goes against it", () => {
  const said = (part: number, whole: number | null) => {
    const { adds, of } = sayAdds(part, whole);
    return (adds + of).replaceAll("\u00A0", " ");
  };
  assert.equal(said(0.07, 0.091), "+7.0 of the +9.1 points");
  assert.equal(said(-0.02, -0.05), "−2.0 of the −5.0 points");
  assert.equal(said(-0.008, 0.091), "−0.8 points, against the whole");
  // More than the whole is no piece of it; of nothing there is none.
  assert.equal(said(0.12, 0.091), "+12.0 points");
  assert.equal(said(0.03, 0), "+3.0 points");
  assert.equal(said(0.03, null), "+3.0 points");
  assert.equal(said(0, 0.091), "0.0 points");
});

test("a site that is read less goes along with a plus where answers that read it name the brand less", () => {
  const site = { before: 0.365, now: 0.269, contribution: 0.052 };
  assert.equal(sayRead(site), "less");
  assert.equal(sayNaming(site), "less");
  assert.equal(sayNaming({ ...site, contribution: -0.052 }), "more");
  assert.equal(sayNaming({ ...site, before: 0.2 }), "more");
  assert.equal(sayNaming({ ...site, contribution: 0.00001 }), "as often");
  assert.equal(sayNaming({ ...site, before: site.now, contribution: 0 }), null);
  assert.equal(sayRead({ before: 0.2, now: 0.2 }), null);
});

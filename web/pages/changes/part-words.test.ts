import assert from "node:assert/strict";
import { test } from "node:test";
import { sayAdds, sayGoesAlong, sayNaming, sayRead } from "./part-words.ts";

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

test("what a site could explain is said in one line, for each way in which it is read and names the brand", () => {
  const said = (moved: number, contribution: number) =>
    sayGoesAlong({ before: 0.3, now: 0.3 + moved, contribution }, "Larkfield");
  const [more, less] = ["more often", "less often"].map((often) => [
    `more of a site whose answers name Larkfield ${often}`,
    `less of a site whose answers name Larkfield ${often}`,
  ]);
  assert.deepEqual([said(0.1, 0.05), said(-0.1, -0.05)], more);
  assert.deepEqual([said(0.1, -0.05), said(-0.1, 0.05)], less);
  assert.equal(
    said(0.1, 0.00001),
    "more of a site whose answers name Larkfield as often as others",
  );
  assert.equal(said(0, 0), "as much of it as before");
});

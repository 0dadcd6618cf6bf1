import assert from "node:assert/strict";
import { test } from "node:test";
import { sumOf } from "./sum-words.ts";
import { sayCause, sayWhy } from "./why-words.ts";

type Split = "model" | "topic" | "site";
const part = (
  ...[split, name, contribution, significant = true]: [Split, string, number, (boolean | null)?]
) => ({ ...{ split, name, contribution, significant } });
type Given = Partial<{
  value: number;
  low: number;
  significant: boolean | null;
  changed: string[];
  what: "served_model" | "searched";
  date: string;
}>;

function why(parts: ReturnType<typeof part>[], given: Given = {}): string {
  const { value = 0.172, significant = true, changed = [], what = "served_model" } = given;
  const { date = "2026-03-01" } = given;
  const ends = significant === null ? null : value;
  const countOf = (split: Split) => parts.filter((one) => one.split === split).length;
  const found = {
    brand: { name: "Larkfield" },
    data: parts,
    change: {
      ...{ value, low: given.low ?? (significant === false ? -Math.abs(value) : ends), high: ends },
      ...{ p: null, significant },
      ...(significant === null && { reason: "too few prompts" as const }),
    },
    model_changes: changed.map((model_id) => ({
      ...{ model_id, date, what },
      ...{ value: "two", previous_value: "one" },
    })),
    part_counts: {
      ...{ model: countOf("model"), topic: countOf("topic"), country: 1 },
      ...{ prompt: 9, site: countOf("site") },
    },
  };
  const naming = {
    ...{ shown: value, isSure: true, modelName: (id: string) => id },
    before: { date_from: "2026-01-30", date_to: "2026-02-28" },
    now: { date_from: "2026-03-01", date_to: "2026-03-30" },
    partName: (one: object) => (one as { name: string }).name,
  };
  return [sayWhy(found, naming), sayCause(found, naming)]
    .filter(Boolean)
    .join(" ")
    .replaceAll("\u00A0", " ");
}

const models = [part("model", "A", 0.076), part("model", "B", 0.05), part("model", "C", 0.046)];
const topics = [part("topic", "Irrigation", 0.062), part("topic", "Pumps", 0.06)];
const rest = [...topics, part("topic", "Hoses", 0.05), part("site", "a.test", 0.1)];

const UNKNOWN = "No cause is known for certain.";

test("a wide change names its largest parts, and says that no cause is known and what goes along", () => {
  assert.equal(
    why([...models, ...rest], { changed: ["A", "B", "C"] }),
    `Larkfield is named more often with all 3 assistants and on all 3 topics. The largest parts come from A (+7.6 of the +17.2 points) and from Irrigation (+6.2). ${UNKNOWN} What goes along: all 3 assistants changed their version.`,
  );
  const said = (changed: string[]) => why([...models, ...rest], { changed }).split(UNKNOWN)[1];
  assert.equal(said([]), "");
  assert.equal(said(["A"]), " What goes along: A changed its version.");
  assert.equal(said(["A", "C"]), " What goes along: A and C changed their version.");
  assert.match(
    why([...models, ...rest], { changed: ["A"], what: "searched" }),
    /: A changed or was asked in another way\.$/,
  );
});

test("a version goes along where it answered more of the later days than of the earlier, by a quarter of them or more", () => {
  const said = (date: string) =>
    why([...models, ...rest], { changed: ["A", "B", "C"], date }).includes("version");
  assert.deepEqual(
    ["2026-03-30", "2026-03-24", "2026-03-23", "2026-03-01", "2026-02-07", "2026-02-06"].map(said),
    [false, false, true, true, true, false],
  );
});

test("a site that is surely read more or less and could explain a tenth of the change or more goes along, the strongest alone", () => {
  const site = (name: string, contribution: number, [before, now]: [number, number]) => ({
    ...{ ...part("site", name, contribution), before, now },
  });
  const along = (sites: ReturnType<typeof site>[], given: Given = {}) =>
    why([...models, ...sites], given).split(UNKNOWN)[1];
  const strong = site("yearledger.test", 0.052, [0.4, 0.2]);
  const other = site("weak.test", 0.02, [0.2, 0.4]);
  assert.equal(
    along([other, strong], { changed: ["A", "B", "C"] }),
    " What goes along: all 3 assistants changed their version; yearledger.test is read less, and answers that read it name Larkfield less often, which could explain +5.2 points.",
  );
  assert.equal(
    along([other]),
    " What goes along: weak.test is read more, and answers that read it name Larkfield more often, which could explain +2.0 points.",
  );
  assert.equal(along([{ ...strong, significant: false }]), "", "it may be read as much as before");
  assert.equal(along([site("small.test", 0.017, [0.4, 0.2])]), "", "it could explain too little");
  assert.equal(along([site("against.test", -0.052, [0.4, 0.2])]), "", "it goes the other way");
  assert.equal(
    along([site("lost.test", -0.05, [0.4, 0.2])], { value: -0.1 }),
    " What goes along: lost.test is read less, and answers that read it name Larkfield more often, which could explain −5.0 points.",
  );
});

test("a part that makes most of a change is said to, also of a loss", () => {
  const parts = [part("model", "A", -0.09), part("model", "B", -0.01, false), topics[0]];
  assert.equal(
    why(parts as typeof models, { value: -0.1 }),
    `Larkfield is named less often with 1 of 2 assistants. Most of it comes from A (−9.0 of the −10.0 points). ${UNKNOWN}`,
  );
});

test("of one assistant alone, its topics are told", () => {
  assert.equal(
    why([part("model", "A", 0.172), ...rest]),
    `Larkfield is named more often on all 3 topics. The largest part comes from Irrigation (+6.2 of the +17.2 points). ${UNKNOWN}`,
  );
});

test("what may be chance, is none or is not tested is not explained", () => {
  const none = models.map((one) => ({ ...one, significant: false }));
  assert.equal(
    why(none, { significant: false, value: 0.01 }),
    "The change may be chance: Larkfield may be named as often as before. No single part can be told from chance.",
  );
  assert.match(
    why(none, { significant: false, value: 0.07, low: 0.003 }),
    /^The change may be chance among the changes of all brands and numbers: Larkfield may be /,
  );
  assert.match(why(models, { significant: false }), /Some of its parts are more than chance\.$/);
  assert.match(why(none, { significant: false, value: 0 }), /^Larkfield is named as often as /);
  assert.equal(why(none, { significant: null }), "Too few prompts to say whether it is chance.");
  const untested = models.map((one) => ({ ...one, significant: null }));
  for (const parts of [none, untested])
    assert.match(
      why(parts),
      /No single part can be told from chance\. No cause is known for certain\.$/,
    );
});

test("the same prompts and the mix of answers add up to the two shares as they are shown", () => {
  const asked = { value: 0, prompts_added: 0, prompts_dropped: 0, models_added: 0 };
  const sum = (before: number, now: number, value: number, low: number | null = 0) =>
    sumOf({
      visibility: { before, now, answers_before: 9, answers_now: 9 },
      change: { value, low, high: low, p: null, significant: low === null ? null : true },
      asked_otherwise: { ...asked, models_dropped: 0 },
    });
  assert.deepEqual(sum(0.29, 0.4604, 0.172), {
    shown: 0.172,
    same: 0.172,
    all: 0.17,
    rest: -0.002,
  });
  // Of the same answers the change is that of the two shares as they read.
  assert.deepEqual(sum(0.2904, 0.4606, 0.1702), { shown: 0.171, same: 0.171, all: 0.171, rest: 0 });
  assert.equal(sum(0.2, 0.5, 0.1, null)?.shown, 0.3, "not tested: of all answers");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { sayAction } from "#domain/digest/say-week.ts";
import {
  type Action,
  besideOf,
  evidenceOf,
  howOf,
  isWeighed,
  leadOf,
  prizeMeaning,
  prizeOf,
  sayEffect,
  todoOf,
  winnableOf,
} from "./action.ts";

const group = (named: number, answers = 100) => ({ named, answers, share: named / answers });
const known = {
  reason: null,
  touched_prompts: 1,
  untouched_prompts: 12,
  before: { touched: group(10), untouched: group(40) },
  after: { touched: group(35), untouched: group(45) },
  ...{ value: 0.2, low: 0.05, high: 0.35, cited: null },
};

test("what came of an action is said with before, after and whether it may be chance", () => {
  assert.equal(
    sayEffect(known),
    "Named in 10.0\u00A0% before, 35.0\u00A0% after: +25.0\u00A0points. The 12 other prompts: +5.0\u00A0points. That is 20.0\u00A0points more than if this prompt had moved with the others, about 20 of 100\u00A0answers; more than chance.",
  );
  const after = { touched: group(20), untouched: group(55) };
  const lost = { ...known, after, value: -0.05, low: -0.2, high: 0.1 };
  assert.match(
    sayEffect(lost),
    /: \+10\.0\spoints\. The 12 other prompts: \+15\.0\spoints\. That is 5\.0\spoints less than if this prompt had moved with the others, about 5 of 100\sanswers; may be chance\.$/,
  );
  // Shares and changes add up as they are shown.
  const odd = {
    before: { touched: group(12, 82), untouched: group(527, 1_727) },
    after: { touched: group(25, 64), untouched: group(644, 1_357) },
  };
  assert.match(
    sayEffect({ ...known, ...odd, value: 0.0736, low: -0.1, high: 0.2 }),
    /^Named in 14\.6\s% before, 39\.1\s% after: \+24\.5\spoints\. .* \+17\.1\spoints\. .* 7\.4\spoints more than .*, about 5 of 64\sanswers; may/,
  );
  // What was asked in other amounts is in the share, not in the counts beside it.
  const weighed = { ...known, after: { ...known.after, touched: { ...group(50), share: 0.35 } } };
  assert.equal(sayEffect(weighed), sayEffect(known));
  assert.deepEqual([weighed.before.touched, weighed.after.touched].map(isWeighed), [false, true]);
  const unknown = { ...known, before: null, after: null, value: null, low: null, high: null };
  assert.equal(sayEffect({ ...unknown, reason: "It goes live later." }), "It goes live later.");
});

test("a share near none or all of its answers that moved less than others says little, and one that moved more does not", () => {
  const of = (was: number, is: number, others: number) => {
    const before = { touched: group(was), untouched: group(40) };
    const after = { touched: group(is), untouched: group(40 + others) };
    const value = (is - was - others) / 100;
    return sayEffect({ ...known, touched_prompts: 2, before, after, value, low: -0.9, high: -0.1 });
  };
  assert.match(
    of(0, 0, 18),
    /That is 18\.0\spoints less than if these prompts had moved with the others, about 18 of 100\sanswers; more than chance\. It says little: a share near 0 or 100\s% moves less than others, whatever is done\.$/,
  );
  const little = [of(0, 0, 18), of(97, 100, 10), of(9, 4, -20), of(0, 40, 5), of(10, 12, 18)];
  assert.deepEqual(
    little.map((said) => said.includes("says little")),
    [true, true, true, false, false],
  );
});

test("of an action on an own page it is said first whether answers cite the page, also where nothing else is known", () => {
  const cites = (cited: number) => ({ cited, answers: 50, share: cited / 50 });
  const cited = { before: cites(0), after: cites(12), value: 0.24, low: 0.1, high: 0.38 };
  const said =
    "The page is cited in 0.0\u00A0% before, 24.0\u00A0% after: +24.0\u00A0points, more than chance.";
  assert.equal(sayEffect({ ...known, cited }), `${said} ${sayEffect(known)}`);
  const unknown = { ...known, before: null, after: null, value: null, low: null, high: null };
  assert.equal(sayEffect({ ...unknown, reason: "None is left.", cited }), `${said} None is left.`);
  const same = { before: cites(0), after: cites(0), value: 0, low: -0.02, high: 0.02 };
  assert.match(
    sayEffect({ ...known, cited: same }),
    /^The page is cited in 0\.0\s% before, 0\.0\s% after: no change\. Named/,
  );
});

const action = {
  ...{ action_key: "prompt_gap:prm_a", kind: "prompt_gap", status: "doing", owner: "Ada" },
  ...{ prompt: { id: "prm_a", text: "Which mower is quiet?" }, domain: null },
  ...{ url: "https://acme.com/guide", title: "Guide" },
  ...{ prize: 82, prize_low: 57, answer_count: 82, own_count: 0 },
  best_brand: { name: "Globex", share: 0.8, own_share: 0, total: 82 },
} as Action;
const TODO = "Say clearly on your page “Guide” why Acme is an answer to “Which mower is quiet?”";
const ONCE = { ...action, title: "Acme: which mower is quiet?" };

test("an action and the week say the same is to be done", () => {
  assert.equal(todoOf(action, "Acme"), TODO);
  // Where the title of the page holds the prompt, it is said once.
  assert.equal(
    todoOf(ONCE, "Acme"),
    "Say clearly on your page “Acme: which mower is quiet?” why Acme is an answer",
  );
  const kinds = [action, ONCE, { ...action, url: null, title: null }];
  const pages = (["page_unnamed", "page_lost", "page_uncited"] as const).map((kind) => ({
    ...{ ...action, kind, prompt: null },
  }));
  for (const one of [...kinds, ...pages, { ...action, url: null, title: null, own_count: 3 }]) {
    const said = sayAction({ ...one, due_on: null, shipped_on: null } as never, "Acme");
    assert.equal(said, `${todoOf(one, "Acme")} (${prizeOf(one).replace("\u00A0", " ")})`);
  }
});

test("what was taken up keeps the name it had then, and of what is no lead any more no more is said than is known", () => {
  const gone = { ...action, url: null, title: null, prize: null, own_count: null };
  const expected = { url: null, title: null, own_count: 0 } as Action["expected"];
  const published = "Publish a page that answers “Which mower is quiet?” with Acme in it";
  for (const one of [gone, action, { ...gone, own_count: 3 }])
    assert.equal(todoOf({ ...one, expected }, "Acme"), published);
  assert.equal(todoOf(gone, "Acme"), "Be named in answers to “Which mower is quiet?”");
  const page = { url: "https://acme.com/guide", title: "Guide", own_count: null };
  const lost = { ...gone, kind: "page_lost" as const, url: "https://acme.com/guide" };
  assert.equal(
    todoOf({ ...lost, expected: page as Action["expected"] }, "Acme"),
    "Bring your page “Guide” up to date",
  );
});

test("a gap says how far the competitor is ahead with its interval, and how a site of its kind is won", () => {
  const gap = { ...action, difference_low: 0.105, difference_high: 0.42 };
  assert.equal(
    leadOf(gap),
    "Globex is ahead by 10.5\u00A0points to 42.0\u00A0points (95\u00A0% interval).",
  );
  assert.equal(leadOf({ ...gap, difference_low: null, difference_high: null }), null);
  const site = { ...gap, domain: "mag.example", classification: "editorial" };
  assert.equal(
    howOf(site, "Acme"),
    "Offer the editors of mag.example what they need to cover Acme.",
  );
  assert.equal(howOf({ ...site, classification: "other" }, "Acme"), null);
  assert.equal(howOf(gap, "Acme"), null);
});

test("the shares of a site's gap are of the same answers, the newest where not all are compared", () => {
  const best_brand = { name: "Globex", share: 0.8, own_share: 0.1, total: 100 };
  const site = { ...action, kind: "source_gap" as const, answer_count: 240, own_count: 200 };
  const shares = "Acme in 10.0 %, Globex in 80.0 % of";
  const citing = "answers that cite it and name a tracked brand";
  assert.equal(
    evidenceOf({ ...site, best_brand }, "Acme"),
    `${shares} the newest 100 of 240 ${citing}`,
  );
  const all = { ...best_brand, total: 240 };
  assert.equal(evidenceOf({ ...site, best_brand: all }, "Acme"), `${shares} 240 ${citing}`);
});

test("of two actions on one page each says how the other differs, and one alone says nothing", () => {
  const url = "https://acme.example/boots";
  const one = { ...action, kind: "prompt_gap" as const, url, action_key: "a" };
  const other = { ...one, kind: "page_unnamed" as const, action_key: "b" };
  assert.equal(
    besideOf(one, [one, other]),
    "“Cited, not named” is an action on the same page: that is about every answer that uses the page, this about one prompt.",
  );
  assert.match(
    besideOf(other, [one, other]) ?? "",
    /^“Competitors win a prompt” .* one prompt, this/,
  );
  assert.equal(besideOf(one, [one, { ...other, url: null }]), null);
  const expected = { url: null, title: null, own_count: 0 } as Action["expected"];
  assert.equal(besideOf({ ...one, expected }, [one, other]), null, "taken up without a page");
});

test("a prize says what it counts, and is none where nothing more is done", () => {
  assert.equal(prizeOf(action), "57 to 82\u00A0answers to win");
  assert.equal(
    prizeMeaning(action, "Acme").replaceAll("\u00A0", " "),
    "Acme is in 0.0 %, Globex in 80.0 % of 82 answers. If it were named as often, that would be at least 57 more answers (the lower end of the 95 % interval). 82 answers of these days name competitors and not Acme: the most there is to win.",
  );
  assert.equal(prizeOf({ ...action, status: "done" }), "");
  assert.equal(prizeOf({ ...action, status: "dismissed" }), "");
  assert.equal(winnableOf(action), "57 to 82\u00A0answers to win");
  // What is about being cited does not win answers that name the brand.
  for (const kind of ["page_lost", "page_uncited"] as const)
    assert.equal(winnableOf({ ...action, kind }), "57 to 82\u00A0answers that could cite it");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "../../../test/kit/linear-time.ts";
import { asQuote, cleanAnswer } from "./clean-answer.ts";
import { compileBrands, findMentions } from "./match-brands.ts";

test("offsets lead from the prose to the Markdown and back", () => {
  const markdown = "See **Zolto** and [Nova &amp; Co](https://nova.example), [1] at Brevo.";
  const { text, toOriginal, toClean } = cleanAnswer(markdown);
  for (const name of ["See", "Zolto", "Nova", "Co", "Brevo"]) {
    assert.equal(toOriginal(text.indexOf(name)), markdown.indexOf(name), name);
    assert.equal(toClean(markdown.indexOf(name)), text.indexOf(name), name);
  }
});

test("a citation that the end of the answer cuts is no prose, as whole ones are not", () => {
  const whole =
    "Nova is quiet. ([a.example](https://a.example/x), [nova.example](https://nova.example/y))";
  const { text } = cleanAnswer(whole);
  assert.ok(!text.includes("example"), text);
  for (let end = whole.indexOf("/x)") + 3; end < whole.length; end++) {
    const cut = cleanAnswer(whole.slice(0, end)).text;
    assert.equal(cut.trim(), text.trim(), whole.slice(0, end));
  }
  const brackets = cleanAnswer("Nova is quiet. ([n](https://a.example/A_(b)").text;
  assert.equal(brackets.trim(), text.trim());
  // The words of a link that was cut are prose.
  assert.match(cleanAnswer("See [Nova](https://nova.exam").text, /Nova/);
});

test("a hostile passage is made a quote in linear time", () => {
  for (const piece of [" ", "|", "| ", " |", "_", "\n", ">", "-", "# ", "1. ", " ,", "\t|\n"]) {
    assertLinear(asQuote, piece, 2_500, (repeated) => `a${repeated}b`);
  }
});

/** Whether each text names what it is expected to, among Quolvo, Zentra and further names; all are found as whole names. */
function assertNamed(cases: readonly [text: string, names: string][]): void {
  const rules = { aliases: [], domains: [], regex: null, exclude_phrases: [] };
  for (const [text, names] of cases) {
    const brands = [...new Set(["Quolvo", "Zentra", ...names.split(" ").filter(Boolean)])];
    const matcher = compileBrands(brands.map((name, at) => ({ brand_id: at + 1, name, ...rules })));
    const found = findMentions(matcher, text).map(({ brand_id }) => brands[brand_id - 1]);
    assert.deepEqual(found, names.split(" ").filter(Boolean), text);
  }
}

test("names that a slash parts are no address, though the first has a dot", () => {
  assertNamed([
    ["Quolvo.com/Zentra both work.", "Quolvo.com Zentra"],
    ["Try Booking.com/Expedia/Agoda, or ask.", "Booking.com Expedia Agoda"],
    ["Next.js/jQuery or Vue.js/Nuxt.", "Next.js jQuery Vue.js Nuxt"],
    ["| ASP.NET/Blazor | Zentra |", "ASP.NET Blazor Zentra"],
    ["(Amazon.com/Walmart.com's prices)", "Amazon.com Walmart.com"],
    ["Ozon.ru/Яндекс", "Ozon.ru Яндекс"],
    // An address: small letters before the slash, or a path behind it.
    ["See quolvo.com/Zentra and zentra.com/pricing.", ""],
    ["Quolvo.com/pricing, Quolvo.com/Docs/start and Quolvo.com/Zentra?a=b", ""],
    ["quolvo.com/zentra/Index.html", ""],
  ]);
});

test("code blocks in lists and quotations are no prose, what follows them is", () => {
  const after = "\n\nZentra is quiet.";
  const blocks = [
    "1. Install:\n\n    ```bash\n    quolvo init\n    ```",
    "1. Install:\n\t```\n\tquolvo init\n\t```",
    "- a\n  - b\n      ~~~\n      quolvo\n      ~~~",
    "> ```js\n> import Quolvo\n> ```",
    "> > ```js\n> > import Quolvo\n> > ```",
    "- ```js\n  import Quolvo\n  ```",
    "1. ~~~\n   import Quolvo\n   ~~~",
    "```md\n1. a\n    ```\n    quolvo\n    ```\nQuolvo\n```",
  ];
  assertNamed(blocks.map((block) => [block + after, "Zentra"]));
  assertNamed([
    ["- ```Quolvo``` is loud.\n- Zentra is quiet.", "Quolvo Zentra"],
    ["```quolvo init``` starts it. Zentra is quiet.", "Zentra"],
  ]);
});

test("tags of HTML glue no names together, and part none", () => {
  assertNamed([
    ["Zentra<sup>1</sup> leads, then Quolvo<sup>2,3</sup>.", "Zentra Quolvo"],
    ["Zentra<sup>TM</sup>", "Zentra"],
    ["<span>Zentra</span><span>Quolvo</span>", "Zentra Quolvo"],
    ["<b><a href=x>Zentra</a></b><a href=y>Quolvo</a>", "Zentra Quolvo"],
    ["<b>Zen</b>tra, <em>Quol</em>vo and H<sub>2</sub>O", "Zentra Quolvo H2O"],
    ["Nestl&eacute;, Citro&euml;n, J&oslash;tul and Wei&szlig;", "Nestlé Citroën Jøtul Weiß"],
  ]);
});

test("a hostile answer is cleaned in linear time", () => {
  for (const piece of [
    "> ",
    "\t",
    "- ",
    "```",
    "~~~\n",
    "\n    ```a",
    "A.b/",
    "A.b/C",
    "A.b/C/",
    "C/",
  ])
    assertLinear(cleanAnswer, piece, 2_500, (repeated) => `\n${repeated}x`);
  for (const piece of ["</b>", "<sup>", "</b><", "&eacute", "C.d", "1. ", "\n> > "])
    assertLinear(cleanAnswer, piece, 2_500, (repeated) => `A.b/${repeated}`);
});

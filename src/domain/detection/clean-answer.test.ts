import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "../../../test/kit/linear-time.ts";
import { asQuote, cleanAnswer } from "./clean-answer.ts";

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

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { addDays } from "#core/period.ts";
import { NARROW, showAs, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { makeDemo } from "./made-demo.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

/** The usual range, and enough before it for changes. */
const DAYS = 45;
/** Within so many pixels from the top of a phone's screen the first figure begins. */
const FIRST_MAX = 560;
/** An A4 sheet, upright, in CSS pixels without its margins. */
const SHEET = { width: 720, height: 1_020 };

const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
const demo = skip ? undefined : await makeDemo({ days: DAYS });

async function open(path: string, view = WIDE): Promise<Page> {
  assert(demo);
  const { page } = await enter(demo.server, demo.user, view);
  await page.goto(demo.at + path);
  await settled(page);
  return page;
}

test("the overview begins with its message, then figures, then what is left out of them", {
  skip,
}, async () => {
  const page = await open("", NARROW);
  const top = (text: ReturnType<Page["locator"]>) =>
    text.first().evaluate((one) => one.getBoundingClientRect().top + scrollY);
  for (const view of [NARROW, WIDE]) {
    await showAs(page, view);
    await settled(page);
    const [message, figure, note] = [
      await top(page.locator(".in-words")),
      await top(page.locator(".number")),
      await top(page.getByText("that name your brand are left out")),
    ];
    assert.ok(message < figure && figure < note, `${[message, figure, note]}`);
    if (view === NARROW) assert.ok(figure <= FIRST_MAX, `${figure} px`);
  }
  await page.goto(page.url().replace(/(\?.*)?$/, "/week"));
  await settled(page);
  assert.ok(
    (await top(page.locator(".in-words"))) <
      (await top(page.getByText("that name your brand are left out"))),
  );
});

test("a cell of the map is coloured where its lead is more than chance, and says both shares", {
  skip,
}, async () => {
  // In a day's answers some cells have fewer than eight.
  const day = `?from=${yesterday}&to=${yesterday}`;
  let told = 0;
  for (const path of ["", "/compare", day, `/compare${day}`]) {
    const page = await open(path);
    const cells = await page
      .getByRole("table", { name: "By assistant and topic" })
      .locator("td")
      .evaluateAll((all) =>
        all.map((cell) => {
          const isColoured = !/ 0\)|transparent/.test(getComputedStyle(cell).backgroundColor);
          const seen = cell.cloneNode(true) as Element;
          for (const one of seen.querySelectorAll("[class*=VisuallyHidden]")) one.remove();
          const text = seen.textContent.replaceAll(/\s+/g, " ");
          return { text, isColoured, isSure: seen.querySelector(".sure") !== null };
        }),
      );
    assert.ok(cells.length > 4, path);
    if (path.includes(day))
      assert.ok(
        cells.some(({ text }) => / of \d /.test(text)),
        path,
      );
    for (const { text, isColoured, isSure } of cells) {
      assert.equal(isColoured, isSure, `${path}: ${text}`);
      const [, own, lead, rival] =
        /^([\d.]+) % (?:([+−]?\d+)|of \d+) vs ([\d.]+) %$/.exec(text) ?? [];
      assert.ok(own && rival, text);
      if (lead) {
        const points = Number(lead.replace("−", "-"));
        assert.ok(Math.abs(Number(own) - Number(rival) - points) <= 0.6, text);
      }
    }
    // A lead that may be chance says from how many points on it would be more.
    const unsure = page.locator(".heat-difference:not(.sure) a").first();
    if ((await unsure.count()) === 0) continue;
    told += 1;
    await unsure.focus();
    await page.getByRole("tooltip", { name: /more than that from about \d+ points on/ }).waitFor();
  }
  assert.ok(told > 0);
});

test("the map stands against the competitor that is chosen, which the address and its cells keep", {
  skip,
}, async () => {
  const page = await open("");
  const pick = page.getByRole("combobox", { name: "Competitor to stand against" });
  const first = await pick.inputValue();
  await page.getByRole("heading", { name: `Against ${first}` }).waitFor();
  const other = first === "Brontide" ? "Nimbrel" : "Brontide";
  await page.setViewportSize({ width: WIDE.width, height: 500 });
  await pick.click();
  await page.getByRole("option", { name: other }).click();
  await page.waitForURL(/rival=brd_/);
  // What was chosen stays in sight.
  await page.getByRole("heading", { name: `Against ${other}` }).waitFor();
  assert.ok(await page.evaluate(() => scrollY > 0));
  await page.setViewportSize(WIDE);
  await page.reload();
  await page.getByRole("heading", { name: `Against ${other}` }).waitFor();
  const rival = new URL(page.url()).searchParams.get("rival") ?? "none";
  const lead = page.locator(".heat-difference a").first();
  await lead.waitFor();
  assert.ok(decodeURIComponent((await lead.getAttribute("href")) ?? "").includes(rival));
  // The sentence is about the best one, whichever is chosen.
  assert.equal(await page.getByText(`Furthest behind ${other}`).count(), 0);
});

test("on paper nothing leads anywhere, and the chart with its names takes the whole width", {
  skip,
}, async () => {
  const page = await open("");
  const more = page.getByText("All brands whose visibility moved");
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(SHEET);
  for (const one of await more.all()) assert.equal(await one.isVisible(), false);
  const colours = await page.locator("#content a:visible").evaluateAll((all) =>
    all.flatMap((link) => {
      const around = link.parentElement && getComputedStyle(link.parentElement).color;
      return getComputedStyle(link).color === around ? [] : [link.textContent];
    }),
  );
  assert.deepEqual(colours, []);
  const { lines, room } = await page.locator("figure").evaluate((figure) => {
    const ends = [...figure.querySelectorAll(".chart path, .chart line, .legend bdi")].map(
      (one) => one.getBoundingClientRect().right,
    );
    return { lines: Math.max(...ends), room: figure.getBoundingClientRect().right };
  });
  assert.ok(lines <= room + 1 && room - lines < 40, `${lines} of ${room}`);
  await look(page, "overview-paper", { ...SHEET, dark: false });
});

test("a line below words means that they open something, dots that they explain themselves", {
  skip,
}, async () => {
  for (const path of ["", "/brands", "/prompts", "/sources", "/changes", "/actions"]) {
    const page = await open(path);
    await page.getByRole("button", { name: "Print", exact: true }).waitFor();
    const looks = await page.locator("#content :is(a, .hinted):visible").evaluateAll((all) =>
      all.flatMap((one) => {
        const { textDecorationLine, textDecorationStyle } = getComputedStyle(one);
        const style = textDecorationLine === "underline" ? textDecorationStyle : "none";
        return style === (one.matches("a") ? "dotted" : "solid") ? [one.outerHTML] : [];
      }),
    );
    assert.deepEqual(looks, [], path);
  }
  const page = await open("");
  const change = page
    .getByRole("link", { name: /points/ })
    .first()
    .locator(".opens");
  const line = await change.evaluate((one) => getComputedStyle(one).textDecorationLine);
  assert.equal(line, "underline");
});

test("an action that is done keeps what it was expected to win", { skip }, async () => {
  assert(demo);
  const done = (await demo.ask("list_actions", { status: "done" })).data[0];
  const then = await demo.ask("get_action", {
    action_key: done.action_key,
    ...{ date_from: addDays(done.shipped_on, -30), date_to: addDays(done.shipped_on, -1) },
  });
  const page = await open(
    `/actions?status=done&action=${encodeURIComponent(done.action_key)}`,
    NARROW,
  );
  const panel = page.locator(".panel", { hasText: "Expected when it was decided" });
  await panel
    .getByText(new RegExp(`^${then.prize_low} to ${then.prize}\\sanswers to win$`))
    .waitFor();
  // What came of it is the first that is read, and the decision is one press away on a phone, too.
  const titles = await page.locator("#content .panel h2").allTextContents();
  assert.deepEqual(titles.slice(0, 3), ["Before and after", "Expected when it was decided", "Why"]);
  await look(page, "action-done-phone", NARROW);
  await page.getByRole("button", { name: "Decide" }).click();
  await page.waitForFunction(() => {
    const form = [...document.querySelectorAll("h2")].find((one) => one.textContent === "Decision");
    const top = form?.getBoundingClientRect().top ?? -1;
    return top > 0 && top < innerHeight / 2;
  });
});

test("actions on the same page say how they differ, and a decision of the demo is its example", {
  skip,
}, async () => {
  assert(demo);
  const { data } = await demo.ask("list_actions", { status: "open" });
  const urls = data.flatMap(({ url }: { url: string | null }) => url ?? []);
  assert.ok(new Set(urls).size < urls.length, "there are two on one page");
  const page = await open("/actions");
  await page
    .getByText("“Cited, not named” is an action on the same page: that is about every answer")
    .waitFor();
  await page.goto(`${demo.at}/actions?status=done`);
  await page.getByText("An example of this demo: a page with a noise test").waitFor();
});

test("the days of actions are those that they are found in, and their evidence opens as many answers as it says", {
  skip,
}, async () => {
  assert(demo);
  const { data } = await demo.ask("list_actions", { status: "open" });
  const page = await open("/actions");
  await page.getByRole("button", { name: /^Last 30 whole days/ }).waitFor();
  for (const kind of ["source_gap", "prompt_gap"]) {
    const { action_key } = data.find((one: { kind: string }) => one.kind === kind);
    await page.goto(`${demo.at}/actions?action=${encodeURIComponent(action_key)}`);
    const why = page.locator(".panel", { has: page.getByRole("heading", { name: "Why" }) });
    const link = why.getByRole("link", { name: /^The [\d,]+\sanswers$/ });
    const count = /[\d,]+/.exec((await link.textContent()) ?? "")?.[0];
    await why
      .getByText(new RegExp(`of ${count} answers`))
      .first()
      .waitFor();
    await link.click();
    await page.getByRole("heading", { name: `${count} answers with these filters` }).waitFor();
  }
  await page.goto(`${demo.at}/actions?status=done`);
  await page.getByText(/^Named in .* before, .* after/).waitFor();
  assert.equal(await page.getByText(/Now:|Larkfield in /).count(), 0);
});

test("any site that answers cite is a few keys away", { skip }, async () => {
  const page = await open("");
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Go to" }).fill("yearl");
  await page.getByRole("button", { name: "yearledger.test" }).click();
  await page.getByRole("heading", { name: "Sources", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Remove filter yearledger.test" }).waitFor();
});

test("what changed begins with the own visibility, and names the days of what is to be won", {
  skip,
}, async () => {
  const page = await open("");
  const changed = page.locator(".panel", { hasText: "What changed by more than chance" });
  const [first] = await changed.locator(".in-columns > *").allTextContents();
  assert.match(first ?? "", /^Larkfield visibility/);
  await page
    .getByText(
      /^From the answers of \d+\s\w+.*, as Actions has them\. An answer to win is one of these that/,
    )
    .waitFor();
  await page.getByText(/In the 7\sfull\sdays\sto/).waitFor();
});

test("a share of answers says at its figure whether they cite a site or read it", {
  skip,
}, async () => {
  const page = await open("");
  const top = page.locator(".panel", { hasText: "Top sources" }).getByText(/^cited in [\d.]+\s%$/);
  assert.ok((await top.count()) > 3);
  await page.goto(page.url().replace(/(\?.*)?$/, "/changes?view=movers&kind=domains"));
  await settled(page);
  const moved = page.locator(".mover-shares");
  assert.equal(await moved.filter({ hasText: "cited in" }).count(), await moved.count());
});

const TWO_NUMBERS =
  /The first of two numbers is what you win at least by being named as often as the best/;

test("what to do next is the same in the same order on the overview, this week and the list of actions", {
  skip,
}, async () => {
  // Those of a week that is shared or mailed.
  assert(demo);
  const told = (await demo.ask("get_week", {})).actions.map(
    ({ text }: { text: string }) => /\((.*)\)$/.exec(text)?.[1],
  );
  for (const days of ["", "?range=7d"]) {
    const page = await open(`/actions${days}`);
    const titles = (list: ReturnType<Page["locator"]>) =>
      list.evaluateAll((all) => all.slice(0, 3).map((one) => one.textContent));
    const all = await titles(page.locator(".leads h3"));
    assert.equal(all.length, 3, days);
    await page.getByText(TWO_NUMBERS).waitFor();
    const doubts = (list: ReturnType<Page["locator"]>) =>
      list.evaluateAll((those) =>
        those.slice(0, 3).map((one) => /cannot be measured now/.test(one.textContent ?? "")),
      );
    const doubted = await doubts(page.locator(".leads > li"));
    for (const path of ["", "/week"]) {
      await page.goto(demo.at + path + days);
      await settled(page);
      const panel = page.locator(".panel", { hasText: "What to do next" });
      assert.deepEqual(await titles(panel.locator("li a")), all, path + days);
      assert.deepEqual(await doubts(panel.locator("li")), doubted, path + days);
      await panel.getByText(TWO_NUMBERS).waitFor();
      if (path === "")
        assert.deepEqual(await doubts(page.getByText(/^Do first: /)), [doubted[0]], days);
      const prizes = await panel
        .getByText(/answers?\s(to win|that could cite it)$/)
        .allTextContents();
      if (days === "")
        assert.deepEqual(
          prizes.map((text) => text.replaceAll(/\s/g, " ")),
          told,
          path,
        );
    }
    // Of an earlier week they are what they were, and lead to what they are now.
    await page.goto(`${demo.at}/week?week=${addDays(yesterday, -7)}`);
    await page.getByText("What to do now is on").getByRole("link", { name: "This week" }).click();
    await page.getByText("as Actions has them.").waitFor();
  }
});

test("below each figure of the overview is one short line with its interval, and dots say the rest", {
  skip,
}, async () => {
  const page = await open("");
  const figures = page.locator(".panel:has(.number)");
  const lines = await figures.locator(".hinted").evaluateAll((all) =>
    all.map((one) => {
      const { fontSize } = getComputedStyle(one);
      const { height } = one.getBoundingClientRect();
      const beside = [...(one.parentElement?.children ?? [])].filter(
        (each) => each !== one && each.getClientRects().length > 0,
      );
      return { size: Number.parseFloat(fontSize), height, beside: beside.length };
    }),
  );
  assert.equal(lines.length, 4);
  for (const { size, height, beside } of lines) {
    assert.ok(size >= 13 && height < 2 * size && beside === 0, `${size} ${height} ${beside}`);
  }
  const texts = (await figures.locator(".hinted").allTextContents()).map((text) =>
    text.replaceAll(/\s/g, " "),
  );
  assert.match(texts[0] ?? "", /^[\d.]+ to [\d.]+ % if asked again$/);
  assert.match(texts[1] ?? "", /^[\d.]+ to [\d.]+ % if asked again$/);
  assert.match(texts[2] ?? "", /^[\d.]+ to [\d.]+ if asked again$/);
  assert.match(texts[3] ?? "", /^\d+ to \d+ if asked again$/);
  await figures.locator(".hinted").first().focus();
  await page
    .getByRole("tooltip", {
      name: /if the same prompts were asked again: [\d.]+ to [\d.]+\s%\.\s+For questions like these in general: [\d.]+ to [\d.]+\s%, wider as these prompts are only a sample of such questions\./,
    })
    .waitFor();
});

test("the runs of a demo say in words what became of their questions, and what each assistant cost", {
  skip,
}, async () => {
  const page = await open("/runs");
  const rows = page.getByRole("table", { name: "Runs" }).locator("tbody tr");
  assert.equal(await rows.count(), 7);
  assert.equal(await rows.getByText("72 came back").count(), 7);
  await page.getByText("Earlier answers were imported, not asked from here.").waitFor();
  // What failed came back: no column says that something is still failed.
  assert.equal(await page.getByRole("columnheader", { name: "Still failed" }).count(), 0);
  const notUsable = (await rows.allTextContents()).map((text) =>
    Number(/, (\d+) of them empty or refused/.exec(text)?.[1] ?? 0),
  );
  await look(page, "runs-of-demo", WIDE);
  const failed = "6 failed with Assistant B (simulated) and came back when asked again";
  const again = rows.filter({ hasText: failed });
  await again.getByLabel("72 of 72 questions came back").waitFor();
  await again.getByText("completed").waitFor();
  await again.getByRole("link").first().click();
  const said = /^72 questions: 72 came back, \d+ of them empty or refused, /;
  await page
    .getByText(said)
    .filter({ hasText: `, ${failed}; ` })
    .waitFor();
  await page.getByText("asked again, answered").first().waitFor();
  const models = page.getByRole("table", { name: "Assistants of the run" });
  await models.getByRole("columnheader", { name: "Cost" }).waitFor();
  assert.equal(await models.getByText(/^\$0(\.00)?$/).count(), 3);
  const down = "HTTP 503: the simulated assistant was down.";
  await models.getByText(`6 failed first and came back when asked again: ${down}`).waitFor();
  await settled(page);
  await look(page, "run-of-demo", WIDE);
  await page.getByRole("link", { name: "Assistants", exact: true }).click();
  const row = page.getByRole("row", { name: new RegExp(`Assistant B .*${down}`, "s") });
  await row.getByRole("link", { name: /^6 of 24 questions failed on .*, all came back/ }).click();
  const picked = page.getByRole("combobox", { name: "Assistant" });
  await page.getByText("asked again, answered").first().waitFor();
  assert.equal(await picked.inputValue(), "Assistant B (simulated)");
  await page.getByRole("link", { name: "This week", exact: true }).click();
  const asking = page.getByText(
    /^504 of 504 questions came back\. \d+ of 504\sanswers are usable; /,
  );
  const told = (await asking.textContent()) ?? "";
  assert.match(told, / count here: without the \d+ to prompts/);
  // The same words as in Runs, and the same answers.
  const [, empty = 0, refused = 0] =
    /; (?:(\d+)\sempty)?(?:, )?(?:(\d+)\srefused)?\./.exec(told) ?? [];
  const sum = notUsable.reduce((all, one) => all + one, 0);
  assert.ok(sum > 0, told);
  assert.equal(Number(empty) + Number(refused), sum, told);
});

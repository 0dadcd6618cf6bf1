import assert from "node:assert/strict";
import { test } from "node:test";
import dayjs from "dayjs";
import { addDays } from "#core/period.ts";
import { addUser } from "../kit/http-client.ts";
import { DAYS, makeBoots, only, range, visit, withoutOwn } from "./boots-project.ts";
import { NARROW, showAs, skip, WIDE } from "./browser.ts";
import { look, lookEachWay } from "./check-page.ts";
import { countBehind, numbersOf } from "./numbers-behind.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const boots = skip ? undefined : await makeBoots();
const owner = boots && (await addUser(boots.world));

// All of them, by hand: OPENED=1000 npm test -- test/e2e/leads-on.test.ts
/** Numbers of a page that are opened at most. */
const OPENED_MAX = Number(process.env["OPENED"] ?? 25);

/** A range with as many days before it, so that there are changes. */
const HALF = `&from=${addDays(range.date_from, DAYS / 2)}`;
/** Pages with numbers, each part a test; `search` is their range where it is not the usual one. */
const PAGES: Record<string, { search: string; paths: string[] }> = {
  "every page of a whole range": {
    search: "",
    paths: ["", "/brands", "/prompts/:id", "/brands/:id", "/models"],
  },
  "every list that compares": {
    search: HALF,
    paths: ["/prompts", "/sources", "/sources?tab=pages", "/compare"],
  },
  "every page of changes": {
    search: HALF,
    paths: [
      ...["/changes", "/changes?view=movers", "/changes?view=movers&kind=prompts"],
      ...["/changes?view=movers&kind=domains", "/changes?view=movers&kind=pages"],
      "/changes?measure=position",
      "/changes?measure=sentiment",
    ],
  },
};

if (boots) {
  const { data } = (await boots.world.rest("GET", "/brands")).body;
  const idOf = (name: string) => data.find((brand: { name: string }) => brand.name === name).id;
  PAGES["every page where a rival is mentioned and the own brand is not"] = {
    search: withoutOwn(idOf("Borealis"), idOf("Acme")),
    paths: ["", "/sources", "/sources?tab=pages", "/brands", "/prompts"],
  };
}

for (const [part, { search, paths }] of Object.entries(PAGES)) {
  test(`every number of ${part} opens as many answers as it counts`, { skip }, async () => {
    assert(boots && owner);
    const { page, problems } = await enter(boots.server, owner, WIDE);
    for (const place of paths) {
      const path = await placeOf(place);
      await visit(page, boots, { path, search });
      for (const button of await page.getByRole("button", { name: "Show as a table" }).all())
        await button.click();
      // Some answers are counted once one looks at the map.
      for (const heat of await page.locator("table.heat").all()) await heat.hover();
      await settled(page);
      const links = await numbersOf(page);
      assert.ok(links.length > 0, `${path} has ${links.length} numbers that lead on`);
      // Each different one is opened once; of many alike, as the rows of a long table, some.
      const seen = [...new Map(links.map((link) => [link.href, link])).values()];
      const every = Math.ceil(seen.length / OPENED_MAX);
      for (const { href, count } of seen.filter((_, at) => at % every === 0)) {
        assert.equal(await countBehind(page, href), count, `${path}: ${href}`);
      }
    }
    assert.deepEqual(problems, []);
  });
}

/** A path with the first of its list in place of `:id`. */
async function placeOf(path: string): Promise<string> {
  const [list] = path.split("/:id");
  if (!boots || list === path) return path;
  return `${list}/${(await boots.world.rest("GET", `${list}`)).body.data[0].id}`;
}

test("back returns from the answers behind a number", { skip }, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await visit(page, boots, { path: "" });
  await page.locator("#content a[data-count]").first().click();
  await page.waitForURL(/\/answers/);
  await page.goBack();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  assert.deepEqual(problems, []);
});

test("the overview's sentence is whole and of one rank when it is first seen, and nothing below it moves", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const sentence = page.locator(".in-words");
  const tops = () =>
    page.evaluate(
      `[...document.querySelectorAll("#content .panel")].slice(0, 5).map((one) => Math.round(one.getBoundingClientRect().top))`,
    );
  for (const view of [WIDE, NARROW]) {
    await showAs(page, view);
    const all = Promise.withResolvers<void>();
    let reports = 0;
    await page.route("**/app/call/*", async (route) => {
      const name = route.request().url().split("/").at(-1) ?? "";
      const isFirst = name === "get_brand_report" && reports++ === 0;
      if (!isFirst && !["get_me", "get_project", "list_brands"].includes(name)) await all.promise;
      await route.continue();
    });
    const { date_from, date_to } = range;
    const days = `from=${date_from}&to=${date_to}`;
    await page.goto(`${boots.server.origin}/projects/${boots.world.project.id}?${days}`);
    await sentence.waitFor();
    await page.evaluate("document.fonts.ready");
    const [said, at] = [await sentence.textContent(), await tops()];
    assert.match(said ?? "", /, 2nd of 3 brands/);
    assert.equal(said?.match(/\d(st|nd|rd|th)/g)?.length, 1, said ?? "");
    all.resolve();
    await page.getByText("Do first:").waitFor();
    // The rank of the newest days stands with what changed.
    const changed = page.locator(".panel", {
      has: page.getByRole("heading", { name: "What changed by more than chance" }),
    });
    // That may be chance, so it stands apart from what changed by more.
    await changed.getByText("The newest seven days, which may be chance").waitFor();
    await changed
      .getByText(/^In the 7 full days to .*, Acme was named in [\d.]+\s% of answers: \d\w\w of 3/)
      .waitFor();
    await settled(page);
    assert.deepEqual([await sentence.textContent(), await tops()], [said, at], `${view.width}`);
    await page.unroute("**/app/call/*");
  }
  assert.deepEqual(problems, []);
});

test("the overview says in words where the brand stands, and leads to what to do next", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await visit(page, boots, { path: "" });
  // On paper the brand's name stands in place of "You".
  const sentence = page.locator(".in-words");
  await sentence.waitFor();
  assert.match(
    (await sentence.allInnerTexts())[0] ?? "",
    /^You are named in 37\.5\s% of answers from \d+ \w+ 20\d\d to \d+ \w+ 20\d\d, 2nd of 3/,
  );
  // A tone opens the answers that it says it is of.
  const tone = page.locator(".panel", { has: page.getByRole("heading", { name: "Tone" }) });
  const scored = (await tone.first().getByText("in ").first().textContent())?.match(/\d+\D*$/);
  const opened = await tone.first().getByRole("link").first().getAttribute("data-count");
  assert.equal(Number.parseInt(scored?.[0] ?? "", 10), Number(opened));
  const heat = page.getByRole("table", { name: "By assistant and topic" });
  await comesTo(
    () => heat.getByRole("columnheader").allTextContents(),
    ["Topic", "All assistants", "ChatGPT", "Claude"],
  );
  await lookEachWay(page, "overview");
  // What to do stands below the sentence, in sight at once, as the first of the list further down.
  const next = page.locator(".panel", { has: page.getByText("What to do next") });
  const todo = page.getByText("Do first:").getByRole("link");
  assert.equal(
    await todo.textContent(),
    await next.getByRole("listitem").first().getByRole("link").first().textContent(),
  );
  assert.ok(((await todo.boundingBox())?.y ?? WIDE.height) < WIDE.height / 2);
  // Sharing begins here, with this page and its days.
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Create a share link" });
  assert.equal(await dialog.getByRole("combobox", { name: "Page" }).inputValue(), "Overview");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  // What a figure means is next to it, and the whole method behind that.
  await page.getByRole("button", { name: "How this is counted: visibility" }).click();
  await page.getByText("Your prompts are a sample of what people ask.").waitFor();
  await page.getByRole("link", { name: "The whole method" }).click();
  await page.getByRole("heading", { name: "Intervals and changes" }).waitFor();
  await lookEachWay(page, "method");
  await visit(page, boots, { path: "" });
  // Where it is behind, the answers that name the rival and not it come first, and all of them are one click away.
  await page.getByText("the points those that name Borealis and not Acme").waitFor();
  const share = heat.locator("tbody td").first().getByRole("link").first();
  assert.match((await share.getAttribute("href")) ?? "", /brand_id=/);
  await share.focus();
  await page.getByRole("tooltip", { name: "15 of 40 answers name Acme" }).waitFor();
  const behind = heat.locator('a[href*="not_mentioned"][data-count]').first();
  const missing = Number(await behind.getAttribute("data-count"));
  assert.ok(missing > 0);
  await behind.click();
  await page.getByRole("heading", { name: `${missing} answer` }).waitFor();
  const band = page.getByRole("group", { name: "Active filters" });
  await band.getByText("Brand mentioned: Borealis", { exact: true }).waitFor();
  await band.getByText("Brand not mentioned: Acme", { exact: true }).waitFor();
  await lookEachWay(page, "answers-rival-alone");
  // They are of these answers, and do not go along to what is not about them.
  await page.getByRole("navigation", { name: "Pages" }).getByText("Compare").click();
  await page.getByRole("heading", { name: "Compare", level: 1 }).waitFor();
  assert.doesNotMatch(page.url(), /mentioned/);
  await page.goBack();
  await band.getByText("Brand mentioned: Borealis", { exact: true }).waitFor();
  await band.getByRole("button", { name: "Remove filter Brand not mentioned: Acme" }).click();
  await page.waitForURL((url) => !url.search.includes("not_mentioned"));
  await comesTo(async () => {
    const heading = await page
      .getByRole("heading", { name: /^[\d,]+ answers?( with these filters)?$/ })
      .textContent();
    return Number.parseInt(heading ?? "", 10) > missing;
  }, true);
  const days = `date_to=${addDays(range.date_to, -1)}`;
  const { body } = await boots.world.rest("GET", `/actions?status=open&${days}`);
  const gap = body.data.find(({ kind }: { kind: string }) => kind === "prompt_gap");
  await visit(page, boots, { path: `/prompts/${gap.prompt.id}` });
  await page.getByRole("link", { name: "What to do about this prompt" }).click();
  await page.getByRole("heading", { name: "Brief" }).waitFor();
  await visit(page, boots, { path: "" });
  assert.equal(await next.getByRole("listitem").count(), Math.min(3, body.total_count));
  // What an answer to win is, is told at the keys, too.
  await next
    .getByText(/answers\sto win$/)
    .first()
    .focus();
  await page.getByRole("tooltip").getByText("the most there is to win").waitFor();
  await next.getByRole("listitem").first().getByRole("link").click();
  await page.getByRole("heading", { name: "Brief" }).waitFor();
  await look(page, "action", WIDE);
  // An answer is called by its assistant and day, and leads back to where it was opened.
  const answers = page.getByRole("link", { name: /^(ChatGPT|Claude), \d+ \w+ \d{4}$/ });
  await comesTo(() => answers.count(), 3);
  await answers.first().click();
  await page.getByRole("button", { name: "‹ Back" }).click();
  await page.getByRole("heading", { name: "Brief" }).waitFor();
  await page.getByLabel("State").getByText("Dismissed").click();
  await page.getByLabel("Why it is dismissed").fill("Not ours to change.");
  const who = page.getByRole("combobox", { name: "Who does it" });
  await who.click();
  await page.getByRole("option", { name: owner.email }).waitFor();
  await who.fill("Ada");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.getByRole("link", { name: "All actions" }).click();
  await page.getByText("Dismissed 1", { exact: true }).click();
  await page.getByText("Ada · Not ours to change.").waitFor();
  // What is dismissed has nothing to win.
  assert.equal(await page.locator("#content article").getByText("to win").count(), 0);
  await lookEachWay(page, "actions");
  // One opened from a list of one kind leads back to that.
  await visit(page, boots, { path: "/actions", search: "&kind=source_gap" });
  await page.locator(".leads h3 a").first().click();
  await page.getByRole("link", { name: "All actions: A site favours competitors" }).click();
  await page.getByRole("heading", { name: "Actions", level: 1 }).waitFor();
  const kind = page.getByRole("combobox", { name: "Kind of action" });
  assert.equal(await kind.inputValue(), "A site favours competitors");
  assert.deepEqual(problems, []);
});

test("a lead of the map looks like what it opens before its answers are counted, and keeps the focus then", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await visit(page, boots, { path: "" });
  const leads = page.locator('table.heat a[href*="not_mentioned"]');
  await leads.first().waitFor();
  const [links, counted] = [
    leads.and(page.locator("a.figure")),
    leads.and(page.locator("[data-count]")),
  ];
  const all = await leads.count();
  assert.deepEqual([await links.count(), await counted.count()], [all, 0]);
  await leads.last().focus();
  await counted.first().waitFor();
  await settled(page);
  assert.equal(await links.count(), all, "those of no answers stay, too");
  assert.ok(await leads.last().evaluate((link) => link.matches(":focus")));
  assert.deepEqual(problems, []);
});

test("of few answers the map tells no lead, but how many they are", { skip }, async () => {
  assert(boots && owner);
  const { page } = await enter(boots.server, owner, WIDE);
  const day = range.date_to;
  await page.goto(
    `${boots.server.origin}/projects/${boots.world.project.id}?from=${day}&to=${day}&compare=false`,
  );
  await page.getByText("Of fewer than 8 answers there is no lead to tell.").waitFor();
  const heat = page.getByRole("table", { name: "By assistant and topic" });
  const few = heat.locator("td", { hasText: /of \d vs / });
  assert.ok((await few.count()) > 0);
  assert.equal(await few.locator(".heat-difference").count(), 0);
  await lookEachWay(page, "overview-few");
});

test("actions, on their page and on the overview, are those of the page's filters", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  // Whole days: as many up to yesterday.
  const [date_from, date_to] = [addDays(range.date_from, -1), addDays(range.date_to, -1)];
  const titles = async (search: string, filters: object[]) => {
    const query = new URLSearchParams({ status: "open", date_from, date_to });
    for (const filter of filters) query.append("filters", JSON.stringify(filter));
    const { body } = await boots.world.rest("GET", `/actions?${query}`);
    await visit(page, boots, { path: "/actions", search });
    const count = body.total_count;
    await page.getByRole("heading", { name: `${count} action${count === 1 ? "" : "s"}` }).waitFor();
    await visit(page, boots, { path: "", search });
    const next = page.locator(".panel", { has: page.getByText("What to do next") });
    await comesTo(() => next.getByRole("listitem").count(), Math.min(3, count));
    return count;
  };
  const filter = { field: "model_id", operator: "in", values: ["mdl_claude"] };
  const [all, some] = [await titles("", []), await titles(only("mdl_claude"), [filter])];
  assert.ok(some > 0 && some < all, `${some} of ${all}`);
  await visit(page, boots, { path: "/actions", search: only("mdl_claude") });
  await page.getByRole("group", { name: "Active filters" }).getByText("Claude").waitFor();
  await look(page, "actions-filtered", WIDE);
  await visit(page, boots, { path: "/sources" });
  const which = page.getByRole("combobox", { name: "Which sites" });
  await which.click();
  await page.getByRole("option", { name: "In answers that name a competitor, not you" }).click();
  await page.getByRole("group", { name: "Active filters" }).getByText("Not mentioned: ").waitFor();
  await page.getByRole("heading", { level: 1, name: "Sources" }).waitFor();
  await which.click();
  await page.getByRole("option", { name: "All sites" }).click();
  await page.getByRole("group", { name: "Active filters" }).waitFor({ state: "detached" });
  assert.deepEqual(problems, []);
});

test("where every lead is decided the overview and the week say that nothing is open, and what was taken up keeps what was expected", {
  skip,
}, async () => {
  assert(boots && owner);
  const { world } = boots;
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const [date_from, date_to] = [addDays(range.date_from, -1), addDays(range.date_to, -1)];
  const decide = (action_key: string, decision: object) =>
    world.rest("PATCH", "/actions", { action_key, ...decision });
  const { body } = await world.rest(
    "GET",
    `/actions?${new URLSearchParams({ status: "open", date_from, date_to, limit: "1000" })}`,
  );
  const keys: string[] = body.data.map((one: { action_key: string }) => one.action_key);
  const [first = "", ...others] = keys;
  for (const key of others) await decide(key, { status: "dismissed", reason: "Not ours." });
  await decide(first, { note: "To be decided." });
  // What somebody wrote a note about and is no lead stays open, and is nothing to do.
  const days = { date_from, date_to };
  const sites: { domain: string }[] = (await world.rest("POST", "/reports/domains", days)).body
    .data;
  const idle = sites.map(({ domain }) => `source_gap:${domain}`).find((key) => !keys.includes(key));
  assert.equal((await decide(idle ?? "", { note: "Later." })).status, 200);
  const search = `&action=${encodeURIComponent(first)}`;
  const expected = page.getByRole("heading", { name: "Expected when it was decided" });
  await visit(page, boots, { path: "/actions", search });
  await page.getByRole("heading", { name: "Brief" }).waitFor();
  assert.equal(await expected.count(), 0);
  await decide(first, { status: "done" });
  await visit(page, boots, { path: "" });
  await page.getByText("Nothing to do first: nothing new is more").waitFor();
  await page.getByText("Nothing to do: nothing new in this range is more").waitFor();
  await look(page, "nothing-open", WIDE);
  await visit(page, boots, { path: "/week" });
  await page.getByText("Nothing to do: nothing new in this range is more").waitFor();
  await decide(first, { shipped_on: addDays(date_to, 30) });
  await visit(page, boots, { path: "/actions", search });
  await expected.waitFor();
  const today = new Intl.DateTimeFormat("en-GB", { day: "numeric", timeZone: "UTC" });
  await page
    .getByText(new RegExp(`–\\s${today.format(new Date())}\\s\\w+(\\s\\d+)?\\.$`))
    .waitFor();
  // What came of it follows the day that it went live, in the list, too.
  await visit(page, boots, { path: "/actions", search: "&status=done" });
  const later = page.getByText("It goes live later.");
  await later.waitFor();
  await page.locator(".leads a").first().click();
  const day = page.getByRole("textbox", { name: "Went live" });
  await day.fill(dayjs(addDays(date_to, -8)).format("D MMM YYYY"));
  await day.press("Tab");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.").waitFor();
  await page.getByRole("link", { name: "All actions: Done" }).click();
  await page.getByRole("heading", { name: "Actions", level: 1 }).waitFor();
  await settled(page);
  await comesTo(() => page.locator(".leads > li").count(), 1);
  assert.equal(await later.count(), 0);
  assert.deepEqual(problems, []);
});

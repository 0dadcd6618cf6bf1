import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { addDays } from "#core/period.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { GAP_SITES, makeBoots, only, range, report, visit } from "./boots-project.ts";
import { NARROW, showAs, skip, WIDE } from "./browser.ts";
import { look, lookEachWay } from "./check-page.ts";
import { answerRowByRow } from "./row-by-row.ts";
import { readSavedCsv } from "./saved-csv.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const boots = skip ? undefined : await makeBoots();
const owner = boots && (await addUser(boots.world));

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
};
const bandOf = (page: Page) => page.getByRole("group", { name: "Active filters" });

test("what a cell of the heat map narrows is of the page it opens, what is chosen in the filters holds on every page", {
  skip,
}, async () => {
  assert(boots && owner);
  const { rest } = boots.world;
  const { body: topic } = await rest("POST", "/topics", { name: "Hiking" });
  const { body: prompts } = await rest("GET", "/prompts");
  for (const { id, text } of prompts.data)
    if (/last longest/.test(text)) await rest("PATCH", `/prompts/${id}`, { topic_id: topic.id });
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const go = async (place: string, heading = place) => {
    const pages = page.getByRole("navigation", { name: "Pages" });
    await pages.getByRole("link", { name: place, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await settled(page);
  };
  await visit(page, boots, { path: "/actions" });
  const heading = page.getByRole("heading", { name: /^\d+ actions?/ });
  const all = await heading.textContent();
  assert.match(all ?? "", /^\d+ actions?$/, "nothing narrows it yet");
  await go("Overview");
  assert.equal(await bandOf(page).count(), 0);
  const overview = page.url();
  const heat = page.getByRole("table", { name: "By assistant and topic" });
  const row = heat.getByRole("row").filter({ hasText: "Hiking" });
  await row.getByRole("link").last().click();
  await page.getByRole("heading", { name: /^\d+ answers? with these filters$/ }).waitFor();
  await lookEachWay(page, "filters-answers");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  assert.equal(page.url(), overview, "back returns to the place");
  assert.equal(await bandOf(page).count(), 0);
  // What the press narrowed is of the page that it opened: the menu opens the others as they were.
  await row.getByRole("link").last().click();
  const chips = ["Assistant: ChatGPT", "Topic: Hiking"];
  const left = bandOf(page).locator(".left-filters");
  for (const chip of chips) await left.getByText(chip, { exact: true }).waitFor();
  await page.reload();
  for (const place of ["Sources", "Actions", "Overview"]) {
    await go(place);
    assert.equal(await bandOf(page).count(), 0, place);
  }
  // What is chosen in the filters holds on every page, also where a press narrowed this one.
  await row.getByRole("link").last().click();
  await page.getByRole("button", { name: "Remove filter Topic: Hiking" }).click();
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.getByRole("combobox", { name: "Topics" }).click();
  await page.getByRole("option", { name: "Hiking" }).filter({ visible: true }).click();
  await page.keyboard.press("Escape");
  await go("Brands");
  await bandOf(page).getByText("Topic: Hiking", { exact: true }).waitFor();
  assert.equal(await bandOf(page).getByText("Assistant: ChatGPT").count(), 0);
  const chosen = `${only("mdl_chatgpt")}&topic=${encodeURIComponent(JSON.stringify([topic.id]))}`;
  await visit(page, boots, { path: "/brands", search: chosen });
  for (const place of ["Sources", "Actions", "Prompts", "Brands", "This week"]) {
    await go(place);
    for (const chip of chips) await bandOf(page).getByText(chip, { exact: true }).waitFor();
    await bandOf(page).getByRole("button", { name: "Clear filters" }).waitFor();
  }
  await go("Sources");
  await page.getByRole("heading", { name: "Sites with these filters" }).waitFor();
  await page.getByRole("columnheader", { name: "Named where used" }).waitFor();
  await lookEachWay(page, "filters-sources");
  await go("Actions");
  assert.notEqual(await heading.textContent(), all);
  assert.match((await heading.textContent()) ?? "", /with these filters$/);
  await lookEachWay(page, "filters-actions");
  // An address that is copied shows another member the same.
  await page.reload();
  await page.getByRole("button", { name: "Remove filter Topic: Hiking" }).click();
  await bandOf(page).getByText("Topic: Hiking").waitFor({ state: "detached" });
  await bandOf(page).getByText("Assistant: ChatGPT").waitFor();
  await bandOf(page).getByRole("button", { name: "Clear filters" }).click();
  await bandOf(page).waitFor({ state: "detached" });
  await comesTo(() => heading.textContent(), all);
  await go("Sources");
  assert.equal(await bandOf(page).count(), 0, "cleared is cleared, on every page");
  assert.deepEqual(problems, []);
});

test("sites are narrowed to answers that mention a rival and not the own brand, and the answers behind are those", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await visit(page, boots, { path: "/sources" });
  await page.getByRole("button", { name: "Filters" }).click();
  for (const view of [NARROW, WIDE]) {
    await showAs(page, view);
    await settled(page);
    await look(page, "filters-brands", { ...view, opened: "dialog" });
  }
  for (const [field, name] of [
    ["Brands mentioned", "Borealis"],
    ["Brands not mentioned", "Acme"],
  ] as const) {
    await page.getByRole("combobox", { name: field, exact: true }).click();
    await page.getByRole("option", { name }).filter({ visible: true }).click();
    // The list of choices stays open above the next field.
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Escape");
  const chips = ["Brand mentioned: Borealis", "Brand not mentioned: Acme"];
  for (const chip of chips) await bandOf(page).getByText(chip, { exact: true }).waitFor();
  await settled(page);
  const idOf = async (name: string) =>
    (await boots.world.rest("GET", "/brands")).body.data.find(
      (brand: { name: string }) => brand.name === name,
    ).id;
  const filters = [
    { field: "not_brand_id", operator: "not_in", values: [await idOf("Borealis")] },
    { field: "not_brand_id", operator: "in", values: [await idOf("Acme")] },
  ];
  const { data } = await report(boots, "domains", { filters, branded: "exclude" });
  const cited = data.filter((row) => row["cited_chat_count"] === 5).map(({ domain }) => domain);
  assert.equal(cited.length, GAP_SITES);
  const first = page.getByRole("table", { name: "Sites" }).getByRole("row").nth(1);
  await first.getByText("5 of 5").waitFor();
  assert.ok(cited.includes((await first.getByRole("button").first().textContent()) ?? ""));
  await lookEachWay(page, "filters-rival");
  await first.getByRole("link", { name: "5", exact: true }).click();
  await page.getByRole("heading", { name: "5 answers with these filters" }).waitFor();
  for (const chip of chips) await bandOf(page).getByText(chip, { exact: true }).waitFor();
  // Each filter stands in one place: those of every page are under Filters alone.
  assert.equal(await page.getByRole("combobox", { name: /^Brands? (not )?mentioned/ }).count(), 0);
  await lookEachWay(page, "filters-rival-answers");
  const shared = await page.request.post(`${boots.server.origin}/app/call/create_share_link`, {
    data: {
      ...{ project_id: boots.world.project.id, name: "Board", page: "sources", expires_in_days: 7 },
      ...{ ...range, filters, branded: "exclude" },
    },
    headers: { origin: boots.server.origin },
  });
  const { url } = await shared.json();
  // What a link narrowed this list to is shown there, too, and goes with what is chosen instead.
  await visit(page, boots, { path: "/answers", search: `&brand_id=${await idOf("Borealis")}` });
  await bandOf(page).getByText("Brand mentioned: Borealis", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^Filters/ }).click();
  const mentioned = page.getByRole("combobox", { name: "Brands mentioned", exact: true });
  const box = mentioned.locator("xpath=ancestor::*[contains(@class, 'mantine-MultiSelect-input')]");
  await box.getByText("Borealis", { exact: true }).waitFor();
  for (const view of [
    { ...NARROW, width: 390 },
    { ...WIDE, width: 1360 },
  ]) {
    await showAs(page, view);
    await settled(page);
    await look(page, "filters-answers", { ...view, opened: "dialog" });
  }
  await mentioned.click();
  await page.getByRole("option", { name: "Cumulus" }).filter({ visible: true }).click();
  await bandOf(page).getByText("Brands mentioned: Borealis or Cumulus", { exact: true }).waitFor();
  assert.doesNotMatch(page.url(), /[?&]brand_id=/);
  await page.keyboard.press("Escape");
  // Beside a filter of every page it is one of its own, which stays when that one is changed.
  const [acme, borealis] = [await idOf("Acme"), await idOf("Borealis")];
  const both = `&brand_id=${borealis}&mentioned=${encodeURIComponent(JSON.stringify([acme]))}`;
  await visit(page, boots, { path: "/answers", search: both });
  await page.getByRole("button", { name: /^Filters/ }).click();
  await mentioned.click();
  await page.getByRole("option", { name: "Cumulus" }).filter({ visible: true }).click();
  await bandOf(page).getByText("Brands mentioned: Acme or Cumulus", { exact: true }).waitFor();
  await bandOf(page).getByText("Brand mentioned: Borealis", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  // The tone on the own brand in answers that name a rival can be chosen.
  await page.getByRole("combobox", { name: "Tone on Borealis" }).waitFor();
  await page.getByRole("combobox", { name: "Tone on", exact: true }).click();
  await page.getByRole("option", { name: "Acme" }).filter({ visible: true }).click();
  await page.getByRole("combobox", { name: "Tone on Acme" }).waitFor();
  await page.getByRole("combobox", { name: "Tone on Acme" }).click();
  await page.getByRole("option", { name: "Positive tone" }).click();
  await page.getByRole("heading", { name: "15 answers with these filters" }).waitFor();
  await settled(page);
  await lookEachWay(page, "answers-own-tone");
  // What the menu does not take along is set apart, and is gone on the next page.
  const left = bandOf(page).locator(".left-filters");
  await left.getByText("on this page and those it opens").waitFor();
  await left.getByText("Tone: Positive tone", { exact: true }).waitFor();
  await visit(page, boots, { path: "/answers", search: `${both}${only("mdl_chatgpt")}` });
  await bandOf(page).getByText("Assistant: ChatGPT", { exact: true }).waitFor();
  assert.equal(await left.getByText("Assistant: ChatGPT").count(), 0);
  assert.equal(await left.locator(".mantine-Badge-root").count(), 2);
  await page.getByRole("navigation", { name: "Pages" }).getByText("Sources").click();
  await page.getByRole("heading", { name: "Sources", level: 1 }).waitFor();
  await bandOf(page).getByText("Assistant: ChatGPT", { exact: true }).waitFor();
  assert.equal(await left.count(), 0);
  // Who holds a link to them reads by what they are filtered, on paper as well.
  await page.goto(url);
  await page.getByText(" · Brands mentioned: Borealis · Brands not mentioned: Acme · ").waitFor();
  await lookEachWay(page, "filters-rival-shared");
  assert.deepEqual(problems, []);
});

test("brands of one filter are one chip that says any of them, and the button counts chips", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await visit(page, boots, { path: "/sources" });
  const button = page.getByRole("button", { name: /^Filters/ });
  await button.click();
  const box = page
    .getByRole("combobox", { name: "Brands not mentioned", exact: true })
    .locator("xpath=ancestor::*[contains(@class, 'mantine-MultiSelect-input')]");
  const height = () => box.last().evaluate((one) => one.getBoundingClientRect().height);
  const empty = await height();
  await page.keyboard.press("Escape");
  await choose(page, "Which sites", "In answers that name a competitor, not you");
  const chips = ["Brands mentioned: Borealis or Cumulus", "Brand not mentioned: Acme"];
  const shown = () => bandOf(page).locator(".mantine-Badge-label").allTextContents();
  await comesTo(shown, chips);
  assert.equal(await button.textContent(), "Filters2");
  await button.click();
  await comesTo(height, empty);
  await page.keyboard.press("Escape");
  await settled(page);
  await lookEachWay(page, "filters-any");
  // What only the list of answers is narrowed by is a chip as well.
  const leftOut = page.getByText("This list also has answers that are empty");
  await page.goto(page.url().replace("/sources", "/answers"));
  await leftOut.waitFor();
  await comesTo(shown, chips);
  const lost = page.getByRole("link", { name: "Only answers that name a competitor, not you" });
  assert.equal(await lost.count(), 0, "the chips' crosses take the filters away");
  // From answers that name the own brand, in a tone, it leads to others.
  const own_id = new URL(page.url()).searchParams.get("not_mentioned")?.match(/brd_\w+/)?.[0];
  await page.goto(
    `${page.url().split("?")[0]}?brand_id=${own_id}&tone=positive&first_brand_id=${own_id}`,
  );
  await lost.click();
  await comesTo(shown, chips);
  await page.goto(`${page.url()}&status=answered`);
  await comesTo(shown, [...chips, "State: Answered"]);
  assert.equal(await leftOut.count(), 0);
  assert.equal(await button.textContent(), "Filters3");
  await page.getByRole("button", { name: `Remove filter ${chips[0]}` }).click();
  await comesTo(shown, [chips[1], "State: Answered"]);
  assert.equal(await button.textContent(), "Filters2");
  // Answers that mention none of two brands mention neither.
  const ids = await page.evaluate(() => new URL(location.href).searchParams.get("not_mentioned"));
  const [own] = JSON.parse(ids ?? "[]");
  const { body } = await boots.world.rest("GET", "/brands");
  const rival = body.data.find(({ name }: { name: string }) => name === "Borealis").id;
  const both = encodeURIComponent(JSON.stringify([own, rival]));
  await page.goto(page.url().replace(/not_mentioned=[^&]*/, `not_mentioned=${both}`));
  await comesTo(shown, ["Brands not mentioned: Acme and Borealis", "State: Answered"]);
  assert.deepEqual(problems, []);
});

test("in a list that is narrowed to a brand, each row shows it, also where it is named late", {
  skip,
}, async () => {
  const names = ["Acme", "Borealis", "Cumulus", "Drumlin", "Esker", "Fjord"];
  const world = await makeWorld();
  for (const name of names.slice(1)) await world.rest("POST", "/brands", { name });
  const line = { captured_at: "2026-03-01T10:00:00Z", prompt: "Which boots?", model: "ChatGPT" };
  const answer = `${names.join(", ")}.`;
  await world.rest("POST", "/chats/import", JSON.stringify({ ...line, answer }));
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  const brands = (await world.rest("GET", "/brands")).body.data as { id: string; name: string }[];
  const last = brands.find(({ name }) => name === "Fjord")?.id ?? "none";
  const address = `${server.origin}/projects/${world.project.id}/answers?from=2026-03-01&to=2026-03-31`;
  const row = page.getByRole("row", { name: /Which boots/ });
  const shown = async (search: string) => {
    await page.goto(address + search);
    await row.waitFor();
    return () => row.locator(".chip .mantine-Badge-label").allTextContents();
  };
  await comesTo(await shown(""), [...names.slice(0, 4), "+2"]);
  const named = [...names.slice(0, 3), "Fjord", "+2"];
  await comesTo(await shown(`&mentioned=${encodeURIComponent(JSON.stringify([last]))}`), named);
  await comesTo(await shown(`&brand_id=${last}`), named);
  assert.deepEqual(problems, []);
});

test("where answers are narrowed to those without the own brand, each site says how many answers with it cite it", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const day = addDays(range.date_from, -30);
  const line = (hour: number, answer: string, sites: string[]) => ({
    ...{ captured_at: `${day}T${hour}:00:00Z`, prompt: "Which boots?", model: "ChatGPT", answer },
    sources: sites.map((site) => ({
      url: `https://${site.includes("/") ? site : `${site}.example/boots`}`,
    })),
  });
  const long = `mostly.example/${"a".repeat(3_000)}`;
  const lines = [
    line(10, "Borealis.", ["seldom", "never"]),
    line(11, "Borealis again.", ["never", "mostly", long]),
    line(12, "Acme and Borealis.", ["seldom", "mostly", long]),
    line(13, "Acme alone.", ["mostly"]),
  ];
  const text = lines.map((one) => JSON.stringify(one)).join("\n");
  assert.equal((await boots.world.rest("POST", "/chats/import", text)).body.imported, 4);
  await visit(page, boots, { path: "/sources", search: `&from=${day}&to=${day}` });
  const head = page.getByRole("columnheader", { name: "With you" });
  const said = page.getByText("“With you” counts the answers of these days");
  const table = page.getByRole("table", { name: "Sites" });
  await table.getByText("mostly.example").waitFor();
  assert.deepEqual([await head.count(), await said.count()], [0, 0], "all answers are counted");
  const row = (site: string) => table.getByRole("row").filter({ hasText: `${site}.example` });
  const sites = () => table.locator("tbody tr td:first-child button").allTextContents();
  assert.equal(
    await table.getByText("not you").count(),
    1,
    "one site never goes with the own name",
  );
  await row("never").getByText("not you").waitFor();
  await page.getByText("All sites that these answers read or cite.", { exact: true }).waitFor();
  await choose(page, "Which sites", "Sites that never come with you");
  await page.getByText("no answer of these days that reads or cites one names you").waitFor();
  await comesTo(sites, ["never.example"]);
  await page.reload();
  await comesTo(sites, ["never.example"]);
  await lookEachWay(page, "sources-never-with-you");
  const which = page.getByRole("combobox", { name: "Which sites" });
  await choose(page, "Which sites", "All sites");
  await row("mostly").waitFor();
  await choose(page, "Which sites", "In answers that name a competitor, not you");
  await said.waitFor();
  await page.getByText("which name a competitor and not Acme").waitFor();
  // One choice takes the other's place.
  await choose(page, "Which sites", "Sites that never come with you");
  await comesTo(sites, ["never.example"]);
  assert.equal(await bandOf(page).count(), 0);
  await choose(page, "Which sites", "In answers that name a competitor, not you");
  await said.waitFor();
  assert.equal(await which.inputValue(), "In answers that name a competitor, not you");
  await row("never").getByRole("cell", { name: "0", exact: true }).last().waitFor();
  for (const [site, count] of [
    ["seldom", "1"],
    ["mostly", "2"],
  ] as const)
    await row(site)
      .getByRole("cell")
      .getByRole("link", { name: count, exact: true })
      .last()
      .waitFor();
  await head.getByRole("button").click();
  await comesTo(sites, ["mostly.example", "seldom.example", "never.example"]);
  await head.getByRole("button").click();
  await comesTo(sites, ["never.example", "seldom.example", "mostly.example"]);
  assert.equal(
    await page.getByRole("columnheader", { name: "Named where used" }).count(),
    0,
    "a choice of answers without the own brand does not say of each site that they are",
  );
  await settled(page);
  await lookEachWay(page, "sources-with-you");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save sites as CSV" }).click();
  const [names = "", ...saved] = (await readSavedCsv(saving)).split("\r\n");
  const [site, own] = ["domain", "own_chat_count"].map((name) => names.split(",").indexOf(name));
  assert.doesNotMatch(names, /mentioned_brands/);
  assert.deepEqual(
    saved.map((one) => [one.split(",")[site ?? -1], one.split(",")[own ?? -1]]),
    [
      ["never.example", "0"],
      ["seldom.example", "1"],
      ["mostly.example", "2"],
    ],
  );
  await row("mostly").getByRole("link", { name: "2", exact: true }).click();
  await page.getByRole("heading", { name: "2 answers with these filters" }).waitFor();
  await bandOf(page).getByText("Brand mentioned: Acme", { exact: true }).waitFor();
  await page.goBack();
  await page.getByRole("tab", { name: "Pages" }).click();
  const pages = page.getByRole("table", { name: "Pages" });
  await pages.getByRole("cell", { name: "0", exact: true }).last().waitFor();
  await comesTo(() => pages.getByText("…", { exact: true }).count(), 0);
  assert.deepEqual(problems, []);
  // What could not be asked is not told as 0.
  await page.route("**/get_url_report", (route) =>
    route.request().postData()?.includes("previous_period")
      ? route.continue()
      : route.fulfill({ status: 500, json: { error: { code: "INTERNAL_ERROR", message: "No." } } }),
  );
  await page.reload();
  await page.getByText("The answers that name Acme could not be loaded.").waitFor();
  await pages.getByText("…", { exact: true }).first().waitFor();
  await page.unrouteAll({ behavior: "wait" });
});

test("your pages come least cited first at a press, those that no answer cites before all others, and what Earshot cannot know is said", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const day = addDays(range.date_from, -20);
  const read = { url: "https://acme.com/guide", retrieved: true, cited: false };
  const answer = {
    ...{ captured_at: `${day}T10:00:00Z`, prompt: "Which boots last longest?", model: "ChatGPT" },
    ...{ answer: "Acme.", sources: [{ url: "https://acme.com/boots" }, read] },
  };
  const { body } = await boots.world.rest("POST", "/chats/import", JSON.stringify(answer));
  assert.equal(body.imported, 1);
  await visit(page, boots, { path: "/sources", search: `&tab=pages&from=${day}&to=${day}` });
  await page.getByText("A page that no answer read or cited cannot be listed").waitFor();
  const way = page.getByRole("button", { name: "Your pages, least cited first" });
  await way.click();
  await page.waitForURL(/class=own/);
  const pages = page.getByRole("table", { name: "Pages" }).locator("tbody tr");
  await comesTo(
    () => pages.locator("td:first-child a").allTextContents(),
    ["acme.com/guide", "acme.com/boots"],
  );
  await pages.first().getByText("0 of ").waitFor();
  await lookEachWay(page, "sources-never-cited");
  assert.deepEqual(problems, []);
});

test("a list of sources that is empty says what it is narrowed to, and leads back", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const reports = page.getByText(/reports its sources/);
  const open = async (search: string, said: string | RegExp) => {
    await visit(page, boots, { path: "/sources", search });
    const empty = page.locator(".empty");
    await empty.waitFor();
    assert.equal(await reports.count(), 0, search);
    await empty.getByText(said).waitFor();
    return empty;
  };
  const rows = page.getByRole("table").locator("tbody tr");
  const kind = await open(
    "&class=institutional",
    "No site of the kind “institutional” is read or cited in these answers.",
  );
  await look(page, "sources-of-no-kind", WIDE);
  await kind.getByRole("button", { name: "Every kind" }).click();
  await rows.first().waitFor();
  const never = await open("&never=own&class=institutional", /^No site of the kind/);
  await never.getByRole("button", { name: "Every kind" }).waitFor();
  const always = await open("&never=own&class=own", "Each site here goes with your name");
  await always.getByRole("button", { name: "Every kind" }).click();
  await rows.first().waitFor();
  const site = await open("&tab=pages&domain=none.example", /^No page of none\.example is read/);
  await site.getByRole("button", { name: "Every site" }).click();
  await rows.first().waitFor();
  await open(`&tab=pages&class=own${only("mdl_claude")}`, "No page of yours is read or cited");
  for (const tab of ["domains", "pages"]) {
    const later = await open(`&tab=${tab}&page=99`, "This list does not go on to page 99.");
    await later.getByRole("button", { name: "First page" }).click();
    await rows.first().waitFor();
  }
  await visit(page, boots, { path: "/answers", search: "&page=99" });
  await page.getByText("This list does not go on to page 99.").waitFor();
  assert.equal(await page.getByText("No answers in this range").count(), 0);
  await page.getByRole("button", { name: "First page" }).click();
  await rows.first().waitFor();
  assert.deepEqual(problems, []);
});

test("a page that the list of actions does not go on to says so, and leads back", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const actions = page.locator(".leads li");
  await visit(page, boots, { path: "/actions", search: "&page=99" });
  await page.getByText("This list does not go on to page 99.").waitFor();
  // No row is counted where none is shown.
  assert.equal(await page.getByText(/^\d+–\d+ of \d+/).count(), 0);
  await look(page, "actions-later", WIDE);
  await page.getByRole("button", { name: "First page" }).click();
  await actions.first().waitFor();
  // Half a page is none.
  await visit(page, boots, { path: "/actions", search: "&page=1.5" });
  await actions.first().waitFor();
  assert.deepEqual(problems, []);
});

test("a panel that is empty says whether answers, their sources or its filters leave it so", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const line = {
    ...{ captured_at: `${range.date_to}T10:00:00Z`, prompt: "Which boots last?" },
    ...{ model: "ChatGPT", answer: "Acme." },
  };
  const captured_at = `${addDays(range.date_from, -120)}T10:00:00Z`;
  const earlier = { ...line, captured_at, model: "Claude" };
  const lines = [line, earlier].map((one) => JSON.stringify(one)).join("\n");
  await world.rest("POST", "/chats/import", lines);
  const { body: prompts } = await world.rest("GET", "/prompts");
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  const path = `/prompts/${prompts.data[0].id}`;
  const sources = page.locator(".panel", { hasText: "Top sources" });
  const newest = page.locator(".panel", { hasText: "Newest answers" });
  const [from, to] = [addDays(range.date_from, -90), addDays(range.date_to, -60)];
  for (const [search, said, none] of [
    ["", "No answer in this range reports its sources.", null],
    [only("mdl_chatgpt"), "No answer in this range with these filters reports its sources.", null],
    [
      only("mdl_claude"),
      "No answers in this range with these filters.",
      "None in this range with these filters.",
    ],
    [`&from=${from}&to=${to}`, "No answers in this range.", "None in this range."],
  ] as const) {
    await visit(page, { world, server }, { path, search });
    await sources.getByText(said, { exact: true }).waitFor({ timeout: 20_000 });
    if (none) await newest.getByText(none, { exact: true }).waitFor({ timeout: 20_000 });
  }
  assert.equal(await page.getByText("No answers to it in this range.").count(), 1);
  // An address that names no model of the project: each panel says so, and none goes on loading.
  await visit(page, { world, server }, { path, search: only("mdl_gone") });
  await sources.getByText("What you chose, or what a filter names, is no longer here.").waitFor();
  assert.equal(await page.locator("[aria-busy=true]").count(), 0);
  assert.deepEqual(
    problems.filter((problem) => !/404/.test(problem)),
    [],
  );
});

test("a project whose prompts are all archived is not told to begin anew", { skip }, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const answer = {
    ...{ captured_at: "2026-03-02T10:00:00Z", prompt: "Which boots last?", model: "ChatGPT" },
    answer: "Acme.",
  };
  await world.rest("POST", "/chats/import", JSON.stringify(answer));
  const { body: prompts } = await world.rest("GET", "/prompts");
  await world.rest("POST", "/prompts/archive", { prompt_ids: [prompts.data[0].id] });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  for (const place of ["", "/week", "/answers"]) {
    await page.goto(`${server.origin}/projects/${world.project.id}${place}`);
    await settled(page);
    assert.equal(await page.getByText("Four steps to the first report").count(), 0, place);
    await page
      .getByText(/No answers (in this range|with these filters)/)
      .first()
      .waitFor();
  }
  assert.deepEqual(problems, []);
});

test("a project without answers shows the first steps on every page that counts answers", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  for (const place of ["", "/week", "/answers", "/compare", "/actions"]) {
    await page.goto(`${server.origin}/projects/${world.project.id}${place}`);
    await page.getByText("Four steps to the first report").waitFor();
    await settled(page);
    if (place === "/actions") await lookEachWay(page, "first-steps-actions");
  }
  assert.deepEqual(problems, []);
});

test("every prompt and its country can be filtered by, in a project of more than one page of them, too", {
  skip,
}, async () => {
  assert(boots && owner);
  const made = await boots.world.rest("POST", "/prompts", {
    prompts: [{ text: "Which boots are light?", country_code: "DE" }],
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await answerRowByRow(page, "list_prompts");
  await visit(page, boots, { path: "/answers" });
  const prompt = page.getByRole("combobox", { name: "Prompt", exact: true });
  await prompt.fill("light");
  await page.getByRole("option", { name: "Which boots are light? (DE)" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filters" }).click();
  await choose(page, "Countries", "Germany");
  await bandOf(page).getByText("Country: Germany", { exact: true }).waitFor();
  await page.unrouteAll({ behavior: "wait" });
  // None is denied while they are on their way, and a country has its name.
  const held = Promise.withResolvers<void>();
  await page.route("**/call/list_prompts", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await bandOf(page).getByText("Country: Germany", { exact: true }).waitFor();
  await prompt.fill("light");
  assert.equal(await page.getByText("No prompt with these words").count(), 0);
  held.resolve();
  await page.getByRole("option", { name: "Which boots are light? (DE)" }).waitFor();
  await prompt.fill("heavy");
  await page.getByText("No prompt with these words").waitFor();
  assert.deepEqual(problems, []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { APIResponse, Page } from "playwright-core";
import { addDays } from "#core/period.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { type Look, NARROW, openPage, showAs, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { FAULTS } from "./layout-faults.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const BRANDS = 11;
const DAYS = 16;
const PROMPTS = 8;
const world = skip ? undefined : await makeWorld();
const server = world && (await startServer(world, { DASHBOARD: "on", WORKER: "off" }));
const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
const names = Array.from({ length: BRANDS }, (_, n) => `Rival${String.fromCharCode(65 + n)}`);

if (world) {
  for (const name of names) await world.rest("POST", "/brands", { name });
  // All of them are named in the same answers, and more often in the second half: each changed by more than chance.
  const lines = Array.from({ length: 2 * DAYS }, (_, n) =>
    Array.from({ length: PROMPTS }, (_, at) => ({
      captured_at: `${addDays(yesterday, 1 + n - 2 * DAYS)}T10:00:0${at}Z`,
      ...{ prompt: `Which boots last in terrain ${at}?`, model: "ChatGPT" },
      answer: ((n + at) % 4 === 0) === n < DAYS ? `Acme, ${names.join(", ")}.` : "Nobody knows.",
      sources: names.map((name) => ({ url: `https://${name}.example/boots` })),
    })),
  ).flat();
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  const { body } = await world.rest("POST", "/chats/import", text);
  assert.equal(body.imported, lines.length);
}

/** A page of the project over the days in which all are named. */
async function open(path: string, view: Look): Promise<{ page: Page; problems: string[] }> {
  assert(world && server);
  const found = await enter(server, await addUser(world), view);
  const days = `from=${addDays(yesterday, 1 - DAYS)}&to=${yesterday}`;
  const join = path.includes("?") ? "&" : "?";
  await found.page.goto(`${server.origin}/projects/${world.project.id}${path}${join}${days}`);
  await found.page.getByRole("heading", { level: 1 }).waitFor();
  await settled(found.page);
  return found;
}

test("on a phone every part of the settings is in one list, and nothing is cut", {
  skip,
}, async () => {
  const { page, problems } = await open("/settings?tab=keys", NARROW);
  const list = page.getByRole("combobox", { name: "Show" });
  assert.equal(await list.inputValue(), "API keys");
  await list.click();
  const parts = await page.getByRole("option").allInnerTexts();
  assert.ok(parts.includes("Plan and usage") && parts.length >= 9, parts.join());
  await page.getByRole("option", { name: "Plan and usage" }).click();
  await page.getByText("Enterprise, for a brand").waitFor();
  await showAs(page, { ...NARROW, width: 820 });
  await settled(page);
  const tabs = await page.getByRole("tab").evaluateAll((all) =>
    all.map((tab) => {
      const { left, right } = tab.getBoundingClientRect();
      const list = tab.parentElement?.getBoundingClientRect();
      return list !== undefined && left >= list.left - 1 && right <= list.right + 1;
    }),
  );
  assert.deepEqual(
    tabs,
    tabs.map(() => true),
  );
  assert.deepEqual(problems, []);
});

test("a plan is told in plain words, and commands only to who opens them", { skip }, async () => {
  assert(world);
  const { page, problems } = await open("/settings?tab=plan", WIDE);
  await page.getByText("The person who runs this server chose it").waitFor();
  const commands = page.getByText("npm run plan -- set");
  assert.equal(await commands.isVisible(), false);
  const operators = page.getByRole("button", { name: "For the person who runs this server" });
  await operators.click();
  await commands.waitFor();
  for (const view of [NARROW, WIDE]) {
    await showAs(page, view);
    await settled(page);
    await look(page, "plan-opened", view);
  }
  await page.getByRole("tab", { name: "Exports" }).click();
  await page.getByText("Every file below is of").waitFor();
  assert.equal(await page.getByText("npm run export").isVisible(), false);
  await operators.click();
  await page.getByText(`npm run export -- project --project ${world.project.id}`).waitFor();
  assert.deepEqual(problems, []);
});

test("what a screen shortens stands on paper, or paper says where", { skip }, async () => {
  const { page, problems } = await open("", WIDE);
  const changed = page.locator("section", {
    has: page.getByRole("heading", { name: "What changed by more than chance" }),
  });
  await changed.getByText(/And \d+ more\./).waitFor();
  const print = async () => {
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 718, height: 1000 });
    await settled(page);
    assert.deepEqual(await page.evaluate(FAULTS), []);
    const text = (await page.evaluate("document.querySelector('#content').innerText")) as string;
    await page.emulateMedia({ media: "screen" });
    await showAs(page, WIDE);
    return text.replaceAll(/\s/g, " ");
  };
  const overview = await print();
  assert.doesNotMatch(overview, /And \d+ more/);
  assert.match(overview, /The 8 most visible of 12 tracked brands\..*on the page Brands/);
  assert.match(overview, /4 more in Earshot, on the page Sources/);
  await page.goto(
    page
      .url()
      .replace(/(projects\/[^/?]+)/, "$1/changes")
      .replace("?", "?view=movers&"),
  );
  await page.getByRole("heading", { name: "Lost" }).waitFor();
  await settled(page);
  const rows = page.locator(".mover:visible");
  assert.equal(await rows.count(), 10);
  const movers = await print();
  for (const name of names) assert.ok(movers.includes(name), name);
  await page.getByRole("button", { name: "Show all 12" }).click();
  await comesTo(() => rows.count(), 12);
  await page.goto(page.url().replace(/changes.*?(?=from=)/, "answers?"));
  await page.getByRole("table", { name: "Answers" }).waitFor();
  await settled(page);
  const answers = await print();
  for (const name of names) assert.ok(answers.includes(name), name);
  assert.match(answers, /1–\d+ of 128 ?The others are in Earshot, on further pages of this list\./);
  assert.deepEqual(problems, []);
});

test("who holds a link is told how its numbers and lines are read", { skip }, async () => {
  assert(world && server);
  const { page } = await open("", WIDE);
  const links: [name: string, url: string][] = [];
  for (const shared of ["overview", "week", "sources"]) {
    const made: APIResponse = await page.request.post(
      `${server.origin}/app/call/create_share_link`,
      {
        data: {
          ...{ project_id: world.project.id, name: shared, page: shared, last_days: 7 },
          ...{ filters: [], branded: "exclude", expires_in_days: 7 },
        },
        headers: { origin: server.origin },
      },
    );
    const body = await made.json();
    assert.equal(made.status(), 201, JSON.stringify(body));
    links.push([shared, body.url]);
  }
  for (const [shared, url] of links) {
    const guest = await openPage(WIDE, server.origin);
    await guest.goto(url);
    await guest.getByRole("heading", { level: 1 }).waitFor();
    await guest.getByText("AI assistants were asked questions as buyers ask them.").waitFor();
    await guest.getByText(/thin line across the end of a bar/).waitFor();
    for (const view of [NARROW, WIDE]) {
      await showAs(guest, view);
      await settled(guest);
      await look(guest, `legend-${shared}`, view);
    }
  }
});

test("a file says what is in it, and where it went", { skip }, async () => {
  const { page, problems } = await open("/answers", WIDE);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save list of answers as CSV: 128 rows" }).click(),
  ]);
  await page
    .getByText(`Saved with your downloads, 128 rows: ${file.suggestedFilename()}`)
    .waitFor();
  await page.getByRole("link", { name: "With texts: Exports" }).click();
  await page
    .getByText("A row for each answer, with its text, topic, tags, brands, sources and searches.")
    .waitFor();
  await page.getByText("hold for all of them").waitFor();
  await page.getByRole("link", { name: "Save answers: 128 rows" }).click();
  await page.getByText("Your browser saves answers with its downloads.").waitFor();
  // Files keep what they can of the filters of a list, whatever they were set to before.
  const model = encodeURIComponent('["mdl_chatgpt"]');
  await page.goto(page.url().replace(/settings.*/, `answers?model=${model}&status=answered`));
  await page.getByRole("link", { name: "With texts, without the filter State: Exports" }).click();
  await page
    .getByRole("group", { name: "Active filters" })
    .getByText("Assistant: ChatGPT")
    .waitFor();
  assert.deepEqual(problems, []);
});

test("Exports has a place in the menu, and its days and filters go nowhere else", {
  skip,
}, async () => {
  const { page, problems } = await open("", WIDE);
  const menu = page.getByRole("navigation", { name: "Pages" });
  const current = () => menu.locator("[aria-current=page]").allInnerTexts();
  const open_at = page.url();
  const daysOf = (address: string) => {
    const { searchParams } = new URL(address);
    return ["from", "to", "range", "model"].map((name) => searchParams.get(name));
  };
  await comesTo(current, ["Overview"]);
  await menu.getByRole("link", { name: "Exports" }).click();
  await page.getByRole("heading", { name: "Exports", level: 1 }).waitFor();
  await comesTo(current, ["Exports"]);
  // It is a page, and no part of the settings to the eye.
  await comesTo(() => page.title(), "Exports · Acme · Earshot");
  assert.equal(await page.getByRole("heading", { name: "Settings" }).count(), 0);
  assert.equal(await page.getByRole("tab").count(), 0);
  assert.equal(await page.getByRole("combobox", { name: "Show" }).count(), 0);
  assert.match(page.url(), /\/settings\?.*tab=exports/);
  const answers = page.getByRole("link", { name: /^Save answers: / });
  await page.getByRole("link", { name: "Save answers: 128 rows" }).waitFor();
  await page.getByText("They hold for these files alone, not on other pages.").waitFor();

  await page.locator(".range-button").click();
  await page.getByRole("button", { name: "Last 14 days" }).click();
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("combobox", { name: "Assistants" }).click();
  await page.getByRole("option", { name: "ChatGPT" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const band = page.getByRole("group", { name: "Active filters" });
  await band.getByText("Assistant: ChatGPT").waitFor();
  assert.equal(await band.getByText("those it opens").count(), 0);
  const hrefOf = async () => {
    const { searchParams } = new URL((await answers.getAttribute("href")) ?? "", page.url());
    const days = ["date_from", "date_to"].map((name) => Date.parse(searchParams.get(name) ?? ""));
    return [((days[1] ?? 0) - (days[0] ?? 0)) / 86_400_000 + 1, searchParams.getAll("filters")];
  };
  const wanted = [14, ['{"field":"model_id","operator":"in","values":["mdl_chatgpt"]}']];
  await comesTo(hrefOf, wanted);
  // They are still there after the page is loaded again.
  await page.reload();
  await comesTo(hrefOf, wanted);
  await settled(page);
  await look(page, "exports-own-days", WIDE);
  for (const [name, heading] of [
    ["Compare", "Compare"],
    ["Settings", "Settings"],
    ["Overview", "Overview"],
  ] as const) {
    await menu.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    await comesTo(current, [name]);
    assert.deepEqual(daysOf(page.url()), daysOf(open_at), name);
    await page.goBack();
    await comesTo(hrefOf, wanted);
  }
  // Nor are they lost on another page.
  await menu.getByRole("link", { name: "Compare", exact: true }).click();
  await page.getByRole("heading", { name: "Compare", level: 1 }).waitFor();
  await menu.getByRole("link", { name: "Exports", exact: true }).click();
  await comesTo(hrefOf, wanted);
  await band.getByRole("button", { name: "Clear filters" }).click();
  await comesTo(hrefOf, [14, []]);
  // Among the settings it is one of the tabs, which leads to the same page.
  await menu.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("tab", { name: "Exports" }).click();
  await page.getByRole("heading", { name: "Exports", level: 1 }).waitFor();
  await comesTo(current, ["Exports"]);
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Go to" }).fill("export");
  await comesTo(() => page.getByRole("button", { name: "Exports" }).count(), 1);
  await page.keyboard.press("Escape");
  // A way here from a page that a figure narrowed opens the same place of the menu.
  const narrowed = new URLSearchParams({
    from: "2026-01-01",
    to: "2026-01-01",
    menu: '{"range":"90d"}',
  });
  await page.goto(`${page.url().split("?")[0]}?tab=exports&${narrowed}`);
  await page.getByRole("heading", { name: "Exports", level: 1 }).waitFor();
  await comesTo(current, ["Exports"]);
  assert.deepEqual(problems, []);
});

test("filters of prompts say whom these name, and Connect where numbers may differ", {
  skip,
}, async () => {
  const { page, problems } = await open("", WIDE);
  await page.getByRole("button", { name: "Filters" }).click();
  for (const name of ["Prompts that name a brand", "Prompts that do not name a brand"]) {
    const field = page.getByRole("combobox", { name, exact: true });
    // "All" or "any" would read as if the filter were set.
    assert.equal(await field.getAttribute("placeholder"), "Choose brands", name);
  }
  await page.getByRole("combobox", { name: "Prompts that do not name a brand" }).click();
  await page.getByRole("option", { name: "RivalA", exact: true }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const band = page.getByRole("group", { name: "Active filters" });
  await band.getByText("Prompts that do not name RivalA", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Connect", exact: true }).click();
  await page.getByText(/Over MCP and the REST API, answers\s+to prompts that name/).waitFor();
  await page.getByText(/the pages of this dashboard leave them out until you include/).waitFor();
  await settled(page);
  await look(page, "connect-counts", WIDE);
  assert.deepEqual(problems, []);
});

test("Exports say what each column of a file means", { skip }, async () => {
  const { page, problems } = await open("/settings?tab=exports", WIDE);
  const columns = page.getByRole("button", { name: "What the columns mean" });
  const told = page.getByText("told: it was sent with the question");
  assert.equal(await told.isVisible(), false);
  await columns.click();
  await page.getByRole("button", { name: "Answers", exact: true }).click();
  await told.waitFor();
  for (const view of [NARROW, WIDE]) {
    await showAs(page, view);
    await settled(page);
    assert.deepEqual(await page.evaluate(FAULTS), []);
    await look(page, "exports-columns", view);
  }
  await page.getByRole("button", { name: "Brand report", exact: true }).click();
  await page.getByText("The share of usable answers that name the brand, from 0 to 1.").waitFor();
  assert.deepEqual(problems, []);
});

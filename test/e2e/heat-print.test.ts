import assert from "node:assert/strict";
import { test } from "node:test";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { type Look, NARROW, showAs, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { FAULTS } from "./layout-faults.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

const ASSISTANTS = [
  ...["ChatGPT", "ChatGPT app", "Claude", "Claude app", "Gemini", "Gemini app", "Perplexity"],
  ...["Perplexity app", "Google AI Overviews", "Copilot", "Mistral", "DeepSeek"],
];
/** An A4 sheet, upright, in CSS pixels without its margins. */
const SHEET = { width: 720, height: 1_020 };

/** The overview of answers of some assistants on some topics: Acme leads in the first, Borealis in the others. */
async function openMap(
  assistants: readonly string[],
  view: Look,
  names: readonly string[] = ["Boots", "Waterproofing"],
) {
  const world = await makeWorld();
  await world.rest("POST", "/brands", { name: "Borealis" });
  const topics = await Promise.all(
    names.map(async (name) => (await world.rest("POST", "/topics", { name })).body),
  );
  const prompts = topics.map(({ id }, n) => ({ text: `Which boots last ${n}?`, topic_id: id }));
  await world.rest("POST", "/prompts", { prompts });
  const lines = assistants.flatMap((model) =>
    prompts.flatMap(({ text }, n) =>
      Array.from({ length: 8 }, (_, day) => ({
        ...{ captured_at: `2026-03-0${day + 1}T10:00:00Z`, prompt: text, model },
        answer: n === 0 ? "Acme lasts." : "Borealis lasts.",
      })),
    ),
  );
  await world.rest("POST", "/chats/import", lines.map((line) => JSON.stringify(line)).join("\n"));
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page } = await enter(server, await addUser(world), view);
  await page.goto(`${server.origin}/projects/${world.project.id}?from=2026-03-01&to=2026-03-31`);
  await page.getByRole("table", { name: "By assistant and topic" }).waitFor();
  await settled(page);
  return page;
}

test("on a phone the map of four assistants shows every cell, with the name of its assistant", {
  skip,
}, async () => {
  const page = await openMap(ASSISTANTS.slice(0, 4), NARROW);
  const map = page.getByRole("table", { name: "By assistant and topic" });
  const cells = await map.locator("td").evaluateAll((all) =>
    all.map((cell) => {
      const { left, right } = cell.getBoundingClientRect();
      const label = getComputedStyle(cell, "::before").content.replaceAll('"', "");
      return { label, isInside: left >= 0 && right <= innerWidth };
    }),
  );
  const names = ["All assistants", ...ASSISTANTS.slice(0, 4)];
  await look(page, "heat-phone", NARROW);
  assert.deepEqual(
    cells,
    [...names, ...names, ...names].map((label) => ({ label, isInside: true })),
  );
  const { box, table } = await map.evaluate((one) => ({
    ...{ box: one.parentElement?.clientWidth ?? 0, table: one.scrollWidth },
  }));
  assert.ok(table <= box, "nothing scrolls");
  assert.deepEqual(await page.evaluate(FAULTS), []);
});

test("on a desk of any width the map of three assistants shows every column", {
  skip,
}, async () => {
  const page = await openMap(ASSISTANTS.slice(0, 3), WIDE);
  const map = page.getByRole("table", { name: "By assistant and topic" });
  for (const width of [1_000, 1_200, 1_360, 1_420, 1_600]) {
    await showAs(page, { width, height: 900, dark: false });
    const { box, table, cells } = await map.evaluate((one) => ({
      ...{ box: one.parentElement?.clientWidth ?? 0, table: one.scrollWidth },
      cells: [...one.querySelectorAll("td")].filter((cell) => cell.clientWidth > 0).length,
    }));
    assert.ok(table <= box, `${table} of ${box} px at ${width}`);
    assert.equal(cells, 12);
  }
});

test("on paper the map of twelve assistants breaks no word and stays on the sheet", {
  skip,
}, async () => {
  const page = await openMap(ASSISTANTS, WIDE);
  await look(page, "heat-many", WIDE);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(SHEET);
  // Nothing on paper can be pressed.
  assert.equal(await page.getByText("A share opens its answers").isVisible(), false);
  const found = await page.evaluate(() => {
    const table = document.querySelector("table.heat");
    if (!table) throw new Error("There is no map.");
    const broken: string[] = [];
    const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    }
    const { right } = table.getBoundingClientRect();
    return { broken, heads: table.querySelectorAll("thead th").length, over: right - innerWidth };
  });
  assert.deepEqual([found.broken, found.heads], [[], 14]);
  assert.ok(found.over <= 0, `${found.over} px over the sheet`);
});

test("Compare shows every topic of its map, of which the overview shows the largest", {
  skip,
}, async () => {
  const names = Array.from({ length: 27 }, (_, n) => `Topic ${n}`);
  const page = await openMap(ASSISTANTS.slice(0, 1), WIDE, names);
  const map = page.getByRole("table", { name: "By assistant and topic" });
  const rows = map.locator("tbody tr");
  await page.getByText("The 12 largest of 27 topics; the others stand in Compare.").waitFor();
  assert.equal(await rows.count(), 13);
  await page.getByRole("link", { name: "Compare brands" }).click();
  await page.getByRole("heading", { name: "Compare", level: 1 }).waitFor();
  await settled(page);
  const seen = () => rows.filter({ visible: true }).count();
  assert.equal(await seen(), 13);
  assert.equal(await page.getByText("stand in Compare").count(), 0);
  await look(page, "compare-topics", WIDE);
  await page.emulateMedia({ media: "print" });
  assert.equal(await seen(), 26);
  await page.getByText("2 more in Earshot, on the page Compare.").waitFor();
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Show all 27 topics" }).click();
  assert.equal(await seen(), 28);
  await page.getByRole("rowheader", { name: "Topic 26" }).waitFor();
  await look(page, "compare-topics-all", WIDE);
});

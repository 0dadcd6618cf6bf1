import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Request } from "playwright-core";
import { addDays } from "#core/period.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { makeBoots, range, visit } from "./boots-project.ts";
import { NARROW, openBrowser, showAs, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const boots = skip ? undefined : await makeBoots();
const owner = boots && (await addUser(boots.world));

/** The chart of the page. */
const chartOf = (page: Page) => page.getByRole("figure", { name: "Visibility over time" });

/** The name of the line that shows its interval. */
const chosenOf = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll("g[data-line]")]
    .filter((line) => line.querySelector(".interval"))
    .map((line) => line.dataset.chosen)`);

test("lines are straight from point to point, one's own is strong and each shows its interval when chosen", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await visit(page, boots, { path: "" });
  const paths: string[] = await page.evaluate(
    `[...document.querySelectorAll("figure path.line")].map((path) => path.getAttribute("d"))`,
  );
  assert.equal(paths.length, 3, "Acme, Borealis and Cumulus");
  for (const path of paths) assert.match(path, /^M[^A-KM-Z]+$/i, "moves and lines alone");
  const strengths: [string, number][] = await page.evaluate(
    `[...document.querySelectorAll("g[data-line]")].map((line) =>
      [line.dataset.chosen, Number(line.querySelector("path.line").getAttribute("stroke-width"))])`,
  );
  assert.deepEqual(strengths.map(([, width]) => width).sort(), [1.5, 1.5, 2.5]);
  assert.deepEqual(await chosenOf(page), ["true"], "one interval");

  const chart = chartOf(page);
  const rival = chart.getByRole("button", { name: "Borealis" });
  const colourOf = () =>
    page.evaluate(
      `document.querySelector('g[data-chosen="true"] path.line').getAttribute("stroke")`,
    );
  const own = await colourOf();
  await rival.click();
  await page.mouse.move(0, 0);
  assert.notEqual(await colourOf(), own, "the rival's line is the chosen one");
  assert.deepEqual(await chosenOf(page), ["true"]);
  assert.equal(await rival.getAttribute("aria-pressed"), "true");
  await look(page, "chart-chosen", WIDE);
  await rival.click();
  await page.mouse.move(0, 0);
  assert.equal(await colourOf(), own);
  await visit(page, boots, { path: "/compare" });
  await chart.getByRole("img").waitFor();
  assert.deepEqual(
    ((await chosenOf(page)) as string[]).sort(),
    ["false", "true"],
    "both that are compared",
  );
  assert.deepEqual(problems, []);
});

test("an axis of shares has each of its labels once, also where nobody is named", {
  skip,
}, async () => {
  const world = await makeWorld();
  const lines = Array.from({ length: 2_400 }, (_, n) =>
    JSON.stringify({
      captured_at: `${addDays(range.date_to, -1 - (n % 2))}T10:00:00Z`,
      ...{ prompt: `Which of ${n % 300} boots?`, model: "ChatGPT", answer: "It depends." },
    }),
  );
  await world.rest("POST", "/chats/import", lines.join("\n"));
  const server = await startServer(world, { DASHBOARD: "on" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  await visit(page, { world, server }, { path: "" });
  await chartOf(page).locator("svg").first().waitFor();
  const shares = await chartOf(page).locator("svg text").filter({ hasText: "%" }).allTextContents();
  assert.ok(shares.length > 2, "an axis has more than its ends");
  assert.deepEqual([...new Set(shares)], shares);
  await look(page, "chart-of-nobody", WIDE);
  assert.deepEqual(problems, []);
});

test("names stand at their lines' ends without touching, above them where it is narrow", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page } = await enter(boots.server, owner, WIDE);
  await visit(page, boots, { path: "" });
  const names = async () => {
    const buttons = await chartOf(page).locator("button.legend[aria-pressed]").all();
    const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
    const plot = await page.locator("svg.chart").boundingBox();
    assert(plot);
    return { boxes: boxes.flatMap((box) => box ?? []), plot };
  };
  const wide = await names();
  assert.equal(wide.boxes.length, 3);
  for (const [index, box] of wide.boxes.entries()) {
    assert.ok(box.x > wide.plot.x + wide.plot.width * 0.7, "at the right");
    assert.ok(box.x + box.width <= wide.plot.x + wide.plot.width + 1, "inside");
    for (const other of wide.boxes.slice(index + 1)) {
      assert.ok(Math.abs(box.y - other.y) >= Math.min(box.height, 18), "none on another");
    }
  }
  await showAs(page, NARROW);
  await settled(page);
  const narrow = await names();
  for (const { y, height } of narrow.boxes) assert.ok(y + height <= narrow.plot.y + 1, "above");
  await look(page, "chart-narrow", NARROW);
});

test("a point of a week says its days, and opens as many answers as it says", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page } = await enter(boots.server, owner, WIDE);
  for (const [name, how] of [
    ["Acme", "keys"],
    ["Cumulus", "pointer"],
  ] as const) {
    await visit(page, boots, { path: "" });
    const plot = page.locator("svg.chart");
    await plot.scrollIntoViewIfNeeded();
    const tip = page.locator(".chart-tip");
    if (how === "keys") {
      await plot.focus();
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
    } else {
      await chartOf(page).getByRole("button", { name }).click();
      const box = await plot.boundingBox();
      assert(box);
      // In the middle: the first and the last week may be one day.
      await page.mouse.move(box.x + box.width * 0.6, box.y + 12);
    }
    await tip.getByText(/^Week of \d+\s\w+ – \d+\s\w+\s\d{4}$/).waitFor();
    await tip.getByText(`${name}: 95 % interval`).waitFor();
    const count = Number(await tip.locator("[data-count]").getAttribute("data-count"));
    assert.ok(count > 0);
    if (how === "keys") await page.keyboard.press("Enter");
    else await page.mouse.down().then(() => page.mouse.up());
    await page
      .getByRole("heading", { name: new RegExp(`^${count} answers?( with these filters)?$`) })
      .waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
  }
});

test("a day that is not over is drawn hollow and dashed, and every reading of the chart says so", {
  skip,
}, async () => {
  assert(boots && owner);
  const today = new Date().toISOString().slice(0, 10);
  const prompts = ["Which boots last longest?", "Which boots are waterproof?", "Which boots fit?"];
  // Fewer than 8 answers would not be drawn.
  const lines = [1, 2, 3].flatMap((second) =>
    prompts.map((prompt) => ({
      ...{ captured_at: `${today}T00:00:0${second}Z`, prompt, model: "ChatGPT" },
      answer: "Nothing.",
    })),
  );
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  assert.equal((await boots.world.rest("POST", "/chats/import", text)).body.imported, 9);
  const { page } = await enter(boots.server, owner, WIDE);
  const search = `from=${addDays(today, -9)}&to=${today}`;
  await visit(page, boots, { path: "", search });
  const drawn: [number, string, number, number][] = await page.evaluate(
    `[...document.querySelectorAll("g[data-line]")].map((line) => {
      const ends = (path) => [...path.getAttribute("d").matchAll(/[ML]([\\d.]+)/g)].map(([, x]) => Number(x));
      const hollow = [...line.querySelectorAll("circle.incomplete")];
      return [hollow.length, hollow[0]?.getAttribute("fill"),
        Math.max(...ends(line.querySelector("path.incomplete"))) - hollow[0]?.cx.baseVal.value,
        Math.max(...ends(line.querySelector("path.line"))) - hollow[0]?.cx.baseVal.value];
    })`,
  );
  assert.equal(drawn.length, 3);
  for (const [count, fill, dashed, solid] of drawn) {
    assert.deepEqual([count, fill, Math.round(dashed)], [1, "var(--card)", 0]);
    assert.ok(solid < -20, "the solid line ends a day before");
  }
  const said = page.getByText(/^Hollow and dashed: \w{3} \d+ \w{3} \d{4}, not over yet\.$/);
  await said.waitFor();
  await page.emulateMedia({ media: "print" });
  assert.equal(await said.isVisible(), true, "on paper, too");
  await page.emulateMedia({ media: "screen" });
  await page.locator("svg.chart").focus();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".chart-tip").getByText("Hollow: not over yet").waitFor();
  await page.getByRole("button", { name: "Show as a table" }).click();
  const rows = page.getByRole("figure").locator("tbody tr");
  assert.deepEqual(await rows.getByText("not over yet").count(), 1);
  assert.match(
    (await rows.last().textContent()) ?? "",
    /not over yet0\.0\s%0\.0\s% to \d+\.\d\s%; n = 9/,
  );
  await look(page, "chart-today", WIDE);
});

test("figures have numerals of one width wherever they stand", { skip }, async () => {
  assert(boots && owner);
  const { page } = await enter(boots.server, owner, WIDE);
  await visit(page, boots, { path: "/brands" });
  const isPlain = `[...document.querySelectorAll("#content *")]
    .filter((one) => [...one.childNodes].some((text) => text.nodeType === 3 && /\\d/.test(text.data)))
    .filter((one) => !getComputedStyle(one).fontVariantNumeric.includes("tabular-nums"))
    .map((one) => one.outerHTML)`;
  await comesTo(() => page.evaluate(isPlain), []);
});

/** Where the points of the chart are drawn. */
const POINTS = `[...document.querySelectorAll("svg.chart circle")]
  .map((point) => point.getAttribute("cx") + " " + point.getAttribute("cy")).sort()`;

test("a chart of weeks has no points of the days that it showed before", { skip }, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const daily = `from=${addDays(range.date_to, -9)}&to=${range.date_to}`;
  const weekly = `from=${range.date_from}&to=${range.date_to}`;
  const go = async (search: string) => {
    const address = `/projects/${boots.world.project.id}?${search}`;
    await page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
    await settled(page);
    return page.evaluate(POINTS);
  };
  await visit(page, boots, { path: "", search: daily });
  const days = await page.evaluate(POINTS);
  const weeks = await go(weekly);
  assert.notDeepEqual(weeks, days);
  const daysAgain = await go(daily);
  await go(weekly);
  await page.reload();
  await settled(page);
  assert.deepEqual(weeks, await page.evaluate(POINTS));
  assert.deepEqual(daysAgain, days);
  assert.deepEqual(problems, []);
});

/** What a browser that was never here may read of script until the overview stands, compressed. */
const SCRIPT_MAX = 300_000;

const isOfSites = (request: Request) => request.url().endsWith("/get_domain_report");
const isOfChart = (request: Request) =>
  request.url().endsWith("/get_brand_report") &&
  /"dimensions":\["(date|week)"/.test(`${request.postData()}`);

/** As the page tells it: what the debugger tells of a request's size may never come. */
const SCRIPT_READ = `performance.getEntriesByType("resource")
  .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

test("the first page reads less than 300 kB of script, and its chart waits for no list of sites", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page: known } = await enter(boots.server, owner, WIDE);
  const context = await openBrowser(WIDE);
  await context.addCookies(await known.context().cookies());
  const page = await context.newPage();
  const calls: Request[] = [];
  page.on("request", (request) => request.url().includes("/app/call/") && calls.push(request));
  const told: (Request | undefined)[] = [];
  page.on("response", (response) => told.push(response.request()));
  page.on("request", (request) => request === calls.find(isOfSites) && told.push(request));
  await visit(page, boots, { path: "" });
  await page.getByText(/^The share of answers that cite each site/).waitFor();
  const [chart, sites] = [calls.find(isOfChart), calls.find(isOfSites)];
  assert(chart && sites);
  const waited = sites.timing().startTime - Number(calls[0]?.timing().startTime);
  assert.ok(
    told.indexOf(chart) < told.indexOf(sites) || waited >= 1_000,
    `sites were asked for ${waited} ms after the page began to ask`,
  );
  const read = Number(await page.evaluate(SCRIPT_READ));
  assert.ok(read > 100_000 && read < SCRIPT_MAX, `${read} bytes of script`);
});

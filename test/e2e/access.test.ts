import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { suggestionKey } from "#domain/detection/find-candidates.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { type Look, NARROW, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const world = skip ? undefined : await makeWorld();
const server = world && (await startServer(world, { DASHBOARD: "on", WORKER: "off" }));
const user = world && (await addUser(world));

const answers = ["Acme and Borealis.", "Borealis.", "Acme."].map((answer, n) => ({
  captured_at: `2026-03-0${n + 1}T10:00:00Z`,
  ...{ prompt: "Which boots last longest?", model: "ChatGPT", answer },
}));
await world?.rest("POST", "/brands", { name: "Borealis" });
await world?.rest("POST", "/chats/import", answers.map((one) => JSON.stringify(one)).join("\n"));
for (const name of ["Alpha", "Beta", "Gamma"]) {
  await world?.rest("POST", "/tags", { name });
  await world?.pool.query(
    `insert into suggestions (project_id, kind, name, name_key, domains, chat_count, model_count, examples,
       detail, reason, score)
     values ($1, 'brand', $2, $3, '{}', 4, 2, '[]', '{}', 'Named in 4 answers.', 4)`,
    [world.project.project_id, `${name} Boots`, suggestionKey(`${name} Boots`)],
  );
}

const RANGE = "from=2026-03-01&to=2026-03-31";

async function open(path: string, view: Look = WIDE) {
  assert(server && user && world);
  const { page, problems } = await enter(server, user, view);
  await page.goto(`${server.origin}/projects/${world.project.id}${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled(page);
  return { page, problems };
}

/** What has the focus: its kind, and what it is called. */
const focused = (page: Page) =>
  page.evaluate(
    `(({ tagName, id, ariaLabel, textContent }) => tagName + " " + (id || ariaLabel || textContent.trim().slice(0, 40)))(document.activeElement)`,
  );

async function press(page: Page, name: string | RegExp) {
  await page.getByRole("button", { name }).first().focus();
  await page.keyboard.press("Enter");
}

test("a button that saved in vain has the focus again, and Tab stays in its dialog meanwhile", {
  skip,
}, async () => {
  const { page } = await open("/prompts?tab=tags");
  let answer = () => {};
  await page.route("**/app/call/create_tag", async (route) => {
    await new Promise<void>((done) => {
      answer = done;
    });
    const error = { code: "INVALID_ARGUMENT", message: "There is one of this name." };
    await route.fulfill({ status: 400, json: { error } });
  });
  await press(page, "Create a tag");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill("Alpha");
  const create = dialog.getByRole("button", { name: "Create" });
  await create.focus();
  await page.keyboard.press("Enter");
  await dialog.locator("button[data-loading]").waitFor();
  const isInside = () => page.evaluate("!!document.activeElement.closest('[role=dialog]')");
  await comesTo(isInside, true);
  answer();
  await dialog.getByRole("alert").waitFor();
  await comesTo(() => focused(page), "BUTTON Create it");
  for (let count = 0; count < 8; count++) {
    await page.keyboard.press("Tab");
    assert.equal(await isInside(), true);
  }
  await page.unroute("**/app/call/create_tag");
});

test("what a press takes away leaves the focus to the next like it, or to the panel it was in", {
  skip,
}, async () => {
  const { page, problems } = await open("/suggestions");
  await press(page, "Dismiss Alpha Boots");
  await comesTo(() => focused(page), "BUTTON Dismiss Beta Boots");
  await page.getByRole("button", { name: "Track Gamma Boots" }).focus();
  await page.keyboard.press("Enter");
  await comesTo(() => focused(page), "BUTTON Track Beta Boots");

  await page.goto(page.url().replace("/suggestions", "/prompts?tab=tags"));
  for (const [gone, next] of [
    ["Alpha", "BUTTON Delete Beta"],
    ["Gamma", "BUTTON Delete Beta"],
    ["Beta", "H2 Tags"],
  ] as const) {
    await press(page, `Delete ${gone}`);
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await comesTo(() => focused(page), next);
  }
  assert.deepEqual(problems, []);
});

test("a link in a page leads to the beginning of the next one", { skip }, async () => {
  const { page } = await open(`/brands?${RANGE}`);
  await page.getByRole("table").getByRole("link", { name: "Borealis" }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Borealis", level: 1 }).waitFor();
  await page.locator("#content:focus").waitFor();
});

test("the menu of a narrow screen is no stop while it is closed, and keys stay in it while it is open", {
  skip,
}, async () => {
  const { page } = await open("/runs", NARROW);
  const { keyboard } = page;
  const inMenu = () => page.evaluate("!!document.activeElement.closest('nav')");
  for (let count = 0; count < 9; count++) {
    await keyboard.press("Tab");
    assert.equal(await inMenu(), false);
  }
  const burger = page.getByRole("button", { name: "Navigation" });
  assert.equal(await burger.getAttribute("aria-expanded"), "false");
  await press(page, "Navigation");
  await comesTo(() => focused(page), "A Overview");
  assert.equal(await burger.getAttribute("aria-expanded"), "true");
  await look(page, "menu-open", NARROW);
  await page.getByRole("link", { name: "Settings", exact: true }).focus();
  await keyboard.press("Tab");
  assert.equal(await page.evaluate("!!document.activeElement.closest('main')"), false);
  await keyboard.press("Escape");
  await comesTo(() => focused(page), "BUTTON Navigation");
  await page.getByRole("link", { name: "Brands" }).waitFor({ state: "hidden" });
  await press(page, "Navigation");
  await page.getByRole("link", { name: "Brands" }).focus();
  await keyboard.press("Enter");
  await page.getByRole("heading", { name: "Brands", level: 1 }).waitFor();
  await page.locator("#content:focus").waitFor();
});

test("every hint that keys reach opens there, and is what describes it", { skip }, async () => {
  const { page } = await open("/answers");
  const dumb: string[] = [];
  let count = 0;
  for (const path of ["", "/brands", "/prompts", "/sources", "/models", "/compare"]) {
    const at = new URL(page.url()).pathname.split("/").slice(0, 3).join("/");
    await page.goto(new URL(`${at}${path}?${RANGE}`, page.url()).href);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await settled(page);
    await page.keyboard.press("Tab");
    const stops = page.locator(
      "main :is([tabindex='0'].hinted, [tabindex='0'].mantine-Badge-root, th :is(button, [tabindex='0']):has(.hinted))",
    );
    for (const stop of await stops.filter({ visible: true }).all()) {
      count++;
      await stop.focus();
      await page
        .waitForFunction("document.activeElement.ariaDescribedByElements?.length", null, {
          timeout: 5_000,
        })
        .catch(async () => dumb.push(`${path} ${await stop.textContent()}`));
    }
  }
  assert.ok(count > 20, `${count} hints`);
  assert.deepEqual(dumb, []);
});

test("where the system chooses the colours, what is chosen and which line is whose are told", {
  skip,
}, async () => {
  const { page } = await open(`?${RANGE}`);
  await page.emulateMedia({ forcedColors: "active" });
  const outlined = (name: string) =>
    page.evaluate(
      `[...document.querySelectorAll(${JSON.stringify(name)})].map((one) => getComputedStyle(one).outlineStyle)`,
    );
  assert.deepEqual(
    [...new Set((await outlined(".place .mantine-NavLink-root")) as string[])].sort(),
    ["none", "solid"],
  );
  const dots = await page.evaluate(
    "[...document.querySelectorAll('main .legend .dot')].map((one) => getComputedStyle(one).backgroundColor)",
  );
  assert.equal(new Set(dots as string[]).size, 2);
  await page
    .getByRole("button", { name: /– \d+ \w+ \d{4}$/ })
    .first()
    .click();
  const range = page.getByRole("button", { name: "Last 90 days" });
  await range.click();
  await page.waitForURL("**range=90d**");
  await page
    .getByRole("button", { name: /– \d+ \w+ \d{4}$/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Last 90 days", pressed: true }).waitFor();
  await page.emulateMedia({ forcedColors: null });
});

test("a line that comes later is told to its end, also in large letters", { skip }, async () => {
  const { page } = await open(`?${RANGE}`, { ...NARROW, width: 320 });
  const lines = page.locator(".kept-line");
  assert.ok((await lines.count()) > 0);
  const cut = await lines.evaluateAll(
    (all) =>
      all.filter((one) => {
        one.textContent = "Named less with an assistant of a long name. ".repeat(9);
        return one.scrollHeight > one.clientHeight + 1;
      }).length,
  );
  assert.equal(cut, 0);
});

test("a row is known by what its first column says, and so is its box", { skip }, async () => {
  const { page } = await open("/prompts");
  await page.getByRole("rowheader", { name: "Which boots last longest?" }).waitFor();
  const box = page.getByRole("checkbox", { name: "Select this row: Which boots last longest?" });
  await box.waitFor();
  await look(page, "rows", WIDE);
});

test("what a dialog shows only once has the focus in it, where its form had it", {
  skip,
}, async () => {
  const { page } = await open("/settings?tab=keys");
  await press(page, "Create a key");
  const dialog = page.getByRole("dialog", { name: "Create a key" });
  await dialog.getByLabel("What it is for").fill("Reader");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Copy", exact: true }).first().waitFor();
  await comesTo(() => dialog.evaluate((one) => one.contains(document.activeElement)), true);
  await page.waitForTimeout(300);
  assert.ok(await dialog.evaluate((one) => one.contains(document.activeElement)));
});

test("where the browser keeps nothing, pages open and a project is set up", { skip }, async () => {
  assert(server);
  const { page, problems } = await open("");
  await page.addInitScript(
    `Object.defineProperty(window, "localStorage", { get() { throw new DOMException("The operation is insecure."); } })`,
  );
  await page.goto(server.origin);
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.goto(`${server.origin}/welcome?step=brand`);
  await page.getByLabel("Brand").first().fill("Borealis Lamps");
  await page.getByLabel("Website").first().fill("borealis.example");
  await page.getByLabel("What it sells").fill("lamps");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/welcome?step=competitors");
  await page.getByRole("heading", { name: "Track your brand" }).waitFor();
  assert.deepEqual(problems, []);
});

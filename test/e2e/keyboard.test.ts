import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { NARROW, showAs, skip } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const VIEW = { width: 1280, height: 900, dark: false };
const world = skip ? undefined : await makeWorld();
const server = world && (await startServer(world, { DASHBOARD: "on" }));
const user = world && (await addUser(world));

async function open() {
  assert(server && user);
  const entered = await enter(server, user, VIEW);
  await entered.page.goto(server.origin);
  await entered.page.getByRole("heading", { name: "Overview" }).waitFor();
  return entered;
}

/** What the element with the focus is called. */
const focused = (page: Page) =>
  page.evaluate(
    "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.trim()",
  );

test("the first key leads past the navigation, and Ctrl K to any page", { skip }, async () => {
  const { page } = await open();
  await page.keyboard.press("Tab");
  await comesTo(() => focused(page), "Skip to the content");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await comesTo(() => focused(page), "Share");
  await page.keyboard.press("Tab");
  await comesTo(() => focused(page), "Filters");
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Go to" }).fill("prom");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Prompts", level: 1 }).waitFor();
  await page.locator("#content:focus").waitFor();

  // A tab of the settings is a place of its own.
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Go to" }).fill("download");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Exports", level: 2 }).waitFor();

  // What is the name of nothing is looked for in texts.
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Go to" }).fill("waterproof gaiters");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Answers", level: 1 }).waitFor();
  const looked = page.getByRole("textbox", { name: "Search in answers and prompts" });
  assert.equal(await looked.inputValue(), "waterproof gaiters");

  const method = page.getByRole("heading", { name: "What the numbers mean", level: 1 });
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Go to" }).fill("interval");
  await page.keyboard.press("Enter");
  await method.waitFor();
  await page.goBack();
  await method.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "What the numbers mean" }).click();
  await method.waitFor();
});

test("a dialog keeps the focus while it is open, and gives it back", { skip }, async () => {
  const { page } = await open();
  await page.getByRole("link", { name: "Prompts", exact: true }).click();
  const opener = page.getByRole("button", { name: "Add prompts" }).first();
  await opener.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add prompts" }).waitFor();
  const isInside = () => page.evaluate("!!document.activeElement.closest('[role=dialog]')");
  await comesTo(isInside, true);
  for (let count = 0; count < 12; count++) {
    await page.keyboard.press("Tab");
    assert.equal(await isInside(), true);
  }
  // Each press closes what is topmost, and that alone.
  await page.getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Go to" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Go to" }).waitFor({ state: "detached" });
  await page.getByRole("dialog", { name: "Add prompts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForFunction("document.activeElement.textContent.includes('Add prompts')");
  await page.keyboard.press("Shift+?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await look(page, "shortcuts", VIEW);
});

test("what could not be loaded says why, and is loaded on another try", { skip }, async () => {
  const { page } = await open();
  await page.route("**/app/call/list_runs", (route) => route.abort("internetdisconnected"));
  await page.getByRole("link", { name: "Runs" }).click();
  await page.getByRole("alert").getByText("No connection to Earshot").waitFor();
  await look(page, "offline", VIEW);
  await page.unroute("**/app/call/list_runs");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Nothing has been asked yet").waitFor();
});

test("no page is silently empty where the server refuses what it asks", { skip }, async () => {
  const { page } = await open();
  const around = /\/app\/call\/(?:get_me|get_project|list_projects)$/;
  await page.route("**/app/call/*", (route) =>
    around.test(route.request().url())
      ? route.continue()
      : route.fulfill({
          status: 400,
          json: { error: { code: "INVALID_ARGUMENT", message: "That cannot be answered." } },
        }),
  );
  const project = new URL(page.url()).pathname.split("/").slice(0, 3).join("/");
  const silent: string[] = [];
  for (const path of [
    ...["", "/brands", "/prompts", "/answers", "/sources", "/changes", "/changes?view=movers"],
    ...["/changes?view=movers&kind=prompts", "/compare", "/actions", "/runs"],
    ...["/suggestions", "/models", "/settings?tab=members", "/settings?tab=keys"],
    ...["/settings?tab=webhooks", "/settings?tab=shares", "/settings?tab=account"],
    ...["/brands/brd_D76ZzsQ9", "/prompts/prm_D76ZzsQ9", "/runs/run_D76ZzsQ9"],
  ]) {
    await page.goto(new URL(project + path, page.url()).href);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await settled(page);
    if ((await page.getByText("That cannot be answered.").count()) === 0) silent.push(path);
  }
  await page.unroute("**/app/call/*");
  assert.deepEqual(silent, []);
});

test("what is not there says so on a page of its own, with a heading", { skip }, async () => {
  assert(server);
  const { page } = await open();
  const project = new URL(page.url()).pathname.split("/").slice(0, 3).join("/");
  for (const [path, said] of [
    ["/projects/prj_nowhere", "There is no such project."],
    [`${project}/nowhere`, "There is nothing here"],
    ["/share/none", "This link shows nothing"],
  ] as const) {
    await page.goto(server.origin + path);
    await page.getByText(said).waitFor();
    for (const view of [VIEW, NARROW]) {
      await showAs(page, view);
      await settled(page);
      await look(page, path.split("/").slice(-1).join(), view);
    }
  }
});

test("changes of a project without answers are not shown as if there were numbers", {
  skip,
}, async () => {
  const { page, problems } = await open();
  const project = new URL(page.url()).pathname.split("/").slice(0, 3).join("/");
  await page.goto(new URL(`${project}/changes`, page.url()).href);
  await page.getByText("Four steps to the first report").waitFor();
  assert.equal(await page.getByText("asked differently").count(), 0);
  await page.getByRole("tab", { name: "Movers" }).click();
  await page.getByText("Nothing to compare").waitFor();
  assert.equal(await page.getByText("Nothing went up.").count(), 0);
  assert.deepEqual(problems, []);
});

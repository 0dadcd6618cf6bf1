import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { encodeId } from "#core/id.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { insertProject } from "#domain/projects/project-queries.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { NARROW, showAs, skip, WIDE } from "./browser.ts";
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
  for (const name of ["Share", "Print", "Filters"]) {
    await comesTo(() => focused(page), name);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Go to" }).fill("prom");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Prompts", level: 1 }).waitFor();
  await page.locator("#content:focus").waitFor();

  // What the menu lists by itself is a page, wherever its address is.
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Go to" }).fill("download");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Exports", level: 1 }).waitFor();

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

test("Ctrl K opens another project with the days of this one and none of its filters", {
  skip,
}, async () => {
  assert(world);
  const { db, project } = world;
  const of = { organisation_id: project.organisation_id, country_code: "US", language_code: "en" };
  const name = "Borealis Lamps";
  const made = await insertProject(db, { ...of, name, domain: "borealis.com", timezone: "UTC" });
  await insertBrand(db, { ...project, project_id: made }, { name, domains: [], is_own: true });
  const { body } = await world.rest("POST", "/topics", { name: "Boots" });
  const { page, problems } = await open();
  const here = `/projects/${project.id}?range=7d&topic=${body.id}`;
  await page.goto(new URL(here, page.url()).href);
  await page.getByText("Topic: Boots").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Go to" }).fill("borealis");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${encodeId("prj", made)}?range=7d`);
  await settled(page);
  assert.equal(await page.getByRole("alert").count(), 0);
  assert.deepEqual(problems, []);
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
    ["/share/none", "This link no longer works"],
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

test("what is typed as a topic or tag is meant, on Enter and on leaving the field; a refused attempt creates nothing", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  for (let n = 0; n < 12; n++) await world.rest("POST", "/tags", { name: `Tag ${n}` });
  const given = async () => {
    const [prompts, topics, tags] = await Promise.all(
      ["prompts", "topics", "tags"].map(
        async (of) => (await world.rest("GET", `/${of}`)).body.data,
      ),
    );
    const nameOf = (of: Record<string, string>[], id: string) =>
      of.find((one) => one["id"] === id)?.["name"];
    return prompts.map((one: { text: string; topic_id: string; tag_ids: string[] }) => [
      ...[one.text, nameOf(topics, one.topic_id) ?? null],
      one.tag_ids.map((id) => nameOf(tags, id)).sort(),
    ]);
  };
  const named = async (of: string) =>
    (await world.rest("GET", `/${of}`)).body.data
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => !name.startsWith("Tag "));
  const dialog = page.getByRole("dialog");
  const field = (name: string) => dialog.getByRole("combobox", { name, exact: true });
  const { keyboard } = page;
  /** By keyboard alone: nothing is sent, the list is gone and the field keeps the focus. */
  const enterInto = async (name: string, text: string) => {
    await field(name).focus();
    await keyboard.type(text);
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    assert.equal(await field(name).evaluate((one) => one === document.activeElement), true);
    await dialog.waitFor();
  };
  const sendBy = async (name: string) => {
    await dialog.getByRole("button", { name, exact: true }).focus();
    await keyboard.press("Enter");
  };
  await page.goto(`${server.origin}/projects/${world.project.id}/prompts`);
  await page.getByRole("button", { name: "Add prompts" }).first().click();
  const text = dialog.getByRole("textbox").first();
  await text.fill("Dry?\nWarm?");
  await enterInto("Topic", "Frost");
  await enterInto("Tags", "tag 3");
  await enterInto("Tags", "Icy");
  await dialog.getByText("“Icy” will be created.").waitFor();
  await look(page, "topic-typed", { ...WIDE, opened: "dialog" });
  await sendBy("Add 2 prompts");
  await dialog.waitFor({ state: "detached" });
  const tags = ["Icy", "Tag 3"];
  assert.deepEqual(await given(), [
    ["Dry?", "Frost", tags],
    ["Warm?", "Frost", tags],
  ]);

  await page.getByRole("button", { name: "Add prompts" }).click();
  await text.fill("Dry?");
  await enterInto("Topic", "Heat");
  await field("Tags").fill("Hot");
  await dialog.getByText("“Hot” will be created.").waitFor();
  await dialog.getByRole("button", { name: "Add 1 prompt" }).click();
  await dialog.getByText("1 could not be added").waitFor();
  assert.deepEqual([await named("topics"), await named("tags")], [["Frost"], ["Icy"]]);
  await look(page, "prompt-refused", { ...WIDE, opened: "dialog" });
  await text.fill("Cool?");
  await dialog.getByRole("button", { name: "Add 1 prompt" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual((await given()).at(-1), ["Cool?", "Heat", ["Hot"]]);

  // Many together, and one alone, the same way.
  const many = async () => {
    const rows = page.getByRole("row").filter({ hasText: /Dry\?|Warm\?/ });
    for (const row of await rows.all()) await row.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Topic and tags" }).click();
    await field("Topic").waitFor();
  };
  const save = dialog.getByRole("button", { name: "Save" });
  await many();
  for (const view of [WIDE, NARROW]) {
    await showAs(page, view);
    for (const name of ["Topic", "Add tags", "Remove tags"]) {
      await field(name).click();
      await page.getByRole("listbox").waitFor();
      await settled(page);
      const box = await save.boundingBox();
      assert(box);
      const at = `document.elementFromPoint(${box.x + box.width / 2}, ${box.y + box.height / 2})`;
      assert.equal(await page.evaluate(`${at}.textContent`), "Save", `${name} at ${view.width}`);
      await look(page, `bulk-${name.replace(" ", "-")}`, { ...view, opened: "dialog" });
      await keyboard.press("Escape");
    }
  }
  await showAs(page, WIDE);
  assert.equal(await save.isDisabled(), true);
  await field("Add tags").fill("TAG 5");
  await save.click();
  await page.getByText("2 prompts changed.").waitFor();
  await many();
  await enterInto("Topic", "Snow");
  await enterInto("Add tags", "Deep");
  await enterInto("Remove tags", "tag 3");
  await sendBy("Save");
  await dialog.waitFor({ state: "detached" });
  const both = ["Snow", ["Deep", "Icy", "Tag 5"]];
  assert.deepEqual((await given()).slice(0, 2), [
    ["Dry?", ...both],
    ["Warm?", ...both],
  ]);
  await page.getByRole("link", { name: "Cool?" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await enterInto("Topic", " one");
  await field("Tags").fill("deep");
  await save.click();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual((await given())[2], ["Cool?", "Heat one", ["Deep", "Hot"]]);
  assert.deepEqual(problems, []);
});

test("words are looked for in texts however many names have them, and each kind of name has its place", {
  skip,
}, async () => {
  assert(world && server && user);
  const { db, project } = world;
  const names = Array.from({ length: 30 }, (_, n) => `Velvet ${n}`);
  for (const name of names) await insertBrand(db, project, { name });
  const of = { organisation_id: project.organisation_id, country_code: "US", language_code: "en" };
  await insertProject(db, { ...of, name: "Velvet Inc", domain: "velvet.com", timezone: "UTC" });
  const { page, problems } = await open();
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Go to" });
  await dialog.getByRole("textbox", { name: "Go to" }).fill("velvet");
  await dialog.getByText("Search in answers").waitFor();
  await dialog.getByText("Search in prompts").waitFor();
  await dialog.getByText("Velvet Inc").waitFor();
  const heads = await dialog
    .locator(".mantine-Spotlight-actionsGroup")
    .evaluateAll((groups) =>
      groups.map((group) => getComputedStyle(group, "::before").content.replaceAll(/["']/g, "")),
    );
  assert.deepEqual(heads, ["Brands: 9 of 30", "Projects", "Texts"]);
  await look(page, "palette-many", { ...VIEW, opened: "dialog" });
  await dialog.getByText("Search in answers").click();
  await page.waitForURL("**/answers?**q=velvet**");
  assert.deepEqual(problems, []);
});

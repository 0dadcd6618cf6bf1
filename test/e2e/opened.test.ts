import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { addUser } from "../kit/http-client.ts";
import { makeBoots, range } from "./boots-project.ts";
import { NARROW, showAs, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { OPENED_FAULTS } from "./layout-faults.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

type Opening = { path: string; press: (string | RegExp)[]; shows: "dialog" | "menu" | "listbox" };
const dialog = (path: string, ...press: Opening["press"]): Opening => ({
  ...{ path, press, shows: "dialog" },
});

/** What lies behind a press, with the names of what is pressed for it. */
const OPENINGS: Opening[] = [
  dialog("", "Filters"),
  dialog("", /^\d+\s\w+.*– \d+\s\w+\s\d{4}$/),
  { path: "", press: ["Save Visibility over time"], shows: "menu" },
  { path: "", press: ["Account"], shows: "menu" },
  { path: "", press: ["Project"], shows: "listbox" },
  dialog("", /^Go to…/),
  { path: "/answers", press: ["First named"], shows: "listbox" },
  dialog("/prompts", "Add prompts"),
  dialog("/prompts", "Import"),
  dialog("/prompts", /^Select this row/, "Topic and tags"),
  dialog("/prompts", /^Select this row/, "Delete"),
  dialog("/prompts?tab=topics", "Create a topic"),
  dialog("/prompts?tab=tags", "Edit warm"),
  dialog("/prompts?tab=tags", "Delete warm"),
  dialog("/brands", "Track a brand"),
  dialog("/brands", "Stop tracking"),
  // The last page: what lies below is looked at elsewhere, and fifty rows take their time.
  { path: "/sources?page=2", press: ["Kind of site"], shows: "listbox" },
  {
    path: "/sources?page=2",
    press: [/^(?:Edit the kind|Kind) of \w+\.example$/],
    shows: "listbox",
  },
  dialog("/models", "Add an assistant"),
  dialog("/models", "Edit"),
  dialog("/models", "Test"),
  dialog("/runs", "Ask now"),
  { path: "/settings?tab=project", press: ["Time zone"], shows: "listbox" },
  dialog("/settings?tab=project", "Delete this project…"),
  dialog("/settings?tab=members", "Invite a member"),
  dialog("/settings?tab=members", "Remove"),
  dialog("/settings?tab=keys", "Create a key"),
  dialog("/settings?tab=keys", "Rotate"),
  dialog("/settings?tab=keys", "Revoke"),
  dialog("/settings?tab=shares", "Create a link"),
  dialog("/settings?tab=webhooks", "Add a webhook"),
];

const SHOW_OPENER = `document.querySelector("main [aria-expanded=true]")?.scrollIntoView({ block: "center" })`;

const boots = skip ? undefined : await makeBoots();
const user = boots && (await addUser(boots.world));

async function press(page: Page, name: string | RegExp): Promise<void> {
  const found = (["button", "combobox", "checkbox"] as const).map((role) =>
    page.getByRole(role, { name, exact: typeof name === "string" }),
  );
  const [button, combobox, checkbox] = found;
  assert(button && combobox && checkbox);
  await button.or(combobox).or(checkbox).filter({ visible: true }).first().click();
}

/** Leaves what is open as the keyboard does. */
async function close(page: Page, shows: Opening["shows"]): Promise<void> {
  await page.keyboard.press("Escape");
  await comesTo(() => page.getByRole(shows).filter({ visible: true }).count(), 0);
  await settled(page);
}

test("what opens at a press has names, contrast and room, on a phone and on a desk", {
  skip,
}, async () => {
  assert(boots && user);
  const { world, server } = boots;
  await world.rest("POST", "/topics", { name: "Boots" });
  await world.rest("POST", "/tags", { name: "warm" });
  const { page, problems } = await enter(server, user, NARROW);
  const call = (name: string, input: object) =>
    page.request.post(`${server.origin}/app/call/${name}`, {
      data: { project_id: world.project.id, ...input },
      headers: { origin: server.origin },
    });
  const target = { name: "Simulated", provider: "simulated", requested_model: "simulated-1" };
  await call("create_target", target);
  let at: Opening | undefined;
  for (const opening of OPENINGS) {
    const { path, press: names, shows } = opening;
    await showAs(page, NARROW);
    if (at) await close(page, at.shows);
    if (at?.path !== path || at.press.length > 1) {
      const days = `from=${range.date_from}&to=${range.date_to}`;
      const address = `${server.origin}/projects/${world.project.id}${path}${path.includes("?") ? "&" : "?"}${days}`;
      // As links do, unless a row of this page is still selected.
      if (!at || at.path === path) await page.goto(address);
      else await page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
    }
    at = opening;
    const name = `opened${path.replaceAll(/[/?=]/g, "-")}-${String(names.at(-1)).replaceAll(/\W/g, "")}`;
    for (const one of names) await press(page, one);
    for (const view of [NARROW, WIDE]) {
      await showAs(page, view);
      // What it hangs on may be elsewhere now; out of sight, it hides.
      await page.evaluate(SHOW_OPENER);
      await page.getByRole(shows).filter({ visible: true }).first().waitFor();
      // As it is once it has faded in and what it asks for is there.
      await settled(page);
      await look(page, name, { ...view, opened: shows });
      assert.deepEqual(await page.evaluate(OPENED_FAULTS), [], name);
    }
  }
  assert.deepEqual(problems, []);
});

test("what is shown once to be copied has room in its dialog, and so has each button that copies it, from a phone to a wall", {
  skip,
}, async () => {
  assert(boots && user);
  const { world, server } = boots;
  const { page, problems } = await enter(server, user, WIDE);
  const settings = `${server.origin}/projects/${world.project.id}/settings?tab=`;
  const dialog = page.getByRole("dialog");
  const fits = async (name: string, copies: number) => {
    await dialog.getByRole("button", { name: "Done" }).waitFor();
    await comesTo(() => dialog.getByRole("button", { name: "Copy", exact: true }).count(), copies);
    for (const width of [390, 820, 1280, 1360, 2560]) {
      await showAs(page, { ...WIDE, width });
      await settled(page);
      assert.deepEqual(await page.evaluate(OPENED_FAULTS), [], `${name} at ${width}`);
    }
    for (const view of [NARROW, WIDE]) {
      await showAs(page, view);
      await settled(page);
      await look(page, `shown-once-${name}`, { ...view, opened: "dialog" });
    }
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await page.goto(`${settings}keys`);
  await press(page, "Create a key");
  await dialog.getByRole("textbox", { name: "What it is for" }).fill("A script");
  await press(page, "Create the key");
  await fits("key", 4);
  await press(page, "Rotate");
  await dialog.getByRole("button", { name: "Rotate" }).click();
  await fits("rotated", 4);
  await page.goto(`${settings}webhooks`);
  await press(page, "Add a webhook");
  await dialog.getByRole("textbox", { name: "Address" }).fill("https://hooks.example/earshot");
  await press(page, "Add");
  await fits("webhook", 1);
  await page.goto(`${settings}members`);
  await press(page, "Invite a member");
  await dialog.getByRole("textbox", { name: "E-mail" }).fill("new@boots.example");
  await press(page, "Create the invitation");
  await fits("invitation", 1);
  assert.deepEqual(problems, []);
});

test("a model to ask is the user's to name: the form suggests what to write and saves nothing of its own", {
  skip,
}, async () => {
  assert(boots && user);
  const { world, server } = boots;
  const { page } = await enter(server, user, WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/models`);
  await press(page, "Add an assistant");
  await page.getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option", { name: "OpenAI", exact: true }).click();
  const model = page.getByRole("combobox", { name: "Requested model" });
  assert.equal(await model.inputValue(), "");
  assert.match((await model.getAttribute("placeholder")) ?? "", /name/);
  await page.getByRole("textbox", { name: "Key" }).fill("sk-of-a-test");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  assert.equal(
    await model.evaluate((field: HTMLInputElement) => field.validity.valueMissing),
    true,
  );
});

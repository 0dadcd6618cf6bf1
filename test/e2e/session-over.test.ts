import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { addUser, PASSWORD } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { NARROW, showAs, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo } from "./wait-until.ts";

const world = skip ? undefined : await makeWorld();
const server = world && (await startServer(world, { DASHBOARD: "on", WORKER: "off" }));

/** Somebody at a page of the project, how their session ends, and what the browser itself asked meanwhile. */
async function enterAt(t: TestContext, path: string) {
  assert(world && server);
  const user = await addUser(world);
  const { page } = await enter(server, user, WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}${path}`);
  const kinds: string[] = [];
  const note = (dialog: { type(): string; dismiss(): Promise<void> }) => {
    kinds.push(dialog.type());
    void dialog.dismiss();
  };
  page.on("dialog", note);
  t.after(() => page.off("dialog", note));
  const end = () => world.pool.query("delete from sessions where user_id = $1", [user.user_id]);
  const over = page.getByRole("dialog", { name: "Your session is over" });
  return { world, user, page, kinds, end, over };
}

/** Signs in in the tab that the dialog opens. */
async function signInBeside(page: Page, { email }: { email: string }, link = "Sign in") {
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: link }).click();
  const tab = await opening;
  if (link !== "Sign in") await tab.getByRole("button", { name: "Sign out" }).click();
  await tab.getByLabel("E-mail").fill(email);
  await tab.getByLabel("Password").fill(PASSWORD);
  await tab.getByRole("button", { name: "Sign in", exact: true }).click();
  await tab.waitForURL((url) => !/^\/log/.test(url.pathname));
  await tab.close();
}

test("a form whose session is over stays, says so once, and is sent once one is signed in again", {
  skip,
}, async (t) => {
  const { world, user, page, kinds, end, over } = await enterAt(t, "/prompts");
  await page.getByRole("button", { name: "Add prompts" }).first().click();
  const form = page.getByRole("dialog", { name: "Add prompts" });
  const typed = form.getByRole("textbox").first();
  await typed.fill("Which boots outlive a session?");
  await end();
  // A look that came before it may have said so already, and lies over the form.
  await form.getByRole("button", { name: /^Add/ }).dispatchEvent("click");
  await over.waitFor();
  for (const view of [{ ...NARROW, dark: false }, WIDE]) {
    await showAs(page, view);
    await look(page, "session-over", { ...view, opened: "dialog" });
  }
  assert.equal(await page.getByRole("alert").count(), 0);
  await signInBeside(page, user);
  await over.waitFor({ state: "detached" });
  await form.waitFor({ state: "detached" });
  const { data } = (await world.rest("GET", "/prompts?search=outlive")).body;
  assert.equal(data.length, 1);
  assert.deepEqual(kinds, []);
});

test("a page with something typed is not left when its session is over, nor asked of it again and again", {
  skip,
}, async (t) => {
  const { world, user, page, kinds, end, over } = await enterAt(t, "/models");
  const cap = page.getByLabel("Cap a day, USD");
  await cap.fill("7");
  await end();
  // Nothing is pressed: the page looks by itself for what others change.
  await over.waitFor();
  await page.keyboard.press("Escape");
  await over.waitFor({ state: "detached" });
  const asked: string[] = [];
  const count = (request: { url(): string }) => {
    if (!request.url().endsWith("/get_me")) asked.push(request.url());
  };
  page.on("request", count);
  await page.waitForTimeout(25_000);
  page.off("request", count);
  assert.equal(await over.count(), 0);
  assert.equal(await cap.inputValue(), "7");
  assert.equal(new Set(asked).size, asked.length, "what was refused waits");
  // What is pressed says it again; who puts it away once more is told of nothing wrong.
  const save = page.getByRole("button", { name: "Save the budget" });
  await save.click();
  await over.getByRole("button", { name: "Not now" }).click();
  await over.waitFor({ state: "detached" });
  assert.equal(await page.getByRole("alert").count(), 0);
  await save.click();
  await over.waitFor();

  // Who signs in as somebody else sends nothing in their name.
  const other = await addUser(world);
  await signInBeside(page, other);
  await over.getByText(other.email).waitFor();
  await over.getByRole("button", { name: "Not now" }).click();
  await over.waitFor({ state: "detached" });
  await save.click();
  await over.getByText(other.email).waitFor();
  assert.notEqual((await world.rest("GET", "/budget")).body.daily_cap_usd, 7);
  await signInBeside(page, user, "Sign out there");
  await over.waitFor({ state: "detached" });
  await page.getByText("The budget was saved.").waitFor();
  assert.equal((await world.rest("GET", "/budget")).body.daily_cap_usd, 7);
  assert.deepEqual(kinds, []);
});

test("a page with nothing typed leads to the sign-in and back, also once what was typed is given up", {
  skip,
}, async (t) => {
  const { user, page, kinds, end, over } = await enterAt(t, "/settings?tab=members");
  const signIn = async () => {
    await page.getByLabel("E-mail").fill(user.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  };
  await page.getByRole("button", { name: "Set up" }).click();
  const form = page.getByRole("dialog", { name: "Single sign-on" });
  for (const label of ["Name on the button", "Issuer", "Client ID"]) {
    await form.getByLabel(label).fill("given up");
  }
  await end();
  // It reads before it is sent: who gives that up is not asked about the sending.
  await form.getByRole("button", { name: "Save" }).dispatchEvent("click");
  await over.getByRole("button", { name: "Not now" }).click();
  await over.waitFor({ state: "detached" });
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL(/\/login\?next=/);
  await comesTo(
    async () => new URL(page.url()).searchParams.get("next")?.slice(-12),
    "?tab=members",
  );
  // So does a page that only reads, as before.
  await signIn();
  await end();
  // A look may lead there before the press does.
  const left = page.waitForURL(/\/login\?next=/);
  void page
    .getByRole("link", { name: "Brands" })
    .dispatchEvent("click")
    .catch(() => {});
  await left;
  assert.deepEqual(kinds, []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { addUser, PASSWORD } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { look, lookEachWay } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

/** Somebody whose password was typed so long ago that it is asked for again. */
async function enterLongAgo() {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on" });
  const user = await addUser(world);
  const { page } = await enter(server, user, WIDE);
  await world.pool.query(
    "update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1",
    [user.user_id],
  );
  return { world, server, page };
}

test("what lasts asks for the password in a dialog, and then goes on with what was asked", {
  skip,
}, async () => {
  const { world, server, page } = await enterLongAgo();
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=webhooks`);
  await page.getByRole("button", { name: "Add a webhook" }).first().click();
  await page.getByLabel("Address").fill("https://hooks.example.com/earshot");
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  const again = page.getByRole("dialog", { name: "Confirm your password" });
  await again.locator("input[type=password]").fill("not the password");
  await lookEachWay(page, "password-again");
  await again.getByRole("button", { name: "Confirm" }).click();
  await again.getByText("This is not your password.").waitFor();
  await again.locator("input[type=password]").fill(PASSWORD);
  await again.getByRole("button", { name: "Confirm" }).click();
  await page.getByText(/whsec_/).waitFor();
  const { rows } = await world.pool.query("select url from webhooks where project_id = $1", [
    world.project.project_id,
  ]);
  assert.deepEqual(rows, [{ url: "https://hooks.example.com/earshot" }]);
});

test("who gives the password up by Escape is back in the dialog below, and told of nothing wrong", {
  skip,
}, async () => {
  const { world, server, page } = await enterLongAgo();
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=keys`);
  await page.getByRole("button", { name: "Create a key" }).first().click();
  const form = page.getByRole("dialog", { name: "Create a key" });
  await form.getByLabel("What it is for").fill("nightly");
  const again = page.getByRole("dialog", { name: "Confirm your password" });
  const giveUp = async () => {
    await form.getByRole("button", { name: "Create" }).click();
    await again.locator("input[type=password]").fill("half of it");
    await page.keyboard.press("Escape");
    await again.waitFor({ state: "detached" });
    await settled(page);
    assert.equal(await form.getByLabel("What it is for").inputValue(), "nightly");
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.equal(await page.getByRole("dialog").count(), 1);
  };
  await giveUp();
  await giveUp();
  await look(page, "password-given-up", { ...WIDE, opened: "dialog" });
  // The next one asks before it closes what was typed, and is taken back by one more.
  const lost = page.getByRole("dialog", { name: "Close without saving?" });
  await page.keyboard.press("Escape");
  await lost.waitFor();
  await page.keyboard.press("Escape");
  await lost.waitFor({ state: "detached" });
  assert.equal(await form.getByLabel("What it is for").inputValue(), "nightly");
});

test("a deletion that was given up leaves neither the password nor what was wrong with it", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on" });
  const { page } = await enter(server, await addUser(world), WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=account`);
  const open = page.getByRole("button", { name: "Delete your account" });
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  const wrong = dialog.getByText("This is not your password.");
  await open.click();
  await dialog.locator("input[type=password]").fill("not the password");
  await dialog.getByRole("button", { name: "Delete your account" }).click();
  await wrong.waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  await open.click();
  assert.equal(await dialog.locator("input[type=password]").inputValue(), "");
  assert.equal(await wrong.count(), 0);
});

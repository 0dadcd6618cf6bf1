import assert from "node:assert/strict";
import { test } from "node:test";
import { addUser, PASSWORD } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { lookEachWay } from "./check-page.ts";
import { enter } from "./sign-in.ts";

test("what lasts asks for the password in a dialog, and then goes on with what was asked", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on" });
  const user = await addUser(world);
  const { page } = await enter(server, user, WIDE);
  await world.pool.query(
    "update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1",
    [user.user_id],
  );
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

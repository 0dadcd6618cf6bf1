import assert from "node:assert/strict";
import { test } from "node:test";
import { codeAt } from "../kit/authenticator-app.ts";
import { addUser, PASSWORD } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { lookEachWay } from "./check-page.ts";
import { enter } from "./sign-in.ts";

test("an app is set up by its QR code or key, and the next sign-in asks for its code", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on" });
  const user = await addUser(world);
  const { page } = await enter(server, user, WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=account`);
  await page.getByRole("button", { name: "Set up an app" }).click();
  const dialog = page.getByRole("dialog");
  const secret = (await dialog.locator("pre").textContent()) ?? "";
  assert.match(secret, /^[A-Z2-7]{32}$/);
  await dialog.getByRole("img", { name: /QR code/ }).waitFor();
  await lookEachWay(page, "second-factor-setup");
  await dialog.getByLabel("Code that the app shows").fill(codeAt(secret, Date.now()));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByText("Your recovery codes").waitFor();
  const recovery = ((await dialog.locator("pre").textContent()) ?? "").split("\n");
  assert.equal(recovery.length, 10);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText("10 recovery codes are left").waitFor();
  await lookEachWay(page, "second-factor-account");

  await page.context().clearCookies();
  await page.goto(`${server.origin}/login`);
  await page.getByLabel("E-mail").fill(user.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("This code is not good").waitFor();
  await lookEachWay(page, "second-factor-step");
  await page.getByLabel("Code").fill(recovery[0] ?? "");
  await page.getByText("Trust this browser").click();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/projects\//);
  const { rows } = await world.pool.query(
    "select trusted_until is not null as trusts from known_devices where user_id = $1 order by 1",
    [user.user_id],
  );
  assert.deepEqual(rows, [{ trusts: false }, { trusts: true }]);
});

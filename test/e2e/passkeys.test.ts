import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type { CDPSession, Page } from "playwright-core";
import { codeAt } from "../kit/authenticator-app.ts";
import { addUser, PASSWORD } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { lookEachWay } from "./check-page.ts";
import { enter } from "./sign-in.ts";

let plugged: CDPSession | undefined;
// The page is kept, and has room for one; this runs after the tests of other files of its process, too.
afterEach(async () => {
  const debug = plugged;
  plugged = undefined;
  await debug?.detach();
});

/** A security key within the browser, whose holder is verified or not as a test says. */
async function plugIn(page: Page) {
  const debug: CDPSession = await page.context().newCDPSession(page);
  plugged = debug;
  await debug.send("WebAuthn.enable");
  const { authenticatorId } = await debug.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { debug, authenticatorId };
}

test("a passkey is added, signs in alone and after the password, and not as a copy or unverified", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on" });
  const user = await addUser(world);
  const { page } = await enter(server, user, WIDE);
  const { debug, authenticatorId } = await plugIn(page);
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=account`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What to call it").fill("This laptop");
  await dialog.getByRole("button", { name: "Go on" }).click();
  await dialog.getByText("Your recovery codes").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText("This laptop").waitFor();
  await lookEachWay(page, "passkeys-account");

  const leave = async () => {
    // An empty page first: one that finds itself signed out goes to the login by itself, and would do so in between.
    await page.goto("about:blank");
    await page.context().clearCookies();
    await page.goto(`${server.origin}/login`);
  };
  const press = () => page.getByRole("button", { name: "Use a passkey" }).click();
  const arrives = () => page.waitForURL(/\/projects\//);
  await leave();
  await lookEachWay(page, "passkeys-login");
  await press();
  await arrives();

  await leave();
  await page.getByLabel("E-mail").fill(user.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("One more step").waitFor();
  await lookEachWay(page, "passkeys-step");
  await press();
  await arrives();

  const { credentials } = await debug.send("WebAuthn.getCredentials", { authenticatorId });
  const [credential] = credentials;
  assert.ok(credential && credential.signCount >= 2, "the key counts");
  await leave();
  await debug.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await press();
  await page.getByText("No passkey was chosen").waitFor();
  await debug.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });

  // A copy that was made when the key was new.
  await debug.send("WebAuthn.clearCredentials", { authenticatorId });
  const copy = { ...credential, signCount: 0 };
  await debug.send("WebAuthn.addCredential", { authenticatorId, credential: copy });
  await press();
  await page.getByText("This passkey is not good").waitFor();
  await lookEachWay(page, "passkeys-refused");

  // A page of another name of this machine is another site to the browser: the same key does not know it.
  const elsewhere = server.origin.replace("localhost", "earshot.localhost");
  await page.goto(`${elsewhere}/login`);
  await press();
  await page.locator("form[data-passkey] [role=status]").filter({ hasText: /\S/ }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/login");
});

test("beside a passkey the app is not said to be all that keeps a password from signing in, and recovery codes are told without one", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on" });
  const { page } = await enter(server, await addUser(world), WIDE);
  await plugIn(page);
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=account`);
  await page.getByRole("button", { name: "Set up an app" }).click();
  const dialog = page.getByRole("dialog");
  const secret = (await dialog.locator("pre").textContent()) ?? "";
  await dialog.getByLabel("Code that the app shows").fill(codeAt(secret, Date.now()));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByText("Your recovery codes").waitFor();
  const codes = ((await dialog.locator("pre").textContent()) ?? "").split("\n");
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await dialog.getByLabel("What to call it").fill("This laptop");
  await dialog.getByRole("button", { name: "Go on" }).click();
  await page.getByText("This laptop").waitFor();

  await page.getByRole("button", { name: "Turn off" }).click();
  await dialog.getByText("Your passkeys and recovery codes stay.").waitFor();
  await dialog.getByLabel("Code of the app").fill(codes[0] ?? "");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await page
    .getByText("The app is no longer asked for. After the password, a passkey is.")
    .waitFor();
  assert.equal(await page.getByText("The password alone signs you in").count(), 0);

  await page.getByText("9 recovery codes are left.").waitFor();
  await lookEachWay(page, "passkeys-codes");
  await page.getByRole("button", { name: "New recovery codes" }).click();
  await dialog.getByLabel("Recovery code").fill(codes[1] ?? "");
  await dialog.getByRole("button", { name: "Make new codes" }).click();
  await dialog.getByText("Your recovery codes").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText("10 recovery codes are left.").waitFor();
});

test("a passkey that was cancelled is told in our words", { skip }, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page } = await enter(server, await addUser(world), WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=account`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.evaluate(
    `navigator.credentials.create = async () => { throw new DOMException("See: https://www.w3.org/", "NotAllowedError"); }`,
  );
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What to call it").fill("This laptop");
  await dialog.getByRole("button", { name: "Go on" }).click();
  await dialog.getByText("No passkey was made: it was cancelled, or took too long.").waitFor();
  assert.equal(await dialog.getByText("w3.org").count(), 0);
});

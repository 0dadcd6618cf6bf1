import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addUser,
  authorizePath,
  exchange,
  makePkce,
  PASSWORD,
  registered,
  Visitor,
} from "../kit/http-client.ts";
import { type RealServer, startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { type Look, openBrowser, openPage, skip } from "./browser.ts";
import { look } from "./check-page.ts";
import { startClient } from "./start-client.ts";
import { comesTo } from "./wait-until.ts";

const LOOKS: Look[] = [
  { width: 390, height: 844, dark: false },
  { width: 390, height: 844, dark: true },
  { width: 1440, height: 900, dark: false },
  { width: 1440, height: 900, dark: true },
];

const LONG_NAME =
  "Donaudampfschiffahrtselektrizitätenhauptbetriebswerk & Söhne <Assistent> für Markenführung";

let server: RealServer;
let email: string;
let callback: string;
const world = skip ? undefined : await makeWorld();
if (world) {
  server = await startServer(world);
  email = (await addUser(world)).email;
  callback = await startClient();
}

for (const view of LOOKS) {
  const title = `${view.width} px, ${view.dark ? "dark" : "light"}`;
  test(`41: sign-in and consent end at the client, clicked in Chromium: ${title}`, {
    skip,
  }, async () => {
    const visitor = new Visitor((url, init) => fetch(url, init), server.origin);
    const client_id = await registered(visitor, ["http://127.0.0.1/callback"]);
    const { verifier, challenge } = makePkce();
    const path = authorizePath({ client_id, redirect_uri: callback, code_challenge: challenge });
    const page = await openPage(view, server.origin);
    await page.goto(server.origin + path);
    await look(page, "login", view);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    await look(page, "login-wrong", view);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: /wants to connect/ }).waitFor();
    await look(page, "consent", view);
    const box = page.getByRole("checkbox");
    assert.equal(await box.isChecked(), false);
    await box.check();
    await look(page, "consent-write", view);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("heading", { name: "Connected" }).waitFor();
    const landed = new URL(page.url());
    assert.equal(landed.origin + landed.pathname, callback);
    assert.equal(landed.searchParams.get("iss"), server.origin);
    const code = landed.searchParams.get("code") ?? "";
    const { body } = await exchange(visitor, client_id, { code, verifier });
    assert.equal(body.scope, "mcp:read mcp:write");
    await page.goBack();
    await page.goto(`${server.origin}/connected-clients`);
    await look(page, "connected-clients", view);
    await page.getByRole("button", { name: "Disconnect Test client" }).first().click();
    await page.getByText("Give an assistant the address").waitFor();
    await look(page, "no-clients", view);
    await page.goto(`${server.origin}/confirm`);
    await look(page, "confirm", view);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("alert").waitFor();
    const lengthy = await registered(visitor, ["https://assistant.example/callback"], LONG_NAME);
    const change = { client_id: lengthy, redirect_uri: "https://assistant.example/callback" };
    await page.goto(server.origin + authorizePath({ ...change, code_challenge: challenge }));
    await look(page, "consent-long-name", view);
    await page.goto(`${server.origin}/api/mcp/oauth/authorize?client_id=nobody`);
    await look(page, "unknown-client", view);
    await page.goto(`${server.origin}/logout`);
    await look(page, "logout", view);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });
}

test("46: no is one click too, and none of it needs a script", { skip }, async () => {
  const visitor = new Visitor((url, init) => fetch(url, init), server.origin);
  const client_id = await registered(visitor, ["http://127.0.0.1/callback"]);
  const { challenge } = makePkce();
  const path = authorizePath({ client_id, redirect_uri: callback, code_challenge: challenge });
  const look = { width: 390, height: 844, dark: false, scripts: false };
  const page = await (await openBrowser(look)).newPage();
  await page.goto(server.origin + path);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByRole("heading", { name: "Connected" }).waitFor();
  const sent = new URL(page.url()).searchParams;
  assert.deepEqual([sent.get("error"), sent.has("code")], ["access_denied", false]);
});

test("40: the consent page refuses to be framed by another site", { skip }, async () => {
  const visitor = new Visitor((url, init) => fetch(url, init), server.origin);
  const client_id = await registered(visitor, [callback]);
  const { challenge } = makePkce();
  const path = authorizePath({ client_id, redirect_uri: callback, code_challenge: challenge });
  const page = await openPage({ width: 800, height: 600, dark: false }, server.origin);
  await page.goto(`${server.origin}/login`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await Promise.all([
    page.waitForURL(`${server.origin}/`),
    page.getByRole("button", { name: "Sign in" }).click(),
  ]);
  await page.goto(callback);
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.setContent(`<iframe src="${server.origin}${path}"></iframe>`);
  await comesTo(
    async () => said.some((line) => /frame-ancestors|X-Frame-Options/.test(line)),
    true,
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { addUser } from "../kit/http-client.ts";
import { CLIENT, startIdentityProvider } from "../kit/identity-provider.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { lookEachWay } from "./check-page.ts";
import { enter } from "./sign-in.ts";

test("an owner sets a provider, and a person of a group signs in with it", { skip }, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on", SIGN_ON_ALLOW_PRIVATE: "on" });
  const organisation = encodeId("org", world.project.organisation_id);
  const redirect_uri = `${server.origin}/sign-on/${organisation}/callback`;
  const provider = await startIdentityProvider([redirect_uri]);
  const groups = ["staff"];
  const email = `anna@${organisation.slice(4).toLowerCase()}.example`;
  provider.people.set("anna", { email, email_verified: true, groups });
  provider.login = "anna";
  const { page } = await enter(server, await addUser(world), WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=members`);
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(redirect_uri).waitFor();
  for (const [label, value] of [
    ["Name on the button", "Corp"],
    ["Issuer", provider.issuer],
    ["Client ID", CLIENT.client_id],
    ["Roles of groups", "staff = member"],
    ["Scope", "openid email profile groups"],
  ] as const) {
    await dialog.getByLabel(label).fill(value);
  }
  await dialog.locator("input[type=password]").fill(CLIENT.client_secret);
  await lookEachWay(page, "sign-on-form");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("People sign in with Corp").waitFor();
  await lookEachWay(page, "sign-on-set");

  await page.context().clearCookies();
  await page.goto(`${server.origin}/sign-on/${organisation}`);
  await lookEachWay(page, "sign-on-start");
  await page.getByRole("button", { name: "Sign in with Corp" }).click();
  await page.waitForURL(/\/projects\//);
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=account`);
  await page.getByText("Your organisation signs you in").waitFor();
  await lookEachWay(page, "sign-on-account");
  const { rows } = await world.pool.query(
    "select m.role from users join memberships m using (user_id) where email = $1",
    [email],
  );
  assert.deepEqual(rows, [{ role: "member" }]);
});

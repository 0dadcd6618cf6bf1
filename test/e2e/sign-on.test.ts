import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { addUser } from "../kit/http-client.ts";
import { CLIENT, startIdentityProvider } from "../kit/identity-provider.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { look, lookEachWay } from "./check-page.ts";
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

test("an admin by a provider signs in there again in a new tab, and goes on with what was typed", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on", SIGN_ON_ALLOW_PRIVATE: "on" });
  const organisation_id = encodeId("org", world.project.organisation_id);
  const redirect_uri = `${server.origin}/sign-on/${organisation_id}/callback`;
  const provider = await startIdentityProvider([redirect_uri]);
  const email = `lead@${organisation_id.slice(4).toLowerCase()}.example`;
  provider.people.set("lead", { email, email_verified: true, groups: ["leads"] });
  provider.login = "lead";
  const { page } = await enter(server, await addUser(world), WIDE);
  const given = {
    ...{ organisation_id, label: "Corp", issuer: provider.issuer, ...CLIENT },
    ...{ scope: "openid email profile groups", groups_claim: "groups" },
    roles: [{ group: "leads", role: "admin" }],
    ...{ default_role: null, domains: [], is_enforced: false },
  };
  const { status } = (await page.evaluate(`fetch("/app/call/set_sign_on", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: ${JSON.stringify(JSON.stringify(given))},
  }).then(({ status }) => ({ status }))`)) as { status: number };
  assert.equal(status, 200);
  await page.context().clearCookies();
  await page.goto(`${server.origin}/sign-on/${organisation_id}`);
  await page.getByRole("button", { name: "Sign in with Corp" }).click();
  await page.waitForURL(/\/projects\//);
  await world.pool.query("update sessions set confirmed_at = now() - interval '16 minutes'");

  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=keys`);
  await page.getByRole("button", { name: "Create a key" }).first().click();
  const form = page.getByRole("dialog", { name: "Create a key" });
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await form.getByLabel("What it is for").fill("nightly");
  await form.getByRole("button", { name: "Create the key" }).click();
  await again.getByRole("button", { name: "Cancel" }).click();
  await again.waitFor({ state: "detached" });
  await form.getByRole("button", { name: "Create the key" }).click();
  await lookEachWay(page, "sign-on-again");
  const opened = page.context().waitForEvent("page");
  await again.getByRole("link", { name: "Sign in again" }).click();
  const tab = await opened;
  await tab.getByRole("button", { name: "Sign in with Corp" }).click();
  await tab.waitForURL(/\/projects\/.*tab=keys/);
  await tab.close();
  await again.getByRole("button", { name: "Go on" }).click();
  await page.getByText("Copy it now").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("nightly").waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
});

test("what another owner changed of single sign-on stays where a form that was open is saved", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on", SIGN_ON_ALLOW_PRIVATE: "on" });
  const organisation_id = encodeId("org", world.project.organisation_id);
  const { issuer } = await startIdentityProvider([]);
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=members`);
  /** What another owner does. */
  const ask = (name: string, given: object) =>
    page.evaluate(`fetch("/app/call/${name}", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: ${JSON.stringify(JSON.stringify({ organisation_id, ...given }))},
    }).then((answer) => answer.status === 204 ? {} : answer.json())`) as Promise<{
      settings: Record<string, unknown>;
    }>;
  const staff = { group: "staff", role: "member" };
  await ask("set_sign_on", {
    ...{ label: "Corp", issuer, ...CLIENT },
    roles: [staff, { group: "contractors", role: "admin" }],
  });
  await page.reload();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Single sign-on" });
  await form.getByLabel("Name on the button").fill("Acme");
  const typed = "staff = member\ncontractors = admin\nleads = admin";
  await form.getByLabel("Roles of groups").fill(typed);
  await ask("set_sign_on", { roles: [staff], domains: ["acme.com"], default_role: "viewer" });
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("People sign in with Acme").waitFor();
  const { settings } = await ask("get_sign_on", {});
  const kept = { label: "Acme", domains: ["acme.com"], default_role: "viewer" };
  const roles = [staff, { group: "leads", role: "admin" }];
  assert.partialDeepStrictEqual(settings, { ...kept, roles });
  assert.deepEqual(settings["roles"], roles);

  await page.getByRole("button", { name: "Change", exact: true }).click();
  await form.getByLabel("Name on the button").fill("Acme staff");
  await ask("remove_sign_on", {});
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("A colleague removed it meanwhile").waitFor();
  assert.equal((await ask("get_sign_on", {})).settings, null);
  await form.locator("input[type=password]").fill(CLIENT.client_secret);
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("People sign in with Acme staff").waitFor();
  const anew = (await ask("get_sign_on", {})).settings;
  assert.partialDeepStrictEqual(anew, { ...kept, label: "Acme staff", issuer, has_secret: true });
  assert.deepEqual(anew["roles"], roles);

  await ask("remove_sign_on", {});
  await page.reload();
  await page.getByRole("button", { name: "Set up" }).click();
  for (const [label, value] of [
    ["Name on the button", "Mine"],
    ["Issuer", issuer],
    ["Client ID", CLIENT.client_id],
  ] as const) {
    await form.getByLabel(label).fill(value);
  }
  await ask("set_sign_on", { label: "Theirs", issuer, ...CLIENT, roles: [staff] });
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("A colleague set it up meanwhile").waitFor();
  await look(page, "sign-on-told", { ...WIDE, opened: "dialog" });
  assert.equal((await ask("get_sign_on", {})).settings["label"], "Theirs");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("People sign in with Mine").waitFor();
  assert.deepEqual((await ask("get_sign_on", {})).settings["roles"], [staff]);
  assert.deepEqual(problems, []);
});

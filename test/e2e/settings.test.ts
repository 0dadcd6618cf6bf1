import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#core/context.ts";
import type { Plan } from "#core/plans.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

/** Somebody of a new organisation in their settings. */
async function open({ role = "owner" as Role, plan = "brand/enterprise" as Plan, env = {} } = {}) {
  const world = await makeWorld({ plan });
  const server = await startServer(world, { DASHBOARD: "on", ...env });
  const user = await addUser(world, role);
  const { page, problems } = await enter(server, user, WIDE);
  const at = `${server.origin}/projects/${world.project.id}`;
  const tab = async (name: string) => {
    await page.goto(`${at}/settings?tab=${name}`);
    await settled(page);
  };
  return { world, user, page, problems, at, tab };
}

test("the plan tells the open invitations that count among its members, and who leaves takes theirs along", {
  skip,
}, async () => {
  const { world, user, page, tab, problems } = await open({ plan: "brand/starter" });
  const other = await addUser(world, "admin");
  const { organisation_id } = world.project;
  await world.pool.query(
    "delete from memberships where organisation_id = $1 and user_id <> all($2)",
    [organisation_id, [user.user_id, other.user_id]],
  );
  await world.pool.query(
    `insert into invitations (hash, organisation_id, email, role, invited_by, created_at, expires_at)
     values ('\\x01', $1, 'guest@example.com', 'viewer', $2, now(), now() + interval '1 day')`,
    [organisation_id, other.user_id],
  );
  await tab("plan");
  await page.getByText("2 and 1 open invitation of 3").waitFor();
  await look(page, "plan-invitation", WIDE);
  await page.getByRole("tab", { name: "Members" }).click();
  await page.getByText("guest@example.com").waitFor();
  await page
    .getByRole("row", { name: new RegExp(other.email) })
    .getByRole("button", { name: "Remove" })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("guest@example.com").waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Plan and usage" }).click();
  await page.getByText("1 of 3", { exact: true }).waitFor();
  assert.deepEqual(problems, []);
});

test("a plan without the REST API is told before and after a key is made", { skip }, async () => {
  const { page, at, tab } = await open({ plan: "brand/starter" });
  const told = page.getByText("the REST API needs the Growth plan");
  await tab("keys");
  await told.waitFor();
  await look(page, "keys-starter", WIDE);
  await page.getByRole("button", { name: "Create a key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What it is for").fill("nightly");
  await dialog.getByRole("button", { name: "Create the key" }).click();
  await dialog.getByText("Try it").waitFor();
  await dialog.getByText("the REST API needs the Growth plan").waitFor();
  await page.goto(`${at}/connect`);
  await told.waitFor();
});

test("who administers is offered nothing that only owners may", { skip }, async () => {
  const { world, user, page, tab } = await open({ role: "admin" });
  const owner = await addUser(world);
  await tab("members");
  const rowOf = ({ email }: { email: string }) =>
    page.getByRole("row", { name: new RegExp(email) });
  await rowOf(owner).waitFor();
  assert.equal(await rowOf(owner).getByRole("combobox").count(), 0);
  assert.equal(await rowOf(owner).getByRole("button").count(), 0);
  assert.equal(await rowOf(user).getByRole("combobox").count(), 1);
  assert.equal(await page.getByRole("button", { name: "Set up" }).count(), 0);
  await page.getByText("An owner sets it up.").waitFor();
  await look(page, "members-admin", WIDE);
  await page.getByRole("button", { name: "Invite a member" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: /^Admin/ }).waitFor();
  assert.equal(await page.getByRole("option", { name: /^Owner/ }).count(), 0);
  await tab("project");
  assert.equal(await page.getByLabel("Audit log, days").isDisabled(), true);
  assert.equal(await page.getByLabel("Runs, days").isDisabled(), false);
});

test("a key that is being replaced is not replaced once more", { skip }, async () => {
  const { page, tab } = await open();
  await tab("keys");
  await page.getByRole("button", { name: "Create a key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What it is for").fill("nightly");
  await dialog.getByRole("button", { name: "Create the key" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: /nightly/ });
  await row.getByRole("button", { name: "Rotate" }).click();
  await dialog.getByRole("button", { name: "Rotate" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  const old = row.filter({ hasText: "being replaced" });
  await old.getByRole("button", { name: "Revoke" }).waitFor();
  assert.equal(await old.getByRole("button", { name: "Rotate" }).count(), 0);
  assert.equal(await row.getByRole("button", { name: "Rotate" }).count(), 1);
});

test("a link that works is revoked, however many ended after it was made", { skip }, async () => {
  const { world, page, at, tab } = await open();
  const insert = (name: string, count: number, revoked: string) =>
    world.pool.query(
      `insert into share_links (project_id, hash, name, page, query, created_at, expires_at, revoked_at)
       select $1, decode(md5($2 || n), 'hex'), $2, 'overview',
         '{"last_days":30,"date_from":null,"date_to":null,"filters":[],"branded":"exclude","include_change":true}',
         now(), now() + interval '1 day', ${revoked} from generate_series(1, $3) n`,
      [world.project.project_id, name, count],
    );
  await insert("the oldest", 1, "null");
  await insert("ended", 1_050, "now()");
  await page.goto(`${at}/brands`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Revoke the oldest" }).waitFor();
  await tab("shares");
  const row = page.getByRole("row", { name: /the oldest/ });
  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("The link “the oldest” no longer works.").waitFor();
  const { rows } = await world.pool.query(
    "select revoked_at is not null as ended from share_links where project_id = $1 and name = 'the oldest'",
    [world.project.project_id],
  );
  assert.deepEqual(rows, [{ ended: true }]);
});

test("what is chosen of mails while another choice is saved is all saved", { skip }, async () => {
  const { world, page, tab } = await open({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  await tab("account");
  const held = Promise.withResolvers<void>();
  await page.route("**/app/call/set_mail_choice", async (route) => {
    await held.promise;
    await route.continue();
  });
  const group = page.getByRole("group", { name: "Tell me at once when" });
  const [first, second] = [group.getByRole("checkbox").nth(0), group.getByRole("checkbox").nth(1)];
  await first.click();
  await page.getByLabel("The week, on Monday morning").click();
  await second.click();
  assert.deepEqual([await first.isChecked(), await second.isChecked()], [true, true]);
  held.resolve();
  const stored = async () => {
    const { rows } = await world.pool.query(
      "select week, cardinality(events) as events from mail_choices where project_id = $1",
      [world.project.project_id],
    );
    return rows;
  };
  await comesTo(stored, [{ week: true, events: 2 }]);
  await settled(page);
  assert.deepEqual([await first.isChecked(), await second.isChecked()], [true, true]);
});

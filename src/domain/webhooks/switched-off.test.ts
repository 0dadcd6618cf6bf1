import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { insertUser } from "#domain/accounts/account-queries.ts";
import { listProjectAudit } from "#domain/accounts/list-project-audit.ts";
import { startMailServer } from "../../../test/kit/mail-server.ts";
import { startReceiver } from "../../../test/kit/webhook-receiver.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { createWebhook } from "./create-webhook.ts";
import { emitEvent } from "./event-queries.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { tryWebhook } from "./try-webhook.ts";
import { updateWebhook } from "./update-webhook.ts";

const mail = await startMailServer();

/** A project of an owner, an admin and a member, whose webhook says that it is gone. */
async function begin() {
  const world = await makeWorld({ smtp_url: mail.url, base_url: "https://earshot.example" });
  const { organisation_id, project_id } = world.project;
  for (const role of ["admin", "member"] as const) {
    const email = `${role}-${project_id}@example.com`;
    await insertUser(world.db, { email, name: "", password_hash: null }, { organisation_id, role });
  }
  const receiver = await startReceiver([410]);
  const { webhook } = await run(createWebhook, world.context(), {
    url: `${receiver.url}/secret-path`,
    events: ["run.completed"],
  });
  const told = async () => {
    await world.runJobs();
    return mail.received.splice(0);
  };
  const audit = async () => {
    const { data } = await run(listProjectAudit, world.context(), {
      operation: "switch_webhook_off",
    });
    return data.map(({ actor, target }) => [actor.kind, target["webhook_id"]]);
  };
  return { world, webhook, receiver, told, audit, admin: `admin-${project_id}@example.com` };
}

test("owners and admins are mailed that a webhook was switched off, why, and what to do; the audit log has it", async () => {
  const { world, webhook, told, audit, admin } = await begin();
  await run(tryWebhook, world.context(), { webhook_id: webhook.id });
  const mails = await told();
  assert.deepEqual(mails.flatMap(({ to }) => to).sort(), [admin, world.user.email].sort());
  const text = mails[0]?.text.replaceAll("=3D", "=") ?? "";
  assert.match(text, /^Subject: Acme: a webhook was switched off\r$/m);
  assert.match(text, /127\.0\.0\.1/);
  assert.match(text, /It answered 410 Gone\./);
  assert.match(text, /switch it on/);
  assert.match(text, /is not sent later/);
  assert.ok(
    text.includes(`https://earshot.example/projects/${world.project.id}/settings?tab=webhooks`),
  );
  assert.doesNotMatch(text, /secret-path/, "who has the address may post to it");
  assert.deepEqual(await audit(), [["system", webhook.id]]);
});

test("events that a webhook is not sent while it is off are counted, and never sent", async () => {
  const { world, webhook, receiver, told } = await begin();
  const webhook_id = webhook.id;
  const missed = async () => (await run(listWebhooks, world.context(), {})).data[0]?.missed_count;
  const happen = async (event: "run.completed" | "suggestion.created") => {
    await emitEvent(world.base, world.project, { event, data: {} } as never);
    await told();
  };
  await run(tryWebhook, world.context(), { webhook_id });
  await told();
  assert.equal(await missed(), 0);
  for (const event of ["run.completed", "suggestion.created", "run.completed"] as const)
    await happen(event);
  assert.equal(await missed(), 2, "of those it asks for");
  const off = await run(updateWebhook, world.context(), { webhook_id, is_active: false });
  assert.equal(off.missed_count, 2);
  await happen("run.completed");
  assert.equal(await missed(), 3, "whoever switched it off");
  const on = await run(updateWebhook, world.context(), { webhook_id, is_active: true });
  assert.deepEqual([on.missed_count, on.last_delivery?.attempts], [3, 0]);
  await told();
  assert.equal(receiver.got.length, 1, "the test alone");
});

test("nobody is mailed of a webhook that a person switched off", async () => {
  const { world, webhook, told, audit } = await begin();
  await run(tryWebhook, world.context(), { webhook_id: webhook.id });
  await run(updateWebhook, world.context(), { webhook_id: webhook.id, is_active: false });
  assert.deepEqual(await told(), []);
  assert.deepEqual(await audit(), []);
});

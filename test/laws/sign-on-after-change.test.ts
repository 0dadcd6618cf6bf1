import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { betweenStatements } from "../kit/between-statements.ts";
import { call, PASSWORD, signedIn, Visitor, visitorOf } from "../kit/http-client.ts";
import { CLIENT, startIdentityProvider } from "../kit/identity-provider.ts";
import { makeWorld } from "../kit/world.ts";

test("set_sign_on stores nothing for a session that a changed password ends while the provider is asked", async () => {
  const world = await makeWorld();
  const organisation_id = encodeId("org", world.project.organisation_id);
  const base = world.base.server.base_url;
  const provider = await startIdentityProvider([`${base}/sign-on/${organisation_id}/callback`]);
  const owner = await signedIn(world);
  const thief = visitorOf(world);
  await thief.signIn(owner.email);
  let changed: number | undefined;
  // What set_sign_on reads right before it asks the provider.
  const db = betweenStatements(world.db, "select from sessions where session_id", async () => {
    if (changed !== undefined) return;
    changed = 0;
    const { status } = await call(owner.visitor, "change_password", {
      current_password: PASSWORD,
      new_password: "seventeen green kettles",
    });
    changed = status;
  });
  const app = world.appOn(db);
  const race = new Visitor((url, init) => app.request(url, init), base);
  for (const [name, value] of thief.cookies) race.cookies.set(name, value);
  const answer = await call(race, "set_sign_on", {
    organisation_id,
    issuer: provider.issuer,
    ...CLIENT,
    ...{ label: "Evil", scope: "openid email", default_role: null },
    roles: [{ group: "staff", role: "member" }],
  });
  assert.equal(changed, 200);
  assert.equal(answer.status, 401, answer.text);
});

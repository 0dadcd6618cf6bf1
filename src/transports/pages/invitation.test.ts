import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { call, PASSWORD, signedIn, tellsAt, visitorOf } from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

test("who is signed in as somebody else, or by a provider, signs out on the way to an invitation", async () => {
  const world = await makeWorld();
  const owner = await signedIn(world);
  const other = await world.neighbour();
  const invited = await signedIn(other);
  const stranger = await signedIn(other);
  const byProvider = await signedIn(other);
  await world.pool.query("update sessions set sign_on = $1 where user_id = $2", [
    other.project.organisation_id,
    byProvider.user_id,
  ]);
  for (const { visitor, email } of [stranger, byProvider]) {
    const { body } = await call(owner.visitor, "invite_member", {
      organisation_id: encodeId("org", world.project.organisation_id),
      // Who came by a provider is invited there, and signs in with the password of the same address.
      email: visitor === byProvider.visitor ? email : invited.email,
      role: "viewer",
    });
    const path = new URL(body.url).pathname;
    const page = await visitor.get(path);
    assert.match(page.text, new RegExp(`You are signed in as ${email}`));
    assert.doesNotMatch(page.text, /href="\/login/, "it leads back here");
    assert.match(
      page.text,
      new RegExp(`action="/logout">\\s*<input type="hidden" name="next" value="${path}"`),
    );
    const out = await visitor.submit("/logout", { next: path });
    const login = out.headers.get("location") ?? "";
    assert.deepEqual([out.status, login], [303, `/login?next=${encodeURIComponent(path)}`]);
    const form = await visitor.get(login);
    assert.match(form.text, new RegExp(`name="next" value="${path}"`));
    const signIn = { email: body.email, password: PASSWORD, next: path };
    const back = await visitor.submit("/login", signIn);
    assert.equal(back.headers.get("location"), path);
    assert.equal((await visitor.submit(path, {})).status, 303);
    assert.equal((await call(visitor, "get_me")).body.organisations.length, 2);
  }
  // Signing out leads nowhere else.
  const { headers } = await owner.visitor.submit("/logout", { next: "//evil.example" });
  assert.equal(headers.get("location"), "/login");
});

test("a password that is refused to an invited person is told with its field", async () => {
  const world = await makeWorld();
  const owner = await signedIn(world);
  const organisation_id = encodeId("org", world.project.organisation_id);
  const invitation = { organisation_id, email: "guest@example.com", role: "viewer" };
  const { body } = await call(owner.visitor, "invite_member", invitation);
  const given = { name: "Guest", password: "short" };
  const { status, text } = await visitorOf(world).submit(new URL(body.url).pathname, given);
  assert.equal(status, 400);
  tellsAt(text, "password");
  assert.match(text, /value="Guest"/);
});

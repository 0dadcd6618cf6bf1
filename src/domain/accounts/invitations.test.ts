import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { call, signedIn } from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

test("an admin neither replaces nor revokes an open invitation of an owner; one that is over is in nobody's way", async () => {
  let time = Date.parse("2026-01-10T12:00:00Z");
  const world = await makeWorld({ now: () => new Date(time) });
  const [owner, admin] = [await signedIn(world), await signedIn(world, "admin")];
  const organisation_id = encodeId("org", world.project.organisation_id);
  const email = "second.owner@example.org";
  const invite = ({ visitor }: typeof owner, role: string) =>
    call(visitor, "invite_member", { organisation_id, email, role });
  const revoke = ({ visitor }: typeof owner, invitation_id: string) =>
    call(visitor, "revoke_invitation", { organisation_id, invitation_id });
  const { id } = (await invite(owner, "owner")).body;
  assert.deepEqual(
    [(await invite(admin, "viewer")).status, (await revoke(admin, id)).status],
    [403, 403],
  );
  const { body } = await call(admin.visitor, "list_invitations", { organisation_id });
  assert.deepEqual(
    body.data.map((row: { id: string; role: string }) => [row.id, row.role]),
    [[id, "owner"]],
  );
  assert.equal((await revoke(owner, id)).status, 204);
  assert.equal((await invite(admin, "viewer")).status, 201);
  await invite(owner, "owner");
  time += 8 * 86_400_000;
  for (const { user_id } of [owner, admin])
    await world.pool.query(
      "update sessions set last_used_at = $2, confirmed_at = $2 where user_id = $1",
      [user_id, new Date(time)],
    );
  assert.equal((await invite(admin, "viewer")).status, 201);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { jobContext } from "../../../test/kit/event-checks.ts";
import {
  authorizePath,
  call,
  connected,
  makePkce,
  PASSWORD,
  refresh,
  registered,
  signedIn,
  visitorOf,
} from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { SWEEP_IDENTITY } from "./sweep-identity.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

test("what is over is swept and what can still matter stays: requests, codes, tokens, grants, clients, sessions", async () => {
  let time = Date.parse("2026-01-10T12:00:00Z");
  const world = await makeWorld({ now: () => new Date(time) });
  const actor = {
    kind: "system",
    door: "job",
    access: new Set(["read", "write"] as const),
  } as const;
  const count = async () => {
    const sql = [
      "sessions",
      "oauth_requests",
      "oauth_codes",
      "oauth_tokens",
      "oauth_grants",
      "oauth_clients",
    ]
      .map((table) => `(select count(*)::int from ${table}) as ${table.replace("oauth_", "")}`)
      .join(", ");
    await SWEEP_IDENTITY.handler({ ...world.base, actor }, {});
    return (await world.pool.query(`select ${sql}`)).rows[0];
  };
  const pass = (ms: number) => {
    time += ms;
  };

  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  await refresh(visitor, grant.client_id, grant.refresh);
  const waiting = await registered(visitor);
  await visitor.get(authorizePath({ client_id: waiting, code_challenge: makePkce().challenge }));
  const all = { sessions: 1, requests: 2, codes: 1, tokens: 4, grants: 1, clients: 2 };
  assert.deepEqual(await count(), all);
  pass(11 * MINUTE_MS);
  assert.deepEqual(await count(), { ...all, requests: 0 });
  pass(60 * MINUTE_MS);
  assert.deepEqual(
    await count(),
    { ...all, requests: 0 },
    "revoking an access token ends its grant",
  );
  pass(2 * DAY_MS);
  const later = { sessions: 1, requests: 0, codes: 0, tokens: 4, grants: 1, clients: 1 };
  assert.deepEqual(await count(), later, "the code, and the client that no one approved");
  // A spent refresh token is remembered as long as it would have lived, so that its reuse is noticed.
  assert.equal(
    (await refresh(visitor, grant.client_id, grant.refresh)).body.error,
    "invalid_grant",
  );
  const { rows } = await world.pool.query("select revoke_reason from oauth_grants");
  assert.deepEqual(rows, [{ revoke_reason: "refresh token reused" }]);
  pass(6 * DAY_MS);
  assert.deepEqual(await count(), { ...later, sessions: 0 }, "unused for a week");
  pass(90 * DAY_MS);
  const nothing = { sessions: 0, requests: 0, codes: 0, tokens: 0, grants: 0, clients: 0 };
  assert.deepEqual(await count(), nothing);
});

test("an invitation is swept a day after it was accepted, revoked or over, and a limit when its window is", async () => {
  let time = Date.parse("2026-01-10T12:00:00Z");
  const world = await makeWorld({ now: () => new Date(time) });
  const { visitor } = await signedIn(world);
  const organisation_id = encodeId("org", world.project.organisation_id);
  const invite = async (name: string) =>
    (
      await call(visitor, "invite_member", {
        ...{ organisation_id, email: `${name}@example.org`, role: "viewer" },
      })
    ).body;
  await invite("open");
  const { id: invitation_id } = await invite("revoked");
  const { url } = await invite("accepted");
  await call(visitor, "revoke_invitation", { organisation_id, invitation_id });
  const joined = await visitorOf(world).submit(new URL(url).pathname, {
    name: "",
    password: PASSWORD,
  });
  assert.equal(joined.status, 303, joined.text);
  await world.pool.query(
    `insert into rate_limits (subject, window_ends, points)
     values ('share-address:192.0.2.1', now() - interval '1 minute', 1), ('x', now() + interval '1 hour', 1)`,
  );
  const left = async (days: number) => {
    time += days * DAY_MS;
    await SWEEP_IDENTITY.handler(jobContext(world), {});
    const { rows } = await world.pool.query("select email as one from invitations order by email");
    return rows.map(({ one }) => one.split("@")[0]);
  };
  assert.deepEqual(await left(0.9), ["accepted", "open", "revoked"]);
  const limits = await world.pool.query("select subject from rate_limits order by subject");
  assert.deepEqual(limits.rows, [{ subject: "x" }]);
  assert.deepEqual(await left(0.2), ["open"]);
  assert.deepEqual(await left(6.5), ["open"]);
  assert.deepEqual(await left(0.5), []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  authorizePath,
  connected,
  makePkce,
  refresh,
  registered,
  signedIn,
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

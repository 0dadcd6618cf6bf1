import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import {
  approve,
  authorizePath,
  call,
  connected,
  exchange,
  handleIn,
  locationOf,
  makePkce,
  refresh,
  registered,
  signedIn,
  Visitor,
} from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";

const PARALLEL = 16;

/** Two processes of the product on one database, and a visitor whose requests they take in turn. */
async function twoProcesses() {
  const world = await makeWorld();
  const first = await startServer(world);
  const second = await startServer(world, { BASE_URL: first.origin });
  let turn = 0;
  const visitor = new Visitor((url, init) => {
    const { origin } = turn++ % 2 === 0 ? first : second;
    return fetch(url.replace(first.origin, origin), init);
  }, first.origin);
  const person = await signedIn(world);
  visitor.cookies.set("sid", person.visitor.cookies.get("sid") ?? "");
  return { servers: [first, second], browser: visitor, world };
}

const setting = twoProcesses();
const invitations: string[] = [];

/** True while the MCP endpoint takes the token. */
async function lives(visitor: Visitor, token: string): Promise<boolean> {
  const { status } = await visitor.send("/api/mcp", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  assert(status === 200 || status === 401, String(status));
  return status === 200;
}

test("58: one code redeemed 16 times at once in two processes gives at most one pair, in 20 rounds", async () => {
  const { browser } = await setting;
  const client_id = await registered(browser);
  let pairs = 0;
  for (let round = 0; round < 20; round++) {
    const approved = await approve(browser, client_id);
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () => exchange(browser, client_id, approved)),
    );
    const good = answers.filter(({ status }) => status === 200);
    assert(good.length <= 1, `round ${round}: ${good.length} pairs`);
    assert(answers.every(({ status, body }) => status === 200 || body.error === "invalid_grant"));
    pairs += good.length;
    for (const { body } of good) {
      assert.equal(await lives(browser, body.access_token), false, "replayed, so it is over");
    }
  }
  assert.equal(pairs, 20, "the first of them wins");
});

/** Does rounds side by side, some at a time: a refresh waits a second for others with its token. */
async function inLanes(
  rounds: number,
  lanes: number,
  lane: () => (round: number) => Promise<void>,
) {
  let next = 0;
  const run = async (work: (round: number) => Promise<void>) => {
    while (next < rounds) await work(next++);
  };
  await Promise.all(Array.from({ length: lanes }, () => run(lane())));
}

test("68: one refresh token used 16 times at once in two processes keeps the grant; in sequence it is refused, a minute later it ends it", async () => {
  const { browser, world } = await setting;
  const once = async (round: number) => {
    const grant = await connected(browser);
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () => refresh(browser, grant.client_id, grant.refresh)),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200], `round ${round}`);
    const pairs = new Set(answers.map(({ body }) => String(body.refresh_token)));
    assert(pairs.size <= 2, "one pair in each process");
    const spent = async () => {
      const { status, body } = await refresh(browser, grant.client_id, grant.refresh);
      assert.deepEqual([status, body.error], [400, "invalid_grant"]);
    };
    await spent();
    await spent();
    for (const { body } of answers) assert.equal(await lives(browser, body.access_token), true);
    for (const pair of pairs) {
      const { status } = await refresh(browser, grant.client_id, pair);
      assert.equal(status, 200, "each of the pairs is whole");
    }
    return { answers, spent };
  };
  const { answers, spent } = await once(0);
  const sql = "update oauth_tokens set used_at = used_at - interval '1 minute'";
  await world.pool.query(sql);
  await spent();
  for (const { body } of answers) assert.equal(await lives(browser, body.access_token), false);
  await inLanes(9, 3, () => async (round) => void (await once(round + 1)));
});

test("73: after a refresh that raced a revocation no token lives, in 50 rounds", async () => {
  const { browser } = await setting;
  let refreshed = 0;
  const race = () => {
    let delay_ms = 960;
    let step_ms = 160;
    return async (round: number) => {
      const grant = await connected(browser);
      const revoke = async () => {
        await new Promise((done) => setTimeout(done, delay_ms));
        return browser.submit("/api/mcp/oauth/revoke", { token: grant.access }, {});
      };
      const [answer] = await Promise.all([
        refresh(browser, grant.client_id, grant.refresh),
        revoke(),
      ]);
      // Whoever won is given less time: so the two come as close as they can, on any machine.
      delay_ms = Math.max(0, delay_ms + (answer.status === 200 ? -step_ms : step_ms));
      step_ms = Math.max(10, step_ms / 2);
      if (answer.status === 200) {
        refreshed++;
        assert.equal(await lives(browser, answer.body.access_token), false, `round ${round}`);
        const later = await refresh(browser, grant.client_id, answer.body.refresh_token);
        assert.equal(later.body.error, "invalid_grant");
      }
      assert.equal(await lives(browser, grant.access), false);
    };
  };
  await inLanes(50, 5, race);
  assert(refreshed > 0, "the race was never close enough to show anything");
});

test("46: one consent decided 16 times at once in two processes gives one code, in 10 rounds", async () => {
  const { browser } = await setting;
  const client_id = await registered(browser);
  for (let round = 0; round < 10; round++) {
    const page = await browser.get(
      authorizePath({ client_id, code_challenge: makePkce().challenge }),
    );
    const form = { request: handleIn(page), decision: "approve" };
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () => browser.submit("/api/mcp/oauth/consent", form)),
    );
    const codes = answers.map((answer) => locationOf(answer).searchParams.get("code"));
    assert.deepEqual([codes.includes(null), new Set(codes).size], [false, 1]);
  }
});

test("114: one invitation accepted 8 times at once in two processes makes one account", async () => {
  const { browser, world, servers } = await setting;
  const organisation_id = encodeId("org", world.project.organisation_id);
  for (let round = 0; round < 3; round++) {
    const email = `guest-${round}@example.com`;
    const invitation = { organisation_id, email, role: "viewer" };
    const { body } = await call(browser, "invite_member", invitation);
    const path = new URL(body.url).pathname;
    invitations.push(path.split("/").at(-1) ?? "");
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const { origin } = servers[index % 2] as { origin: string };
        const guest = new Visitor((url, init) => fetch(url, init), origin);
        const form = { name: `Guest ${index}`, password: "four random words here" };
        return guest.submit(path, form);
      }),
    );
    assert.equal(answers.filter(({ status }) => status === 303).length, 1);
    const sql = "select count(*)::int as accounts from users where email = $1";
    assert.deepEqual((await world.pool.query(sql, [email])).rows, [{ accounts: 1 }]);
  }
});

test("118: neither process has logged any of it, at debug level", async () => {
  const { browser, servers } = await setting;
  const grant = await connected(browser, { write: true });
  const session = browser.cookies.get("sid") ?? "";
  const secrets = [
    ...invitations,
    grant.access,
    grant.refresh,
    grant.code,
    grant.verifier,
    session,
  ];
  for (const server of servers) {
    const output = server.output();
    assert(output.includes("listening"), "the output is looked at");
    assert.equal(/earshot_(at|rt|ac)_/.test(output), false);
    for (const secret of secrets) assert.equal(output.includes(secret), false);
  }
});

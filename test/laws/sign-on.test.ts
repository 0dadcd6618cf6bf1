import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import {
  addUser,
  authorizePath,
  CALLBACK,
  call,
  connected,
  exchange,
  handleIn,
  locationOf,
  makePkce,
  PASSWORD,
  refresh,
  registered,
  signedIn,
  Visitor,
  visitorOf,
} from "../kit/http-client.ts";
import { CLIENT, type Person, startIdentityProvider } from "../kit/identity-provider.ts";
import { makeWorld, type World } from "../kit/world.ts";

// A real provider (`oidc-provider`); what a lying one says is tried in false-sign-on.test.ts.

const SETTINGS = {
  ...{ label: "Our provider", scope: "openid email profile groups", default_role: null },
  roles: [
    { group: "staff", role: "member" },
    { group: "leads", role: "admin" },
  ],
};

/** An organisation whose people sign in at a provider, with an owner who has a password. */
async function makeScene() {
  let time = Date.now();
  const world = await makeWorld({ now: () => new Date(time) });
  const organisation_id = encodeId("org", world.project.organisation_id);
  const start = `/sign-on/${organisation_id}`;
  const provider = await startIdentityProvider([`${world.base.server.base_url}${start}/callback`]);
  const owner = await signedIn(world);
  const settings = { organisation_id, issuer: provider.issuer, ...CLIENT, ...SETTINGS };
  const set = (change: Record<string, unknown> = {}) =>
    call(owner.visitor, "set_sign_on", { ...settings, ...change });
  const { status, text } = await set();
  assert.equal(status, 200, text);
  const domain = `corp-${organisation_id.slice(4).toLowerCase()}.example`;
  const know = (subject: string, person: Partial<Person> = {}) => {
    const email = `${subject}@${domain}`;
    provider.people.set(subject, { email, email_verified: true, groups: ["staff"], ...person });
    return email;
  };
  return {
    domain,
    world,
    organisation_id,
    start,
    provider,
    owner,
    set,
    know,
    pass: (ms: number) => (time += ms),
  };
}
type Scene = Awaited<ReturnType<typeof makeScene>>;

/** Sends a browser to the provider, where `subject` signs in; where the provider sends it back to. */
async function visit(
  s: Scene,
  subject: string,
  {
    visitor = visitorOf(s.world),
    at = new Visitor(fetch, s.provider.issuer),
    form = {} as Record<string, string>,
  } = {},
) {
  s.provider.login = subject;
  const begun = await visitor.submit(s.start, form);
  assert.equal(begun.status, 303, begun.text);
  let location = begun.headers.get("location") ?? "";
  for (let steps = 0; !location.startsWith(s.world.base.server.base_url) && steps < 10; steps++) {
    const page = await at.get(location);
    location = new URL(page.headers.get("location") ?? "", s.provider.issuer).href;
    assert.ok(page.status === 303 || page.status === 302, page.text);
  }
  const back = new URL(location);
  return { visitor, at, begun, back, path: back.pathname + back.search };
}

/** The whole way; the status that the browser ends with, 303 when it is let in. */
async function signOn(s: Scene, subject: string, options: Parameters<typeof visit>[2] = {}) {
  const { visitor, path, at } = await visit(s, subject, options);
  const answer = await visitor.get(path);
  return { visitor, at, answer, status: answer.status, location: answer.headers.get("location") };
}

const me = async (visitor: Visitor) => (await call(visitor, "get_me")).body;
const roleOf = async (visitor: Visitor) => (await me(visitor)).organisations?.[0]?.role;
const rowsOf = async ({ world: { pool } }: Scene, operation: string) =>
  (await pool.query("select target from audit_log where operation = $1", [operation])).rows;

async function otherOrganisation(s: Scene) {
  const other = await s.world.neighbour({ name: "Other" });
  return { other, organisation_id: encodeId("org", other.project.organisation_id) };
}

async function join(world: World, user_id: number, role = "member") {
  await world.pool.query(
    "insert into memberships (organisation_id, user_id, role) values ($1, $2, $3)",
    [world.project.organisation_id, user_id, role],
  );
}

const CASES: Record<string, (s: Scene) => Promise<void>> = {
  "a person of a group is let in as a new member, and known again by the provider's subject":
    async (s) => {
      const email = s.know("anna");
      const first = await signOn(s, "anna", { form: { next: "/projects/x" } });
      assert.deepEqual([first.status, first.location], [303, "/projects/x"]);
      assert.deepEqual(
        [(await me(first.visitor)).email, await roleOf(first.visitor)],
        [email, "member"],
      );
      assert.equal((await rowsOf(s, "join_by_sign_on")).length, 1);
      s.know("anna", { email: "married@elsewhere.example" });
      assert.equal((await me((await signOn(s, "anna")).visitor)).email, email);
    },
  "149: an answer in another browser than the one that asked is refused": async (s) => {
    s.know("anna");
    const { path, visitor } = await visit(s, "anna");
    const victim = visitorOf(s.world);
    assert.equal((await victim.get(path)).status, 403);
    assert.equal((await call(victim, "get_me")).status, 401);
    assert.equal((await visitor.get(path)).status, 303);
  },
  "150: an answer planted in a browser that asked for itself is refused": async (s) => {
    s.know("anna");
    s.know("thief");
    const theirs = await visit(s, "thief");
    const victim = await visit(s, "anna");
    assert.equal((await victim.visitor.get(theirs.path)).status, 403);
    assert.equal((await call(victim.visitor, "get_me")).status, 401);
  },
  "151: without a state, or with another one, an answer is refused": async (s) => {
    s.know("anna");
    for (const state of [null, "", "x".repeat(43)]) {
      const { back, visitor } = await visit(s, "anna");
      if (state === null) back.searchParams.delete("state");
      else back.searchParams.set("state", state);
      assert.equal((await visitor.get(back.pathname + back.search)).status, 403);
    }
  },
  "152: an answer counts once": async (s) => {
    s.know("anna");
    const { path, visitor, begun } = await visit(s, "anna");
    const secret = /sign-on=([^;]+)/.exec(begun.headers.get("set-cookie") ?? "")?.[1] ?? "";
    assert.equal((await visitor.get(path)).status, 303);
    const thief = visitorOf(s.world);
    thief.cookies.set("sign-on", secret);
    assert.equal((await thief.get(path)).status, 403);
  },
  "153: an answer after ten minutes is refused": async (s) => {
    s.know("anna");
    const { path, visitor } = await visit(s, "anna");
    s.pass(10 * 60_000);
    assert.equal((await visitor.get(path)).status, 403);
  },
  "154: an answer for one organisation at another's address is refused (mix-up)": async (s) => {
    const { other, organisation_id } = await otherOrganisation(s);
    const theirs = await signedIn(other);
    const settings = { organisation_id, issuer: s.provider.issuer, ...CLIENT, ...SETTINGS };
    assert.equal((await call(theirs.visitor, "set_sign_on", settings)).status, 200);
    s.know("anna");
    const { back, visitor } = await visit(s, "anna");
    const path = `/sign-on/${organisation_id}/callback${back.search}`;
    assert.equal((await visitor.get(path)).status, 403);
    assert.equal((await call(visitor, "get_me")).status, 401);
  },
  "155: an answer of another issuer, or of none where it is promised, is refused (RFC 9207)":
    async (s) => {
      s.know("anna");
      for (const iss of ["https://evil.example", null]) {
        const { back, visitor } = await visit(s, "anna");
        assert.equal(back.searchParams.get("iss"), s.provider.issuer);
        if (iss) back.searchParams.set("iss", iss);
        else back.searchParams.delete("iss");
        assert.equal((await visitor.get(back.pathname + back.search)).status, 403);
      }
    },
  "156: a parameter of the answer given twice is refused": async (s) => {
    s.know("anna");
    for (const name of ["code", "state", "iss"]) {
      const { back, visitor } = await visit(s, "anna");
      back.searchParams.append(name, "x");
      assert.equal((await visitor.get(back.pathname + back.search)).status, 403, name);
    }
  },
  "157: a stolen code is worth nothing in another browser's sign-in (PKCE, S256)": async (s) => {
    s.know("anna");
    s.know("thief");
    const victim = await visit(s, "anna");
    const asked = new URL(victim.begun.headers.get("location") ?? "").searchParams;
    assert.equal(asked.get("code_challenge_method"), "S256");
    assert.match(asked.get("code_challenge") ?? "", /^[\w-]{43}$/);
    const thief = await visit(s, "thief");
    thief.back.searchParams.set("code", victim.back.searchParams.get("code") ?? "");
    assert.equal((await thief.visitor.get(thief.back.pathname + thief.back.search)).status, 403);
  },
  "158: another site cannot begin a sign-in, and looking begins none": async (s) => {
    const visitor = visitorOf(s.world);
    for (const headers of [{}, { "sec-fetch-site": "cross-site" }, { origin: "null" }]) {
      assert.equal((await visitor.submit(s.start, {}, headers)).status, 403);
    }
    assert.equal((await visitor.get(s.start)).status, 200);
    assert.equal(visitor.cookies.has("sign-on"), false);
    assert.equal((await visitor.get("/sign-on/org_PqYbRw9s")).status, 404);
  },
  "159: neither Host nor `next` leads anybody away": async (s) => {
    s.know("anna");
    const headers = { "sec-fetch-site": "same-origin", host: "evil.example" };
    const begun = await visitorOf(s.world).submit(s.start, {}, headers);
    const asked = new URL(begun.headers.get("location") ?? "").searchParams;
    assert.equal(asked.get("redirect_uri"), `${s.world.base.server.base_url}${s.start}/callback`);
    for (const next of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
      assert.equal((await signOn(s, "anna", { form: { next } })).location, "/");
    }
  },
  "160: an address that the provider has not verified opens no account and makes none": async (
    s,
  ) => {
    const member = await addUser(s.world, "admin");
    for (const email_verified of [false, undefined, "true", 1, null]) {
      s.know("thief", { email: member.email, email_verified });
      const { status, visitor } = await signOn(s, "thief");
      assert.deepEqual([status, (await call(visitor, "get_me")).status], [403, 401]);
      s.know("new", { email_verified });
      assert.equal((await signOn(s, "new")).status, 403);
    }
  },
  "161: a verified address of somebody who is no member here is not linked to them": async (s) => {
    const { other } = await otherOrganisation(s);
    const victim = await addUser(other, "owner");
    s.know("thief", { email: victim.email.toUpperCase(), groups: ["leads"] });
    assert.equal((await signOn(s, "thief")).status, 403);
    const { rows } = await s.world.pool.query("select from memberships where user_id = $1", [
      victim.user_id,
    ]);
    assert.equal(rows.length, 1);
  },
  "162: a verified address of a member is theirs, once; the next person with it is refused": async (
    s,
  ) => {
    const member = await addUser(s.world, "viewer");
    s.know("first", { email: member.email });
    const first = await signOn(s, "first");
    assert.deepEqual([first.status, (await me(first.visitor)).email], [303, member.email]);
    s.know("second", { email: member.email });
    assert.equal((await signOn(s, "second")).status, 403);
  },
  "214: with domains set, an address of another domain is refused, also one that only ends like it":
    async (s) => {
      await s.set({ domains: [s.domain.toUpperCase()] });
      for (const domain of [`not-${s.domain}`, `${s.domain}.evil.example`, "gmail.com"]) {
        s.know("thief", { email: `thief@${domain}` });
        assert.equal((await signOn(s, "thief")).status, 403, domain);
      }
      s.know("anna");
      assert.equal((await signOn(s, "anna")).status, 303);
    },
  "163: a disabled user is refused, by subject and by address": async (s) => {
    const email = s.know("anna");
    assert.equal((await signOn(s, "anna")).status, 303);
    await s.world.pool.query("update users set is_disabled = true where email = $1", [email]);
    assert.equal((await signOn(s, "anna")).status, 403);
    s.know("again", { email });
    assert.equal((await signOn(s, "again")).status, 403);
  },
  "164: who is in no group with a role is refused, however the groups are written": async (s) => {
    for (const groups of [
      [],
      ["Staff"],
      ["staff "],
      undefined,
      { staff: true },
      [["staff"]],
      "__proto__",
      "staff,leads",
    ]) {
      s.know("anna", { groups });
      assert.equal((await signOn(s, "anna")).status, 403, JSON.stringify(groups));
    }
    const { rows } = await s.world.pool.query("select from users where email = $1", [
      `anna@${s.domain}`,
    ]);
    assert.equal(rows.length, 0);
  },
  "165: of several groups the highest role counts, and another group another role from the next sign-in on":
    async (s) => {
      s.know("anna", { groups: ["staff", "leads", "else"] });
      assert.equal(await roleOf((await signOn(s, "anna")).visitor), "admin");
      s.know("anna", { groups: ["staff"] });
      assert.equal(await roleOf((await signOn(s, "anna")).visitor), "member");
      assert.equal((await rowsOf(s, "change_role_by_sign_on")).length, 1);
    },
  "166: no group makes or unmakes an owner": async (s) => {
    s.know("boss", { email: s.owner.email });
    assert.equal(await roleOf((await signOn(s, "boss")).visitor), "owner");
    s.know("boss", { email: s.owner.email, groups: [] });
    assert.equal((await signOn(s, "boss")).status, 403);
    assert.equal(await roleOf(s.owner.visitor), "owner");
    const owner = await s.set({ roles: [{ group: "staff", role: "owner" }] });
    assert.equal(owner.status, 400);
  },
  "167: a person taken out of the group loses sessions, grants and keys there at the next sign-in, and others lose nothing":
    async (s) => {
      const email = s.know("anna", { groups: ["leads"] });
      s.know("berta", { groups: ["leads"] });
      const { visitor, at } = await signOn(s, "anna");
      const berta = await signOn(s, "berta");
      const project_id = s.world.project.id;
      const grants = [await connected(visitor), await connected(berta.visitor)];
      // Long ago for the provider is not confirmed: the keys are made by hand.
      const keys = [await s.world.makeKey("read"), await s.world.makeKey("read")];
      for (const [key, name] of [
        [keys[0], email],
        [keys[1], `berta@${s.domain}`],
      ] as const) {
        await s.world.pool.query("update api_keys set created_by = $1 where preview = $2", [
          name,
          `${key?.slice(0, 15)}…${key?.slice(-4)}`,
        ]);
        const { rows } = await s.world.pool.query("select from api_keys where created_by = $1", [
          name,
        ]);
        assert.equal(rows.length, 1, "the key is that person's");
      }
      const works = async (which: 0 | 1, browser: Visitor) => {
        const bearer = {
          authorization: `Bearer ${grants[which]?.access}`,
          "content-type": "application/json",
        };
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
        const mcp = await browser.send("/api/mcp", { method: "POST", headers: bearer, body });
        const rest = await s.world.rest("GET", "/projects", undefined, keys[which]);
        return [
          (await call(browser, "get_project", { project_id })).status,
          mcp.status,
          rest.status,
        ];
      };
      assert.deepEqual(await works(0, visitor), [200, 200, 200]);
      s.know("anna", { groups: ["else"] });
      assert.equal((await signOn(s, "anna", { at })).status, 403);
      assert.deepEqual(await works(0, visitor), [401, 401, 401]);
      assert.deepEqual(await works(1, berta.visitor), [200, 200, 200]);
      const [row] = await rowsOf(s, "end_sign_on_access");
      assert.deepEqual(
        [row.target.key_ids.length, row.target.client_ids],
        [1, [grants[0]?.client_id]],
      );
      s.know("anna", { groups: ["staff"] });
      assert.equal(await roleOf((await signOn(s, "anna")).visitor), "member");
    },
  "168: a session by a provider opens its organisation alone, whatever else the user belongs to":
    async (s) => {
      const { other } = await otherOrganisation(s);
      const member = await addUser(s.world, "member");
      await join(other, member.user_id, "owner");
      s.know("anna", { email: member.email });
      const { visitor } = await signOn(s, "anna");
      const seen = await me(visitor);
      assert.deepEqual(
        seen.organisations.map(({ id }: { id: string }) => id),
        [s.organisation_id],
      );
      assert.deepEqual(
        seen.projects.map(({ id }: { id: string }) => id),
        [s.world.project.id],
      );
      const project_id = other.project.id;
      assert.equal((await call(visitor, "get_project", { project_id })).status, 404);
      assert.equal((await call(visitor, "list_projects")).body.data.length, 1);
      const organisation_id = encodeId("org", other.project.organisation_id);
      assert.equal((await call(visitor, "list_members", { organisation_id })).status, 404);
      const listening = await visitor.get(`/app/progress?project_id=${project_id}`);
      assert.equal(listening.status, 404);
      const own = visitorOf(s.world);
      await own.signIn(member.email);
      assert.equal((await me(own)).organisations.length, 2);
    },
  "169: a session by a provider touches nothing of the account itself": async (s) => {
    const member = await addUser(s.world, "member");
    s.know("anna", { email: member.email });
    const { visitor } = await signOn(s, "anna");
    await s.world.pool.query(
      "update sessions set confirmed_at = now() + interval '1 hour' where sign_on is not null",
    );
    const new_password = "another fine password";
    for (const [name, input] of [
      ["change_password", { current_password: PASSWORD, new_password }],
      ["delete_account", { current_password: PASSWORD }],
      ["begin_authenticator", {}],
      ["get_second_factor", {}],
      ["list_browsers", {}],
    ] as const) {
      assert.equal((await call(visitor, name, input)).status, 403, name);
    }
    assert.equal((await visitor.get("/app/export/my-data.jsonl")).status, 403);
    const own = visitorOf(s.world);
    await own.signIn(member.email);
    assert.deepEqual((await call(visitor, "list_sessions")).body.data.length, 1);
    assert.equal((await call(visitor, "end_other_sessions")).status, 204);
    assert.equal((await call(own, "get_me")).status, 200);
  },
  "170: a grant given in a session by a provider opens its organisation alone, and for 7 days after the last sign-in":
    async (s) => {
      const { other } = await otherOrganisation(s);
      const member = await addUser(s.world, "member");
      await join(other, member.user_id);
      s.know("anna", { email: member.email });
      const { visitor } = await signOn(s, "anna");
      const { client_id, refresh: first } = await connected(visitor);
      let access = "";
      let again = first;
      const renew = async () => {
        const form = { grant_type: "refresh_token", client_id, refresh_token: again };
        const { body } = await visitor.submit("/api/mcp/oauth/token", form, {});
        [access, again] = [body.access_token, body.refresh_token];
      };
      const ask = async (project_id: string) => {
        const params = { name: "get_project", arguments: { project_id } };
        const answer = await visitorOf(s.world).send("/api/mcp", {
          method: "POST",
          headers: { authorization: `Bearer ${access}`, "content-type": "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
        });
        return answer.status === 200
          ? !answer.body.error && !answer.body.result?.isError
          : answer.status;
      };
      await renew();
      assert.equal(await ask(s.world.project.id), true);
      assert.equal(await ask(other.project.id), false);
      s.pass(7 * 86_400_000);
      assert.equal(await ask(s.world.project.id), 401);
      // A client whose refresh works would never send its user to sign in.
      const later = await refresh(visitor, client_id, again);
      assert.deepEqual([later.status, later.body.error], [400, "invalid_grant"]);
      assert.equal((await signOn(s, "anna")).status, 303);
      await renew();
      assert.equal(await ask(s.world.project.id), true);
    },
  "170b: a connection whose provider's word is over is shown as one that waits for its user to sign in":
    async (s) => {
      const member = await addUser(s.world, "member");
      s.know("anna", { email: member.email });
      const { visitor } = await signOn(s, "anna");
      await connected(visitor);
      const own = visitorOf(s.world);
      const look = async () => {
        await own.signIn(member.email);
        const { data } = (await call(own, "list_connected_clients")).body;
        const { text } = await own.get("/connected-clients");
        return [data[0].must_sign_in_again, /Opens nothing now/.test(text)];
      };
      assert.deepEqual(await look(), [false, false]);
      s.pass(7 * 86_400_000);
      assert.deepEqual(await look(), [true, true]);
      assert.equal((await signOn(s, "anna")).status, 303);
      assert.deepEqual(await look(), [false, false]);
    },
  "170c: a client connected by a password is sent to sign in where every organisation of its user insists on a provider":
    async (s) => {
      s.know("anna");
      assert.equal((await signOn(s, "anna")).status, 303);
      const member = await addUser(s.world, "member");
      const own = visitorOf(s.world);
      await own.signIn(member.email);
      const [theirs, owners] = [await connected(own), await connected(s.owner.visitor)];
      const waits = async (visitor: Visitor) =>
        (await call(visitor, "list_connected_clients")).body.data[0].must_sign_in_again;
      assert.equal(await waits(own), false);
      assert.equal((await s.set({ is_enforced: true })).status, 200);
      const refused = await refresh(own, theirs.client_id, theirs.refresh);
      assert.deepEqual([refused.status, refused.body.error], [400, "invalid_grant"]);
      assert.deepEqual([await waits(own), await waits(s.owner.visitor)], [true, false]);
      assert.equal((await refresh(own, owners.client_id, owners.refresh)).status, 200, "an owner");
      const { other } = await otherOrganisation(s);
      await join(other, member.user_id);
      assert.equal(await waits(own), false, "another organisation opens to the password");
      const again = await refresh(own, theirs.client_id, theirs.refresh);
      assert.equal(again.status, 200, "it was not used up");
    },
  "171: a session by a provider ends after 12 hours": async (s) => {
    s.know("anna");
    const { visitor } = await signOn(s, "anna");
    s.pass(12 * 3_600_000 - 1_000);
    assert.equal((await call(visitor, "get_me")).status, 200);
    s.pass(1_000);
    assert.equal((await call(visitor, "get_me")).status, 401);
  },
  "172: who stood before the provider long ago confirms nothing; signing in there again does":
    async (s) => {
      s.know("anna", { groups: ["leads"] });
      const { visitor, at } = await signOn(s, "anna");
      const key = () =>
        call(visitor, "create_key", { project_id: s.world.project.id, name: "K", access: "read" });
      assert.equal((await key()).status, 201);
      s.pass(16 * 60_000);
      assert.equal((await signOn(s, "anna", { visitor, at })).status, 303);
      const refused = await key();
      assert.equal(refused.body.error.code, "SIGN_IN_AGAIN");
      const { begun } = await visit(s, "anna", { visitor, at, form: { again: "on" } });
      const asked = new URL(begun.headers.get("location") ?? "").searchParams;
      assert.deepEqual([asked.get("prompt"), asked.get("max_age")], ["login", "0"]);
    },
  "172b: signing in there again, in the middle of letting a client write, leads back to that client":
    async (s) => {
      const member = await addUser(s.world, "member");
      s.know("anna", { email: member.email });
      const { visitor, at } = await signOn(s, "anna");
      const { challenge, verifier } = makePkce();
      const far = "https://other.example/cb?x=1";
      const client_id = await registered(visitor, [CALLBACK, far]);
      for (const change of [{}, { redirect_uri: far, state: undefined }]) {
        const asked = { client_id, code_challenge: challenge, ...change };
        // The provider's clock is not ours to move.
        await s.world.pool.query(
          "update sessions set confirmed_at = now() - interval '16 minutes' where sign_on is not null",
        );
        const page = await visitor.get(authorizePath(asked));
        const form = { decision: "approve", write: "on" };
        const consent = "/api/mcp/oauth/consent";
        const refused = await visitor.submit(consent, { ...form, request: handleIn(page) });
        assert.equal(refused.status, 403);
        const link = /href="([^"]+again=1[^"]*)"/.exec(refused.text)?.[1] ?? "";
        const next = new URL(link.replaceAll("&amp;", "&"), s.provider.issuer).searchParams.get(
          "next",
        );
        assert.ok(next, link);
        const back = await signOn(s, "anna", { visitor, at, form: { again: "on", next } });
        assert.equal(back.location, next);
        const request = handleIn(await visitor.get(next));
        const target = locationOf(await visitor.submit(consent, { ...form, request }));
        assert.ok(target.href.startsWith(change.redirect_uri ?? CALLBACK), target.href);
        assert.equal(target.searchParams.get("state"), "state" in change ? null : "xyz");
        const code = target.searchParams.get("code") ?? "";
        const where = change.redirect_uri ? { redirect_uri: far } : {};
        const answer = await exchange(visitor, client_id, { code, verifier }, where);
        assert.equal(answer.body.scope, "mcp:read mcp:write", answer.text);
      }
    },
  "173: an organisation that insists on its provider opens to no password, at sign-in and in sessions and grants that are there":
    async (s) => {
      const member = await addUser(s.world, "admin");
      s.know("anna", { email: member.email, groups: ["leads"] });
      assert.equal((await signOn(s, "anna")).status, 303);
      const own = visitorOf(s.world);
      await own.signIn(member.email);
      const grant = await connected(own);
      assert.equal((await s.set({ is_enforced: true })).status, 200);
      const project_id = s.world.project.id;
      assert.equal((await call(own, "get_project", { project_id })).status, 404);
      assert.deepEqual((await me(own)).organisations, []);
      const params = { name: "get_project", arguments: { project_id } };
      const { body } = await own.send("/api/mcp", {
        method: "POST",
        headers: { authorization: `Bearer ${grant.access}`, "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      });
      assert.ok(body.error ?? body.result.isError, JSON.stringify(body));
      const late = visitorOf(s.world);
      const refused = await late.signIn(member.email);
      assert.equal(refused.status, 403);
      assert.ok(refused.text.includes(`href="${s.start}"`));
      assert.equal(late.cookies.has("sid"), false);
      assert.equal((await signOn(s, "anna")).status, 303);
    },
  "174: an organisation that insists tells nobody so who has not typed the right password": async (
    s,
  ) => {
    const member = await addUser(s.world, "member");
    s.know("anna", { email: member.email });
    await signOn(s, "anna");
    await s.set({ is_enforced: true });
    const wrong = await visitorOf(s.world).signIn(member.email, "not the password");
    assert.deepEqual(
      [wrong.status, wrong.text.includes("E-mail or password is wrong")],
      [401, true],
    );
  },
  "175: an owner still comes by the password, and the log says so": async (s) => {
    s.know("anna");
    await signOn(s, "anna");
    await s.set({ is_enforced: true });
    const own = visitorOf(s.world);
    assert.equal((await own.signIn(s.owner.email)).status, 303);
    assert.equal(await roleOf(own), "owner");
    const rows = await rowsOf(s, "sign_in_without_provider");
    assert.deepEqual(
      rows.map(({ target }) => target.user_id),
      [encodeId("usr", s.owner.user_id)],
    );
  },
  "176: nobody insists on a provider that has let nobody in": async (s) => {
    assert.equal((await s.set({ is_enforced: true })).status, 409);
    s.know("anna");
    await signOn(s, "anna");
    assert.equal((await s.set({ is_enforced: true, client_id: "another" })).status, 409);
    assert.equal((await s.set({ is_enforced: true })).status, 200);
  },
  "177: owners alone set and remove a provider, admins see it, others do not": async (s) => {
    const { organisation_id } = s;
    const stranger = await signedIn((await otherOrganisation(s)).other);
    for (const [visitor, wanted] of [
      [(await signedIn(s.world, "viewer")).visitor, [403, 403, 403]],
      [(await signedIn(s.world, "member")).visitor, [403, 403, 403]],
      [(await signedIn(s.world, "admin")).visitor, [200, 403, 403]],
      [stranger.visitor, [404, 404, 404]],
    ] as const) {
      const settings = { organisation_id, issuer: s.provider.issuer, ...CLIENT, ...SETTINGS };
      const statuses = [
        (await call(visitor, "get_sign_on", { organisation_id })).status,
        (await call(visitor, "set_sign_on", settings)).status,
        (await call(visitor, "remove_sign_on", { organisation_id })).status,
      ];
      assert.deepEqual(statuses, wanted);
    }
    s.pass(16 * 60_000);
    assert.equal((await s.set()).body.error.code, "PASSWORD_REQUIRED");
  },
  "178: the client's secret is sealed, shown nobody, and never sent to another issuer": async (
    s,
  ) => {
    const { rows } = await s.world.pool.query(
      "select client_secret::text as text, * from sign_ons",
    );
    assert.ok(!JSON.stringify(rows).includes(Buffer.from(CLIENT.client_secret).toString("hex")));
    const shown = await call(s.owner.visitor, "get_sign_on", {
      organisation_id: s.organisation_id,
    });
    assert.ok(shown.body.settings.has_secret && !shown.text.includes(CLIENT.client_secret));
    const other = await startIdentityProvider([shown.body.redirect_uri]);
    const moved = await s.set({ issuer: other.issuer, client_secret: undefined });
    assert.deepEqual([moved.status, moved.body.has_secret], [200, false]);
  },
  "179: another provider ends the sessions by the one before, and its subjects are nobody there":
    async (s) => {
      s.know("anna");
      const { visitor } = await signOn(s, "anna");
      const other = await startIdentityProvider([
        `${s.world.base.server.base_url}${s.start}/callback`,
      ]);
      assert.equal((await s.set({ issuer: other.issuer })).status, 200);
      assert.equal((await call(visitor, "get_me")).status, 401);
      other.people.set("anna", { email: s.owner.email, email_verified: false, groups: ["staff"] });
      s.provider.issuer = other.issuer;
      s.provider.people = other.people;
      other.login = "anna";
      const { answer } = await signOn({ ...s, provider: other }, "anna");
      assert.equal(answer.status, 403);
    },
  "180: a provider that is removed ends its sessions, and passwords open again": async (s) => {
    const member = await addUser(s.world, "member");
    s.know("anna", { email: member.email });
    const { visitor } = await signOn(s, "anna");
    await s.set({ is_enforced: true });
    const { organisation_id } = s;
    assert.equal((await call(s.owner.visitor, "remove_sign_on", { organisation_id })).status, 204);
    assert.equal((await call(visitor, "get_me")).status, 401);
    assert.equal((await visitorOf(s.world).signIn(member.email)).status, 303);
    assert.equal((await visitorOf(s.world).get(s.start)).status, 404);
  },
  "181: an invitation into an organisation that insists opens nothing by itself": async (s) => {
    s.know("anna");
    await signOn(s, "anna");
    await s.set({ is_enforced: true });
    const input = {
      organisation_id: s.organisation_id,
      email: `guest@${s.domain}`,
      role: "member",
    };
    const { body } = await call(s.owner.visitor, "invite_member", input);
    const guest = visitorOf(s.world);
    const { pathname } = new URL(body.url);
    const joined = await guest.submit(pathname, { name: "G", password: PASSWORD });
    assert.equal(joined.status, 403);
    assert.equal((await call(guest, "get_me")).status, 401);
  },
  "182: a session by a provider accepts no invitation to another organisation": async (s) => {
    const { other, organisation_id } = await otherOrganisation(s);
    const email = s.know("anna");
    const { visitor } = await signOn(s, "anna");
    const theirs = await signedIn(other);
    const input = { organisation_id, email, role: "admin" };
    const { body } = await call(theirs.visitor, "invite_member", input);
    const { pathname } = new URL(body.url);
    assert.equal((await visitor.submit(pathname, {})).status, 403);
    const { rows } = await s.world.pool.query(
      "select from memberships m join users u using (user_id) where u.email = $1",
      [email],
    );
    assert.equal(rows.length, 1);
  },
};

test("the page of signing in has a button where one organisation alone has a provider, and names none where several do", async () => {
  const s = await makeScene();
  const visitor = visitorOf(s.world);
  const hasButton = async () =>
    (await visitor.get("/login")).text.includes("Sign in with Our provider");
  await s.world.pool.query("delete from sign_ons where organisation_id <> $1", [
    s.world.project.organisation_id,
  ]);
  assert.equal(await hasButton(), true);
  const { other, organisation_id } = await otherOrganisation(s);
  const theirs = await signedIn(other);
  const settings = { organisation_id, issuer: s.provider.issuer, ...CLIENT, ...SETTINGS };
  assert.equal((await call(theirs.visitor, "set_sign_on", settings)).status, 200);
  assert.equal(await hasButton(), false);
});

for (const [title, run] of Object.entries(CASES)) {
  test(title, async () => run(await makeScene()));
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "#core/failure.ts";
import { authenticateToken } from "#domain/oauth/authenticate-token.ts";
import {
  approve,
  exchange,
  refresh,
  registered,
  signedIn,
  type Visitor,
} from "../kit/http-client.ts";
import { makeWorld } from "../kit/world.ts";

type Grant = { dead: boolean };
type Code = {
  code: string;
  verifier: string;
  client: string;
  user: number;
  grant: Grant | null;
  made_at: number;
};
type Token = {
  text: string;
  client: string;
  user: number;
  grant: Grant;
  spent: boolean;
  spent_at: number;
};
/** All that the rules need to remember: which grant a secret belongs to, and whether it is spent. */
type Model = { codes: Code[]; access: Token[]; refreshes: Token[] };

/** Numbers that are the same in every run. */
function makeDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

for (const seed of [1, 2, 3, 4]) {
  test(`200 random steps of two users and two clients do just what the rules say (seed ${seed})`, async () => {
    let now = Date.now();
    const world = await makeWorld({ now: () => new Date(now) });
    const users = [await signedIn(world), await signedIn(world)] as const;
    const visitors: readonly Visitor[] = users.map(({ visitor }) => visitor);
    const [anyone] = visitors;
    assert(anyone);
    const clients = [await registered(anyone), await registered(anyone)];
    const roll = makeDice(seed);
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[roll(items.length)];
    const model: Model = { codes: [], access: [], refreshes: [] };
    const keep = (
      body: Record<string, string>,
      owner: Omit<Token, "text" | "spent" | "spent_at">,
    ) => {
      const fresh = { ...owner, spent: false, spent_at: 0 };
      model.access.push({ ...fresh, text: body["access_token"] ?? "" });
      model.refreshes.push({ ...fresh, text: body["refresh_token"] ?? "" });
    };

    const steps = {
      async authorize() {
        const user = roll(2);
        const visitor = visitors[user];
        const client = pick(clients);
        assert(visitor && client);
        const write = roll(2) === 0;
        const { code, verifier } = await approve(visitor, client, { write });
        model.codes.push({ code, verifier, client, user, grant: null, made_at: now });
      },
      async exchange() {
        const code = pick(model.codes);
        const client = pick(clients);
        if (!code || !client) return;
        const lasts = now - code.made_at < 60_000;
        const good = code.grant === null && code.client === client && lasts;
        const { status, body } = await exchange(anyone, client, code);
        assert.equal(status, good ? 200 : 400);
        if (good) {
          code.grant = { dead: false };
          keep(body, { client, user: code.user, grant: code.grant });
        } else if (code.client === client && code.grant) {
          code.grant.dead = true;
        }
      },
      async refresh() {
        const token = pick(model.refreshes);
        const client = pick(clients);
        if (!token || !client) return;
        const own = token.client === client;
        const good = own && !token.spent && !token.grant.dead;
        const { status, body } = await refresh(anyone, client, token.text);
        assert.equal(status, good ? 200 : 400);
        if (good) keep(body, { client, user: token.user, grant: token.grant });
        else if (own && token.spent && now - token.spent_at >= 10_000) token.grant.dead = true;
        if (good) Object.assign(token, { spent: true, spent_at: now });
      },
      async revoke() {
        const token = pick([...model.access, ...model.refreshes]);
        const client_id = pick([undefined, ...clients]);
        if (!token || roll(3) > 0) return;
        const form = { token: token.text, ...(client_id && { client_id }) };
        const { status } = await anyone.submit("/api/mcp/oauth/revoke", form, {});
        assert.equal(status, 200);
        if (client_id === undefined || client_id === token.client) token.grant.dead = true;
      },
    };

    const names = ["authorize", "exchange", "exchange", "refresh", "refresh", "revoke"] as const;
    for (let step = 0; step < 200; step++) {
      const name = names[roll(names.length)] ?? "authorize";
      now += 400;
      await steps[name]();
      const token = pick(model.access);
      if (!token) continue;
      const expected = token.grant.dead ? "dead" : users[token.user]?.user_id;
      assert.equal(await holderOf(token.text), expected, `after step ${step}, ${name}`);
    }
    const dead = model.access.filter(({ grant }) => grant.dead).length;
    assert(dead > 3 && model.access.length - dead > 3, "the walk saw both kinds");
    for (const token of model.access) {
      const expected = token.grant.dead ? "dead" : users[token.user]?.user_id;
      assert.equal(await holderOf(token.text), expected);
    }

    async function holderOf(token: string): Promise<number | "dead"> {
      try {
        return (await authenticateToken(world.base, token)).user_id;
      } catch (error) {
        assert(error instanceof Failure && error.code === "UNAUTHORIZED");
        return "dead";
      }
    }
  });
}

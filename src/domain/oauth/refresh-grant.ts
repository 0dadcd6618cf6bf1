import { setTimeout as wait } from "node:timers/promises";
import type { AccountContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import { endGrant } from "./end-grant.ts";
import type { TokenAnswer } from "./grant.ts";
import { issueTokens } from "./issue-tokens.ts";
import { OAuthError } from "./oauth-error.ts";
import { doesGrantOpen, findToken, holdGrant, keepAnswer, spendRefresh } from "./oauth-queries.ts";
import { requireClient } from "./require-client.ts";
import { requireResource } from "./resource.ts";
import { type McpScope, SCOPES, splitScope } from "./scope.ts";

type Base = Pick<AccountContext, "db" | "now" | "server" | "vault">;
export type Refresh = {
  client_id: string;
  refresh_token: string;
  scope: string | undefined;
  resource: string | undefined;
};
type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>;
/** Requests with the same token that are answered together; `joined`: how many came after the first. */
type Gathering = { answer: Promise<TokenAnswer>; joined: number };
/** A refresh whose token was good when it came in. */
type Rotation = { hash: Buffer; token: FoundToken; scopes: McpScope[]; replay_seconds: number };

/** A token is consumed when it has not come again for `QUIET_STEPS` of these, so that requests sent together arrive before. */
const STEP_MS = 50;
const QUIET_STEPS = 20;
const GATHER_MAX_MS = 15_000;
/** So soon after its consumption a token that comes again ends nothing: a client's own calls may have crossed. */
const CROSSED_SECONDS = 10;

/**
 * Rotates refresh tokens (RFC 9700 4.14.2): the used one dies, a new pair comes. Requests that arrived before it was
 * consumed get a pair of the same grant: in this process the same one, and whether one that another process took
 * arrived in time the database alone says. Later ones are refused, and end the grant unless they come within seconds.
 * For `replay_seconds` the pair is answered again instead.
 */
export function makeRefresh(
  base: Base,
  replay_seconds: number,
): (given: Refresh) => Promise<TokenAnswer> {
  const under_way = new Map<string, Gathering>();
  return (given) => {
    const key = JSON.stringify(given);
    const same = under_way.get(key);
    if (same) {
      same.joined += 1;
      return same.answer;
    }
    const gathering = { joined: 0 };
    const gather = () => gatherUntilQuiet(gathering);
    const answer = refresh(base, given, { replay_seconds, gather });
    under_way.set(key, Object.assign(gathering, { answer }));
    return answer.finally(() => under_way.delete(key));
  };
}

/** A step that is late counts for nothing: a process that is held up may have requests waiting that it has not read. */
async function gatherUntilQuiet(gathering: { joined: number }): Promise<void> {
  const latest_ms = performance.now() + GATHER_MAX_MS;
  for (let quiet = 0; quiet < QUIET_STEPS && performance.now() < latest_ms; quiet++) {
    const { joined } = gathering;
    const began_ms = performance.now();
    await wait(STEP_MS);
    const isLate = performance.now() - began_ms > 2 * STEP_MS;
    if (isLate || gathering.joined > joined) quiet = 0;
  }
}

async function refresh(
  base: Base,
  given: Refresh,
  { replay_seconds, gather }: { replay_seconds: number; gather(): Promise<void> },
): Promise<TokenAnswer> {
  const hash = hashSecret(given.refresh_token);
  const token = await findToken(base.db, hash);
  const isOurs = token?.kind === "refresh" && token.client_id === given.client_id;
  if (!isOurs) await requireClient(base.db, given.client_id);
  if (!token || !isOurs || token.revoked_at !== null || token.is_disabled) throw refuseToken();
  let answer: TokenAnswer | undefined;
  if (token.used_at === null) {
    const resource = requireResource(given.resource, base.server.base_url);
    const scopes = narrow(token.granted, given.scope);
    // A client sends its user to sign in only where it is refused; the token stays good for when they did.
    if (!(await doesGrantOpen(base.db, token.grant_id, { resource, now: base.now() }))) {
      throw new OAuthError("invalid_grant", "It opens nothing now: authorize this client again.");
    }
    await gather();
    answer = await rotate(base, { hash, token, scopes, replay_seconds });
  } else {
    const age_seconds = (base.now().getTime() - Date.parse(String(token.used_at))) / 1_000;
    if (age_seconds < replay_seconds) {
      answer = openAnswer(base, token, narrow(token.granted, given.scope));
    } else if (age_seconds >= CROSSED_SECONDS) {
      const reason = "refresh token reused";
      await endGrant(base, token, { operation: "end_reused_grant", reason });
    }
  }
  if (!answer) throw refuseToken();
  return answer;
}

/** A new pair, or the one another request of the same moment got; undefined when the token or its grant is over. */
async function rotate(base: Base, rotation: Rotation): Promise<TokenAnswer | undefined> {
  const { hash, token, scopes, replay_seconds } = rotation;
  const now = base.now();
  if (Date.parse(String(token.expires_at)) <= now.getTime()) return undefined;
  return base.db.transaction().execute(async (db) => {
    const isFirst = await spendRefresh(db, hash, now);
    if (!(await holdGrant(db, token.grant_id))) return undefined;
    const found = !isFirst && replay_seconds > 0 ? await findToken(db, hash) : undefined;
    const kept = found && openAnswer(base, found, scopes);
    if (kept) return kept;
    const grant = { grant_id: token.grant_id, scopes, granted: token.granted };
    const answer = await issueTokens(db, grant, now);
    if (isFirst && replay_seconds > 0) {
      await keepAnswer(db, hash, base.vault.seal(JSON.stringify(answer)));
    }
    return answer;
  });
}

function openAnswer(
  { vault }: Base,
  { answer }: FoundToken,
  scopes: McpScope[],
): TokenAnswer | undefined {
  if (!answer) return undefined;
  try {
    const kept: TokenAnswer = JSON.parse(vault.open(answer));
    return kept.scope === scopes.join(" ") ? kept : undefined;
  } catch (error) {
    // Sealed with a key that is gone: another pair does as well.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function narrow(granted: readonly McpScope[], scope: string | undefined): McpScope[] {
  const asked = splitScope(scope);
  if (asked.length === 0) return [...granted];
  if (asked.some((word) => !(granted as readonly string[]).includes(word))) {
    throw new OAuthError("invalid_scope", `The user granted ${granted.join(" ")}, no more.`);
  }
  // Reading comes with every token.
  return SCOPES.filter((scope) => scope === "mcp:read" || asked.includes(scope));
}

function refuseToken(): OAuthError {
  return new OAuthError("invalid_grant", "The refresh token is not good, or was used or revoked.");
}

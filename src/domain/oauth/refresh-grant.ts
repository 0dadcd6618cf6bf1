import type { AccountContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import { endGrant } from "./end-grant.ts";
import type { TokenAnswer } from "./grant.ts";
import { issueTokens } from "./issue-tokens.ts";
import { OAuthError } from "./oauth-error.ts";
import { findToken, holdGrant, spendRefresh } from "./oauth-queries.ts";
import { requireResource } from "./resource.ts";
import { type McpScope, SCOPES, splitScope } from "./scope.ts";

type Base = Pick<AccountContext, "db" | "now" | "server">;
export type Refresh = {
  client_id: string;
  refresh_token: string;
  scope: string | undefined;
  resource: string | undefined;
};
type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>;

/**
 * Rotates a refresh token (RFC 9700 4.14.2): the used one dies, a new pair comes. Using a dead one ends the grant,
 * unless it died within the last `race_seconds`: then the caller is refused and the grant lives.
 */
export async function refreshGrant(
  base: Base,
  given: Refresh,
  race_seconds: number,
): Promise<TokenAnswer> {
  const hash = hashSecret(given.refresh_token);
  const token = await findToken(base.db, hash);
  const isOurs = token?.kind === "refresh" && token.client_id === given.client_id;
  if (!token || !isOurs || token.revoked_at !== null || token.is_disabled) throw refuseToken();
  const now = base.now();
  if (token.used_at === null) {
    requireResource(given.resource, base.server.base_url);
    const scopes = narrow(token.granted, given.scope);
    const work = (trx: Database) => rotate(trx, { hash, token, scopes, now });
    const answer = await base.db.transaction().execute(work);
    if (answer) return answer;
  }
  await endGrantOfReused(base, hash, { now, race_seconds });
  throw refuseToken();
}

async function rotate(
  db: Database,
  { hash, token, scopes, now }: { hash: Buffer; token: FoundToken; scopes: McpScope[]; now: Date },
): Promise<TokenAnswer | undefined> {
  if (!(await spendRefresh(db, hash, now))) return undefined;
  if (!(await holdGrant(db, token.grant_id))) return undefined;
  return issueTokens(db, { grant_id: token.grant_id, scopes, granted: token.granted }, now);
}

/**
 * Read again: the call that won the token in the meantime has marked it. An expired one was never
 * used and ends nothing.
 */
async function endGrantOfReused(
  base: Base,
  hash: Buffer,
  { now, race_seconds }: { now: Date; race_seconds: number },
): Promise<void> {
  const token = await findToken(base.db, hash);
  if (!token?.used_at) return;
  const age_seconds = (now.getTime() - Date.parse(String(token.used_at))) / 1_000;
  if (age_seconds < race_seconds) return;
  const reason = "refresh token reused";
  await endGrant(base, token, { operation: "end_reused_grant", reason });
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

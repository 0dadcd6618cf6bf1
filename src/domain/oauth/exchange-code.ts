import { createHash } from "node:crypto";
import { recordAudit } from "#core/audit.ts";
import type { AccountContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import { endGrant } from "./end-grant.ts";
import type { TokenAnswer } from "./grant.ts";
import { issueTokens } from "./issue-tokens.ts";
import { OAuthError } from "./oauth-error.ts";
import { findCode, insertGrant, spendCode } from "./oauth-queries.ts";
import { parseRedirectUri } from "./redirect-uri.ts";
import { requireResource } from "./resource.ts";

type Base = Pick<AccountContext, "db" | "now" | "server">;
export type CodeExchange = {
  client_id: string;
  code: string;
  code_verifier: string;
  redirect_uri: string | undefined;
  resource: string | undefined;
};
type FoundCode = NonNullable<Awaited<ReturnType<typeof findCode>>>;

/**
 * Redeems an authorization code, once (RFC 6749 4.1.3, RFC 7636 4.6). A wrong verifier leaves it usable; using it
 * a second time ends the grant that came of it.
 */
export async function exchangeCode(base: Base, given: CodeExchange): Promise<TokenAnswer> {
  const hash = hashSecret(given.code);
  const code = await findCode(base.db, hash);
  // Whose code it is comes first: a leaked code in other hands must not end the grant.
  if (!code || code.client_id !== given.client_id || code.is_disabled) throw refuseCode();
  const now = base.now();
  if (code.used_at === null) {
    requireMatch(code, given);
    requireResource(given.resource, base.server.base_url);
    const tokens = await base.db.transaction().execute((trx) => redeem(trx, code, now));
    if (tokens) return tokens;
  }
  await endGrantOf(base, hash);
  throw refuseCode();
}

async function redeem(db: Database, code: FoundCode, now: Date): Promise<TokenAnswer | undefined> {
  if (!(await spendCode(db, code.hash, now))) return undefined;
  const { client_id, user_id, scopes, resource, sign_on } = code;
  const grant = { client_id, user_id, scopes, resource, sign_on, created_at: now };
  const grant_id = await insertGrant(db, code.hash, grant);
  const actor = { kind: "user", door: "oauth", user_id } as const;
  const target = { client_id };
  await recordAudit({ db, actor, now: () => now }, { operation: "connect_client", target });
  return issueTokens(db, { grant_id, scopes, granted: scopes }, now);
}

/** Read again: the call that won the code in the meantime has written the grant there. */
async function endGrantOf(base: Base, hash: Buffer): Promise<void> {
  const code = await findCode(base.db, hash);
  if (!code?.grant_id) return;
  const grant = { ...code, grant_id: code.grant_id };
  await endGrant(base, grant, { operation: "end_reused_grant", reason: "code replayed" });
}

function requireMatch(code: FoundCode, given: CodeExchange): void {
  const isVerifier = /^[A-Za-z0-9._~-]{43,128}$/.test(given.code_verifier);
  const challenge = createHash("sha256").update(given.code_verifier).digest("base64url");
  if (!isVerifier || challenge !== code.code_challenge) throw refuseCode();
  if (given.redirect_uri === undefined) return;
  const asked = parseRedirectUri(given.redirect_uri);
  if (asked?.href !== code.redirect_uri) throw refuseCode();
}

function refuseCode(): OAuthError {
  return new OAuthError(
    "invalid_grant",
    "The code, its verifier or its redirect_uri is not good, or the code was used or is too old.",
  );
}

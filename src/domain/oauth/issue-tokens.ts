import type { Database } from "#core/database.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import {
  ACCESS_SECONDS,
  after,
  makeAccessToken,
  makeRefreshToken,
  REFRESH_SECONDS,
  type TokenAnswer,
} from "./grant.ts";
import { insertTokens } from "./oauth-queries.ts";
import type { McpScope } from "./scope.ts";

/** Makes a pair of tokens for a grant; `scopes` are the access token's, `granted` those the refresh token keeps. */
export async function issueTokens(
  db: Database,
  { grant_id, scopes, granted }: { grant_id: number; scopes: McpScope[]; granted: McpScope[] },
  now: Date,
): Promise<TokenAnswer> {
  const access_token = makeAccessToken();
  const refresh_token = makeRefreshToken();
  const common = { grant_id, created_at: now };
  await insertTokens(db, [
    {
      ...common,
      kind: "access",
      hash: hashSecret(access_token),
      scopes,
      expires_at: after(now, ACCESS_SECONDS),
    },
    {
      ...common,
      kind: "refresh",
      hash: hashSecret(refresh_token),
      scopes: granted,
      expires_at: after(now, REFRESH_SECONDS),
    },
  ]);
  return {
    access_token,
    token_type: "Bearer",
    expires_in: ACCESS_SECONDS,
    refresh_token,
    scope: scopes.join(" "),
  };
}

import type { BaseContext } from "#core/context.ts";
import type { DocumentPolicy } from "#domain/oauth/client-document.ts";
import type { AttemptLimit } from "#transports/shared/attempts.ts";
import type { RateLimit } from "#transports/shared/rate-limit.ts";

/** What an operator may decide about OAuth; `drop_uris` are exact redirect URIs. */
export type OAuthPolicy = DocumentPolicy & {
  /** For so long after its use a refresh token is answered with the same pair again. */
  refresh_race_seconds: number;
};

/** What the authorization server is made of. */
export type OAuthParts = {
  base: BaseContext;
  /** Of registrations, by address. */
  limit: RateLimit;
  attempts: AttemptLimit;
  policy: OAuthPolicy;
};

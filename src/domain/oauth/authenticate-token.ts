import type { BaseContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import { findTokenHolder, type TokenHolder } from "./oauth-queries.ts";
import { resourceOf } from "./resource.ts";

const SHAPE = /^earshot_at_[A-Za-z0-9_-]{43}$/;

/**
 * Who a bearer token speaks for, with which scopes, and the project of that number if it is theirs; UNAUTHORIZED,
 * always in the same words, for any other text.
 */
export async function authenticateToken(
  { db, now, server }: BaseContext,
  bearer: string | undefined,
  project_id = 0,
): Promise<TokenHolder> {
  const holder =
    bearer !== undefined && SHAPE.test(bearer)
      ? await findTokenHolder(db, {
          hash: hashSecret(bearer),
          resource: resourceOf(server.base_url),
          now: now(),
          project_id,
        })
      : undefined;
  if (!holder) {
    throw new Failure("UNAUTHORIZED", "A valid access token is needed: authorize this client.");
  }
  return holder;
}

import type { AccountContext, SignOn } from "#core/context.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import { after, CODE_SECONDS, makeCode } from "./grant.ts";
import { findRequest, insertCode, type StoredRequest, takeRequest } from "./oauth-queries.ts";
import { answerUri } from "./redirect-uri.ts";
import { SCOPES, scopesOf } from "./scope.ts";

/** What the user did on the consent page; `write` is the ticked box. */
export type Decision = {
  request: string;
  session_id: number;
  user_id: number;
  sign_on: SignOn;
  approved: boolean;
  write: boolean;
};

/**
 * The parameters with which the client asked, for who has to sign in again before deciding; undefined when the request is not
 * this session's, spent or old.
 */
export async function repeatRequest(
  { db, now }: Pick<AccountContext, "db" | "now">,
  { request, session_id }: Pick<Decision, "request" | "session_id">,
): Promise<URLSearchParams | undefined> {
  const hash = hashSecret(request);
  const found = await findRequest(db, { hash, session_id, now: now() });
  if (!found) return undefined;
  const { client_id, redirect_uri, redirect_uri_given, code_challenge, state, resource } = found;
  return new URLSearchParams({
    ...{ response_type: "code", client_id, code_challenge, code_challenge_method: "S256" },
    ...{ resource, scope: SCOPES.join(" ") },
    ...(redirect_uri_given && { redirect_uri }),
    ...(typeof state === "string" && { state }),
  });
}

/** The address that carries the decision to the client; undefined when the request is not this session's, spent or old. */
export async function decideConsent(
  { db, now, server }: Pick<AccountContext, "db" | "now" | "server">,
  decision: Decision,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const found = await takeRequest(trx, {
      hash: hashSecret(decision.request),
      session_id: decision.session_id,
      now: now(),
    });
    if (!found) return undefined;
    const answer = { state: found.state ?? undefined, iss: server.base_url };
    if (!decision.approved) {
      const refusal = { error: "access_denied", error_description: "The user said no." };
      return answerUri(found.redirect_uri, { ...refusal, ...answer });
    }
    const code = makeCode();
    const { redirect_uri, client_id, code_challenge, resource }: StoredRequest = found;
    await insertCode(trx, {
      hash: hashSecret(code),
      client_id,
      redirect_uri,
      code_challenge,
      resource,
      user_id: decision.user_id,
      sign_on: decision.sign_on,
      scopes: scopesOf(decision.write),
      expires_at: after(now(), CODE_SECONDS),
    });
    return answerUri(redirect_uri, { code, ...answer });
  });
}

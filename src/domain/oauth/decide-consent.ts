import type { AccountContext, SignOn } from "#core/context.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import { after, CODE_SECONDS, makeCode } from "./grant.ts";
import { answerRequest, findAnswered, findRequest, insertCode } from "./oauth-queries.ts";
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
 * this session's, or old.
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

/**
 * The address that carries the decision to the client; undefined when the request is not this session's, old or answered
 * otherwise. The same decision again, whose answer may be lost, has the same address until its code is redeemed or over.
 */
export async function decideConsent(
  { db, now, server }: Pick<AccountContext, "db" | "now" | "server">,
  { request, session_id, approved, write, user_id, sign_on }: Decision,
): Promise<string | undefined> {
  const code = makeCode(request);
  const hash = hashSecret(code);
  const granted = approved ? scopesOf(write) : [];
  return db.transaction().execute(async (trx) => {
    const asked = { hash: hashSecret(request), session_id, now: now() };
    const first = await answerRequest(trx, asked, granted);
    const found = first ?? (await findAnswered(trx, asked, { granted, code: hash }));
    if (!found) return undefined;
    const { redirect_uri, client_id, code_challenge, resource } = found;
    const answer = { state: found.state ?? undefined, iss: server.base_url };
    if (!approved) {
      const refusal = { error: "access_denied", error_description: "The user said no." };
      return answerUri(redirect_uri, { ...refusal, ...answer });
    }
    if (first) {
      const expires_at = after(now(), CODE_SECONDS);
      const row = { hash, client_id, redirect_uri, code_challenge, resource, user_id, sign_on };
      await insertCode(trx, { ...row, scopes: granted, expires_at });
    }
    return answerUri(redirect_uri, { code, ...answer });
  });
}

import { type Context, Hono } from "hono";
import type { Session } from "#domain/accounts/session-queries.ts";
import {
  askConsent,
  checkAuthorization,
  type Destination,
  findDestination,
} from "#domain/oauth/begin-authorization.ts";
import { documentUrl } from "#domain/oauth/client-document.ts";
import { decideConsent, repeatRequest } from "#domain/oauth/decide-consent.ts";
import { OAuthError } from "#domain/oauth/oauth-error.ts";
import { wasApproved } from "#domain/oauth/oauth-queries.ts";
import { answerUri } from "#domain/oauth/redirect-uri.ts";
import { listUserProjects } from "#domain/projects/project-queries.ts";
import { readForm } from "#transports/shared/body.ts";
import { againPath, confirmPassword, passwordPage } from "#transports/shared/confirm-password.ts";
import { guardPage, messagePage, showPage } from "#transports/shared/page.ts";
import { clientNetwork } from "#transports/shared/rate-limit.ts";
import { isSameOrigin } from "#transports/shared/same-origin.ts";
import { sessionOf } from "#transports/shared/signed-in.ts";
import { CONNECTIONS_PATH } from "./connections-page.ts";
import { consentPage, PROJECTS_NAMED } from "./consent-page.ts";
import { OAUTH_PATH } from "./metadata.ts";
import type { OAuthParts } from "./oauth-parts.ts";

const FORM_BYTES_MAX = 16_384;

/** Where the user comes with a client's request, and decides over it. */
export function makeAuthorize(parts: OAuthParts): Hono {
  const app = new Hono();
  const { base } = parts;
  app.get(`${OAUTH_PATH}/authorize`, (c) => guardPage(c, base, () => authorize(c, parts)));
  app.post(`${OAUTH_PATH}/consent`, (c) => guardPage(c, base, () => decide(c, parts)));
  for (const [name, method] of [
    ["authorize", "GET"],
    ["consent", "POST"],
  ] as const) {
    app.all(`${OAUTH_PATH}/${name}`, (c) => {
      c.header("Allow", method);
      return c.json({ error: "invalid_request", error_description: `Use ${method}.` }, 405);
    });
  }
  return app;
}

async function authorize(c: Context, parts: OAuthParts): Promise<Response> {
  const { base } = parts;
  const url = new URL(c.req.url);
  // Only for users of ours is a document fetched.
  const isDocument = documentUrl(url.searchParams.get("client_id") ?? "") !== undefined;
  if (isDocument && !(await sessionOf(c, base))) return askLogin(c, url);
  const destination = await findDestinationOrExplain(c, parts, url.searchParams);
  if (destination instanceof Response) return destination;
  try {
    const authorization = checkAuthorization(base, url.searchParams, destination);
    const session = await sessionOf(c, base);
    if (!session) return askLogin(c, url);
    if (!session.is_member) return refuseStranger(c);
    const request = await askConsent(base, session.session_id, authorization.stored);
    const projects = await listUserProjects(base.db, session, { limit: PROJECTS_NAMED, offset: 0 });
    return showPage(c, consentPage({ authorization, session, request, projects }));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const { client, redirect_uri, state } = destination;
    // Anybody can register a client: until somebody approved it, its address is sent nobody.
    if (!(await wasApproved(base.db, client.client_id))) return explain(c, error);
    const answer = { error: error.code, error_description: error.message, state };
    return c.redirect(answerUri(redirect_uri, { ...answer, iss: base.server.base_url }), 303);
  }
}

function askLogin(c: Context, { pathname, search }: URL): Response {
  return c.redirect(`/login?next=${encodeURIComponent(pathname + search)}`, 303);
}

/** Before the destination is certain, an error is shown here and sent nowhere. */
async function findDestinationOrExplain(
  c: Context,
  { base, limit, policy }: OAuthParts,
  parameters: URLSearchParams,
): Promise<Destination | Response> {
  const { fetchDocument: fetch } = policy;
  const fetchDocument =
    fetch &&
    (async (url: URL) => {
      await limit.count(c, `address:${clientNetwork(c)}`);
      return fetch(url);
    });
  try {
    return await findDestination(base, parameters, { ...policy, fetchDocument });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return explain(c, error);
  }
}

function explain(c: Context, { message }: OAuthError): Promise<Response> {
  const page = messagePage({ title: "This client cannot connect", text: message });
  return showPage(c, page, 400);
}

async function decide(c: Context, { base, attempts }: OAuthParts): Promise<Response> {
  const session = await sessionOf(c, base);
  if (!session || !isSameOrigin(c, base.server.base_url)) return refuseDecision(c);
  if (!session.is_member) return refuseStranger(c);
  const form = await readForm(c.req, FORM_BYTES_MAX);
  const decision = form.get("decision");
  if (decision !== "approve" && decision !== "deny") return refuseDecision(c);
  const request = form.get("request") ?? "";
  const approved = decision === "approve";
  const write = form.get("write") === "on";
  // Tokens that may write renew without end; refusing and reading is done at once.
  if (approved && write && !session.is_confirmed) {
    const password = form.get("password");
    const isRight =
      password !== null && (await confirmPassword(c, { base, attempts }, { session, password }));
    if (!isRight) {
      const query = await repeatRequest(base, { request, session_id: session.session_id });
      if (!query) return refuseDecision(c);
      // Who signs in anew has another session, which does not know the request.
      const again = againPath(session, `${OAUTH_PATH}/authorize?${query}`);
      return askPassword(c, session, { request, again, isWrong: password !== null });
    }
  }
  const { session_id, user_id, sign_on } = session;
  const given = { request, session_id, user_id, sign_on, approved, write };
  const target = await decideConsent(base, given);
  return target ? c.redirect(target, 303) : refuseDecision(c);
}

/** The decision again, with a field for the password; nothing is decided before it is right. */
function askPassword(
  c: Context,
  session: Session,
  { request, again, isWrong }: { request: string; again: string | undefined; isWrong: boolean },
): Promise<Response> {
  const page = passwordPage({
    email: session.email,
    again,
    lead: "You are about to let a client make changes.",
    action: `${OAUTH_PATH}/consent`,
    fields: { request, decision: "approve", write: "on" },
    isWrong,
  });
  return showPage(c, page, isWrong ? 401 : 403);
}

function refuseDecision(c: Context): Promise<Response> {
  const text =
    "It was answered already, is older than ten minutes, or did not come from our page. Start again in your client if that is not connected.";
  const action = { href: CONNECTIONS_PATH, label: "Connected apps" };
  return showPage(c, messagePage({ title: "This request is not open", text, action }), 403);
}

function refuseStranger(c: Context): Promise<Response> {
  const text = "You are not a member of any organisation here, so there is nothing to connect to.";
  return showPage(c, messagePage({ title: "No access", text }), 403);
}

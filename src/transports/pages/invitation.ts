import type { Context } from "hono";
import { html } from "hono/html";
import { translateDatabaseError } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { joinAsNewUser, joinAsUser, readInvitation } from "#domain/accounts/accept-invitation.ts";
import type { OpenInvitation } from "#domain/accounts/invitation-queries.ts";
import type { Session } from "#domain/accounts/session-queries.ts";
import { readForm } from "#transports/shared/body.ts";
import {
  isFaulty,
  messagePage,
  ONCE_SCRIPT,
  type PageContent,
  problemLine,
  showPage,
} from "#transports/shared/page.ts";
import { completeSignIn } from "#transports/shared/sign-in.ts";
import { sessionOf } from "#transports/shared/signed-in.ts";
import { loginPath } from "./login.ts";
import { FORM_BYTES_MAX, type PageParts } from "./page-parts.ts";

type Invited = OpenInvitation & { has_account: boolean };
type State = {
  token: string;
  session: Session | undefined;
  problem: string | null;
  /** What a new user gave, whose password is refused. */
  given?: { name: string };
};

/** GET /invitations/{token}: who invites to what; looking spends nothing. */
export async function showInvitation(c: Context, parts: PageParts): Promise<Response> {
  const token = c.req.param("token") ?? "";
  const invitation = await readInvitation(parts.base, token);
  if (!invitation) return refuseLink(c);
  const session = await sessionOf(c, parts.base);
  return showPage(c, invitationPage(invitation, { token, session, problem: null }));
}

/** POST /invitations/{token}: joins, as the signed-in user or with `name` and `password` as a new one. */
export async function acceptInvitation(c: Context, { base }: PageParts): Promise<Response> {
  const token = c.req.param("token") ?? "";
  const invitation = await readInvitation(base, token);
  if (!invitation) return refuseLink(c);
  const session = await sessionOf(c, base);
  const state = { token, session, problem: null };
  const given = { name: "" };
  try {
    if (invitation.has_account) {
      if (isOwn(session) && (await joinAsUser(base, token, session))) return c.redirect("/", 303);
      return await showAgain(c, base, state);
    }
    const form = await readForm(c.req, FORM_BYTES_MAX);
    given.name = (form.get("name") ?? "").replaceAll("\0", "").trim().slice(0, 100);
    const user_id = await joinAsNewUser(base, token, {
      ...given,
      password: form.get("password") ?? "",
    });
    if (user_id === undefined) return await showAgain(c, base, state);
    return await completeSignIn(c, base, { user_id });
  } catch (thrown) {
    const error = translateDatabaseError(thrown);
    if (!(error instanceof Failure)) throw error;
    if (error.code === "DUPLICATE") return showAgain(c, base, state);
    const show = (more: Partial<State>, status: 400 | 403) =>
      showPage(c, invitationPage(invitation, { ...state, ...more }), status);
    if (error.code === "VALIDATION_ERROR") return show({ problem: error.message, given }, 400);
    if (error.code !== "PLAN_LIMIT_REACHED") throw error;
    const problem = `${error.message} Ask who invited you for room; the invitation stays open.`;
    return show({ problem }, 403);
  }
}

/** An organisation's provider says who somebody is to that organisation alone. */
const isOwn = (session: Session | undefined): session is Session => session?.sign_on === null;

/** What the link is by now: used, or to an address that has an account. */
async function showAgain(c: Context, base: PageParts["base"], state: State): Promise<Response> {
  const invitation = await readInvitation(base, state.token);
  return invitation ? showPage(c, invitationPage(invitation, state), 403) : refuseLink(c);
}

function refuseLink(c: Context): Promise<Response> {
  const text =
    "It was used, revoked or replaced, is older than 7 days, or who made it may not invite any more. Ask for a new one.";
  return showPage(c, messagePage({ title: "This invitation is not open", text }), 404);
}

function invitationPage(invitation: Invited, state: State): PageContent {
  const { organisation, role, email, has_account } = invitation;
  const body = html`<h1>Join ${organisation} on Earshot</h1>
    <dl class="facts">
      <div><dt>Invited</dt><dd>${email}</dd></div>
      <div><dt>Role</dt><dd>${role}</dd></div>
    </dl>
    ${problemLine(state.problem)}
    ${has_account ? joinForm(email, state) : newUserForm(email, state)}`;
  const title = state.problem ? "Not joined" : `Join ${organisation}`;
  return { title, body, scripts: [ONCE_SCRIPT] };
}

function joinForm(email: string, { token, session }: State) {
  const path = `/invitations/${token}`;
  if (isOwn(session) && session.email.toLowerCase() === email.toLowerCase()) {
    return html`<form method="post" action="${path}"><button class="primary">Join</button></form>`;
  }
  const said = html`<p>This address has an account. Sign in with it to join.</p>`;
  if (!session) {
    return html`${said}
    <p><a class="button primary" href="${loginPath(path)}">Sign in as ${email}</a></p>`;
  }
  const how = isOwn(session) ? "" : " by your organisation’s provider, which does not count here";
  return html`${said}
    <p>You are signed in as ${session.email}${how}.</p>
    <form method="post" action="/logout">
      <input type="hidden" name="next" value="${path}">
      <button class="primary">Sign out, then sign in as ${email}</button>
    </form>`;
}

function newUserForm(email: string, { token, problem, given }: State) {
  return html`<form method="post" action="/invitations/${token}">
    <input type="hidden" name="username" value="${email}" autocomplete="username">
    <label class="field"><span>Your name</span>
      <input name="name" value="${given?.name ?? ""}" autocomplete="name" maxlength="100"></label>
    <label class="field"><span>Choose a password</span>
      <input type="password" name="password" autocomplete="new-password" required minlength="12" maxlength="1024" ${given ? html`autofocus ${isFaulty(problem)}` : ""}>
      <small>At least 12 characters; a few random words are good.</small></label>
    <button class="primary">Create account and join</button>
  </form>`;
}

import type { Context } from "hono";
import { html } from "hono/html";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { setUp } from "#domain/accounts/set-up.ts";
import { hasUsers } from "#domain/accounts/setup-queries.ts";
import { nameText } from "#domain/words/name-text.ts";
import { readForm } from "#transports/shared/body.ts";
import {
  isFaulty,
  ONCE_SCRIPT,
  type PageContent,
  problemLine,
  refuseForeignForm,
  showNotFound,
  showPage,
} from "#transports/shared/page.ts";
import { isSameOrigin } from "#transports/shared/same-origin.ts";
import { completeSignIn } from "#transports/shared/sign-in.ts";
import { FORM_BYTES_MAX, type PageParts } from "./page-parts.ts";

/** GET /setup: the first owner's form; not found once there is a user. */
export async function showSetup(c: Context, { base }: PageParts): Promise<Response> {
  if (await hasUsers(base.db)) return showNotFound(c);
  const token = c.req.query("token") ?? "";
  return showPage(c, setupPage({ token, email: "", organisation: "" }));
}

/** POST /setup: `token, organisation, email, password` make the first organisation and its owner. */
export async function doSetup(c: Context, { base, plan }: PageParts): Promise<Response> {
  if (await hasUsers(base.db)) return showNotFound(c);
  if (!isSameOrigin(c, base.server.base_url)) return refuseForeignForm(c);
  const form = await readForm(c.req, FORM_BYTES_MAX);
  const get = (name: string) => (form.get(name) ?? "").replaceAll("\0", "").trim();
  const given = { token: get("token"), email: get("email"), organisation: get("organisation") };
  const owner = { ...given, password: form.get("password") ?? "" };
  const again = (faulty: Field, problem: string, status = 400) =>
    showPage(c, setupPage({ ...given, faulty, problem }), status);
  if (!z.email().max(254).safeParse(given.email).success) {
    return again("email", "This is not an e-mail address.");
  }
  if (!nameText(100).safeParse(given.organisation).success) {
    return again("organisation", "An organisation's name has 1 to 100 characters.");
  }
  try {
    const outcome = await setUp(base, owner, plan);
    if (outcome.kind === "closed") return showNotFound(c);
    if (outcome.kind === "refused") {
      return again("token", "The setup token is not the one in the log of this start.", 403);
    }
    return await completeSignIn(c, base, { user_id: outcome.user_id });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "VALIDATION_ERROR") throw error;
    return again("password", error.message);
  }
}

type Field = "token" | "organisation" | "email" | "password";

function setupPage(state: {
  token: string;
  email: string;
  organisation: string;
  faulty?: Field;
  problem?: string;
}): PageContent {
  const { token, email, organisation, faulty, problem = null } = state;
  const at = (field: Field) => (field === faulty ? html`autofocus ${isFaulty(problem)}` : "");
  const body = html`<h1>Welcome to Earshot</h1>
    <p class="lead">Create the first account. It owns this installation and can invite others.</p>
    ${problemLine(problem)}
    <form method="post" action="/setup">
      <label class="field"><span>Setup token</span>
        <input name="token" value="${token}" autocomplete="off" required maxlength="100" ${at("token")}>
        <small>Printed to the log when the server started.</small></label>
      <label class="field"><span>Organisation</span>
        <input name="organisation" value="${organisation}" autocomplete="organization" required maxlength="100" ${at("organisation")}></label>
      <label class="field"><span>Your e-mail</span>
        <input type="email" name="email" value="${email}" autocomplete="username" required maxlength="254" ${at("email")}></label>
      <label class="field"><span>Password</span>
        <input type="password" name="password" autocomplete="new-password" required minlength="12" maxlength="1024" ${at("password")}>
        <small>At least 12 characters; a few random words are good.</small></label>
      <button class="primary">Create account</button>
    </form>`;
  return { title: problem ? "Not set up" : "Setup", body, scripts: [ONCE_SCRIPT] };
}

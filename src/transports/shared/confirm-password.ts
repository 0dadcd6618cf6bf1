import type { Context } from "hono";
import { html } from "hono/html";
import type { BaseContext } from "#core/context.ts";
import { checkPassword } from "#domain/accounts/check-password.ts";
import { confirmSession, type Session } from "#domain/accounts/session-queries.ts";
import { signOnPaths } from "#domain/accounts/sign-on/sign-on.ts";
import type { AttemptLimit } from "./attempts.ts";
import { isFaulty, ONCE_SCRIPT, type PageContent, problemLine } from "./page.ts";

/** Whether a password typed again is the user's own; a right one is good for what lasts, for 15 minutes. */
export async function confirmPassword(
  c: Context,
  { base, attempts }: { base: BaseContext; attempts: AttemptLimit },
  { session, password }: { session: Session; password: string },
): Promise<boolean> {
  const { email, session_id } = session;
  // Counted: a stolen session must not be a place to guess at.
  const found = await attempts.guardSession(c, session, () =>
    checkPassword(base, { email, password }),
  );
  if (found === undefined) return false;
  await confirmSession(base.db, session_id, base.now());
  return true;
}

/** Where somebody who came by an organisation's provider signs in there again; undefined for all others. */
export function againPath({ sign_on }: Session, next?: string): string | undefined {
  if (sign_on === null) return undefined;
  const query = new URLSearchParams({ again: "1", ...(next !== undefined && { next }) });
  return `${signOnPaths(sign_on).start}?${query}`;
}

/** A page that asks for the password and sends `fields` along with it. */
export function passwordPage(ask: {
  email: string;
  lead: string;
  action: string;
  fields: Record<string, string>;
  isWrong: boolean;
  /** Of a session by an organisation's provider: where to sign in there again instead. */
  again?: string | undefined;
}): PageContent {
  const { email, lead, action, fields, isWrong, again } = ask;
  const problem = isWrong ? "This is not your password." : null;
  const body = html`<h1>Type your password again</h1>
    <p class="lead">${lead} You are signed in as <strong>${email}</strong>.</p>
    ${problemLine(problem)}
    <form method="post" action="${action}">
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      <input type="hidden" name="username" value="${email}" autocomplete="username">
      <label class="field"><span>Password</span>
        <input type="password" name="password" autocomplete="current-password" required maxlength="1024" autofocus ${isFaulty(problem)}></label>
      <button class="primary">Confirm</button>
    </form>
    ${again ? html`<p class="aside"><a class="link" href="${again}">Sign in with your organisation again</a> instead.</p>` : ""}`;
  return { title: problem ? "Not confirmed" : "Confirm", body, scripts: [ONCE_SCRIPT] };
}

import { html } from "hono/html";
import { signOnPaths } from "#domain/accounts/sign-on/sign-on.ts";

/** The button that leads to an organisation's provider, and back to `next`; `again` asks to be signed in there again. */
export function signOnForm(
  { organisation_id, label }: { organisation_id: number; label: string },
  { next, again }: { next: string | undefined; again: boolean },
) {
  return html`<form method="post" action="${signOnPaths(organisation_id).start}">
    ${next ? html`<input type="hidden" name="next" value="${next}">` : ""}
    ${again ? html`<input type="hidden" name="again" value="on">` : ""}
    <button>Sign in with ${label}</button>
  </form>`;
}

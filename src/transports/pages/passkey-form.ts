import { html } from "hono/html";

export const PASSKEY_PATH = "/login/passkey";
export const PASSKEY_SCRIPT = "/pages/passkey.js";

/** A button that asks the browser for a passkey, `second` after the password; hidden until the script knows that it can. */
export function passkeyForm({ next, second }: { next?: string | undefined; second?: true }) {
  return html`<form method="post" action="${PASSKEY_PATH}" data-passkey hidden>
    ${next ? html`<input type="hidden" name="next" value="${next}">` : ""}
    ${second ? html`<input type="hidden" name="second" value="on">` : ""}
    <input type="hidden" name="response">
    <p class="aside" role="status"></p>
    <button>Use a passkey</button>
  </form>`;
}

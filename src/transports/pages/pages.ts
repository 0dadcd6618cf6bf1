import { readFileSync } from "node:fs";
import { type Context, Hono } from "hono";
import { guardCall } from "#transports/shared/failures.ts";
import {
  CONFIRM_PATH,
  guardPage,
  ONCE_SCRIPT,
  refuseForeignForm,
} from "#transports/shared/page.ts";
import { isSameOrigin } from "#transports/shared/same-origin.ts";
import { SECOND_PATH } from "#transports/shared/sign-in.ts";
import { confirm, showConfirm } from "./confirm.ts";
import { acceptInvitation, showInvitation } from "./invitation.ts";
import { logIn, logOut, showLogin, showLogout } from "./login.ts";
import type { PageParts } from "./page-parts.ts";
import { askForPasskey, signInByPasskey } from "./passkey.ts";
import { PASSKEY_PATH } from "./passkey-form.ts";
import { doReset, forgot, showForgot, showReset } from "./reset.ts";
import { doSecond, showSecond } from "./second-factor.ts";
import { doSetup, showSetup } from "./setup.ts";
import { finishSignOn, showSignOn, startSignOn } from "./sign-on.ts";
import { makeTypeface } from "./typeface.ts";
import { doUnsubscribe, showUnsubscribe } from "./unsubscribe.ts";

const SCRIPT = "text/javascript; charset=utf-8";
const FILES = [
  { path: "/pages/style.css", file: "./style.css", type: "text/css; charset=utf-8" },
  { path: "/pages/passkey.js", file: "./passkey-script.js", type: SCRIPT },
  { path: ONCE_SCRIPT, file: "./once-script.js", type: SCRIPT },
  { path: "/pages/icon.svg", file: "./icon.svg", type: "image/svg+xml" },
];

type Answer = (c: Context, parts: PageParts) => Promise<Response>;

/** Takes only what a page of ours sent. */
function own(post: Answer): Answer {
  return async (c, parts) =>
    isSameOrigin(c, parts.base.server.base_url) ? post(c, parts) : refuseForeignForm(c);
}

/** The pages of signing in, which work without script; to be mounted at the root. */
export function makePages(parts: PageParts): Hono {
  const app = new Hono();
  for (const { path, file, type } of FILES) {
    const text = readFileSync(new URL(file, import.meta.url), "utf8");
    app.get(path, (c) => {
      c.header("Cache-Control", "public, max-age=300");
      return c.body(text, 200, { "Content-Type": type });
    });
  }
  app.route("/", makeTypeface());
  const pages = {
    "/login": { get: showLogin, post: own(logIn) },
    [SECOND_PATH]: { get: showSecond, post: own(doSecond) },
    [CONFIRM_PATH]: { get: showConfirm, post: own(confirm) },
    "/logout": { get: showLogout, post: own(logOut) },
    [PASSKEY_PATH]: { get: showLogin, post: own(signInByPasskey) },
    "/sign-on/:organisation": { get: showSignOn, post: own(startSignOn) },
    "/forgot": { get: showForgot, post: own(forgot) },
    "/reset/:token": { get: showReset, post: own(doReset) },
    "/unsubscribe/:token": { get: showUnsubscribe, post: doUnsubscribe },
    "/setup": { get: showSetup, post: doSetup },
    "/invitations/:token": { get: showInvitation, post: own(acceptInvitation) },
  };
  for (const [path, { get, post }] of Object.entries(pages)) {
    app.get(path, (c) => guardPage(c, parts.base, () => get(c, parts)));
    app.post(path, (c) => guardPage(c, parts.base, () => post(c, parts)));
  }
  app.post(`${PASSKEY_PATH}/options`, (c) =>
    guardCall(c, parts.base, () => own(askForPasskey)(c, parts)),
  );
  app.get("/sign-on/:organisation/callback", (c) =>
    guardPage(c, parts.base, () => finishSignOn(c, parts)),
  );
  return app;
}

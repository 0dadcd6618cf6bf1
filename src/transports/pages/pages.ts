import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { CONFIRM_PATH, guardPage } from "#transports/shared/page.ts";
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

/** The pages of signing in, which work without script; to be mounted at the root. */
export function makePages(parts: PageParts): Hono {
  const app = new Hono();
  const style = readFileSync(new URL("./style.css", import.meta.url), "utf8");
  app.get("/pages/style.css", (c) => {
    c.header("Cache-Control", "public, max-age=300");
    return c.body(style, 200, { "Content-Type": "text/css; charset=utf-8" });
  });
  app.route("/", makeTypeface());
  const script = readFileSync(new URL("./passkey-script.js", import.meta.url), "utf8");
  app.get("/pages/passkey.js", (c) => {
    c.header("Cache-Control", "public, max-age=300");
    return c.body(script, 200, { "Content-Type": "text/javascript; charset=utf-8" });
  });
  const icon = readFileSync(new URL("./icon.svg", import.meta.url), "utf8");
  app.get("/pages/icon.svg", (c) => {
    c.header("Cache-Control", "public, max-age=300");
    return c.body(icon, 200, { "Content-Type": "image/svg+xml" });
  });
  const pages = {
    "/login": { get: showLogin, post: logIn },
    [SECOND_PATH]: { get: showSecond, post: doSecond },
    [CONFIRM_PATH]: { get: showConfirm, post: confirm },
    "/logout": { get: showLogout, post: logOut },
    [PASSKEY_PATH]: { get: showLogin, post: signInByPasskey },
    "/sign-on/:organisation": { get: showSignOn, post: startSignOn },
    "/forgot": { get: showForgot, post: forgot },
    "/reset/:token": { get: showReset, post: doReset },
    "/unsubscribe/:token": { get: showUnsubscribe, post: doUnsubscribe },
    "/setup": { get: showSetup, post: doSetup },
    "/invitations/:token": { get: showInvitation, post: acceptInvitation },
  };
  for (const [path, { get, post }] of Object.entries(pages)) {
    app.get(path, (c) => guardPage(c, parts.base, () => get(c, parts)));
    app.post(path, (c) => guardPage(c, parts.base, () => post(c, parts)));
  }
  app.post(`${PASSKEY_PATH}/options`, (c) => askForPasskey(c, parts));
  app.get("/sign-on/:organisation/callback", (c) =>
    guardPage(c, parts.base, () => finishSignOn(c, parts)),
  );
  return app;
}

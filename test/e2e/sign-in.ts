import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { PASSWORD } from "../kit/http-client.ts";
import type { RealServer } from "../kit/real-server.ts";
import { type Look, openPage } from "./browser.ts";
import { comesTo, pendingOf } from "./wait-until.ts";

const sessions = new Map<string, Promise<string>>();

/** The page of a user who is signed in, on none of ours yet; `problems` collects what its console complains of. */
export async function enter(
  server: RealServer,
  user: { email: string },
  view: Look,
): Promise<{ page: Page; problems: string[] }> {
  const who = `${server.origin} ${user.email}`;
  const session = sessions.get(who) ?? signIn(server, user.email);
  sessions.set(who, session);
  const cookie = await session;
  const [name = "", value = ""] = cookie.split("=", 2);
  const page = await openPage(view, server.origin);
  await page.context().addCookies([{ name, value, url: server.origin, httpOnly: true }]);
  pendingOf(page);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return { page, problems };
}

/** The cookie of a new session, once the dashboard is built. */
async function signIn({ origin }: RealServer, email: string): Promise<string> {
  const isBuilt = async () => (await fetch(`${origin}/share/none`)).status !== 503;
  await comesTo(isBuilt, true);
  const answer = await fetch(`${origin}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ email, password: PASSWORD }),
  });
  const [cookie] = answer.headers.getSetCookie();
  assert(cookie, `signing in was answered ${answer.status}`);
  return cookie.split(";")[0] ?? "";
}

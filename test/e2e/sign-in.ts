import type { ConsoleMessage, Page } from "playwright-core";
import { PASSWORD } from "../kit/http-client.ts";
import type { RealServer } from "../kit/real-server.ts";
import { type Look, openBrowser } from "./browser.ts";

/** A signed-in browser on the first page of the dashboard, once it is built; `problems` collects what its console complains of. */
export async function enter(
  server: RealServer,
  user: { email: string },
  view: Look,
): Promise<{ page: Page; problems: string[] }> {
  const page = await (await openBrowser(view)).newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !isBeingBuilt(message)) problems.push(message.text());
  });
  await page.goto(`${server.origin}/login`);
  await page.getByLabel("E-mail").fill(user.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor({ timeout: 60_000 });
  return { page, problems };
}

/** A page, not a call of one, is answered 503 while the dashboard is built after a first start. */
function isBeingBuilt(message: ConsoleMessage): boolean {
  const { pathname } = new URL(message.location().url, "http://localhost");
  return /status of 503/.test(message.text()) && !/^\/(app|api)\//.test(pathname);
}

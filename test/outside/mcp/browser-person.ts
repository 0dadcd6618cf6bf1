import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { chromium } from "playwright-core";
import { chromiumPath } from "../../kit/chromium.ts";
import { OWNER } from "./person.ts";

const WAIT_MS = 15_000;

/** The same user as `Person`, but in a real Chromium: typing, ticking, clicking, and being redirected. */
export class BrowserPerson {
  readonly origin: string;
  constructor(origin: string) {
    this.origin = origin;
  }

  /** Approves what an authorization URL asks for; returns the address at which the client was called back. */
  async approve(authorize: string | URL, { write }: { write: boolean }): Promise<URL> {
    assert(chromiumPath, "no Chromium found; set CHROMIUM to its path");
    const redirect = new URL(new URL(authorize).searchParams.get("redirect_uri") ?? "");
    const called = Promise.withResolvers<URL>();
    const client = createServer((request, response) => {
      const url = new URL(request.url ?? "/", redirect);
      response.end("You can close this page.");
      if (url.pathname === redirect.pathname) called.resolve(url);
    }).listen(Number(redirect.port), redirect.hostname);
    await once(client, "listening");
    const browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(WAIT_MS);
      await page.goto(String(authorize));
      await page.fill('input[name="email"]', OWNER.email);
      await page.fill('input[name="password"]', OWNER.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      const box = page.locator('input[name="write"]');
      assert.equal(await box.isChecked(), false, "the box for changes is ticked before anyone did");
      if (write) await box.check();
      await page.getByRole("button", { name: "Approve" }).click();
      return await called.promise;
    } finally {
      await browser.close();
      client.closeAllConnections();
      client.close();
    }
  }
}

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { authorizePath, exchange, makePkce, registered, Visitor } from "../kit/http-client.ts";
import { type RealServer, startServer } from "../kit/real-server.ts";
import { makeWorld, type World } from "../kit/world.ts";
import { openBrowser, skip } from "./browser.ts";
import { describeBrand, setUp } from "./first-steps.ts";
import { startClient } from "./start-client.ts";
import { comesTo } from "./wait-until.ts";

const SLOW = { timeout: 180_000 };

test("from an empty database to reports, a rejection, a key and an assistant", {
  skip,
}, async () => {
  const world = await makeWorld();
  await world.pool.query("truncate organisations, users cascade");
  const server = await startServer(world, { DASHBOARD: "on" });
  const page = await (await openBrowser({ width: 1280, height: 900, dark: false })).newPage();
  await setUp(page, server);
  const { looked } = await tellLate(page, world);
  await onboard(page);
  // While none is counted yet, nothing says that some are.
  await page.getByText(/[1-9]\d* of \d+ are here/).waitFor(SLOW);
  await page.getByText("This page fills by itself.").waitFor();
  assert.equal(await page.getByText(/From 0\sanswers|since you opened this page/).count(), 0);
  looked.resolve();
  await page.getByText(/From \d+\sanswers?/).waitFor(SLOW);
  assert.equal(await page.getByText("since you opened this page").count(), 0);
  await page
    .locator(".number")
    .first()
    .filter({ hasText: /^\d+\.\d\s%$/ })
    .waitFor();
  // What the answers suggest is counted in the menu once it is found, without a reload.
  await page.getByRole("link", { name: /^Suggestions\s*[1-9]\d*$/ }).waitFor(SLOW);
  await openPlace(page, "This week");
  await page.getByText("Whole days count here: today's answers do from tomorrow on.").waitFor();
  const rejected = await rejectFirst(page);
  const { key, overview } = await makeKey(page);
  const listed = curl(server, key, "/suggestions/brands?status=rejected");
  assert.deepEqual(
    listed.data.map(({ name }: { name: string }) => name),
    [rejected],
  );
  const report = curl(server, key, "/projects");
  assert.equal(report.data[0].name, "Acme Shoes");
  await connectAndEnd(page, server);
  await givesSame(page, overview);
});

/**
 * The page hears of its run only when the last answer is there, after its reports were read without any: that it begins, that
 * all came and none is counted yet, and, once it was `looked` at, that it is completed. Reports asked before say what was so
 * then, and the last of them come after that.
 */
async function tellLate(page: Page, world: World) {
  const looked = Promise.withResolvers<void>();
  const seen = page.waitForResponse((answer) => answer.url().endsWith("get_brand_report"));
  const before = new Map<string | null, string>();
  let told = 0;
  await page.route("**/get_brand_report", async (route) => {
    const heard = told;
    const response = await route.fetch();
    const asked = route.request().postData();
    const body = before.get(asked) ?? (await response.text());
    before.set(asked, body);
    if (heard === 2) {
      await comesTo(async () => told > 2, true);
      await new Promise((done) => setTimeout(done, 500));
    }
    await route.fulfill({ response, ...(heard < 3 && { body }) });
  });
  await page.route("**/list_runs", async (route) => {
    await seen;
    if (told === 0) await comesTo(() => hasEnded(world), true);
    if (told === 2) await looked.promise;
    const response = await route.fetch();
    const runs = await response.json();
    told += 1;
    if (told <= 2) Object.assign(runs.data[0], { status: "running", completed_at: null });
    if (told === 1) runs.data[0].done = 0;
    await route.fulfill({ response, json: runs });
  });
  return { looked };
}

/** Whether all that was asked has ended and is counted. */
async function hasEnded({ db }: World): Promise<boolean> {
  const runs = await db.selectFrom("capture_runs").select("completed_at").execute();
  return runs.length > 0 && runs.every(({ completed_at }) => completed_at !== null);
}

async function onboard(page: Page): Promise<void> {
  await describeBrand(page, "https://www.acme-shoes.com/start");
  await page.getByRole("button", { name: "Use the simulated assistant" }).click();
  await page.getByText("A first run asks for").waitFor();
  await page.getByRole("button", { name: "Ask now" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

async function openPlace(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Pages" }).getByText(name, { exact: true }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}

/** Dismisses the first brand suggestion, lets the time for undoing pass, and returns its name. */
async function rejectFirst(page: Page): Promise<string> {
  await openPlace(page, "Suggestions");
  const first = page.getByRole("button", { name: "Dismiss" }).first();
  await first.waitFor(SLOW);
  const card = page.locator("section.panel[aria-label]").first();
  const name = (await card.getAttribute("aria-label")) ?? "";
  await first.click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(`section.panel[aria-label="${name}"]`).waitFor();
  const sent = page.waitForResponse((answer) => answer.url().endsWith("reject_brand_suggestions"));
  await page.getByRole("button", { name: `Dismiss ${name}`, exact: true }).click();
  assert.equal((await sent).status(), 200);
  return name;
}

/** A new key, and the call beside it that gives the numbers of the overview. */
async function makeKey(page: Page): Promise<{ key: string; overview: string }> {
  await openPlace(page, "Settings");
  await page.getByRole("tab", { name: "API keys" }).click();
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("What it is for").fill("scripts");
  await page.getByRole("button", { name: "Create the key" }).click();
  const shown = page.getByText(/^earshot_sk_\w+$/);
  const key = (await shown.textContent()) ?? "";
  const call = page.getByText(/reports\/brands/).first();
  assert.ok(await page.getByText('left out, as there: "branded": "exclude"').isVisible());
  const overview = (await call.textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("scripts", { exact: true }).waitFor();
  await page.getByText(key).waitFor({ state: "detached" });
  return { key, overview };
}

/** The call gives the number that the overview shows. */
async function givesSame(page: Page, call: string): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await openPlace(page, "Overview");
  const number = page
    .locator(".number")
    .first()
    .filter({ hasText: /^\d+\.\d\s%$/ });
  const shown = Number.parseFloat((await number.textContent()) ?? "");
  const answer = execFileSync("sh", ["-c", call], { stdio: ["ignore", "pipe", "ignore"] });
  const { data } = JSON.parse(answer.toString());
  const own = data.find(({ brand }: { brand: { is_own: boolean } }) => brand.is_own);
  assert.equal(Number((own.visibility * 100).toFixed(1)), shown);
}

function curl(server: RealServer, key: string, path: string) {
  const address = `${server.origin}/api/v1${path}`;
  const output = execFileSync("curl", ["-sf", address, "-H", `X-API-Key: ${key}`]);
  return JSON.parse(output.toString());
}

/** An assistant connects with the consent of who is signed in, works, and is ended on the settings page. */
async function connectAndEnd(page: Page, server: RealServer): Promise<void> {
  const assistant = new Visitor((url, init) => fetch(url, init), server.origin);
  const callback = await startClient();
  const client_id = await registered(assistant, [callback]);
  const { verifier, challenge } = makePkce();
  const settings = page.url();
  const path = authorizePath({ client_id, redirect_uri: callback, code_challenge: challenge });
  await page.goto(server.origin + path);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("heading", { name: "Connected" }).waitFor();
  const code = new URL(page.url()).searchParams.get("code") ?? "";
  const { body } = await exchange(assistant, client_id, { code, verifier });
  const listTools = () =>
    assistant.send("/api/mcp", {
      method: "POST",
      headers: {
        authorization: `Bearer ${body.access_token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
  assert.equal((await listTools()).status, 200);
  await page.goto(settings);
  await page.getByRole("tab", { name: "Connected apps" }).click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("None is connected").waitFor();
  assert.equal((await listTools()).status, 401);
}

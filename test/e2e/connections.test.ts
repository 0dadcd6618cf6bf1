import assert from "node:assert/strict";
import { test } from "node:test";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { enter } from "./sign-in.ts";

const world = skip ? undefined : await makeWorld();
const server = world && (await startServer(world, { DASHBOARD: "on" }));
/** As many as a browser has to one server. */
const CONNECTIONS = 6;

async function open() {
  assert(world && server);
  const { page } = await enter(server, await addUser(world), WIDE);
  return { page, runs: `${server.origin}/projects/${world.project.id}/runs` };
}

test("without a network the server on the same machine is asked all the same", {
  skip,
}, async () => {
  const { page, runs } = await open();
  await page.goto(runs);
  await page.getByRole("heading", { name: "Runs", level: 1 }).waitFor();
  await page.evaluate("dispatchEvent(new Event('offline'))");
  await page.getByRole("link", { name: "Prompts", exact: true }).click();
  await page.getByText("No prompts yet").first().waitFor();
});

test("tabs that nobody looks at keep no connection from the one that is looked at", {
  skip,
}, async (t) => {
  const { page, runs } = await open();
  const tabs = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => page.context().newPage()),
  );
  t.after(() => Promise.all(tabs.map((tab) => tab.close())));
  for (const tab of tabs) {
    await tab.goto(runs);
    await tab.getByRole("heading", { name: "Runs", level: 1 }).waitFor();
    await tab.evaluate(`Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"))`);
  }
  await page.goto(runs, { timeout: 30_000 });
  await page.getByRole("heading", { name: "Runs", level: 1 }).waitFor({ timeout: 30_000 });
  // One that is looked at again listens again, and reads what it missed.
  const asked = Promise.all(
    ["**/app/progress?*", "**/app/call/list_runs"].map((one) => tabs[0]?.waitForRequest(one)),
  );
  await tabs[0]?.evaluate(`Object.defineProperty(document, "visibilityState", { value: "visible" });
    document.dispatchEvent(new Event("visibilitychange"))`);
  await asked;
});

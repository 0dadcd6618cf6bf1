import assert from "node:assert/strict";
import { test } from "node:test";
import { DEMO_PROJECT } from "#domain/demo/demo-market.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { lookEachWay } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

test("a demo that is being filled says so on its pages, and is whole by itself once it is", {
  skip,
}, async () => {
  const world = await makeWorld();
  const be = (status: string) =>
    world.pool.query("update projects set status = $2 where project_id = $1", [
      world.project.project_id,
      status,
    ]);
  await be("onboarding");
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}`);
  await page.getByText("This demo is being filled.").waitFor();
  await page.getByText("Answers are coming in").waitFor();
  await page.getByText("0 of 6,480 simulated answers…").waitFor();
  await settled(page);
  await lookEachWay(page, "being-filled");
  const captured_at = new Date().toISOString();
  const line = { captured_at, prompt: "Which boots?", model: "ChatGPT", answer: "Acme." };
  const stored = await world.rest("POST", "/chats/import", JSON.stringify(line));
  assert.equal(stored.body.imported, 1, JSON.stringify(stored.body));
  await page.getByText("1 of 6,480 simulated answers…").waitFor();
  // The first answers are of days that the page does not show.
  await page.goto(`${server.origin}/projects/${world.project.id}?from=2026-01-01&to=2026-01-31`);
  await page.getByText("Answers are coming in").waitFor();
  await settled(page);
  assert.equal(await page.getByText("No answers in this range").count(), 0);
  // A server that is away for a while takes nothing off the page.
  let refused = 0;
  await page.route("**/get_project", (route) => {
    refused += 1;
    return route.fulfill({ status: 503, json: { code: "UNAVAILABLE", message: "Away." } });
  });
  await comesTo(async () => refused > 5, true);
  await page.getByText("This demo is being filled.").waitFor();
  await page.unrouteAll({ behavior: "wait" });
  problems.splice(0);
  await page.clock.install();
  await page.goto(`${server.origin}/projects/${world.project.id}/brands`);
  await page.getByText("1 of 6,480 simulated answers…").waitFor();
  assert.equal(await page.getByText("Nothing has come for a minute.").count(), 0);
  await page.clock.fastForward(70_000);
  await page.getByText("Nothing has come for a minute.").waitFor();
  await page.getByRole("link", { name: "your projects", exact: true }).click();
  await page.getByText("being filled").waitFor();
  await page.goto(`${server.origin}/projects/${world.project.id}/prompts`);
  await page.getByText("This demo is being filled.").waitFor();
  await page.goto(`${server.origin}/projects/${world.project.id}`);
  await page.getByText(/From 1\sanswer/).waitFor();
  const since = page.getByText("since you opened this page");
  assert.equal(await since.count(), 0);
  await world.rest("POST", "/chats/import", JSON.stringify({ ...line, answer: "Boots by Acme." }));
  await be("active");
  await page.getByText("This demo is being filled.").waitFor({ state: "detached" });
  await page.getByText(/^From 2\sanswers, newest today at\s\d\d:\d\d$/).waitFor();
  // Numbers that moved under the reader say so, where nothing gives way to it.
  await page.getByText(/^1 more\sanswer counted since you opened this page$/).waitFor();
  const heights = await page.locator(".title").evaluate((title) => {
    const height = title.getBoundingClientRect().height;
    title.querySelector<HTMLElement>(".new-answers")?.style.setProperty("display", "none");
    return [height, title.getBoundingClientRect().height];
  });
  assert.equal(heights[0], heights[1]);
  // What of the overview still counts one answer would say later that two came since.
  await page.waitForLoadState("networkidle");
  await settled(page);
  await page.getByRole("navigation", { name: "Pages" }).getByText("Brands").click();
  await page.getByRole("heading", { name: "Brands", level: 1 }).waitFor();
  await settled(page);
  assert.equal(await since.count(), 0);
  // Numbers that are others than those of a page before, or of another list of the same answers, say so, too.
  const menu = page.getByRole("navigation", { name: "Pages" });
  const captured_before = new Date(Date.now() - 86_400_000).toISOString();
  const add = (answer: string) => {
    const older = { ...line, captured_at: captured_before, answer };
    return world.rest("POST", "/chats/import", JSON.stringify(older));
  };
  await menu.getByRole("link", { name: "Connect", exact: true }).click();
  await page.getByRole("heading", { name: "Connect", level: 1 }).waitFor();
  await add("Acme, again.");
  // What is half a minute old is asked again.
  await page.clock.fastForward(40_000);
  const sources = page.waitForResponse("**/get_domain_report");
  await menu.getByRole("link", { name: "Overview", exact: true }).click();
  const told = /^1 more\sanswer counted since (\d\d:\d\d|you opened this page)$/;
  await page.getByText(told).waitFor();
  // What the overview asks of sources, last of all, has come, too, before it is left.
  await sources;
  await page.waitForLoadState("networkidle");
  await settled(page);
  await menu.getByRole("link", { name: "Sources", exact: true }).click();
  await page.getByRole("heading", { name: "Sources", level: 1 }).waitFor();
  await settled(page);
  assert.equal(await since.count(), 0);
  await add("Acme once more.");
  await page.getByRole("tab", { name: "Pages" }).click();
  await page.getByText(told).waitFor();
  // A demo that is there is opened, also where asking is paused.
  await world.pool.query("update projects set name = $2, status = 'paused' where project_id = $1", [
    world.project.project_id,
    DEMO_PROJECT,
  ]);
  await page.goto(`${server.origin}/welcome`);
  await page.getByRole("button", { name: "Open the demo" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  assert.deepEqual(problems, []);
});

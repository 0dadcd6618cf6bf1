import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { addDays } from "#core/period.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { range, visit } from "./boots-project.ts";
import { openBrowser, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { readSavedCsv } from "./saved-csv.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

/** A project of a simulated assistant: half of its answers are to a prompt that names the own brand. */
async function makeProject() {
  const world = await makeWorld();
  const line = (prompt: string, answer: string, n: number) => ({
    captured_at: `${range.date_to}T1${n}:00:00Z`,
    external_id: `${prompt} ${n}`,
    ...{ prompt, answer, model: "Invented (simulated)" },
  });
  const lines = Array.from({ length: 8 }, (_, n) => [
    line("Is Acme any good?", "Acme is good.", n),
    line("Which boots last?", n < 2 ? "Acme does." : "None does.", n),
  ]).flat();
  const text = lines.map((one) => JSON.stringify(one)).join("\n");
  assert.equal((await world.rest("POST", "/chats/import", text)).body.imported, 16);
  await world.db.updateTable("models").set({ provider: "simulated" }).execute();
  return { world, server: await startServer(world, { DASHBOARD: "on" }) };
}

const visibility = (page: Page) =>
  page.locator(".panel", { has: page.getByRole("heading", { name: "Visibility", exact: true }) });
const shown = (page: Page) => visibility(page).locator(".number").first().textContent();

test("prompts that name the own brand are left out until one click includes them, and shares do the same", {
  skip,
}, async () => {
  const project = await makeProject();
  const { page, problems } = await enter(project.server, await addUser(project.world), WIDE);
  await visit(page, project, { path: "" });
  await comesTo(() => shown(page), "25.0\u00A0%");
  await page.getByText("1 prompt that names your brand is left out.").waitFor();
  await look(page, "first-numbers", WIDE);
  await page.getByRole("button", { name: "Include it" }).click();
  await comesTo(() => shown(page), "62.5\u00A0%");
  assert.match(page.url(), /branded=include/);
  for (const path of ["/brands", "/answers", "/sources", "/actions"]) {
    await visit(page, project, { path });
    await page.getByText("1 prompt that names your brand is left out.").waitFor();
  }
  await visit(page, project, { path: "/settings", search: "&tab=shares" });
  await page.getByRole("button", { name: "Create a link" }).click();
  await page.getByLabel("What it is for").fill("Board");
  await page.getByRole("button", { name: "Create the link" }).click();
  const shares = new RegExp(`${project.server.origin}/share/[\\w-]+`);
  const [url = ""] = shares.exec((await page.getByText(shares).last().textContent()) ?? "") ?? [];
  // Opened by someone else, it says so where it was made, without being loaded again.
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  const link = page.getByRole("row", { name: /^Board/ });
  await link.getByText("never").waitFor();
  const visitor = await (await openBrowser(WIDE)).newPage();
  await visitor.goto(url);
  await settled(visitor);
  await link.getByText("never").waitFor({ state: "detached" });
  await page.goto(url);
  await settled(page);
  await comesTo(() => shown(page), "25.0\u00A0%");
  await page.getByText("Prompts that name Acme are left out.").waitFor();
  assert.deepEqual(await page.getByText(/\byours?\b/i).allTextContents(), []);
  assert.deepEqual(problems, []);
});

test("answers that are not counted are said by what they are, and open", { skip }, async () => {
  const { world, server } = await makeProject();
  const line = (status: string, n: number) => ({
    captured_at: `${range.date_to}T08:0${n}:00Z`,
    external_id: `${status} ${n}`,
    ...{ prompt: "Which boots last?", model: "Invented (simulated)", status, answer: "" },
  });
  const lost = [line("refused", 1), line("error", 2), line("error", 3)];
  const text = lost.map((one) => JSON.stringify(one)).join("\n");
  assert.equal((await world.rest("POST", "/chats/import", text)).body.imported, 3);
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  for (const [name, count] of [
    ["1 refused", 1],
    ["2 failed", 2],
  ] as const) {
    await visit(page, { world, server }, { path: "" });
    await page.getByText(/^From 8\sanswers counted$/).waitFor();
    await page.getByRole("button", { name: "counted", exact: true }).click();
    await page.getByText("Not counted: 1 refused, 2 failed.").last().waitFor();
    await page.getByRole("link", { name, exact: true }).click();
    const heading = count === 1 ? "1 answer with" : `${count} answers with`;
    await page.getByRole("heading", { name: `${heading} these filters` }).waitFor();
  }
  assert.deepEqual(problems, []);
});

test("what is printed or saved of invented answers says that they are simulated", {
  skip,
}, async () => {
  const project = await makeProject();
  const { page } = await enter(project.server, await addUser(project.world), WIDE);
  await visit(page, project, { path: "/brands" });
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.getByText("· simulated").isVisible(), true);
  await page.emulateMedia({ media: "screen" });
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save brands as CSV" }).click();
  const [head = "", ...rows] = (await readSavedCsv(saved)).split("\r\n");
  assert.match(head, /,simulated,filtered_by$/);
  for (const row of rows) assert.match(row, /,true,Without prompts that name the brand$/);
  await visit(page, project, { path: "" });
  const chart = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save Visibility over time" }).click();
  await page.getByRole("menuitem", { name: "SVG image" }).click();
  const svg = await readFile(await (await chart).path(), "utf8");
  assert.match(svg, /Simulated: no real assistant was asked/);
});

test("a run that goes on, since its day's schedule joined it, hides no answer that is counted late", {
  skip,
}, async () => {
  const project = await makeProject();
  const { page } = await enter(project.server, await addUser(project.world), WIDE);
  const run = { id: "run_1", day: range.date_to, created_at: `${range.date_to}T06:00:00Z` };
  const counts = { planned: 22, queued: 11, running: 0, done: 11, failed: 0, copied: 0 };
  const open = {
    ...run,
    ...counts,
    status: "running",
    completed_at: null,
    errors: [],
    cost_usd: 0,
  };
  let told = 0;
  const seen = Promise.withResolvers<void>();
  await page.route("**/list_runs", async (route) => {
    if (told > 0) await seen.promise;
    told += 1;
    return route.fulfill({ json: { data: [open], total_count: 1 } });
  });
  await page.route("**/get_brand_report", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    // The last answers are counted after the page has heard of them.
    if (told < 2) json.data[0].visibility = 0.125;
    await route.fulfill({ response, json });
  });
  const { date_from: from, date_to: to } = range;
  const address = `${project.server.origin}/projects/${project.world.project.id}`;
  // Not until it rests: the next look at the run waits for this test.
  await page.goto(`${address}?${new URLSearchParams({ from, to })}`);
  await comesTo(() => shown(page), "12.5\u00A0%");
  await page.getByText("Assistants are being asked: 11 of 22 answers are here").waitFor();
  seen.resolve();
  await comesTo(() => shown(page), "25.0\u00A0%");
  // The server goes next, and what is still asked of it would fail.
  await page.unrouteAll({ behavior: "wait" });
});

test("a shared page that is left open moves on when its days do", { skip }, async () => {
  const { world, server } = await makeProject();
  const owner = await enter(server, await addUser(world), WIDE);
  const made = await owner.page.request.post(`${server.origin}/app/call/create_share_link`, {
    headers: { origin: server.origin },
    data: {
      ...{ project_id: world.project.id, name: "Wall", page: "overview" },
      ...{ last_days: 7, expires_in_days: 30 },
    },
  });
  const { url } = await made.json();
  const page = await (await openBrowser(WIDE)).newPage();
  await page.clock.install();
  let moved = 0;
  await page.route("**/call/get_share", async (route) => {
    const answer = await route.fetch();
    const share = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...share, date_to: addDays(share.date_to, moved) },
    });
  });
  await page.goto(url);
  await page.getByText("moving on each day").waitFor();
  await settled(page);
  moved = 1;
  const asked = page.waitForRequest((one) =>
    (one.postData() ?? "").includes(addDays(range.date_to, 2)),
  );
  await page.clock.fastForward(61_000);
  await asked;
});

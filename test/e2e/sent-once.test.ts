import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { fillCaptureProject } from "../kit/capture-project.ts";
import { addUser, PASSWORD } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { openPage, skip, WIDE } from "./browser.ts";
import { enter } from "./sign-in.ts";

const HELD_MS = 400;

test("a form of the server's own pages that is pressed twice is sent once, and again by who comes back", {
  skip,
}, async () => {
  const world = await makeWorld();
  const { email } = await addUser(world);
  const server = await startServer(world);
  const page = await openPage(WIDE, server.origin);
  let posts = 0;
  // The second press always comes before the answer to the first.
  await page.route("**/login", async (route) => {
    if (route.request().method() === "POST") {
      posts += 1;
      await new Promise((done) => setTimeout(done, HELD_MS));
    }
    await route.continue().catch(() => {});
  });
  const signIn = async (password: string) => {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    // Not through the locator, which waits for the first press to be answered.
    const place = await page.getByRole("button", { name: "Sign in", exact: true }).boundingBox();
    assert(place);
    for (let press = 0; press < 2; press++) {
      await page.mouse.click(place.x + 9, place.y + 9);
      await new Promise((done) => setTimeout(done, HELD_MS / 4));
    }
  };
  await page.goto(`${server.origin}/login`);
  await signIn("not the password");
  await page.getByRole("alert").waitFor();
  assert.equal(posts, 1);
  await page.goBack();
  await Promise.all([page.waitForURL(`${server.origin}/`), signIn(PASSWORD)]);
  const { rows } = await world.pool.query("select count(*)::int as count from sessions");
  assert.deepEqual([posts, rows], [2, [{ count: 1 }]]);
  assert.equal(await server.stop(), 0);
});

test("what is asked now and pressed again, as its answer was lost on the way, is asked once", {
  skip,
}, async () => {
  const world = await makeWorld();
  const simulated = await startSimulatedServer({ seed: "once" });
  after(() => simulated.close());
  await fillCaptureProject(world, { server: simulated, prompts: 3, models: 1 });
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page } = await enter(server, await addUser(world), WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/runs`);
  let calls = 0;
  await page.route("**/run_captures", async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole("button", { name: "Ask now" }).click();
  const ask = page.getByRole("dialog").getByRole("button", { name: "Ask for 3 answers now" });
  await ask.click();
  await page.getByRole("dialog").getByText("The server does not answer.").waitFor();
  await ask.click();
  await page.getByText("3 answers were requested.").waitFor();
  const { rows } = await world.pool.query(
    "select count(*)::int as count from capture_tasks where project_id = $1",
    [world.project.project_id],
  );
  assert.deepEqual([calls, rows], [2, [{ count: 3 }]]);
  assert.equal(await server.stop(), 0);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { lookEachWay } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

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
  await be("active");
  await page.getByText("This demo is being filled.").waitFor({ state: "detached" });
  await page.getByText(/From 1\sanswer/).waitFor();
  assert.deepEqual(problems, []);
});

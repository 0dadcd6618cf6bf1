import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { addUser } from "../kit/http-client.ts";
import { makeBoots } from "./boots-project.ts";
import { skip, WIDE } from "./browser.ts";
import { lookEachWay } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

test("how long answers are kept is set after a question, and pages whose range begins before say so", {
  skip,
}, async () => {
  const { world, server } = await makeBoots();
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  const at = (path: string) => page.goto(`${server.origin}/projects/${world.project.id}${path}`);
  await at("/settings");
  await page.getByLabel("Audit log, days").waitFor();
  await lookEachWay(page, "retention-settings");
  const panel = page.locator("form").filter({ hasText: "What is older is deleted" });
  await page.getByLabel("Answers, days").fill("40");
  await panel.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  const kept = async () =>
    (await world.rest("GET", `/projects/${world.project.id}/retention`)).body.kept.answers_days;
  assert.equal(await kept(), null);
  await panel.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Delete what is older" }).click();
  await page.getByText("Kept 40 days").waitFor();
  assert.equal(await kept(), 40);
  // Nobody who keeps answers for longer is asked whether to delete some, however that goes.
  await page.getByLabel("Answers, days").fill("400");
  await page.route("**/call/set_retention", (route) => route.abort());
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByRole("alert").waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.match(problems.splice(0).join(), /^Failed to load resource[^,]*$/);
  const first = addDays(new Date().toISOString().slice(0, 10), -40);
  await at("?range=90d");
  const note = page.getByText(/^Answers are kept 40 days: there are none before/);
  await note.waitFor();
  assert.match(
    (await note.textContent()) ?? "",
    new RegExp(`before ${Number(first.slice(8))} .* ${first.slice(0, 4)}`),
  );
  await lookEachWay(page, "retention-overview");
  await at("?range=30d");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await settled(page);
  assert.equal(await note.count(), 0);
  assert.deepEqual(problems, []);
});

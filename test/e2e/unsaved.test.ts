import assert from "node:assert/strict";
import { test } from "node:test";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const world = skip ? undefined : await makeWorld();
const server = world && (await startServer(world, { DASHBOARD: "on", WORKER: "off" }));
const user = world && (await addUser(world));

test("a page that is left with something typed and not saved asks first", { skip }, async () => {
  assert(world && server && user);
  const { page, problems } = await enter(server, user, WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=project`);
  const industry = page.getByLabel("Industry");
  await industry.fill("boots");
  const asked = page.getByRole("dialog", { name: "Leave this page?" });

  await page.getByRole("link", { name: "Brands" }).click();
  await asked.waitFor();
  await settled(page);
  await look(page, "leave", { ...WIDE, opened: "dialog" });
  await asked.getByRole("button", { name: "Cancel" }).click();
  await asked.waitFor({ state: "detached" });
  assert.equal(await industry.inputValue(), "boots");

  await page.getByRole("tab", { name: "Members" }).click();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await asked.waitFor({ state: "detached" });
  assert.equal(await industry.inputValue(), "boots");

  // The browser itself asks, in words of its own.
  const kinds: string[] = [];
  page.once("dialog", (dialog) => {
    kinds.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate("location.reload()").catch(() => {});
  await comesTo(async () => kinds, ["beforeunload"]);
  assert.equal(await industry.inputValue(), "boots");

  await page.getByRole("link", { name: "Brands" }).click();
  await asked.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: "Brands", level: 1 }).waitFor();
  assert.deepEqual(problems, []);
});

test("what was saved is left without a question", { skip }, async () => {
  assert(world && server && user);
  const { page, problems } = await enter(server, user, WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=project`);
  await page.getByLabel("Industry").fill("boots");
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.getByText("The project was saved.").waitFor();
  await page.getByRole("link", { name: "Brands" }).click();
  await page.getByRole("heading", { name: "Brands", level: 1 }).waitFor();
  assert.deepEqual(problems, []);
});

import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

/** The prompts of a project with the tags alpha and beta. */
async function open() {
  const world = await makeWorld();
  for (const name of ["alpha", "beta"]) await world.rest("POST", "/tags", { name });
  const server = await startServer(world, { DASHBOARD: "on" });
  const { page } = await enter(server, await addUser(world), WIDE);
  const at = `${server.origin}/projects/${world.project.id}/prompts`;
  return { world, page, at };
}

test("an import that is on its way is not called off by Cancel, Escape or the cross, which would stop nothing", {
  skip,
}, async () => {
  const { world, page, at } = await open();
  await page.goto(at);
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file]").setInputFiles({
    ...{ name: "p.csv", mimeType: "text/csv" },
    buffer: Buffer.from("prompt\nWhich boots are late?\n"),
  });
  await dialog.getByText("1 usable prompt").waitFor();
  const held = Promise.withResolvers<void>();
  await page.route("**/app/call/import_prompts**", async (route) => {
    await held.promise;
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Import 1 prompt" }).click();
  await dialog.locator("button[data-loading]").waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Cancel" }).isDisabled(), true);
  await page.keyboard.press("Escape");
  await dialog.locator(".mantine-Modal-close").click();
  // Still there after what a closing would take.
  await new Promise((done) => setTimeout(done, 500));
  assert.equal(await dialog.count(), 1);
  held.resolve();
  await dialog.waitFor({ state: "detached" });
  const stored = async () => {
    const { rows } = await world.pool.query("select text from prompts where project_id = $1", [
      world.project.project_id,
    ]);
    return rows;
  };
  await comesTo(stored, [{ text: "Which boots are late?" }]);
});

for (const [kind, tab, many] of [
  ["tag", "tags", "tags"],
  ["topic", "topics", "topics"],
] as const) {
  test(`what was wrong with one ${kind} is not said of the next, and a dialog that closes keeps its name`, {
    skip,
  }, async () => {
    const { world, page, at } = await open();
    if (kind === "topic") {
      for (const name of ["alpha", "beta"]) await world.rest("POST", "/topics", { name });
    }
    await page.goto(`${at}?tab=${tab}`);
    await page.getByRole("button", { name: `Create a ${kind}` }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("alpha");
    await dialog.getByRole("button", { name: "Create it" }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Edit beta" }).click();
    await dialog.getByRole("button", { name: "Save" }).waitFor();
    assert.equal(await dialog.getByRole("alert").count(), 0);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await page.route(`**/app/call/delete_${kind}`, (route) => route.abort());
    await page.getByRole("button", { name: "Delete beta" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("alert").waitFor();
    await page.evaluate(`new MutationObserver(() => {
      const names = [...document.querySelectorAll("[role=dialog] h2")].map((one) => one.textContent);
      globalThis.seen = [...(globalThis.seen ?? []), ...names];
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    const seen = (await page.evaluate("globalThis.seen ?? []")) as string[];
    assert.deepEqual(
      seen.filter((name) => name.includes("undefined")),
      [],
    );
    await page.getByRole("button", { name: "Delete alpha" }).click();
    await dialog.getByRole("button", { name: "Delete" }).waitFor();
    assert.equal(await dialog.getByRole("alert").count(), 0);
    await settled(page);
    assert.equal((await world.rest("GET", `/${many}`)).body.total_count, 2);
  });
}

test("a file of prompts that was mended is read again when it is chosen again, and imported as it was checked", {
  skip,
}, async () => {
  const { world, page, at } = await open();
  const path = join(mkdtempSync(join(tmpdir(), "earshot-")), "p.csv");
  const write = (country: string) =>
    writeFileSync(path, `prompt,country_code\nWhich boots are mended?,${country}\n`);
  await page.goto(at);
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  const choose = async () => {
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByLabel("File", { exact: true }).click();
    await (await chooser).setFiles(path);
  };
  write("XX1");
  await choose();
  await dialog.getByText("1 line cannot be used").waitFor();
  write("US");
  await choose();
  await dialog.getByText("1 usable prompt").waitFor();
  write("XX2");
  await dialog.getByRole("button", { name: "Import 1 prompt" }).click();
  await dialog.waitFor({ state: "detached" });
  const stored = async () => {
    const { rows } = await world.pool.query(
      "select text, country_code from prompts where project_id = $1",
      [world.project.project_id],
    );
    return rows;
  };
  await comesTo(stored, [{ text: "Which boots are mended?", country_code: "US" }]);
});

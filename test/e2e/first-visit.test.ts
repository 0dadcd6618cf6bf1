import assert from "node:assert/strict";
import { test } from "node:test";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { makeBoots, visit } from "./boots-project.ts";
import { NARROW, skip, WIDE } from "./browser.ts";
import { look, lookEachWay } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const boots = skip ? undefined : await makeBoots();
const owner = boots && (await addUser(boots.world));

test("answers are put in order of tone, and narrowed to one, by what the list shows", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await visit(page, boots, { path: "/answers" });
  await page.getByRole("columnheader", { name: "Tone", exact: true }).waitFor();
  const order = page.getByRole("radiogroup", { name: "Order" });
  await order.getByText("Worst tone", { exact: true }).click();
  await page.waitForURL(/sort=worst_tone/);
  await settled(page);
  const cells = await page.locator('tbody td[data-label="Tone"]').allInnerTexts();
  const tones = cells.filter((text) => text !== "–").map(Number);
  assert.ok(tones.length > 0 && tones.length < cells.length, `${cells}`);
  assert.deepEqual(
    tones,
    tones.toSorted((a, b) => a - b),
  );
  assert.deepEqual(cells.slice(0, tones.length), tones.map(String), "unknown tones come last");
  await lookEachWay(page, "answers-by-tone");
  await page.getByRole("combobox", { name: "Tone on your brand" }).click();
  await page.getByRole("option", { name: "Positive tone" }).click();
  await page.getByRole("heading", { name: /^15 answers/ }).waitFor();
  assert.deepEqual(problems, []);
});

test("a tag or topic that is typed and not there is created where a prompt gets it, and the page says when it is first asked", {
  skip,
}, async () => {
  assert(boots && owner);
  const { rest } = boots.world;
  const { page, problems } = await enter(boots.server, owner, WIDE);
  await visit(page, boots, { path: "/prompts" });
  await page.getByRole("button", { name: "Add prompts" }).click();
  const dialog = page.getByRole("dialog", { name: "Add prompts" });
  await dialog.getByRole("textbox").first().fill("Which boots suit autumn?");
  await dialog.getByText("First asked once an assistant is set up.").waitFor();
  const tags = dialog.getByRole("combobox", { name: "Tags" });
  await tags.fill("Autumn");
  await page.getByRole("option", { name: "Create tag “Autumn”" }).waitFor();
  await look(page, "tag-offered", { ...WIDE, opened: "dialog" });
  await page.getByRole("option", { name: "Create tag “Autumn”" }).click();
  await dialog.getByText("Autumn", { exact: true }).waitFor();
  await tags.fill("autumn");
  await page.getByRole("option", { name: "Autumn", exact: true }).waitFor();
  assert.equal(
    await page.getByRole("option", { name: /^Create/ }).count(),
    0,
    "it is there already",
  );
  await tags.fill("");
  await dialog.getByRole("combobox", { name: "Topic" }).fill("Seasons");
  await page.getByRole("option", { name: "Create topic “Seasons”" }).click();
  await comesTo(() => dialog.getByRole("combobox", { name: "Topic" }).inputValue(), "Seasons");
  await dialog.getByRole("button", { name: "Add 1 prompt" }).click();
  await page.getByText("1 prompt was added. First asked once an assistant is set up.").waitFor();
  const { body: prompts } = await rest("GET", "/prompts");
  const made = prompts.data.find(({ text }: { text: string }) => /autumn/.test(text));
  const { body: known } = await rest("GET", "/tags");
  assert.deepEqual(
    known.data.map(({ id, name }: Record<string, string>) => [id, name]),
    [[made.tag_ids[0], "Autumn"]],
  );
  const { body: topics } = await rest("GET", "/topics");
  assert.deepEqual(
    topics.data.map(({ id, name }: Record<string, string>) => [id, name]),
    [[made.topic_id, "Seasons"]],
  );
  // Who goes on without a press on the offer means it all the same; who gives up does not.
  const add = async (text: string, topic: string) => {
    await page.getByRole("button", { name: "Add prompts" }).click();
    await dialog.getByRole("textbox").first().fill(text);
    await dialog.getByRole("combobox", { name: "Topic" }).fill(topic);
  };
  await add("Which boots suit winter?", "Frost");
  await dialog.getByRole("button", { name: "Add 1 prompt" }).click();
  await dialog.waitFor({ state: "detached" });
  await add("Which boots suit summer?", "Heat");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  const listed = (await rest("GET", "/topics")).body.data as { id: string; name: string }[];
  assert.deepEqual(listed.map(({ name }) => name).sort(), ["Frost", "Seasons"]);
  const after = (await rest("GET", "/prompts")).body.data as { text: string; topic_id: string }[];
  const winter = after.find(({ text }) => /winter/.test(text));
  assert.equal(winter?.topic_id, listed.find(({ name }) => name === "Frost")?.id);
  await page.getByRole("link", { name: "Which boots suit autumn?" }).click();
  await page.getByRole("heading", { level: 1, name: "Which boots suit autumn?" }).waitFor();
  // What was said when it was added may still be there, beside the page.
  await page.locator("#content").getByText("First asked once an assistant is set up.").waitFor();
  // There is no page of one prompt's sources: all of them would be others.
  await page.getByRole("heading", { name: "Top sources" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "All sources" }).count(), 0);
  await lookEachWay(page, "prompt-not-asked");
  // Prompts that are picked together get a new tag the same way.
  await visit(page, boots, { path: "/prompts" });
  await page.getByRole("checkbox", { name: "Select this row" }).first().check();
  await page.getByRole("button", { name: "Topic and tags" }).click();
  await page.getByRole("combobox", { name: "Add tags" }).fill("Spring");
  await page.getByRole("option", { name: "Create tag “Spring”" }).click();
  await page.getByRole("dialog").getByText("Spring", { exact: true }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("1 prompt changed.").waitFor();
  assert.deepEqual(problems, []);
});

test("before prompts are added or imported it is said how many answers they are each time, and at what cost", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  const target = { name: "Simulated", provider: "simulated", requested_model: "simulated-1" };
  const made = await page.request.post(`${server.origin}/app/call/create_target`, {
    data: { project_id: world.project.id, ...target, samples_per_day: 2 },
    headers: { origin: server.origin },
  });
  assert.ok(made.ok(), await made.text());
  await page.clock.install();
  await page.goto(`${server.origin}/projects/${world.project.id}/prompts`);
  await page.getByRole("button", { name: "Add prompts" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill("Which boots last?\nWhich boots are dry?");
  await dialog.getByText(/First asked .*: 4\sanswers each time, at no cost\./).waitFor();
  await look(page, "prompts-cost", { ...WIDE, opened: "dialog" });
  await dialog.getByRole("button", { name: "Add 2 prompts" }).click();
  await page
    .getByText(/^2 prompts were added\. First asked .*: 4\sanswers each time, at no/)
    .waitFor();
  // They can be asked at once from where that is said, however long it takes to read, and the cost is shown before.
  const told = page.getByRole("alert").filter({ hasText: "2 prompts were added" });
  await page.clock.fastForward(60_000);
  await told.getByRole("button", { name: "Ask these 2 now" }).click();
  const asking = page.getByRole("dialog", { name: "Ask now" });
  await asking.getByText("Asks these 2 prompts now").waitFor();
  await asking.getByRole("button", { name: "Ask for 2 answers now" }).waitFor();
  // While another choice is estimated nothing is asked for by the number of the last one.
  const estimated = Promise.withResolvers<void>();
  await page.route("**/app/call/estimate_captures", async (route) => {
    await estimated.promise;
    await route.continue();
  });
  const estimating = page.waitForRequest("**/app/call/estimate_captures");
  const ask = asking.getByRole("button", { name: /^Ask( for|\snow)/ });
  await asking.getByRole("textbox", { name: "Answers per prompt" }).fill("5");
  assert.equal(await ask.isDisabled(), true, "before it is asked what it costs");
  await estimating;
  assert.equal(await ask.isDisabled(), true, "before that is known");
  estimated.resolve();
  await asking.getByRole("button", { name: "Ask for 10 answers now", disabled: false }).waitFor();
  await page.unroute("**/app/call/estimate_captures");
  await told.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await asking.waitFor({ state: "detached" });
  // Of two offers each goes by itself, and the rest with the page.
  for (const text of [
    "Which boots are red?",
    "Which are green?\nWhich are blue?\nWhich are grey?",
  ]) {
    await page.getByRole("button", { name: "Add prompts" }).click();
    await dialog.getByRole("textbox").first().fill(text);
    await dialog.getByRole("button", { name: /^Add \d prompts?$/ }).click();
    await dialog.waitFor({ state: "detached" });
  }
  const one = page.getByRole("alert").filter({ hasText: "1 prompt was added" });
  const three = page.getByRole("alert").filter({ hasText: "3 prompts were added" });
  await three.waitFor();
  await one.getByRole("button", { name: "Ask it now" }).click();
  await asking.getByRole("button", { name: "Ask for 1 answer now" }).waitFor();
  await one.waitFor({ state: "detached" });
  assert.equal(await three.count(), 1);
  await page.keyboard.press("Escape");
  await asking.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Brands", exact: true }).click();
  await page.getByRole("heading", { name: "Brands", level: 1 }).waitFor();
  await three.waitFor({ state: "detached", timeout: 3_000 });
  await page.getByRole("link", { name: "Prompts", exact: true }).click();
  await page.getByRole("button", { name: "Import" }).click();
  const buffer = Buffer.from("prompt\nWhich boots last?\nWhich boots are warm?");
  const file = { name: "prompts.csv", mimeType: "text/csv", buffer };
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog
    .getByText(/1 of them are there already.* First asked .*: 2\sanswers each time/)
    .waitFor();
  // An import may have ended before the page first looks at it.
  await page.route("**/app/call/list_prompt_imports", async (route) => {
    await comesTo(async () => {
      const { rows } = await world.pool.query("select status from prompt_imports");
      return rows.map(({ status }) => status);
    }, ["done"]);
    await route.continue();
  });
  await dialog.getByRole("button", { name: /^Import/ }).click();
  await dialog.waitFor({ state: "detached" });
  // What was added last comes first.
  const first = page.getByRole("table", { name: "Prompts" }).getByRole("row").nth(1);
  await first.getByText("Which boots are warm?").waitFor();
  assert.deepEqual(problems, []);
});

test("a link that was shared is revoked where it was shared", { skip }, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, NARROW);
  await visit(page, boots, { path: "" });
  const share = page.getByRole("button", { name: "Share", exact: true });
  await share.click();
  const dialog = page.getByRole("dialog", { name: "Create a share link" });
  await dialog.getByLabel("What it is for").fill("For the board");
  await dialog.getByRole("button", { name: "Create the link" }).click();
  const link = (await dialog.locator("pre").textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  await share.click();
  const revoke = dialog.getByRole("button", { name: "Revoke For the board" });
  await revoke.waitFor();
  await settled(page);
  for (const view of [NARROW, { ...NARROW, dark: false }, WIDE, { ...WIDE, dark: true }]) {
    await page.setViewportSize(view);
    await page.emulateMedia({ colorScheme: view.dark ? "dark" : "light" });
    await look(page, "share-links", { ...view, opened: "dialog" });
  }
  await revoke.click();
  const question = page.getByRole("dialog", { name: "Revoke For the board?" });
  await question.waitFor();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  await revoke.click();
  await question.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("The link “For the board” no longer works.").waitFor();
  await revoke.waitFor({ state: "detached" });
  await page.goto(link);
  await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
  assert.deepEqual(
    problems.filter((problem) => !/status of 404/.test(problem)),
    [],
  );
});

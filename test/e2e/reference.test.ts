import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { dayIn } from "#core/period.ts";
import {
  cursorLink,
  vsCodeInsidersLink,
  vsCodeLink,
} from "../../web/pages/connect/install-links.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { NARROW, openBrowser, showAs, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const world = skip ? undefined : await makeWorld();
const server = world && (await startServer(world, { DASHBOARD: "on", WORKER: "off" }));

test("the reference shows samples where they are opened, and calls this server alone with the key that is typed", {
  skip,
}, async () => {
  assert(world && server);
  const context = await openBrowser(WIDE);
  const page = await context.newPage();
  const asked: string[] = [];
  const problems: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (line) => line.type() === "error" && problems.push(line.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(`${server.origin}/docs/api`);
  const article = page.locator("article[aria-labelledby=create_topic]");
  await article.getByText("Samples, and try it").waitFor();
  assert.ok(!asked.some((url) => url.endsWith("openapi.json")), "nothing is loaded before");
  await article.getByText("Samples, and try it").click();
  const code = article.locator(".samples pre code");
  await comesTo(async () => (await code.textContent())?.startsWith("curl -X POST"), true);
  assert.ok((await code.textContent())?.includes(`${server.origin}/api/v1/topics`));
  await article.getByRole("button", { name: "Python" }).click();
  assert.match((await code.textContent()) ?? "", /^import json, os/);
  await look(page, "reference-samples", WIDE);

  await article.getByLabel("API key").fill(world.key);
  await article.getByLabel("Body").fill('{"name": "Tried out"}');
  await article.getByRole("button", { name: "Send POST" }).click();
  await article.getByText('"name": "Tried out"').waitFor();
  const { body } = await world.rest("GET", "/topics");
  assert.deepEqual(
    body.data.map(({ name }: { name: string }) => name),
    ["Tried out"],
  );
  // Another operation: in the language that was chosen, and with the key that was typed.
  const list = page.locator("article[aria-labelledby=list_topics]");
  await list.getByText("Samples, and try it").click();
  await list.getByText("import json, os").waitFor();
  assert.equal(await list.getByLabel("API key").inputValue(), world.key);
  await list.getByLabel("Path and query").fill("/../../app/session");
  await list.getByRole("button", { name: "Send GET" }).click();
  await list.getByText("That is no path of this API.").waitFor();
  await list.getByLabel("Path and query").fill("//elsewhere.example/x");
  await list.getByRole("button", { name: "Send GET" }).click();
  await list.getByText(/^404/).waitFor();
  assert.deepEqual(
    asked.filter((url) => new URL(url).origin !== server.origin),
    [],
  );
  assert.ok(asked.every((url) => !url.includes(world.key)));
  assert.equal(await page.evaluate("JSON.stringify([localStorage, sessionStorage])"), "[{},{}]");
  await showAs(page, NARROW);
  await look(page, "reference-tried", NARROW);
  assert.deepEqual(
    problems.filter((text) => !text.includes("404")),
    [],
  );
  await context.close();

  const plain = await openBrowser({ ...WIDE, scripts: false });
  const unscripted = await plain.newPage();
  await unscripted.goto(`${server.origin}/docs/api#create_topic`);
  assert.equal(await unscripted.getByText("Samples, and try it").count(), 0);
  await plain.close();
});

test("Connect adds the server to Cursor and to VS Code by a click", { skip }, async () => {
  assert(world && server);
  const { page } = await enter(server, await addUser(world), WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/connect`);
  const address = `${server.origin}/api/mcp`;
  const links = {
    Cursor: { "Add to Cursor": cursorLink(address) },
    "VS Code": {
      "Add to VS Code": vsCodeLink(address),
      "Add to VS Code Insiders": vsCodeInsidersLink(address),
    },
  };
  for (const [client, of] of Object.entries(links)) {
    await page.getByRole("button", { name: client, exact: true }).click();
    for (const [name, href] of Object.entries(of)) {
      const link = page.getByRole("link", { name, exact: true });
      await link.waitFor();
      assert.equal(await link.getAttribute("href"), href);
    }
    await settled(page);
    await look(page, "connect-opened", WIDE);
  }
});

test("the commands beside a new key run as they are shown, and the reference reads with ids that there are", {
  skip,
}, async () => {
  assert(world && server);
  const day = dayIn("UTC", new Date());
  const answer = { prompt: "Which boots last?", model: "ChatGPT", answer: "Acme." };
  const line = JSON.stringify({ captured_at: new Date().toISOString(), ...answer });
  assert.equal((await world.rest("POST", "/chats/import", line)).body.imported, 1);
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=keys`);
  await page.getByRole("button", { name: "Create a key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What it is for").fill("A script");
  await dialog.getByRole("button", { name: "Create the key" }).click();
  await dialog.getByText("Visibility by day").waitFor();
  for (const view of [NARROW, WIDE]) {
    await showAs(page, view);
    await settled(page);
    await look(page, "key-made", { ...view, opened: "dialog" });
  }
  const [key = "", projects = "", , by_day = ""] = await dialog.locator("pre").allTextContents();
  const run = async (command: string) => {
    assert.ok(command.startsWith("curl ") && command.includes(key), command);
    const { stdout } = await promisify(execFile)("sh", [
      "-c",
      `${command} --silent --fail-with-body`,
    ]);
    return JSON.parse(stdout).data;
  };
  assert.deepEqual(
    (await run(projects)).map(({ id }: { id: string }) => id),
    [world.project.id],
  );
  const rows = await run(by_day);
  assert.deepEqual(
    rows.map((row: { date: string; brand: { is_own: boolean }; visibility: number }) => [
      row.date,
      row.brand.is_own,
      row.visibility,
    ]),
    [[day, true, 1]],
  );

  await page.goto(`${server.origin}/docs/api`);
  const samplesOf = async (name: string) => {
    const article = page.locator(`article[aria-labelledby=${name}]`);
    await article.getByText("Samples, and try it").click();
    const button = article.getByRole("button", { name: "curl" });
    await button.click();
    return { article, text: (await article.locator(".samples pre code").textContent()) ?? "" };
  };
  const read = await samplesOf("get_chat");
  const [chat] = (await world.rest("GET", "/chats")).body.data;
  assert.ok(read.text.includes(`/api/v1/chats/${chat.id}`), read.text);
  assert.doesNotMatch(read.text, /PqYbRw9s/);
  // What changes something keeps an id that there is not, and says where there are others.
  const changed = await samplesOf("delete_brand");
  assert.match(changed.text, /brd_PqYbRw9s/);
  await changed.article
    .getByText("brd_PqYbRw9s is an example. Put in an id of your own: GET /brands lists them.")
    .waitFor();
  await look(page, "reference-ids", WIDE);
  assert.deepEqual(problems, []);
});

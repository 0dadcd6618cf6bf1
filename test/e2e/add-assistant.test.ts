import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { entry } from "../kit/model-lists.ts";
import { type ProviderServer, startInFront } from "../kit/provider-server.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { type Look, openBrowser, showAs, skip } from "./browser.ts";
import { look } from "./check-page.ts";
import { describeBrand, setUp } from "./first-steps.ts";
import { comesTo, pendingOf, settled } from "./wait-until.ts";

const LOOKS: Look[] = [390, 1440].flatMap((width) =>
  [true, false].map((dark) => ({ width, height: width === 390 ? 844 : 900, dark })),
);
const DAY_SECONDS = 86_400;
const TODAY = Math.floor(Date.now() / 1000);
const dayIn = (days: number) =>
  new Date((TODAY + days * DAY_SECONDS) * 1000).toISOString().slice(0, 10);

/** Forty models of the last years, the newest first to be found; one ends soon. */
const MODELS = {
  object: "list",
  data: [
    entry("gpt-9-luna", TODAY - 20 * DAY_SECONDS, { shutdown_date: dayIn(32) }),
    entry("gpt-9-astra", TODAY - 3 * DAY_SECONDS, { shutdown_date: null }),
    entry("text-embedding-9", TODAY),
    ...Array.from({ length: 38 }, (_, n) =>
      entry(`gpt-8.${n}`, TODAY - (60 + 9 * n) * DAY_SECONDS),
    ),
  ],
};
const CHAT = "Acme Shoes are good, and so are Orvane's.";

/** A provider as OpenAI is one: it lists models, searches where it is not forced to, and knows its key. Ollama, too. */
async function startProvider(): Promise<ProviderServer> {
  const simulated = await startSimulatedServer({ seed: "picker" });
  return startInFront(simulated, (response, { url, headers, body }) => {
    const refuse = (status: number, message: string) =>
      response.writeHead(status).end(JSON.stringify({ error: { message } }));
    if (url === "/ollama/models") {
      return response.end(JSON.stringify({ data: [entry("llama3.2:latest", TODAY)] }));
    }
    if (url === "/ollama/chat/completions") {
      const message = { role: "assistant", content: CHAT };
      return response.end(JSON.stringify({ model: "llama3.2", choices: [{ message }] }));
    }
    if (!headers.authorization?.endsWith("right-0123456789")) return refuse(401, "No such key.");
    if (url === "/v1/models") return response.end(JSON.stringify(MODELS));
    if (Reflect.get(body as object, "tool_choice") === "required") {
      return refuse(400, "tool_choice required is not supported for this model.");
    }
    return false;
  });
}

test("on an empty installation: an assistant picked from its provider's list, tested, asked, and its answer read", {
  skip,
}, async (t) => {
  const provider = await startProvider();
  const { server, page, problems } = await install({
    LM_STUDIO_URL: "http://127.0.0.1:1/v1",
    OLLAMA_URL: `${provider.base_url}/ollama`,
    VLLM_URL: "http://127.0.0.1:1/v1",
  });
  const started = performance.now();
  await onboard(page);
  await page.getByText("A model runs on this machine").waitFor();
  await lookAt(page, "first-assistant");
  await page.getByRole("button", { name: "An assistant, with my key" }).click();
  await page.getByRole("dialog").getByText("A model runs on this machine").waitFor();
  await lookAt(page, "assistant-form", "dialog");
  await pickModel(page, provider);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Ask now" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();

  const project = new URL(page.url()).pathname.split("/").slice(0, 3).join("/");
  await page.goto(`${server.origin}${project}/models`);
  await page.getByText("ends in 32 days").waitFor();
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText("Its search cannot be forced: it decides itself").waitFor();
  await page.getByText("It searched.").waitFor();
  const answer = page.getByRole("region", { name: "Answer", exact: true });
  await answer.locator(".answer > p, .answer > ul, .answer > ol").first().waitFor();
  assert.doesNotMatch((await answer.textContent()) ?? "", /\*\*|\]\(/);
  await lookAt(page, "assistant-test", "dialog");
  await page.keyboard.press("Escape");
  await page.getByText(/^tested /).waitFor();
  await lookAt(page, "assistants");

  await comesTo(async () => {
    await page.goto(`${server.origin}${project}/answers`);
    await settled(page);
    return (await page.getByRole("row").count()) > 1;
  }, true);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.getByText("yes (the assistant decided)").waitFor();
  t.diagnostic(`from the first page to the answer: ${Math.round(performance.now() - started)} ms`);
  assert.deepEqual(
    problems.filter((one) => !/status of 4\d\d/.test(one)),
    [],
  );
});

/** Finds the provider's list refused for a wrong key, then read, searches it, and picks a model that ends soon. */
async function pickModel(page: Page, provider: ProviderServer): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Provider" }).click();
  // Each is among those of its kind.
  for (const kind of ["From a model, by its key", "On search pages, by a service"])
    await page.getByText(kind, { exact: true }).waitFor({ state: "attached" });
  await lookAt(page, "assistant-providers", "dialog");
  await page.getByRole("option", { name: "OpenAI", exact: true }).click();
  const model = dialog.getByLabel("Requested model");
  await model.click();
  await dialog.getByText("Give its key first to choose from OpenAI's models.").waitFor();
  await dialog.getByRole("button", { name: "How often, how fast, at what price" }).click();
  await dialog.getByLabel("Address").fill(`${provider.base_url}/v1`);
  const key = dialog.getByRole("textbox", { name: "Key" });
  await key.fill("wrong-0123456789");
  await model.click();
  await dialog.getByText("OpenAI refused the key (HTTP 401: No such key.)").waitFor();
  await dialog.getByText("OpenAI refused this key. Without one that works").waitFor();
  await dialog.getByRole("button", { name: "Add anyway" }).waitFor();
  await lookAt(page, "assistant-picker-failed", "dialog");
  await key.fill("right-0123456789");
  await dialog.getByRole("button", { name: "Add", exact: true }).waitFor();
  await model.click();
  await dialog.getByText("40 models, newest first. You can write any other name.").waitFor();
  const options = page.getByRole("option");
  await comesTo(
    async () => (await options.allInnerTexts()).slice(0, 2).map((text) => text.split("\n")[0]),
    ["gpt-9-astra", "gpt-9-luna"],
  );
  await lookAt(page, "assistant-picker", "dialog");
  await model.fill("luna");
  await comesTo(() => options.count(), 1);
  await options.first().click();
  assert.equal(await model.inputValue(), "gpt-9-luna");
  await dialog.getByText(/It ends on \d+ \w+ \d{4}\./).waitFor();
}

test("without any key a model on this machine is asked at the first run, and its answers say that they are from memory", {
  skip,
}, async () => {
  const provider = await startProvider();
  const { server, page, problems } = await install({
    LM_STUDIO_URL: "http://127.0.0.1:1/v1",
    OLLAMA_URL: `${provider.base_url}/ollama`,
    VLLM_URL: "http://127.0.0.1:1/v1",
  });
  await onboard(page);
  await page.getByRole("button", { name: "Ask llama3.2:latest" }).click();
  await page.getByText("A first run asks for").waitFor();
  await page.getByRole("button", { name: "Ask now" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const project = new URL(page.url()).pathname.split("/").slice(0, 3).join("/");
  await page.goto(`${server.origin}${project}`);
  await page.getByText("from memory", { exact: true }).first().waitFor();
  await page.getByText(/From \d+\sanswers?/).waitFor();
  await lookAt(page, "overview-from-memory");
  await page.goto(`${server.origin}${project}/answers`);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.getByText("are good, and so are").waitFor();
  await page.getByText("no (searching was switched off)").waitFor();
  assert.deepEqual(problems, []);
});

async function install(environment: Record<string, string>) {
  const world = await makeWorld();
  await world.pool.query("truncate organisations, users cascade");
  const server = await startServer(world, { DASHBOARD: "on", ...environment });
  const view: Look = { width: 1440, height: 900, dark: false };
  const page = await (await openBrowser(view)).newPage();
  pendingOf(page);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  await setUp(page, server);
  return { server, page, problems };
}

async function onboard(page: Page): Promise<void> {
  await describeBrand(page, "acme-shoes.com");
  await page.getByRole("button", { name: "An assistant, with my key" }).waitFor();
}

/** Looks at what is shown on a phone and on a desk, light and dark. */
async function lookAt(page: Page, name: string, opened?: string): Promise<void> {
  for (const view of LOOKS) {
    await showAs(page, view);
    await settled(page);
    await look(page, name, { ...view, ...(opened && { opened }) });
  }
}

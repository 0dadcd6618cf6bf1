import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { addUser, signedIn } from "../kit/http-client.ts";
import { serveModel } from "../kit/judge-server.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { NARROW, skip } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

const PROMPTS = ["warm", "light", "cheap", "good"].map((word) => `Which boots are ${word}?`);
const PROPOSED = {
  competitors: [
    { name: "Initech", domain: "initech.com" },
    { name: "Globex <script>alert(1)</script>", domain: null },
  ],
  topics: [
    { name: "Choosing", branded: false, prompts: PROMPTS },
    { name: "Reputation", branded: true, prompts: ["Is Northwind any good?"] },
  ],
};

async function describe(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/welcome`);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("textbox", { name: "Brand" }).fill("Northwind");
  await page.getByLabel("Website").fill("northwind.example");
  await page.getByLabel("What it sells").fill("hiking boots");
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a new project's competitors and questions say whether a model or templates proposed them", {
  skip,
}, async () => {
  const world = await makeWorld();
  const model = await serveModel(() => JSON.stringify(PROPOSED));
  after(model.close);
  const server = await startServer(world, {
    DASHBOARD: "on",
    ONBOARDING_MODEL: "vllm/tiny-1",
    ONBOARDING_MODEL_URL: model.base_url,
  });
  const { page, problems } = await enter(server, await addUser(world), NARROW);
  await describe(page, server.origin);
  await page.getByText("Proposed by tiny-1 from memory, not from research.").waitFor();
  await page.getByText("Pages of initech.com will count as theirs").waitFor();
  assert.equal(await page.getByText("Globex").count(), 0);
  await look(page, "onboarding-competitors", NARROW);
  await page.getByRole("combobox", { name: "Who are your competitors?" }).fill("Gap");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Proposed by tiny-1 from memory, not from research.").waitFor();
  await look(page, "onboarding-questions", NARROW);
  await page.getByRole("button", { name: "Track 5 questions" }).click();
  await page.getByRole("button", { name: "Use the simulated assistant" }).waitFor();
  const isCased = page.getByRole("checkbox", { name: "Only “Gap” in this case" });
  assert.equal(await isCased.isChecked(), true);
  assert.equal(await page.getByRole("checkbox", { name: /^Only/ }).count(), 1);
  await look(page, "onboarding-case", NARROW);
  await isCased.click();
  await page
    .getByRole("checkbox", { name: "Only “Gap” in this case", checked: false, disabled: false })
    .waitFor();

  // The project is made: Back leads to no second one, and its set-up goes on where it was left.
  await page.goBack();
  await page.getByRole("heading", { name: "Your projects" }).waitFor();
  await page.getByText("You began to set up Northwind.").waitFor();
  await look(page, "onboarding-unfinished", NARROW);
  await page.getByRole("button", { name: "Continue setting up" }).click();
  await page.getByRole("button", { name: "Skip" }).click();
  await page.getByRole("button", { name: "Open the project" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();

  await model.close();
  await describe(page, server.origin);
  await page.getByRole("heading", { name: "Track your brand" }).waitFor();
  await page.getByRole("combobox", { name: "Who are your competitors?" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("tiny-1 gave no usable answer, so these come from templates.").waitFor();
  await page.getByText("What are the best brands of hiking boots?").waitFor();
  // An address of a step that lost its project leads to the projects, not to an empty page.
  await page.goto(`${server.origin}/welcome?step=run`);
  await page.getByRole("heading", { name: "Your projects" }).waitFor();
  await page.getByText("You began to set up Northwind.").waitFor();
  // Whoever uses this browser next does not see what was begun.
  const { visitor } = await signedIn(world);
  for (const [name, value] of visitor.cookies) {
    await page.context().addCookies([{ name, value, url: server.origin, httpOnly: true }]);
  }
  await page.goto(`${server.origin}/welcome`);
  await page.getByRole("heading", { name: "Your projects" }).waitFor();
  await settled(page);
  assert.equal(await page.getByText("You began to set up").count(), 0);
  assert.deepEqual(problems, []);
});

import type { Page } from "playwright-core";
import { PASSWORD } from "../kit/http-client.ts";
import type { RealServer } from "../kit/real-server.ts";
import { comesTo } from "./wait-until.ts";

/** Makes the owner of an empty installation, from the address that its server prints. */
export async function setUp(page: Page, server: RealServer): Promise<void> {
  const addressOf = () => /"open":"([^"]+)"/.exec(server.output())?.[1];
  await comesTo(async () => addressOf() !== undefined, true);
  await page.goto(addressOf() ?? "");
  await page.getByLabel("Organisation").fill("Acme");
  await page.getByLabel("Your e-mail").fill("owner@example.com");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Welcome to Earshot" }).waitFor();
}

/** Names a brand, a competitor and questions, up to the choice of who is asked. */
export async function describeBrand(page: Page, website: string): Promise<void> {
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("textbox", { name: "Brand" }).fill("Acme Shoes");
  await page.getByLabel("Website").fill(website);
  await page.getByLabel("What it sells").fill("running shoes");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("combobox", { name: "Who are your competitors?" }).fill("Orvane");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /^Track \d+ questions$/ }).click();
}

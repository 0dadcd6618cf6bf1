import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { addDays } from "#core/period.ts";
import { addUser } from "../kit/http-client.ts";
import { makeWorld } from "../kit/world.ts";
import { DAYS, makeBoots, range } from "./boots-project.ts";
import { skip, WIDE } from "./browser.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const boots = skip ? undefined : await makeBoots();
const owner = boots && (await addUser(boots.world));
const days = `from=${addDays(range.date_from, DAYS / 2)}&to=${range.date_to}`;

async function open(path: string, refused: readonly string[]) {
  assert(boots && owner);
  const { page } = await enter(boots.server, owner, WIDE);
  await refuse(page, refused);
  await page.goto(`${boots.server.origin}/projects/${boots.world.project.id}${path}`);
  return page;
}

async function refuse(page: Page, names: readonly string[]) {
  for (const name of names)
    await page.route(`**/app/call/${name}`, (route) =>
      route.fulfill({
        status: 400,
        json: { error: { code: "INVALID_ARGUMENT", message: "That cannot be answered." } },
      }),
    );
}

test("all parts of a change are shown where there are more than a page of them, and its sites stay", {
  skip,
}, async () => {
  const page = await open("", []);
  await page.route("**/app/call/explain_change", async (route) => {
    const { all_parts, limit, offset = 0, ...input } = route.request().postDataJSON();
    const answer = await route.fetch({ postData: JSON.stringify({ ...input, limit: 1000 }) });
    const found = await answer.json();
    type Part = { split: string };
    const of = (split: string) => found.data.filter((part: Part) => part.split === split);
    const prompts = Array.from({ length: 1_002 }, (_, at) => ({
      ...{ ...of("prompt")[0], prompt_id: `prm_${at}` },
    }));
    found.part_counts.prompt = prompts.length;
    const all = [...of("model"), ...prompts, ...of("site")];
    const data = all.slice(offset, offset + limit);
    const paged = { ...found, data, total_count: all.length, limit, offset };
    await route.fulfill({ json: all_parts ? paged : found });
  });
  await page.goto(`${new URL(page.url()).href}/changes?${days}`);
  const sites = page.getByRole("heading", { name: "Sites that go along with the change" });
  await sites.waitFor();
  const more = page.getByRole("button", { name: "Show all 1,002" });
  await more.click();
  await more.waitFor({ state: "detached" });
  await settled(page);
  await sites.waitFor();
});

test("a change whose verdict is refused says so in its place, beside its parts", {
  skip,
}, async () => {
  const page = await open(`/changes?${days}`, ["get_brand_report"]);
  await page.getByRole("heading", { name: "What is more than chance" }).waitFor();
  await page.getByRole("alert").getByText("That cannot be answered.").waitFor();
  assert.equal(await page.getByText(/Acme is named|^The change/).count(), 0);
});

test("nothing is said to be checked, counted, missing or to do where what it hangs on was refused", {
  skip,
}, async () => {
  assert(boots);
  const line = { captured_at: `${range.date_to}T12:00:00Z`, model: "ChatGPT" };
  const plain = { ...line, prompt: "Which boots are light?", answer: "Acme and Borealis." };
  const { body } = await boots.world.rest("POST", "/chats/import", JSON.stringify(plain));
  assert.equal(body.imported, 1);
  const refused = ["preview_brand", "list_brands", "list_models"];
  const page = await open("/answers", refused);
  const row = page.getByRole("row", { name: "Which boots are light?" });
  await row.getByText("2 brands", { exact: true }).waitFor();
  await row.getByRole("link").first().click();
  await page.getByText("No sources are recorded.").waitFor();
  await page.unroute("**/app/call/list_brands");
  await page.goto(`${boots.server.origin}/projects/${boots.world.project.id}/brands`);
  await page.getByRole("button", { name: "Track a brand" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).first().fill("Nimbus");
  await dialog.getByText("That cannot be answered.").waitFor();
  assert.equal(await dialog.getByText("Checking stored answers").count(), 0);
  // Of a project without answers, the steps are told once it is known which are done.
  const fresh = await makeWorld();
  const other = await enter(boots.server, await addUser(fresh), WIDE);
  await refuse(other.page, ["list_targets"]);
  await other.page.goto(`${boots.server.origin}/projects/${fresh.project.id}`);
  const alert = other.page.getByRole("alert").filter({ hasText: "That cannot be answered." });
  await comesTo(async () => (await alert.count()) > 0, true);
  assert.equal(await other.page.getByLabel("To do").count(), 0);
});

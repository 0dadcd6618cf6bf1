import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { run } from "#core/run.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { insertTarget } from "#domain/capture/targets/target-queries.ts";
import { setJudge } from "#domain/judging/set-judge.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { DAYS, makeBoots, only, percent, report, visit } from "./boots-project.ts";
import { NARROW, pointAt, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { answerRowByRow } from "./row-by-row.ts";
import { readSavedCsv } from "./saved-csv.ts";
import { enter } from "./sign-in.ts";
import { comesTo } from "./wait-until.ts";

const boots = skip ? undefined : await makeBoots();
const owner = boots && (await addUser(boots.world));
const viewer = boots && (await addUser(boots.world, "viewer"));

test("a brand is edited on its page, and its numbers follow without a reload", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const find = async () =>
    (await report(boots, "brands")).data.find(({ brand }) => brand.name === "Borealis");
  const before = await find();
  assert(before);
  await visit(page, boots, { path: `/brands/${before.brand.id}` });
  const figures = page.locator(".number");
  await comesTo(() => figures.first().textContent(), percent(before["visibility"]));
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByText(/newest .* answers would mention it/).waitFor();
  await page.getByRole("button", { name: "Add a spelling" }).click();
  // It is typed at once, without a look for its field.
  await page.getByLabel("Spelling 1", { exact: true }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Summit Line");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const share = percent((before["visibility_count"] ?? 0) / (2 * DAYS) + 1 / 2);
  await figures.filter({ hasText: share }).waitFor();
  const after = await find();
  assert.equal(percent(after?.["visibility"] ?? 0), share);
  await page.getByRole("button", { name: "Edit", disabled: false }).waitFor();

  await page.getByText("Prompt", { exact: true }).click();
  const prompts = page.getByRole("table", { name: "By prompt" });
  await prompts.getByRole("link", { name: "Which boots are waterproof?" }).click();
  await page.getByRole("heading", { name: "Which boots are waterproof?", level: 1 }).waitFor();
  const newest = page.locator(".panel", { hasText: "Newest answers" });
  await newest
    .getByRole("link", { name: /^Claude · / })
    .first()
    .waitFor();
  // The newest answer is the last, odd one, which names only what is now Borealis.
  await newest.filter({ hasText: /Claude · \d+ \w+ \d{4}BorealisClaude/ }).waitFor();
  assert.deepEqual(problems, []);
});

test("what a brand's numbers are split by, and which is shown over time, outlasts a reload", {
  skip,
}, async () => {
  assert(boots && viewer);
  const { page } = await enter(boots.server, viewer, WIDE);
  const [row] = (await report(boots, "brands")).data;
  await visit(page, boots, { path: `/brands/${row?.brand.id}` });
  const choose = (group: string, label: string) =>
    page.getByRole("radiogroup", { name: group }).getByText(label, { exact: true }).click();
  await choose("Split by", "Country");
  await choose("Measure", "Position");
  await page.getByRole("table", { name: "By country" }).waitFor();
  await page.getByRole("figure", { name: "Position over time" }).waitFor();
  await page.reload();
  await page.getByRole("table", { name: "By country" }).waitFor();
  await page.getByRole("figure", { name: "Position over time" }).waitFor();
});

/** The rows of a file that a button saves, by the names of its columns, and the file's name. */
async function saved(page: Page, button: RegExp) {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const file = await coming;
  const rows = parse(await readSavedCsv(file), { columns: true });
  return { name: file.suggestedFilename(), rows: rows as Record<string, string>[] };
}

test("tables of brands are saved with every name, interval and verdict that the page has", {
  skip,
}, async () => {
  assert(boots && viewer);
  const { page } = await enter(boots.server, viewer, WIDE);
  const isByModel = ({ dimensions }: { dimensions?: string[] }) => `${dimensions}` === "model_id";
  await answerRowByRow(page, "get_brand_report", isByModel);
  await visit(page, boots, { path: "/brands" });
  const byModel = await saved(page, /^Save brands-by-assistant/);
  const { data } = await report(boots, "brands", { dimensions: ["model_id"] });
  assert.equal(byModel.rows.length, data.length, "all of them");
  const cells = page.getByRole("table", { name: "Visibility by assistant" }).locator("td");
  assert.equal(await cells.getByText("–", { exact: true }).count(), 0);
  assert.deepEqual(
    new Set(byModel.rows.map((row) => row["assistant"])),
    new Set(["ChatGPT", "Claude"]),
  );
  for (const row of byModel.rows) {
    const of = data.find(
      (one) => one.brand.name === row["brand"] && String(one["model_id"]) === row["model_id"],
    );
    for (const key of ["visibility_low", "visibility_high", "visibility_total"])
      assert.equal(row[key], String(of?.[key]));
  }
  const brands = await saved(page, /^Save brands as/);
  const [first] = brands.rows;
  const shown = page.getByRole("row", { name: new RegExp(`^${first?.["brand"]}`) }).first();
  assert.ok(
    first?.["change"] === "" ||
      `${await shown.textContent()}`.includes(`${first?.["change_verdict"]}`),
  );
  assert.ok(first && "change_low" in first && "change_high" in first);

  await shown.getByRole("link").first().click();
  await page.getByRole("heading", { name: "Over time" }).waitFor();
  const split = await saved(page, /^Save .* by assistant/);
  assert.match(split.name, new RegExp(`-${first["brand"]?.toLowerCase()}-by-assistant-`));
  assert.deepEqual(
    split.rows.map((row) => [row["brand"], row["assistant"], "model_id" in row]).sort(),
    ["ChatGPT", "Claude"].map((model) => [first["brand"], model, false]),
  );
});

test("a brand whose answers are still to be read has no numbers, not zeros", { skip }, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, WIDE);
  const { body } = await boots.world.rest("POST", "/brands", { name: "Nowhere" });
  await boots.world.runJobs();
  const say = (status: string) =>
    boots.world.pool.query("update brands set status = $1 where name = 'Nowhere'", [status]);
  await say("recalculating");
  await visit(page, boots, { path: "/brands" });
  const row = page.locator("tr", { hasText: "Nowhere" }).first();
  await row.getByText("being re-read").waitFor();
  // What waits for it is said at the top, and what counts half of it where it stands.
  const [above, within] = [
    "shares of voice and positions are as before",
    "only what is read so far",
  ];
  const note = (until: string) => page.getByRole("note").filter({ hasText: until });
  await note(`Answers are being read for Nowhere. Until they are, ${above}`).waitFor();
  const compared = page
    .locator(".panel", { hasText: "Compared with" })
    .filter({ has: note(within) });
  await compared.getByRole("note").getByText("Answers are being read for Nowhere.").waitFor();
  assert.doesNotMatch((await row.textContent()) ?? "", /0\.0\s%/);
  // It has no rank yet, and is none of those that are ranked.
  const { total_count } = (await boots.world.rest("GET", "/brands")).body;
  await visit(page, boots, { path: "" });
  await page
    .getByText(`among ${total_count - 1} brands`, { exact: true })
    .first()
    .waitFor();
  await visit(page, boots, { path: "/brands" });
  await say("ready");
  await row.getByText("0.0 %").first().waitFor();
  await note(within).waitFor({ state: "detached" });
  await boots.world.rest("DELETE", `/brands/${body.id}`);
  assert.deepEqual(problems, []);
});

test("after a brand is deleted, what was counted among more brands is counted again by itself", {
  skip,
}, async () => {
  const world = await makeWorld();
  for (const name of ["Globex", "Umbra"]) await world.rest("POST", "/brands", { name });
  const captured_at = new Date().toISOString();
  const line = { captured_at, prompt: "Which?", model: "one", answer: "Acme, Globex and Umbra." };
  await world.rest("POST", "/chats/import", JSON.stringify(line));
  const server = await startServer(world, { DASHBOARD: "on" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/brands`);
  const row = page.getByRole("row", { name: /Acme/ });
  await row.getByText("33.3\u00A0%").waitFor();
  await page
    .getByRole("row", { name: /Umbra/ })
    .getByRole("button", { name: "Stop tracking" })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop tracking" }).click();
  await row.getByText("50.0\u00A0%").waitFor();
  assert.deepEqual(problems, []);
});

test("a brand's page offers the spellings that its answers have, with what each adds", {
  skip,
}, async () => {
  assert(boots && owner);
  const { page, problems } = await enter(boots.server, owner, NARROW);
  const { body } = await boots.world.rest("POST", "/brands", { name: "Summitline" });
  await boots.world.runJobs();
  await visit(page, boots, { path: `/brands/${body.id}` });
  await look(page, "brand-spellings", NARROW);
  // What a colleague adds meanwhile stays.
  const felt = { text: "Felt Works", case_sensitive: false };
  await boots.world.rest("PATCH", `/brands/${body.id}`, { aliases: [felt] });
  await boots.world.runJobs();
  await page.getByRole("button", { name: `Add Summit Line +${DAYS} answers` }).click();
  await page.getByText("Summitline was saved.").waitFor();
  const { body: after } = await boots.world.rest("GET", `/brands/${body.id}`);
  assert.deepEqual(after.aliases, [felt, { text: "Summit Line", case_sensitive: true }]);
  await boots.world.rest("DELETE", `/brands/${body.id}`);
  assert.deepEqual(problems, []);
});

for (const view of [NARROW, WIDE]) {
  test(`a brand's rules lie open at ${view.width} px`, { skip }, async () => {
    assert(boots && owner);
    const { page, problems } = await enter(boots.server, owner, view);
    await visit(page, boots, { path: "/brands" });
    const row = page.getByRole("row", { name: /Cumulus/ });
    await row.getByRole("button", { name: "Edit" }).click();
    await page.getByText(/newest .* answers would mention it/).waitFor();
    await page.getByRole("button", { name: "Add a spelling" }).click();
    await look(page, "brand-edit", view);
    assert.deepEqual(problems, []);
  });
}

test("charts of one assistant mark where another version came; the Assistants page lists it", {
  skip,
}, async () => {
  assert(boots && viewer);
  const { page } = await enter(boots.server, viewer, WIDE);
  const breaks = page.locator(".chart .break");
  await visit(page, boots, { path: "" });
  await page.getByRole("img", { name: /a line chart/ }).waitFor();
  assert.equal(await breaks.count(), 0, "all assistants together are of no version");
  await visit(page, boots, { path: "", search: only("mdl_chatgpt") });
  await breaks.waitFor();
  assert.deepEqual(await breaks.allTextContents(), ["gpt-two"]);
  await page.getByText("gpt-two, previously gpt-one.").waitFor();
  await look(page, "break", WIDE);
  await visit(page, boots, { path: "/models" });
  const changes = page.getByRole("table", { name: "Changes" });
  const cells = async () => (await changes.locator("tbody td").allInnerTexts()).slice(1);
  await comesTo(cells, [...["ChatGPT", "Version", "gpt-two", "gpt-one"]]);
});

test("tone says whether it is an estimate or which model it comes from", { skip }, async () => {
  assert(boots && viewer);
  const { page } = await enter(boots.server, viewer, WIDE);
  const isExplained = async (words: RegExp) => {
    await visit(page, boots, { path: "/brands" });
    await pointAt(
      page.getByRole("button", { name: "Tone" }).locator(".hinted"),
      page.getByRole("tooltip").filter({ hasText: words }),
    );
  };
  await isExplained(
    /^Estimated by words and grammar in English, not measured in other languages\. 0 is bad/,
  );
  await insertTarget(boots.world.db, boots.world.project, {
    ...{ slug: "judge", name: "Judge Dee", provider: "openai_compatible", surface: "api" },
    supports: { search_queries: false, retrieved: false, cited: false, location: false },
    ...{ requested_model: "tiny", base_url: "http://127.0.0.1:1", parameters: {} },
    ...{ api_key: null, api_key_hint: null, samples_per_day: 1, concurrency: 1 },
    requests_per_minute: null,
  });
  await run(setJudge, boots.world.context(), { model_id: "mdl_judge" });
  await isExplained(/^Judged by Judge Dee, in answers since .*; what it has not judged/);
});

test("many brands are shown fifty at a time, and one with as many spellings as it may have shows what they match", {
  skip,
}, async () => {
  const world = await makeWorld();
  const aliases = Array.from({ length: 50 }, (_, at) => ({ text: `Aaron ${at}` }));
  await world.rest("POST", "/brands", { name: "Aaron", aliases });
  for (let at = 0; at < 58; at++)
    await insertBrand(world.db, world.project, { name: `Brand ${at}` });
  const line = { captured_at: "2026-03-05T06:00:00Z", prompt: "Which?", model: "A" };
  const text = JSON.stringify({ ...line, answer: "Aaron and Acme." });
  assert.equal((await world.rest("POST", "/chats/import", text)).body.imported, 1);
  await world.runJobs();
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  await page.goto(
    `${server.origin}/projects/${world.project.id}/brands?from=2026-03-01&to=2026-03-31`,
  );
  for (const name of ["Tracked brands", "Visibility by assistant"]) {
    const panel = page.locator(".panel", { has: page.getByRole("table", { name }) });
    const rows = panel.locator("tbody tr");
    await panel.getByText("1–50 of 60").waitFor();
    assert.equal(await rows.count(), 50, name);
    await panel.getByRole("button", { name: "next page" }).click();
    await panel.getByText("51–60 of 60").waitFor();
    assert.equal(await rows.count(), 10, name);
    await panel.getByRole("button", { name: "previous page" }).click();
  }
  await look(page, "brands-many", WIDE);
  await page
    .getByRole("row", { name: /^Aaron/ })
    .getByRole("button", { name: "Edit" })
    .click();
  await page.getByText("1 of the newest 1 answers would mention it").waitFor();
  assert.deepEqual(problems, []);
});

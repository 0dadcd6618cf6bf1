import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { DETECTOR_VERSION } from "#domain/detection/brand-rules.ts";
import { suggestionKey } from "#domain/detection/find-candidates.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld, type World } from "../kit/world.ts";
import { type Look, NARROW, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { readSavedCsv } from "./saved-csv.ts";
import { enter } from "./sign-in.ts";
import { comesTo } from "./wait-until.ts";

const first = skip ? undefined : await makeWorld();
const server = first && (await startServer(first, { DASHBOARD: "on" }));

/** A project of its own, whose open suggestions are these. */
async function withSuggestions(names: string[], kind = "brand"): Promise<World> {
  const world = await makeWorld();
  await addSuggestions(world, names, kind);
  return world;
}

async function addSuggestions(world: World, names: string[], kind = "brand"): Promise<void> {
  for (const name of names) {
    await world.pool.query(
      `insert into suggestions (project_id, kind, name, name_key, domains, chat_count, model_count, examples,
         detail, reason, score)
       values ($1, $2, $3, $4, '{}', 4, 2, $5, '{}', 'Named in 4 answers.', 4)`,
      [
        world.project.project_id,
        kind,
        name,
        suggestionKey(name),
        JSON.stringify([{ chat_id: 7, text: `### ${name} is named here.` }]),
      ],
    );
  }
}

async function open(world: World, view: Look, search = "") {
  assert(server);
  const user = await addUser(world);
  const { page, problems } = await enter(server, user, view);
  await page.goto(`${server.origin}/projects/${world.project.id}/suggestions${search}`);
  await page.getByRole("heading", { name: "Suggestions", level: 1 }).waitFor();
  return { page, problems };
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const namesOf = async (world: World, status: string, kind = "brands") => {
  const { body } = await world.rest("GET", `/suggestions/${kind}?status=${status}`);
  return body.data.map((one: { name?: string; text?: string }) => one.name ?? one.text).sort();
};

/** Waits until the server lists these as rejected. */
async function untilRejected(world: World, names: string[]): Promise<void> {
  await comesTo(() => namesOf(world, "rejected"), names);
}

test("a rejection can be undone at once, and taken back later, one by one or together", {
  skip,
}, async () => {
  const world = await makeWorld();
  const { page, problems } = await open(world, NARROW);
  await page.getByText("Nothing is open").waitFor();
  // A run may end, and the search after it, while its page is open.
  await addSuggestions(world, ["Corona", "Penumbra", "Umbra"]);
  await card(page, "Corona").waitFor();
  await look(page, "suggestions-open", NARROW);
  await page.getByRole("button", { name: "Dismiss Corona" }).click();
  await card(page, "Corona").waitFor({ state: "detached" });
  await untilRejected(world, ["Corona"]);
  await page.getByText("Dismissed: Corona", { exact: true }).waitFor();
  await page.getByText("It is not suggested again.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await card(page, "Corona").waitFor();
  await page.getByText("Suggested again: Corona", { exact: true }).waitFor();
  assert.equal(await page.getByText("Stored answers are being re-read").count(), 0);
  assert.deepEqual(await namesOf(world, "rejected"), []);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Dismiss 3" }).click();
  await page.getByText("Nothing is open").waitFor();
  await page
    .getByRole("radiogroup", { name: "Which suggestions" })
    .getByText("Dismissed", { exact: true })
    .click();
  await page.getByRole("button", { name: "Suggest again: Umbra" }).waitFor();
  await look(page, "suggestions-rejected", NARROW);
  await page.getByRole("button", { name: "Suggest again: Umbra" }).click();
  await card(page, "Umbra").waitFor({ state: "detached" });
  await untilRejected(world, ["Corona", "Penumbra"]);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Suggest again: 2" }).click();
  await page.getByText("Nothing is dismissed").waitFor();
  assert.deepEqual(await namesOf(world, "open"), ["Corona", "Penumbra", "Umbra"]);
  assert.deepEqual(problems, []);
});

test("what cannot be accepted stays, and the page says why", { skip }, async () => {
  const world = await withSuggestions(["Corona", "Penumbra", "Umbra"]);
  await world.rest("POST", "/brands", { name: "Penumbra" });
  await addSuggestions(world, ["Which boots are dry?"], "prompt");
  const { page } = await open(world, WIDE);
  // The menu counts those of all kinds, each of which has its own on its tab.
  await page.getByRole("link", { name: /^Suggestions\s*4$/ }).waitFor();
  for (const name of [/^Brands\s*3$/, /^Prompts\s*1$/, /^Topics$/])
    await page.getByRole("tab", { name }).waitFor();
  await page
    .getByText("Share of voice and position are among all tracked brands: tracking one")
    .waitFor();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Track 3" }).click();
  await page.getByText(/2 tracked: (Corona and Umbra|Umbra and Corona)/).waitFor();
  await page.getByText("Stored answers are being re-read; share of").waitFor();
  await page.getByText("1 was not tracked").waitFor();
  await page.getByText('a brand named "Penumbra" is tracked already', { exact: false }).waitFor();
  await card(page, "Umbra").waitFor({ state: "detached" });
  await card(page, "Penumbra").waitFor();
  assert.deepEqual(await namesOf(world, "accepted"), ["Corona", "Umbra"]);
  assert.deepEqual(await namesOf(world, "open"), ["Penumbra"]);
});

test("a page that suggestions do not go on to says so, and leads back", { skip }, async () => {
  const world = await withSuggestions(["Brisk"]);
  const { page, problems } = await open(world, WIDE, "?page=99");
  await page.getByText("This list does not go on to page 99.").waitFor();
  assert.equal(await page.getByText(/^\d+–\d+ of \d+/).count(), 0);
  await page.getByRole("button", { name: "First page" }).click();
  await card(page, "Brisk").waitFor();
  assert.deepEqual(problems, []);
});

test("a suggested brand is accepted under another name, once the name is free", {
  skip,
}, async () => {
  const world = await withSuggestions(["Umbra"]);
  const { page } = await open(world, NARROW);
  await page.getByRole("button", { name: "Edit… Umbra" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("Acme");
  await form.getByRole("combobox", { name: "Other spellings" }).fill("UMB");
  await page.keyboard.press("Enter");
  await form.getByRole("button", { name: "Track", exact: true }).click();
  await form.getByRole("alert").getByText("tracked already").waitFor();
  await look(page, "suggestion-edit-refused", NARROW);
  await form.getByLabel("Name").fill("Umbra Shoes");
  await form.getByRole("button", { name: "Track", exact: true }).click();
  await form.waitFor({ state: "detached" });
  await page.getByText("Tracked: Umbra Shoes").waitFor();
  const { body } = await world.rest("GET", "/brands");
  const made = body.data.find(({ name }: { name: string }) => name === "Umbra Shoes");
  assert.deepEqual(
    [made.source, made.aliases],
    ["suggestion", [{ text: "UMB", case_sensitive: true }]],
  );
});

test("while a suggested brand is edited, what it would count shows; a spelling is added at a press", {
  skip,
}, async () => {
  const world = await withSuggestions(["Target", "Umbra"]);
  const texts = [
    "Umbra is fine.",
    "Umbras last.",
    "Umbras grip.",
    "A target, and Target.",
    "A target.",
  ];
  await world.pool.query(
    `with asked as (insert into prompts (project_id, text, country_code, language_code)
       values ($1, 'Which shoes last?', 'US', 'en') returning prompt_id)
     insert into answers (project_id, day, model_id, prompt_id, sample, captured_at, status, answer, origin, content_hash)
     select $1, current_date, 1, prompt_id, n, now(), 'answered', answer, 'import', sha256(answer::bytea)
     from asked, unnest($2::text[]) with ordinality as one(answer, n)`,
    [world.project.project_id, texts],
  );
  // These answers count as read: no upkeep reads them now, and looks for suggestions after it.
  await world.pool.query(
    `insert into recalculations (project_id, rules_hash, detector_version, total, finished_at)
     values ($1, '', $2, 0, now())`,
    [world.project.project_id, DETECTOR_VERSION],
  );
  const { page, problems } = await open(world, NARROW);
  const form = page.getByRole("dialog");
  await page.getByRole("button", { name: "Edit… Target" }).click();
  await form.getByText("2 of the newest answers have it in any case, 1 in this one.").waitFor();
  await form.getByRole("checkbox", { name: "Only “Target” in this case" }).uncheck();
  await form.getByText("2 of the newest 5 answers would mention it").waitFor();
  await look(page, "suggestion-edit-case", NARROW);
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Edit… Umbra" }).click();
  await form.getByText("1 of the newest 5 answers would mention it").waitFor();
  await form.getByRole("button", { name: "Add Umbras +2 answers" }).click();
  await form.getByText("3 of the newest 5 answers would mention it").waitFor();
  await look(page, "suggestion-edit", NARROW);
  await form.getByRole("button", { name: "Track", exact: true }).click();
  await form.waitFor({ state: "detached" });
  const { body } = await world.rest("GET", "/brands");
  const made = body.data.find(({ name }: { name: string }) => name === "Umbra");
  assert.deepEqual(made.aliases, [{ text: "Umbras", case_sensitive: false }]);
  assert.deepEqual(problems, []);
});

const BOOTS = "Which boots last longest?";
for (const [kind, plural, label, text, said] of [
  ["prompt", "prompts", "Question", BOOTS, "First asked once an assistant"],
  ["topic", "topics", "Name", "Walking boots", ""],
] as const) {
  test(`a suggested ${kind} is accepted in other words, and that is undone`, { skip }, async () => {
    const world = await withSuggestions(["Which shoes"], kind);
    const { page } = await open(world, WIDE, `?kind=${kind}`);
    await page.getByRole("button", { name: "Edit… Which shoes" }).click();
    await page.getByRole("dialog").getByLabel(label).fill(text);
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText(`Added: ${text}`).waitFor();
    if (said) await page.getByText(said).waitFor();
    await page.getByText("Nothing is open").waitFor();
    assert.deepEqual(await namesOf(world, "accepted", plural), ["Which shoes"]);
    const { body } = await world.rest("GET", `/${plural}`);
    assert.equal(body.data[0].text ?? body.data[0].name, text);
    await page.getByRole("button", { name: "Undo" }).click();
    await card(page, "Which shoes").waitFor();
    assert.equal((await world.rest("GET", `/${plural}`)).body.total_count, 0);
    assert.deepEqual(await namesOf(world, "open", plural), ["Which shoes"]);
  });
}

test("accepting a brand is undone at once, later, and after the brand was deleted", {
  skip,
}, async () => {
  const world = await withSuggestions(["Umbra"]);
  const { page, problems } = await open(world, WIDE);
  const show = async (status: string) =>
    page
      .getByRole("radiogroup", { name: "Which suggestions" })
      .getByText(status, { exact: true })
      .click();
  const accept = async () => {
    await show("Open");
    await page.getByRole("button", { name: "Track Umbra" }).click();
    await card(page, "Umbra").waitFor({ state: "detached" });
  };
  const names = async () =>
    (await world.rest("GET", "/brands")).body.data.map(({ name }: { name: string }) => name);
  await accept();
  await page.getByRole("button", { name: "Undo" }).click();
  await card(page, "Umbra").waitFor();
  await page.getByText("share of voice, position and tone change with them").waitFor();
  assert.deepEqual(await names(), ["Acme"]);
  await accept();
  await show("Tracked");
  await page.getByRole("button", { name: "Undo tracking Umbra" }).click();
  await page.getByText("The brand is no longer tracked and its numbers are deleted").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await page.getByText("Nothing is tracked").waitFor();
  assert.deepEqual(await names(), ["Acme"]);
  await accept();
  const { body } = await world.rest("GET", "/suggestions/brands?status=accepted");
  const remove = () => world.rest("DELETE", `/brands/${body.data[0].result_id}`);
  await comesTo(async () => (await remove()).status, 204);
  await show("Tracked");
  await card(page, "Umbra").getByText("deleted since").waitFor();
  await page.getByRole("button", { name: "Suggest again: Umbra" }).click();
  await page.getByText("Nothing is tracked").waitFor();
  assert.deepEqual(await namesOf(world, "open"), ["Umbra"]);
  assert.deepEqual(problems, []);
});

test("an address of no known kind shows brands; the CSV has those of every page", {
  skip,
}, async () => {
  const many = Array.from({ length: 30 }, (_, n) => `Brand number ${n + 10}`);
  const { page, problems } = await open(
    await withSuggestions(many),
    WIDE,
    "?kind=nonsense&page=2&status=what",
  );
  await page.getByText("26–30 of 30").waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save brand-suggestions as CSV" }).click();
  const csv = await readSavedCsv(saved);
  const [, ...rows] = csv.split("\r\n");
  assert.deepEqual(rows.map((row) => row.split(",")[0]).sort(), many);
  assert.deepEqual(problems, []);
});

test("a viewer sees suggestions and can decide none", { skip }, async () => {
  assert(server);
  const world = await withSuggestions(["Umbra"]);
  const { page } = await enter(server, await addUser(world, "viewer"), WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/suggestions`);
  await card(page, "Umbra").waitFor();
  assert.equal(
    await page.getByRole("button", { name: /^(Track|Dismiss|Edit|Suggest again)/ }).count(),
    0,
  );
  assert.equal(await page.getByRole("checkbox").count(), 0);
});

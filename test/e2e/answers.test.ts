import assert from "node:assert/strict";
import { test } from "node:test";
import { insertRawAnswer } from "#domain/answers/facts/raw-answer-queries.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { NARROW, pointAt, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { readSavedCsv } from "./saved-csv.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

const RANGE = "from=2026-03-01&to=2026-03-31";
const HOSTILE = `# Boots

| Brand | Why |
|---|---|
| **Acme** | light \\| stable, \`Acme\` says |
| Borealis | [test](https://bench.example/boots), [trap](javascript:alert(1)) |

1. M\\&M by Acme &amp; Borealis<br>アクメ
2. ![a pixel](https://tracker.example/pixel.png) <script>alert(2)</script> <img src=x onerror=alert(3)>

See <https://acme.com> and data:text/html,x.`;

const world = skip ? undefined : await makeWorld();
const server = world && (await startServer(world, { DASHBOARD: "on" }));
const user = world && (await addUser(world, "viewer"));
if (world) await importAnswers();

/** 60 plain answers and, newest, one that tries what it can. */
async function importAnswers() {
  assert(world);
  await world.rest("POST", "/brands", { name: "Borealis" });
  const plain = Array.from({ length: 60 }, (_, n) => ({
    captured_at: `2026-03-02T10:00:${String(n).padStart(2, "0")}Z`,
    prompt: `Which boots are good for walk ${n % 7}?`,
    model: n % 3 === 0 ? "Claude" : "ChatGPT",
    answer: n % 2 === 0 ? "Acme." : "Neither is needed.",
  }));
  const hostile = {
    captured_at: "2026-03-09T10:00:00Z",
    prompt: "Which hiking boots last longest?",
    model: "ChatGPT",
    answer: HOSTILE,
    sources: [
      { url: "https://bench.example/boots", title: "Boots, tested" },
      { url: "https://acme.com/boots", retrieved: true, cited: false },
    ],
    search_queries: ["durable boots"],
  };
  const lines = [...plain, hostile].map((line) => JSON.stringify(line)).join("\n");
  const { body } = await world.rest("POST", "/chats/import", lines);
  assert.equal(body.imported, 61);
}

const addressOf = (path: string, search = "") =>
  `${server?.origin}/projects/${world?.project.id}${path}?${RANGE}${search}`;

for (const view of [NARROW, WIDE]) {
  test(`answers are found, opened and gone through at ${view.width} px`, { skip }, async () => {
    assert(world && server && user);
    const { page, problems } = await enter(server, user, view);
    await page.goto(addressOf("/answers"));
    await page.getByRole("heading", { name: "61 answers" }).waitFor();
    await page.getByText("CSV: 61 rows without texts").waitFor();
    await look(page, "answers", view);
    await page.getByLabel("Search in answers and prompts").fill("walk 3");
    await page.getByRole("heading", { name: "9 answers" }).waitFor();
    await page.getByLabel("Search in answers and prompts").fill("no such words");
    await page.getByRole("button", { name: "Clear search" }).first().click();
    await page.getByRole("heading", { name: "61 answers" }).waitFor();
    await page.getByRole("button", { name: "next page" }).click();
    await page.getByText(view === NARROW ? "21–40 of 61" : "51–61 of 61").waitFor();
    await page.getByRole("button", { name: "previous page" }).click();
    await page.getByRole("link", { name: "Which hiking boots last longest?" }).click();
    await page.getByRole("heading", { name: "Which hiking boots last longest?" }).waitFor();
    await page.getByText("1 of 61").waitFor();
    await look(page, "answer", view);
    await page.getByText("Nothing is stored for this answer").waitFor();
    assert.equal(await page.getByRole("button", { name: "Show the raw body" }).count(), 0);
    await page.getByRole("link", { name: "Next answer" }).click();
    await page.getByText("2 of 61").waitFor();
    await page.getByRole("heading", { name: /^Which boots are good for walk/ }).waitFor();
    await page.keyboard.press("k");
    await page.getByRole("heading", { name: "Which hiking boots last longest?" }).waitFor();
    // However many were looked at, back leads to the list.
    await page.getByRole("button", { name: "‹ Back" }).click();
    await page.getByRole("heading", { name: "61 answers" }).waitFor();
    assert.deepEqual(problems, []);
  });
}

test("answers are stepped through as fast as one presses, at the right places, and the focus stays", {
  skip,
}, async () => {
  assert(world && server && user);
  const { body } = await world.rest(
    "GET",
    "/chats?date_from=2026-03-01&date_to=2026-03-31&limit=20",
  );
  const { page, problems } = await enter(server, user, WIDE);
  await page.goto(addressOf(`/answers/${body.data[8].id}`, "&at=8"));
  const isAt = (place: number) => page.getByText(`${place} of 61`, { exact: true }).waitFor();
  await isAt(9);
  const held = Promise.withResolvers<void>();
  await page.route("**/call/browse_chats", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: "Next answer" }).focus();
  await page.keyboard.press("Enter");
  await isAt(10);
  for (const place of [11, 12, 13]) {
    await page.keyboard.press("j");
    await isAt(place);
  }
  await page.keyboard.press("k");
  await isAt(12);
  held.resolve();
  await settled(page);
  await isAt(12);
  const focused = await page.evaluate("document.activeElement.getAttribute('aria-label')");
  assert.equal(focused, "Next answer");
  const { pathname, searchParams } = new URL(page.url());
  assert.equal(pathname.split("/").at(-1), body.data[11].id);
  assert.equal(searchParams.get("at"), "11");
  assert.deepEqual(problems, []);
});

test("what a provider sent is offered where it is kept, whatever assistant an answer is of", {
  skip,
}, async () => {
  const made = await makeWorld();
  const line = (model: string) =>
    JSON.stringify({
      captured_at: "2026-03-02T10:00:00Z",
      ...{ prompt: "Which boots last?", model, surface: "api", answer: "Acme." },
    });
  await made.rest("POST", "/chats/import", [line("Invented"), line("Asked")].join("\n"));
  await made.db
    .updateTable("models")
    .set({ provider: "simulated" })
    .where("name", "=", "Invented")
    .execute();
  const started = await startServer(made, { DASHBOARD: "on", WORKER: "off" });
  const { page } = await enter(started, await addUser(made, "viewer"), WIDE);
  const show = page.getByRole("button", { name: "Show the raw body" });
  const nothing = page.getByText("Nothing is stored for this answer");
  const { data } = (await made.rest("GET", "/chats")).body;
  const idOf = (model: string) =>
    data.find(({ model_id }: { model_id: string }) => model_id === `mdl_${model}`).id;
  await page.goto(`${started.origin}/projects/${made.project.id}/answers/${idOf("invented")}`);
  await nothing.waitFor();
  assert.equal(await show.count(), 0);
  // Its assistant is one that is asked, and yet this answer was imported.
  const address = `${started.origin}/projects/${made.project.id}/answers/${idOf("asked")}`;
  await page.goto(address);
  await nothing.waitFor();
  assert.equal(await show.count(), 0);
  const { rows } = await made.pool.query(
    "select answer_id, project_id from answers where answer = 'Acme.' and model_id in (select model_id from models where name = 'Asked')",
  );
  const raw = {
    answer_id: Number(rows[0].answer_id),
    adapter_version: "test",
    raw: { said: "Acme." },
  };
  await insertRawAnswer(made.db, made.project, raw);
  await page.goto(address);
  await show.click();
  await page.getByText("read by test").waitFor();
  assert.equal(await nothing.count(), 0);
});

test("an answer's brands are marked where the API says, and nothing of it is run or loaded", {
  skip,
}, async () => {
  assert(world && server && user);
  const { body: found } = await world.rest("GET", "/chats?search=hiking");
  const { body: chat } = await world.rest("GET", `/chats/${found.data[0].id}`);
  const { page } = await enter(server, user, WIDE);
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(server.origin)) elsewhere.push(request.url());
  });
  page.on("dialog", () => assert.fail("the answer's script ran"));
  await page.goto(addressOf(`/answers/${chat.id}`));
  await page.locator(".answer").waitFor();
  await page.locator(".answer mark").first().waitFor();
  const marks = await page.locator(".answer mark").allTextContents();
  const evidence = chat.brands_mentioned
    .flatMap((brand: { evidence: { start: number; text: string }[] }) => brand.evidence)
    .sort((a: { start: number }, b: { start: number }) => a.start - b.start);
  assert.ok(evidence.length >= 4, JSON.stringify(evidence));
  assert.deepEqual(
    marks,
    evidence.map(({ text }: { text: string }) => text),
  );
  const own = chat.brands_mentioned.find(({ name }: { name: string }) => name === "Acme");
  assert.equal(await page.locator(".answer mark.own").count(), own.evidence.length);
  assert.equal(await page.locator(".answer :is(img, script, iframe, [onerror])").count(), 0);
  const links = await page
    .locator(".answer a")
    .evaluateAll((all) => all.map((a) => [a.getAttribute("href"), a.getAttribute("rel")]));
  const rel = "noopener noreferrer nofollow";
  assert.deepEqual(links, [
    ["https://bench.example/boots", rel],
    ["https://tracker.example/pixel.png", rel],
    ["https://acme.com", rel],
  ]);
  assert.deepEqual(elsewhere, []);
});

test("a link with filters opens the list that the filters mean, and all its pages are saved as CSV", {
  skip,
}, async () => {
  assert(world && server && user);
  const { page } = await enter(server, user, WIDE);
  const models = encodeURIComponent(JSON.stringify(["mdl_claude", "mdl_chatgpt"]));
  await page.goto(addressOf("/answers", `&model=${models}&domain=bench.example`));
  await page.getByRole("heading", { name: "1 answer with these filters" }).waitFor();
  const band = page.getByRole("group", { name: "Active filters" });
  await band.getByText("Assistants: Claude or ChatGPT").waitFor();
  await band.getByRole("button", { name: "Remove filter Uses: bench.example" }).click();
  await page.getByRole("heading", { name: "61 answers with these filters" }).waitFor();
  await page.getByLabel("Search in answers and prompts").fill("walk 3");
  await page.getByRole("heading", { name: "9 answers with these filters" }).waitFor();
  await band.getByText("Search: walk 3").waitFor();
  await look(page, "answers-filtered", WIDE);
  await band.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("heading", { name: "61 answers", exact: true }).waitFor();
  assert.equal(await band.count(), 0);
  await page.getByText("1–50 of 61").waitFor();
  const save = page.getByRole("button", { name: "Save list of answers as CSV" });
  await pointAt(save, page.getByRole("tooltip", { name: "Save as CSV: 61 rows without texts" }));
  const whole = page.waitForEvent("download");
  await page
    .getByRole("button", { name: "Save list of answers as CSV: 61 rows without texts" })
    .click();
  const all = await readSavedCsv(whole);
  assert.equal(all.split("\r\n").length, 1 + 61);
  await page.goto(addressOf("/answers", `&model=${encodeURIComponent('["mdl_claude"]')}`));
  await page.getByRole("heading", { name: "20 answers" }).waitFor();
  const saved = page.waitForEvent("download");
  await save.click();
  const file = await saved;
  assert.match(
    file.suggestedFilename(),
    /-list-of-answers-2026-\d\d-\d\d-to-2026-\d\d-\d\d-filtered-claude\.csv$/,
  );
  const csv = await readSavedCsv(file);
  const [head, ...rows] = csv.split("\r\n");
  assert.match(head ?? "", /^chat_id,prompt,model,country,date/);
  assert.equal(rows.length, 20);
  for (const row of rows) assert.match(row, /,Claude,US,2026-03-02,/);
  // Which filters these were, in the words of the page.
  assert.match(head ?? "", /,filtered_by$/);
  for (const row of rows)
    assert.match(row, /,"Assistants: Claude; Without prompts that name the brand"$/);
  await page.goto(addressOf("/answers", `&model=${encodeURIComponent('["mdl_claude"]')}&q=boots`));
  await page.getByRole("heading", { name: /answers? with these filters/ }).waitFor();
  const more = page.waitForEvent("download");
  await save.click();
  const narrowed = await readSavedCsv(more);
  assert.match(
    narrowed.split("\r\n")[1] ?? "",
    /,"Assistants: Claude; Without prompts that name the brand; Search: boots"$/,
  );
  // The answers to one prompt are in the file whatever it names.
  const { body: found } = await world.rest("GET", "/chats?search=hiking");
  await page.goto(addressOf("/answers", `&prompt_id=${found.data[0].prompt_id}`));
  await page.getByRole("heading", { name: "1 answer with these filters" }).waitFor();
  const one = page.waitForEvent("download");
  await save.click();
  const ofOne = (await readSavedCsv(one)).split("\r\n")[1] ?? "";
  assert.match(ofOne, /,Prompt: Which hiking boots last longest\?$/);
  assert.doesNotMatch(ofOne, /Without prompts/);
  // One letter is no search yet, and no filter.
  await page.goto(addressOf("/answers", "&q=a"));
  await page.getByRole("heading", { name: "61 answers", exact: true }).waitFor();
  await page.getByText("Type two characters or more.").waitFor();
  assert.equal(await band.count(), 0);
  await page.getByLabel("Search in answers and prompts").fill("walk 3");
  await page.getByRole("heading", { name: "9 answers with these filters" }).waitFor();
  assert.equal(await page.getByText("Type two characters or more.").count(), 0);
});

test("the answers that describe the own brand worst come first, each with its tone, from the tone on the overview", {
  skip,
}, async () => {
  assert(world && server && user);
  const words = ["Acme is excellent.", "Acme sells boots.", "Acme is terrible and unreliable."];
  const lines = words.map((answer, n) => ({
    ...{ captured_at: `2026-02-0${n + 1}T10:00:00Z`, prompt: "Which boots?", model: "ChatGPT" },
    answer,
  }));
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  assert.equal((await world.rest("POST", "/chats/import", text)).body.imported, 3);
  const { page, problems } = await enter(server, user, WIDE);
  const days = "from=2026-02-01&to=2026-02-28";
  await page.goto(`${server.origin}/projects/${world.project.id}?${days}`);
  const heading = page.getByRole("heading", { name: "Tone", exact: true });
  await page.locator(".panel", { has: heading }).locator(".number a").click();
  // The third has no tone.
  await page.getByRole("heading", { name: "2 answers" }).waitFor();
  const tones = () => page.locator('tbody td[data-label="Tone"]').allInnerTexts();
  const [worst, best] = await tones();
  assert.ok(Number(worst) < 50 && Number(best) > 50, `${await tones()}`);
  await page.getByRole("combobox", { name: "Tone on Acme" }).click();
  await page.getByRole("option", { name: "Negative tone" }).click();
  await page.getByRole("heading", { name: "1 answer" }).waitFor();
  assert.deepEqual(await tones(), [worst]);
  await page.getByRole("link", { name: "Which boots?" }).click();
  await page.getByText("1 of 1").waitFor();
  await page.getByText("terrible and unreliable").waitFor();
  assert.deepEqual(problems, []);
});

test("with one assistant, brands' numbers by assistant stand on a phone's screen", {
  skip,
}, async () => {
  assert(world && server && user);
  const line = { captured_at: "2026-01-09T10:00:00Z", prompt: "Which boots?", model: "ChatGPT" };
  const text = JSON.stringify({ ...line, answer: "Acme sells boots." });
  assert.equal((await world.rest("POST", "/chats/import", text)).body.imported, 1);
  const { page } = await enter(server, user, NARROW);
  const days = "from=2026-01-01&to=2026-01-31";
  await page.goto(`${server.origin}/projects/${world.project.id}/brands?${days}`);
  const number = page.getByRole("table", { name: "Visibility by assistant" }).getByText("100.0 %");
  const box = await number.boundingBox();
  assert.ok(box && box.x + box.width <= NARROW.width, JSON.stringify(box));
});

test("a click anywhere in an answer's row opens it, with Ctrl in another tab; words can be selected", {
  skip,
}, async () => {
  assert(world && server && user);
  const { page, problems } = await enter(server, user, WIDE);
  await page.goto(addressOf("/answers"));
  const row = page.getByRole("table", { name: "Answers" }).getByRole("row").nth(1);
  const day = row.getByText("9 Mar 2026");
  await row.waitFor();
  assert.equal(await row.evaluate((one) => getComputedStyle(one).cursor), "pointer");
  const opened = page.context().waitForEvent("page");
  await day.click({ modifiers: ["Control"] });
  const tab = await opened;
  await tab.waitForURL(/\/answers\/\w+/);
  await tab.close();
  await day.click();
  await page.getByRole("heading", { name: "Which hiking boots last longest?", level: 1 }).waitFor();
  await page.goBack();
  const { x = 0, y = 0, width = 0, height = 0 } = (await day.boundingBox()) ?? {};
  await page.mouse.move(x + 1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 1, y + height / 2, { steps: 5 });
  await page.mouse.up();
  assert.match(await page.evaluate("String(getSelection())"), /Mar/);
  assert.match(new URL(page.url()).pathname, /\/answers$/);
  assert.deepEqual(problems, []);
});

test("an answer, its prompt and the lists of prompts are laid out from the right where they are read so", {
  skip,
}, async () => {
  assert(world && server && user);
  const line = {
    captured_at: "2026-03-20T10:00:00Z",
    prompt: "מהן נעלי ההליכה הטובות ביותר?",
    model: "ChatGPT",
    answer: `## נעליים

המותגים האלה מומלצים במיוחד:

1. Acme: קלה ויציבה.
2. Borealis: חמה מאוד!

- מים
- \`npm start\`

> Nike

| מותג | מחיר |
|---|---|
| Acme | 90 |

This sentence alone is in English, and it is long enough to be read from the left.`,
  };
  const { body } = await world.rest("POST", "/chats/import", JSON.stringify(line));
  assert.equal(body.imported, 1);
  const { page, problems } = await enter(server, user, WIDE);
  await page.goto(addressOf("/prompts", "&compare=off"));
  const name = page.getByRole("link", { name: line.prompt });
  await name.waitFor();
  await settled(page);
  await look(page, "prompts-from-the-right", WIDE);
  const direction = (selector: string) =>
    page.locator(selector).evaluateAll((found) =>
      found.map((one) => {
        // Where the words of its first line begin.
        const range = document.createRange();
        range.selectNodeContents(one);
        const words = [...range.getClientRects()][0];
        const box = one.getBoundingClientRect();
        if (!words) return "nothing";
        const [left, right] = [words.left - box.left, box.right - words.right];
        return left > right + 1 ? "right" : "left";
      }),
    );
  assert.equal((await direction(".prompt-name .mantine-Text-root"))[0], "right");
  await page.goto(addressOf("/answers"));
  await page.getByRole("link", { name: line.prompt }).first().click();
  await page.getByRole("heading", { name: line.prompt, level: 1 }).waitFor();
  await settled(page);
  await look(page, "answer-from-the-right", WIDE);
  assert.deepEqual(await direction(".answer > p, .answer > [dir] > p"), ["right", "left"]);
  assert.deepEqual(await direction(".answer li > p"), ["right", "right", "right", "right"]);
  assert.deepEqual(await direction(".answer h3"), ["right"]);
  const sides = await page.locator(".answer :is(ol, ul, table)").evaluateAll((found) =>
    found.map((one) => {
      const { paddingLeft, paddingRight, direction: way } = getComputedStyle(one);
      return [way, parseFloat(paddingRight) >= parseFloat(paddingLeft)];
    }),
  );
  assert.deepEqual(sides, Array(3).fill(["rtl", true]));
  assert.deepEqual(problems, []);
});

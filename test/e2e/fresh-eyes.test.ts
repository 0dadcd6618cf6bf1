import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { NARROW, skip, WIDE } from "./browser.ts";
import { look, lookEachWay } from "./check-page.ts";
import { readSavedCsv } from "./saved-csv.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const today = new Date().toISOString().slice(0, 10);

/**
 * Cumulus leads over all days, Borealis in the last five, and with Claude, which never names Acme. One prompt has a topic.
 */
async function makeTwo() {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on" });
  for (const name of ["Borealis", "Cumulus"]) await world.rest("POST", "/brands", { name });
  // No answer follows from that of the day before.
  const spread = (n: number, at: number) => (n * 13 + at * 7) % 4;
  const lines = Array.from({ length: 16 }, (_, n) =>
    Array.from({ length: 8 }, (_, at) => {
      const own = spread(n, at) > 0 ? "Acme or " : "";
      return [
        { model: "ChatGPT", answer: `${own}${n < 5 ? "Borealis" : "Cumulus"}.` },
        { model: "Claude", answer: spread(n, at) === 1 ? "Borealis." : "Ask in a shop." },
      ].map((said) => ({
        ...{ prompt: `Which boots are best for use ${at}?`, ...said },
        sources: [{ url: "https://www.reddit.com/r/boots" }],
        captured_at: `${addDays(today, -1 - n)}T10:00:00Z`,
      }));
    }).flat(),
  ).flat();
  await world.rest("POST", "/chats/import", lines.map((line) => JSON.stringify(line)).join("\n"));
  const topic = await world.rest("POST", "/topics", { name: "Wet feet" });
  const { data } = (await world.rest("GET", "/prompts")).body;
  await world.rest("PATCH", `/prompts/${data[0].id}`, { topic_id: topic.body.id });
  const at = `${server.origin}/projects/${world.project.id}`;
  return { server, at, user: await addUser(world) };
}
const made = skip ? undefined : await makeTwo();

test("pages compare with one competitor, whatever days and filters, until another is chosen", {
  skip,
}, async () => {
  assert(made);
  const { server, at, user } = made;
  const { page, problems } = await enter(server, user, WIDE);
  const rival = (label: string) =>
    page.getByRole("combobox", { name: label, exact: true }).inputValue();
  const last = `from=${addDays(today, -5)}&to=${addDays(today, -1)}`;
  const claude = `model=${encodeURIComponent('["mdl_claude"]')}`;
  for (const search of ["", "range=90d", last, claude]) {
    await page.goto(`${at}?${search}`);
    await settled(page);
    await comesTo(() => rival("Competitor to stand against"), "Cumulus");
    await page.goto(`${at}/compare?${search}`);
    await settled(page);
    await comesTo(() => rival("Compared with"), "Cumulus");
  }
  // Who is chosen on one page is so on the other.
  await page.goto(at);
  await page.getByRole("combobox", { name: "Competitor to stand against" }).click();
  await page.getByRole("option", { name: "Borealis" }).click();
  await page.getByRole("link", { name: "Brands", exact: true }).click();
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await comesTo(() => rival("Compared with"), "Borealis");
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await comesTo(() => rival("Competitor to stand against"), "Borealis");
  assert.deepEqual(problems, []);
});

test("where the brand is named clearly less than elsewhere is said where one looks first", {
  skip,
}, async () => {
  assert(made);
  const { page } = await enter(made.server, made.user, WIDE);
  const said = /Acme is named less with Claude \(0\.0\s%, elsewhere 7\d\.\d\s%\)\./;
  for (const path of ["", "/week", "/models"]) {
    await page.goto(made.at + path);
    await settled(page);
    await comesTo(() => page.locator(".kept-line", { hasText: said }).count(), 1);
  }
  // Those behind it are the answers that do not name it.
  await page.getByRole("link", { name: "with Claude" }).click();
  await page.getByRole("heading", { name: /^128 answers with these filters/ }).waitFor();
  // With that assistant alone there is no elsewhere.
  await page.goto(`${made.at}?model=${encodeURIComponent('["mdl_claude"]')}`);
  await settled(page);
  assert.equal(await page.getByText("elsewhere").count(), 0);
});

test("on a phone what to do next stands above the map of assistants and topics", {
  skip,
}, async () => {
  assert(made);
  const { page } = await enter(made.server, made.user, NARROW);
  await page.goto(made.at);
  await settled(page);
  const titles = (await page.locator("#content .panel h2").allTextContents()).map((title) =>
    title.replace(/ .*/, ""),
  );
  assert.ok(titles.indexOf("What") < titles.indexOf("Against"), titles.join());
});

test("topics have the visibility of each, the audit log has names, and a saved table the words of its page", {
  skip,
}, async () => {
  assert(made);
  const { page } = await enter(made.server, made.user, WIDE);
  const visit = async (path: string) => {
    await page.goto(made.at + path);
    await settled(page);
  };
  await visit("/prompts?tab=topics");
  const row = page.getByRole("table", { name: "topics" }).getByRole("row", { name: "Wet feet" });
  const cells = await row.locator("td").allInnerTexts();
  assert.match(cells[1] ?? "", /^\d+\.\d\s%/);
  assert.equal(cells[2], "32");
  await visit("/settings?tab=audit");
  await page.getByText("topic: Wet feet", { exact: true }).waitFor();
  await visit("/sources");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Save .* as CSV/ }).click();
  assert.match(await readSavedCsv(saved), /reddit\.com,community,/);
});

test("what cannot be asked yet is not offered, and who asks for it is led to what comes first", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}`);
  await page.getByText("Four steps to the first report").waitFor();
  await settled(page);
  assert.equal(await page.getByRole("link", { name: "Ask now" }).count(), 0);
  await page.goto(`${server.origin}/projects/${world.project.id}/runs`);
  await page.locator(".empty").getByRole("link", { name: "Add an assistant" }).waitFor();
  await settled(page);
  assert.equal(await page.getByText("You can also ask now.").count(), 0);
  await lookEachWay(page, "first-steps-runs");
  await page.getByRole("button", { name: "Ask now" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask now" });
  await dialog.getByText("No assistant is set up to be asked.").waitFor();
  await look(page, "first-steps-ask", { ...WIDE, opened: "dialog" });
  assert.equal(await dialog.getByText("create_model").count(), 0);
  assert.equal(await dialog.getByRole("button", { name: "Try again" }).count(), 0);
  await dialog.getByRole("link", { name: "Add an assistant" }).click();
  await page.getByRole("heading", { name: "Assistants", level: 1 }).waitFor();
  assert.deepEqual(problems, []);
});

test("an assistant that is switched off, or a prompt that is archived, is not what asking needs", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const model = { provider: "openai", name: "ChatGPT", requested_model: "gpt-5-mini" };
  const target = await world.rest("POST", "/targets", { ...model, api_key: "sk-of-nobody" });
  const asking = { prompts: [{ text: "Which boots are best?" }] };
  const prompts = await world.rest("POST", "/prompts", asking);
  const turn = (change: object) =>
    world.rest("PATCH", `/targets/${target.body.model_id}`, { is_active: true, ...change });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  const at = `${server.origin}/projects/${world.project.id}`;
  const askNow = page.getByRole("link", { name: "Ask now" });
  const steps = async (link: string, offers: number) => {
    await page.goto(at);
    await page.getByText("Four steps to the first report").waitFor();
    await settled(page);
    assert.equal(await page.getByRole("main").getByRole("link", { name: link }).count(), 1, link);
    assert.equal(await askNow.count(), offers);
  };
  const runs = async (link: string, says: string) => {
    await page.goto(`${at}/runs`);
    await page.locator(".empty").getByRole("link", { name: link }).waitFor();
    await settled(page);
    assert.equal(await page.getByText("You can also ask now.").count(), 0);
    await page.getByRole("button", { name: "Ask now" }).click();
    const dialog = page.getByRole("dialog", { name: "Ask now" });
    await dialog.getByText(says).waitFor();
    await dialog.getByRole("link", { name: link }).waitFor();
  };
  await turn({ is_active: false });
  await steps("Add an assistant", 0);
  await runs("Add an assistant", "No assistant is set up to be asked.");
  await turn({});
  await steps("Ask now", 1);
  await world.rest("POST", "/prompts/archive", {
    prompt_ids: [prompts.body.data[0].id],
  });
  await steps("Add prompts", 0);
  await runs("Add prompts", "There is no active prompt to ask.");
  assert.deepEqual(problems, []);
});

test("what is gone is told in plain words, with the way on", { skip }, async () => {
  assert(made);
  const { page } = await enter(made.server, made.user, WIDE);
  for (const [path, list] of [
    ["/brands/brd_zzzzzzzz", "brands"],
    ["/prompts/prm_zzzzzzzz", "prompts"],
    ["/runs/run_zzzzzzzz", "runs"],
    ["/answers/cht_zzzzzzzz", "answers"],
  ] as const) {
    await page.goto(made.at + path);
    const told = page.getByRole("alert").filter({ hasText: "This is not here" });
    await told.getByText("It is gone, or the address is mistyped.").waitFor();
    assert.equal(await told.getByText("zzzz").count(), 0);
    assert.equal(await told.getByRole("button", { name: "Try again" }).count(), 0);
    if (list === "brands") await lookEachWay(page, "gone");
    await told.getByRole("link", { name: `All ${list}` }).click();
    await page.waitForURL(new RegExp(`/${list}(?:[?]|$)`));
  }
  await page.goto(`${made.at}?topic=${encodeURIComponent('["top_nope"]')}`);
  const told = page.getByRole("alert").filter({ hasText: "This is not here" }).first();
  await told.getByText("What you chose, or what a filter names, is no longer here.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
});

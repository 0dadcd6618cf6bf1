import assert from "node:assert/strict";
import { test } from "node:test";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { NARROW, skip, WIDE } from "./browser.ts";
import { look, lookEachWay } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const DAYS = "from=2026-03-01&to=2026-03-31";
const RIVAL = "What are good alternatives to Borealis for long hikes?";

test("a prompt that names a competitor says so, and where shares are, so does how many answers are to such prompts", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on" });
  for (const name of ["Borealis", "Cumulus"]) await world.rest("POST", "/brands", { name });
  const answers = [
    ["Which Dryden boots last longest?", "Acme.", "Acme and Cumulus.", "Borealis."],
    [RIVAL, "Unlike Borealis, Acme is light.", "Borealis is hard to beat."],
  ].flatMap(([prompt, ...texts]) =>
    texts.map((answer, n) => ({
      captured_at: `2026-03-0${n + 1}T10:00:00Z`,
      ...{ prompt, model: "ChatGPT", answer },
    })),
  );
  await world.rest("POST", "/chats/import", answers.map((line) => JSON.stringify(line)).join("\n"));
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  const visit = async (path: string) => {
    await page.goto(`${server.origin}/projects/${world.project.id}${path}?${DAYS}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await settled(page);
  };
  await visit("/prompts");
  const row = page.getByRole("row", { name: RIVAL });
  await row.getByText("names Borealis", { exact: true }).waitFor();
  assert.equal(await page.getByText(/^names/).count(), 1);
  await lookEachWay(page, "rivals-prompts");
  await row.getByRole("link", { name: RIVAL }).click();
  await page.getByRole("heading", { name: RIVAL, level: 1 }).waitFor();
  await page.getByText("names Borealis", { exact: true }).waitFor();
  await lookEachWay(page, "rivals-prompt");
  await visit("/answers");
  await page.getByRole("link", { name: RIVAL }).first().click();
  const named = page.locator(".panel", {
    has: page.getByRole("heading", { name: "Tracked brands, first named first" }),
  });
  await named.getByText("Borealis comes first, named once, as the question names it.").waitFor();
  await named.getByText("the question names it", { exact: true }).waitFor();
  await named.getByText(/Tone \d+ of 100 \(estimate\), from\s.*hard to beat/).waitFor();
  await lookEachWay(page, "rivals-answer");

  const said = "2 of 5\u00A0answers are to prompts that name a competitor, which raises its share.";
  for (const path of ["", "/compare", "/brands"]) {
    await visit(path);
    await page
      .getByText(path === "/compare" ? said.replace("a competitor", "Borealis") : said)
      .waitFor();
  }
  await page.goto(`${server.origin}/projects/${world.project.id}/week?week=2026-03-07`);
  await page.getByText(said).waitFor();
  await lookEachWay(page, "rivals-week");
  // On paper: what it is of, then what it says, and then the notes about its numbers.
  const model = `model=${encodeURIComponent('["mdl_chatgpt"]')}`;
  for (const [path, message] of [
    [`?${DAYS}&${model}`, "Acme is named in"],
    [`/week?week=2026-03-07&${model}`, "Acme is named in"],
    [`/compare?${DAYS}&${model}`, "In answers with these filters"],
  ] as const) {
    await page.goto(`${server.origin}/projects/${world.project.id}${path}`);
    const note = page.getByText("are to prompts that name");
    await note.waitFor();
    await settled(page);
    await page.emulateMedia({ media: "print" });
    const inTurn = [
      page.getByRole("heading", { level: 1 }),
      page.locator(".title .print-only"),
      page.getByRole("group", { name: "Active filters" }),
      page.getByText(message).first(),
      note,
      page.locator(".panel").filter({ visible: true }).last(),
    ];
    const tops = await Promise.all(
      inTurn.map(async (one) => {
        const box = await one.boundingBox();
        assert(box, `${path}: ${one} is on paper`);
        return box.y;
      }),
    );
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
      path,
    );
    await look(page, `printed-${message.split(" ")[0]}`, WIDE);
    await page.emulateMedia({ media: "screen" });
  }
  await page.goto(`${server.origin}/projects/${world.project.id}/week?week=2026-03-07`);
  await page.getByRole("link", { name: "2 of 5 answers" }).click();
  await page.getByRole("heading", { name: "2 answers with these filters" }).waitFor();
  await visit("/compare");
  const both = page.locator(".panel", {
    has: page.getByRole("heading", { name: "In all answers", exact: true }),
  });
  await both.getByRole("button", { name: "CSV: 2 rows" }).waitFor();
  await visit("/brands");
  const table = page.getByRole("table", { name: "Tracked brands" });
  const shareOf = async (name: string) =>
    (await table.getByRole("row", { name: new RegExp(name) }).textContent())?.match(
      /[\d.]+\s%/,
    )?.[0];
  assert.equal(await shareOf("Borealis"), "60.0\u00A0%");
  await lookEachWay(page, "rivals-brands");
  await page.getByRole("link", { name: "2 of 5 answers" }).click();
  await page.getByRole("heading", { name: "2 answers with these filters" }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Leave them out" }).last().click();
  const band = page.getByRole("group", { name: "Active filters" });
  await band.getByText("Prompts that do not name Borealis", { exact: true }).waitFor();
  await comesTo(() => shareOf("Borealis"), "33.3\u00A0%");
  await page.getByText("are to prompts that name").waitFor({ state: "detached" });
  await lookEachWay(page, "rivals-left-out");

  // A brand that is tracked now is looked for in prompts that were shown before.
  await visit("/prompts");
  await page.getByRole("link", { name: "Brands", exact: true }).click();
  await page.getByRole("button", { name: "Track a brand" }).click();
  const form = page.getByRole("dialog", { name: "Track a brand" });
  await form.getByLabel("Name").fill("Dryden");
  await form.getByRole("button", { name: "Track it" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Prompts", exact: true }).click();
  await page.getByText("names Dryden", { exact: true }).waitFor();
  assert.deepEqual(problems, []);
});

test("a long name in a sentence is broken rather than wider than a phone", { skip }, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on" });
  const name = `${"Donaudampfschifffahrtsgesellschaft".repeat(2)}kapitänsmützenabzeichen`;
  const { body } = await world.rest("POST", "/brands", { name });
  const line = {
    captured_at: "2026-03-01T10:00:00Z",
    ...{ prompt: "Which boots last?", model: "ChatGPT", answer: "Acme." },
  };
  await world.rest("POST", "/chats/import", JSON.stringify(line));
  const view = { ...NARROW, width: 375 };
  const { page, problems } = await enter(server, await addUser(world), view);
  const compare = `${server.origin}/projects/${world.project.id}/compare`;
  await page.goto(`${compare}?${DAYS}&other=${body.id}`);
  await page.getByText(/^No answer of .* names/).waitFor();
  await settled(page);
  const sentence = await page.getByText(/^No answer of .* names/).boundingBox();
  const broken = await page.locator("bdi", { hasText: name }).first().boundingBox();
  assert(sentence && broken && broken.width <= sentence.width, JSON.stringify([sentence, broken]));
  await look(page, "compare-long", view);
  assert.deepEqual(problems, []);
});

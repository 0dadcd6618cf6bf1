import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { addDays, dayIn } from "#core/period.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { fillCaptureProject } from "../kit/capture-project.ts";
import { putFact, putTask } from "../kit/facts.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { type Look, pointAt, skip, WIDE } from "./browser.ts";
import { look, lookEachWay } from "./check-page.ts";
import { countBehind, numbersOf } from "./numbers-behind.ts";
import { readSavedCsv } from "./saved-csv.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

const DAYS = 28;
const views: Look[] = [1280, 390].flatMap((width) =>
  [false, true].map((dark) => ({ width, height: 900, dark })),
);

/** Two assistants for four weeks: one that repeats itself for a week and never says whether it searched. */
async function fill() {
  const simulated = await startSimulatedServer({ seed: "assistants" });
  after(simulated.close);
  const world = await makeWorld();
  const { db, pool, project } = world;
  const { project_id } = project;
  await fillCaptureProject(world, { server: simulated, prompts: 10, models: 2 });
  const idsOf = async (column: string, table: string): Promise<number[]> => {
    const text = `select ${column} as id from ${table} where project_id = $1 order by 1`;
    return (await pool.query(text, [project_id])).rows.map(({ id }) => id);
  };
  const [brand_id = 0] = await idsOf("brand_id", "brands");
  const models = await idsOf("model_id", "models");
  const start = addDays(dayIn("UTC", new Date()), -DAYS);
  for (const [prompt, prompt_id] of (await idsOf("prompt_id", "prompts")).entries()) {
    for (let day = 0; day < DAYS; day++) {
      for (const [index, model_id] of models.entries()) {
        const toss = index === 0 ? day : Math.floor((day + prompt) / 7);
        const isNamed =
          prompt < 2 || (prompt < 8 && (toss * 7 + prompt * 5 + toss * toss) % 11 < 5);
        const mention = { brand_id, position: 1, mention_count: 1, sentiment: null };
        await putFact(db, project_id, {
          ...{ day: addDays(start, day), model_id, prompt_id },
          search_ran: index === 0 ? (prompt + day) % 3 > 0 : null,
          mentions: isNamed ? [mention] : [],
        });
      }
    }
  }
  await rebuildDirtyRollups(db, project);
  return { world, server: await startServer(world, { DASHBOARD: "on", WORKER: "off" }) };
}

test("the Assistants page says what answers are worth, how many more it takes, and what was searched", {
  skip,
}, async () => {
  const { world, server } = await fill();
  const viewer = await addUser(world, "viewer");
  const today = dayIn("UTC", new Date());
  const { body } = await world.rest("POST", "/reports/models", {
    ...{ date_from: addDays(today, -30), date_to: addDays(today, -1) },
  });
  const { body: needed } = await world.rest("GET", "/models/answers-needed?points=5");
  for (const view of views) {
    const { page, problems } = await enter(server, viewer, view);
    await page.goto(`${server.origin}/projects/${world.project.id}/models`);
    const table = page.getByRole("table", { name: "What their answers tell" });
    for (const { model, answers, worth_answers, ...searches } of body.data) {
      const { searched_share, searched_count, searched_total } = searches;
      const row = table.getByRole("row", { name: model.name });
      const worth =
        worth_answers === answers ? "each tells something new" : `tell as much as ${worth_answers}`;
      // How much answers tell follows from the sum in its hint, which has no more than two lines a sentence.
      const sum = page.getByRole("tooltip").filter({ hasText: / \/ [\d.]+ = / });
      await pointAt(row.getByText(worth, { exact: true }), sum);
      const shown = ((await sum.textContent()) ?? "").replaceAll(/[\u00A0\u2009]/g, " ");
      const [, divisor] = /\/ ([\d.]+) = /.exec(shown) ?? [];
      assert.ok(shown.startsWith(`${answers} / ${divisor} = ${worth_answers} answers.`), shown);
      assert.equal(Math.round(answers / Number(divisor)), worth_answers, shown);
      assert.ok(shown.includes(`${(searches.dependence * 100).toFixed(1)} %.`), shown);
      const { height } = (await sum.boundingBox()) ?? { height: 0 };
      assert.ok(height > 0 && height < 6 * 22, `${height} px high`);
      await page.mouse.move(0, 0);
      await sum.waitFor({ state: "detached" });
      const searched =
        searched_share === null ? "not known" : `${Math.round(searched_share * 100)} %`;
      await row.getByText(searched, { exact: true }).waitFor();
      if (searched_share === null) continue;
      await row.getByText(`${searched_count} of ${searched_total}`).waitFor();
      const ends = [searches.searched_share_low, searches.searched_share_high];
      const [low, high] = ends.map((end) => Math.round(end * 100));
      const interval = page.getByText(`95 % interval ${low} to ${high} %`);
      await pointAt(row.getByText(searched, { exact: true }), interval);
      await page.mouse.move(0, 0);
    }
    const told = page.locator(".panel", { has: table });
    await told.getByText("This is not about quality: which assistant fails or refuses").waitFor();
    // Sums and what they are of are for those who ask.
    assert.doesNotMatch(
      (await told.textContent()) ?? "",
      /divided|worth|chance|depend|independent/i,
    );
    await page
      .getByRole("table", { name: "Answers of each assistant" })
      .getByText("as the others")
      .first()
      .waitFor();
    await page.getByText(`${needed.more_answers.toLocaleString("en")} more answers`).waitFor();
    await page
      .getByText(
        new RegExp(
          `^With as many answers as in the last four weeks \\(${needed.answers}, to all prompts\\), a real change of your visibility of ${needed.shows_points.toFixed(1)} points or more is noticed in four of five cases\\. To notice`,
        ),
      )
      .waitFor();
    await look(page, "assistants", view);
    const points = page.getByLabel("Smallest change to notice, in points");
    await points.fill("50");
    await page
      .getByText("To notice a change by 50 points you need no more answers and pay nothing more.")
      .waitFor();
    await points.fill("1");
    const { body: one } = await world.rest("GET", "/models/answers-needed?points=1");
    await page
      .getByText(`by 1 point you need ${one.more_answers.toLocaleString("en")} more`)
      .waitFor();
    assert.deepEqual(problems, []);
  }
});

const chartOf = (page: Page) => page.getByRole("figure", { name: "Answers by day" });
const QUIET_DAYS = 6;

/** ChatGPT answers three prompts a day up to today; Claude, for a while now, one of them, and one day none; two more questions brought no reply. */
async function fillLess() {
  const world = await makeWorld();
  const today = dayIn("UTC", new Date());
  const prompts = ["Is Acme any good?", "Which boots last?", "Which boots are warm?"];
  const line = (model: string, { ago, at, status }: Record<string, unknown>) => ({
    ...{ model, status, prompt: prompts[Number(at)], external_id: `${model} ${ago} ${at}` },
    ...{ captured_at: `${addDays(today, -Number(ago))}T00:00:0${at}Z`, surface: "api" },
    answer: status === "answered" ? "Acme." : "",
    search_ran: true,
  });
  const lines = Array.from({ length: 20 }, (_, ago) =>
    prompts.flatMap((_prompt, at) => {
      const isLess = ago <= QUIET_DAYS && (at > 0 || ago === 3);
      const lost = at === 2 && ago === 5 ? "error" : "refused";
      return [
        ...(ago === 0 && at > 0 ? [] : [line("ChatGPT", { ago, at, status: "answered" })]),
        ...(ago === 0 ? [] : [line("Claude", { ago, at, status: isLess ? lost : "answered" })]),
      ];
    }),
  ).flat();
  const text = lines.map((one) => JSON.stringify(one)).join("\n");
  assert.equal((await world.rest("POST", "/chats/import", text)).body.imported, lines.length);
  const { rows } = await world.pool.query(
    `select model_id, prompt_id from answers a join models m using (project_id, model_id)
     where project_id = $1 and m.name = 'Claude' group by 1, 2 order by 2 limit 2`,
    [world.project.project_id],
  );
  for (const asked of rows)
    await putTask(world.db, world.project.project_id, {
      ...asked,
      day: addDays(today, -2),
      sample: 2,
    });
  return { world, server: await startServer(world, { DASHBOARD: "on", WORKER: "off" }), today };
}

test("a chart of answers by day shows which assistant answers less, says what is not counted, and opens both", {
  skip,
}, async () => {
  const { world, server, today } = await fillLess();
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  // What other pages look at is not what this page counts.
  const elsewhere = `from=2025-01-01&to=2025-01-31&branded=only&model=${encodeURIComponent('["mdl_chatgpt"]')}`;
  await page.goto(`${server.origin}/projects/${world.project.id}/models?${elsewhere}`);
  const chart = chartOf(page);
  for (const name of ["ChatGPT", "Claude"])
    await chart.locator("text", { hasText: name }).waitFor();
  const rowOf = async (model: string) => {
    const box = await chart.locator(`g[data-line="${model}"] path.line`).boundingBox();
    assert(box);
    return box;
  };
  const [upper, lower] = [await rowOf("mdl_chatgpt"), await rowOf("mdl_claude")];
  // On most days both gave as many answers.
  assert.ok(upper.y + upper.height < lower.y, "no line lies on another");
  await chart.getByText(/^Hollow and dashed: .*, not over yet\.$/).waitFor();
  await settled(page);
  const each = page.locator(".panel", {
    has: page.getByRole("heading", { name: "Answers of each assistant" }),
  });
  const top = async (of: Locator) => (await of.boundingBox())?.y ?? 0;
  assert.ok((await top(each)) < (await top(chart)), "it stands above the chart");
  await each.getByText("44 of 59").waitFor();
  const told = (await each.locator("tbody tr").all()).map((row) =>
    row.locator("td").allTextContents(),
  );
  // Who gives usable answers least often comes first.
  assert.deepEqual(
    (await Promise.all(told)).map((cells) => cells.map((text) => text.replaceAll(/\s/g, " "))),
    [
      [
        "Claude",
        "74.6 %44 of 59 questions",
        "−25.4 pointsmay be chance",
        "12 refused, 1 failed, 2 without a reply",
        "26",
      ],
      ["ChatGPT", "100.0 %58 of 58 questions", "+25.4 pointsmay be chance", "–", "38"],
    ],
  );
  // A file has what the table shows, and runs say why there is no reply.
  const saving = page.waitForEvent("download");
  await each.getByRole("button", { name: /^Save answers of assistants as CSV/ }).click();
  const saidOf = await readSavedCsv(saving);
  assert.match(
    saidOf,
    /,answers,no_answer,refused,error,without_reply\r\nClaude,.*,44,0,12,1,2\r\n/,
  );
  await each.getByRole("link", { name: /^2\swithout a reply$/ }).click();
  await page.getByRole("heading", { level: 1, name: "Runs" }).waitFor();
  await page
    .getByRole("button", { name: "2: why" })
    .or(page.getByText("2 failed"))
    .first()
    .waitFor();
  await page.goBack();
  const table = page.getByRole("table", { name: "What their answers tell" });
  await table.getByText("all of 58", { exact: true }).waitFor();
  await pointAt(
    table.getByText("100 %", { exact: true }).last(),
    page.getByText(/to 100\s%: where no answer differs, each prompt counts as one/),
  );
  await page.mouse.move(0, 0);
  await lookEachWay(page, "answers-by-day");
  // A day of the lower row opens the answers of its assistant alone.
  await chart.locator("svg.chart").scrollIntoViewIfNeeded();
  const row = await rowOf("mdl_claude");
  await page.mouse.move(row.x + 1, row.y + 2);
  const tip = chart.locator(".chart-tip");
  await tip.getByText("Press to read the 3 answers").waitFor();
  await page.mouse.down().then(() => page.mouse.up());
  await page.getByRole("heading", { name: /^3 answers/ }).waitFor();
  await page.getByText("Assistant: Claude", { exact: true }).waitFor();
  await page.goBack();
  await chart.getByRole("button", { name: "Show as a table" }).click();
  const cells = (await chart.locator("tbody tr").all()).map((row) =>
    row.locator("td").allTextContents(),
  );
  const rows = await Promise.all(cells);
  assert.deepEqual(
    rows.map(([, chatgpt]) => chatgpt),
    [...Array(19).fill("3"), "1"],
  );
  assert.deepEqual(rows.map(([, , claude]) => claude).slice(-8), [
    "3",
    "1",
    "1",
    "1",
    "0",
    "1",
    "1",
    "0",
  ]);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save Answers by day" }).click();
  await page.getByRole("menuitem", { name: "CSV table" }).click();
  const file = await saved;
  assert.match(file.suggestedFilename(), new RegExp(`^acme-answers-by-day-.*${today}\\.csv$`));
  const csv = await readSavedCsv(file);
  assert.match(csv, new RegExp(`\r\nClaude,${addDays(today, -3)},0,`));
  await settled(page);
  const links = [...new Map((await numbersOf(page)).map((one) => [one.href, one])).values()];
  assert.ok(links.length > 40, `${links.length} numbers lead on`);
  for (const { href, count } of links.filter(
    ({ href }, at) => at % 9 === 0 || /status=[re]/.test(href),
  ))
    assert.equal(await countBehind(page, href), count, href);
  assert.deepEqual(problems, []);
});

test("where nothing was answered there is no chart, and one assistant is one line", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  await page.goto(`${server.origin}/projects/${world.project.id}/models`);
  await page.getByText("There are no answers in these days yet.").waitFor();
  await settled(page);
  assert.equal(await page.getByRole("heading", { name: "Answers by day" }).count(), 0);
  const line = {
    captured_at: `${addDays(dayIn("UTC", new Date()), -2)}T10:00:00Z`,
    ...{ prompt: "Which boots last?", model: "ChatGPT", answer: "Acme." },
  };
  await world.rest("POST", "/chats/import", JSON.stringify(line));
  await page.reload();
  await chartOf(page).locator("g[data-line]").waitFor();
  await settled(page);
  assert.equal(await chartOf(page).locator("g[data-line]").count(), 1);
  assert.equal(await page.getByText(/\d failed|the overview counts/i).count(), 0);
  assert.deepEqual(problems, []);
});

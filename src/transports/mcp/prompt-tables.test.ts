import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { openMcp } from "../../../test/kit/mcp-client.ts";
import { fillWeeks } from "../../../test/kit/weeks.ts";
import { makeWorld } from "../../../test/kit/world.ts";

test("the own brand stands in every table of brands where it is weak, and sites name few of many brands", async () => {
  const world = await makeWorld({ name: "Acme Boots" });
  const today = (days: number) => addDays(world.base.now().toISOString().slice(0, 10), days);
  const brands = Array.from({ length: 30 }, (_, n) => ({ name: `Rival${n}`, domains: [] }));
  for (const brand of brands) {
    assert.equal((await world.rest("POST", "/brands", brand)).status, 201);
  }
  const answer = `The best are ${brands.map(({ name }) => name).join(", ")}.`;
  const sources = [{ url: "https://guide.example/boots", cited: true }];
  const topics = ["Boots", "Socks", "Laces", "Soles", "Hats", "Gloves"];
  const models = ["ChatGPT", "Gemini", "Claude", "Perplexity", "Grok", "Copilot"];
  for (const name of topics) {
    const { body } = await world.rest("POST", "/topics", { name });
    const prompts = [{ text: `Which ${name} are good?`, topic_id: body.id }];
    assert.equal((await world.rest("POST", "/prompts", { prompts })).status, 201);
  }
  const lines = models.map((model, n) =>
    JSON.stringify({
      ...{ captured_at: `${today(-1)}T12:00:00Z`, model, prompt: `Which ${topics[n]} are good?` },
      ...{ answer: `${answer}${n === 0 ? " Acme Boots, too." : ""}`, sources },
    }),
  );
  const { body: stored } = await world.rest("POST", "/chats/import", lines.join("\n"));
  assert.equal(stored.imported, 6, JSON.stringify(stored));
  const mcp = await openMcp(world, { access: "read" });
  const project = world.project.id;
  const textOf = async (name: string) => {
    const own = name === "campaign_tracker" ? { campaign_date: today(-1) } : {};
    const { body } = await mcp.request("prompts/get", { name, arguments: { project, ...own } });
    return body.result.messages[0].content.text as string;
  };
  const rowsOf = (text: string, name: string) =>
    text.split("\n").filter((line) => line.split(",").includes(name)).length;
  for (const name of ["weekly_pulse", "competitor_radar", "campaign_tracker"]) {
    assert.equal(rowsOf(await textOf(name), "Acme Boots"), 1, name);
  }
  for (const name of ["engine_scorecard", "topic_heatmap"]) {
    const text = await textOf(name);
    assert.equal(rowsOf(text, "Acme Boots"), 6, name);
    assert.equal(rowsOf(text, "Rival0"), 6, name);
  }
  const text = await textOf("source_authority");
  const [own = ""] = /brd_\w+(?= Acme Boots[,)])/.exec(text) ?? [];
  const [cell = "", count] = /"\[(""brd_[^\]]+)\]",(\d+)/.exec(text)?.slice(1) ?? [];
  const ids = cell.replaceAll('"', "").split(",");
  assert.deepEqual([ids[0], ids.length, count], [own, 10, "31"]);
  const { body } = await mcp.call("get_domain_report", {
    project_id: project,
    date_from: today(-2),
    date_to: today(0),
  });
  assert.equal(body.error, undefined, body.error?.message);
  const { rows, columns } = body.result.structuredContent;
  const at = columns.indexOf("mentioned_brand_ids");
  assert.deepEqual([rows[0][at][0], rows[0][at].length, rows[0][at + 1]], [own, 10, 31]);
});

test("the weekly pulse and the why of a change tell the numbers of the week's page, and which prompts they leave out", async () => {
  const world = await makeWorld({ now: () => new Date("2026-01-15T12:00:00Z") });
  await fillWeeks(world, "2026-01-01", [{ named: 8 }, { named: 4 }]);
  const mcp = await openMcp(world, { access: "read" });
  const project = world.project.id;
  const { body: week } = await world.rest("POST", "/reports/week", {});
  const round = (value: number) => String(Math.round(value * 1e4) / 1e4);
  const { own, population } = week;
  const args = { project };
  const { body: pulse } = await mcp.request("prompts/get", {
    name: "weekly_pulse",
    arguments: args,
  });
  const text: string = pulse.result.messages[0].content.text;
  const [columns = "", row = ""] = text.split("\n").filter((line) => /^brand_id|^brd_/.test(line));
  const at = columns.split(",").indexOf("visibility");
  assert.deepEqual([own.visibility_total, row.split(",")[at]], [168, round(own.visibility)]);
  assert.match(text, /\(168 usable answers; prompts that name the own brand are left out/);
  const days = { date_from: week.date_from, date_to: week.date_to };
  const why = async (more: object) => {
    const { body } = await mcp.call("explain_change", { project_id: project, ...days, ...more });
    assert.equal(body.error, undefined, body.error?.message);
    return body.result.structuredContent;
  };
  const asShown = await why({ branded: "exclude" });
  assert.deepEqual(
    [asShown.visibility.now, asShown.visibility.before].map(round),
    [own.visibility, own.previous_visibility].map(round),
  );
  assert.deepEqual(asShown.population, population);
  const { answers, branded_answers } = (await why({})).population;
  assert.deepEqual([answers, branded_answers], [182, 14]);
  const { body: graded } = await mcp.request("prompts/get", {
    name: "prompt_grader",
    arguments: args,
  });
  assert.match(
    graded.result.messages[0].content.text,
    /\(364 usable answers, 28 of them to prompts that name the own brand/,
  );
});

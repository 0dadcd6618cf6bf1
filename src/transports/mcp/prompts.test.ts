import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { insertMembership } from "#domain/accounts/member-queries.ts";
import { type McpAnswer, openMcp } from "../../../test/kit/mcp-client.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

const NAMES =
  "weekly_pulse competitor_radar engine_scorecard topic_heatmap prompt_grader source_authority campaign_tracker";
const errorOf = ({ body }: McpAnswer) => [body.error?.code, body.error?.data?.code];

/** Imports answers of yesterday, or of the days they name. */
async function importAnswers(world: World, answers: readonly object[]): Promise<void> {
  const yesterday = new Date(world.base.now().getTime() - 86_400_000).toISOString();
  const lines = answers.map((one) =>
    JSON.stringify({ captured_at: yesterday, model: "ChatGPT", ...one }),
  );
  const { status, body } = await world.rest("POST", "/chats/import", lines.join("\n"));
  assert.deepEqual([status, body.failed_count ?? 0], [200, 0], JSON.stringify(body));
}

test("the prompts are those of the contract, each with its project", async () => {
  const mcp = await openMcp(await makeWorld(), { access: "read" });
  const { body } = await mcp.request("prompts/list");
  const { prompts } = body.result;
  assert.deepEqual(
    prompts.map(({ name }: { name: string }) => name),
    NAMES.split(" "),
  );
  for (const { name, arguments: args } of prompts) {
    const names = name === "campaign_tracker" ? ["project", "campaign_date", "urls"] : ["project"];
    assert.deepEqual(
      args.map((one: { name: string }) => one.name),
      names,
    );
    assert.deepEqual([args[0].required, args[2]?.required ?? false], [true, false]);
  }
});

test("every prompt is written from live data, for a project by name or id", async () => {
  const world = await makeWorld({ name: "Acme Boots" });
  const mcp = await openMcp(world, { access: "read" });
  await (await openMcp(world)).call("create_topic", {
    project_id: world.project.id,
    name: "Socks",
  });
  for (const name of NAMES.split(" ")) {
    for (const project of ["acme boots", "ACME", world.project.id]) {
      const args = { project, ...(name === "campaign_tracker" && { campaign_date: "2026-01-10" }) };
      const { body } = await mcp.request("prompts/get", { name, arguments: args });
      assert.equal(body.error, undefined, JSON.stringify(body.error));
      const [{ role, content }] = body.result.messages;
      assert.deepEqual([role, content.type], ["user", "text"]);
      assert.ok(content.text.includes(world.project.id));
      assert.doesNotMatch(content.text, /did not answer/);
      assert.equal(body.result._meta.server_version, "test-commit");
      if (name === "topic_heatmap")
        assert.match(content.text, /id,name,prompt_count\ntop_\w+,Socks,0/);
    }
  }
});

test("a beginning that two projects share finds neither and names them; a longer one finds its own", async () => {
  const world = await makeWorld({ name: "Acme Boots" });
  const second = await makeWorld({ name: "Acme Shoes", domain: "shoes.example" });
  const { organisation_id } = second.project;
  const { user_id } = world.user;
  await insertMembership(world.db, { user_id, organisation_id, role: "viewer" });
  const mcp = await openMcp(world, { access: "read" });
  const get = (project: string) =>
    mcp.request("prompts/get", { name: "weekly_pulse", arguments: { project } });
  const shared = await get("acme");
  assert.deepEqual(errorOf(shared), [-32602, "MCP_ARG_NOT_FOUND"]);
  for (const name of ["Acme Boots", "Acme Shoes"]) {
    assert.ok(shared.body.error.message.includes(name), shared.body.error.message);
  }
  const { body } = await get("acme s");
  assert.ok(body.result.messages[0].content.text.includes(second.project.id));
});

test("a name that several projects have finds none and tells them apart; an id finds its own", async () => {
  const world = await makeWorld({ name: "Acme Boots" });
  const second = await makeWorld({ name: "acme boots", domain: "boots.example" });
  const { organisation_id } = second.project;
  const { user_id } = world.user;
  await insertMembership(world.db, { user_id, organisation_id, role: "viewer" });
  const mcp = await openMcp(world, { access: "read" });
  const get = (project: string) =>
    mcp.request("prompts/get", { name: "weekly_pulse", arguments: { project } });
  for (const name of ["Acme Boots", "acme boots", "acme"]) {
    const shared = await get(name);
    assert.deepEqual(errorOf(shared), [-32602, "MCP_ARG_NOT_FOUND"], name);
    const { message } = shared.body.error;
    assert.ok(message.includes(`acme boots (boots.example, ${second.project.id})`), message);
    assert.ok(message.includes(`, ${world.project.id})`), message);
  }
  // Before it by name come more projects than a list has.
  await world.pool.query(
    `insert into projects (organisation_id, name, domain, country_code, language_code, timezone)
     select organisation_id, 'A' || n, 'a.example', country_code, language_code, timezone
     from projects cross join generate_series(1, 1000) n where project_id = $1`,
    [world.project.project_id],
  );
  for (const { project } of [world, second]) {
    const { body } = await get(` ${project.id} `);
    assert.ok(body.result.messages[0].content.text.includes(project.id), JSON.stringify(body));
  }
});

test("wrong arguments of a prompt are named, and an unknown prompt is -32601", async () => {
  const world = await makeWorld();
  const mcp = await openMcp(world);
  const other = await world.neighbour({ name: "Foreign" });
  const get = (name: string, args?: object) =>
    mcp.request("prompts/get", { name, arguments: args });
  const project = world.project.id;
  const campaign_date = "2026-01-10";
  assert.deepEqual(errorOf(await get("weekly_puls")), [-32601, "PROMPT_NOT_FOUND"]);
  const cases: [string, object | undefined, string][] = [
    ["weekly_pulse", undefined, "MCP_ARG_MISSING"],
    ["weekly_pulse", { project, nope: "1" }, "MCP_ARG_UNKNOWN"],
    ["weekly_pulse", { project: 7 }, "MCP_ARG_TYPE"],
    ["weekly_pulse", { project: "Foreign" }, "MCP_ARG_NOT_FOUND"],
    ["weekly_pulse", { project: other.project.id }, "MCP_ARG_NOT_FOUND"],
    ["campaign_tracker", { project }, "MCP_ARG_MISSING"],
    ["campaign_tracker", { project, campaign_date: "2026-02-30" }, "MCP_ARG_DATE"],
    ["campaign_tracker", { project, campaign_date: "1999-12-31" }, "MCP_ARG_DATE"],
    ["campaign_tracker", { project, campaign_date: "2099-01-01" }, "MCP_ARG_RANGE"],
    ["campaign_tracker", { project, campaign_date, urls: "a.x ".repeat(101) }, "MCP_ARG_RANGE"],
    ["campaign_tracker", { project, campaign_date, urls: "a".repeat(20_001) }, "MCP_ARG_RANGE"],
    ["weekly_pulse", { project: "a".repeat(20_001) }, "MCP_ARG_RANGE"],
  ];
  for (const [name, args, code] of cases) {
    const answer = await get(name, args);
    assert.deepEqual(errorOf(answer), [-32602, code]);
    if (code === "MCP_ARG_DATE") assert.match(answer.body.error.message, /from 2000 to 2099/);
    assert.equal(answer.body.error.data.server_version, "test-commit");
  }
});

test("tables without rows say what tools say, and of none that nothing was captured where something was", async () => {
  const world = await makeWorld();
  const texts = async () => {
    const mcp = await openMcp(world, { access: "read" });
    const asked = NAMES.split(" ").map(async (name) => {
      const campaign = name === "campaign_tracker" && { campaign_date: "2026-01-10" };
      const args = { project: world.project.id, ...campaign };
      const { body } = await mcp.request("prompts/get", { name, arguments: args });
      return [name, body.result.messages[0].content.text] as const;
    });
    return new Map(await Promise.all(asked));
  };
  const empty = await texts();
  assert.match(empty.get("weekly_pulse") ?? "", /Nothing was captured in this project yet/);
  assert.match(empty.get("topic_heatmap") ?? "", /Topics:\n\n\(No rows\. There are none in /);
  await importAnswers(world, [{ prompt: "Which boots?", answer: "Acme, then others." }]);
  await world.pool.query(
    `insert into suggestions (project_id, kind, name, name_key, domains, chat_count, model_count,
       examples, detail, reason, score, status, decided_at)
     values ($1, 'brand', 'Umbra', 'umbra', '{}', 4, 2, '[]', '{}', 'Named.', 4, 'rejected', now())`,
    [world.project.project_id],
  );
  const filled = await texts();
  for (const [name, text] of filled) assert.doesNotMatch(text, /nothing was captured/i, name);
  assert.match(filled.get("competitor_radar") ?? "", /\(No rows\. With status rejected there /);
});

test("campaign_tracker looks at the campaign's own pages by model, and at as many days before as are over", async () => {
  const today = "2026-03-20";
  const world = await makeWorld({ now: () => new Date(`${today}T12:00:00Z`) });
  const dayBefore = (days: number) => addDays(today, -days);
  const at = (days: number) => `${dayBefore(days)}T10:00:00Z`;
  const cited = (count: number) =>
    Array.from({ length: count }, (_, page) => ({ url: `https://s.example/${page}`, cited: true }));
  const page = { url: "https://www.acme.example/campaign/?utm_source=x", cited: true };
  await importAnswers(world, [
    ...[1, 2, 5, 6].map((days) => ({
      ...{ captured_at: at(days), prompt: "Which boots?", answer: "Acme." },
      sources: cited(30),
    })),
    {
      ...{ captured_at: at(2), model: "Claude", prompt: "Which boots?", answer: "Acme." },
      sources: [page],
    },
  ]);
  const mcp = await openMcp(world, { access: "read" });
  const track = async (campaign_date: string, urls: string): Promise<string> => {
    const args = { project: world.project.id, campaign_date, urls };
    const { body } = await mcp.request("prompts/get", {
      name: "campaign_tracker",
      arguments: args,
    });
    return body.result.messages[0].content.text;
  };
  const named = await track(dayBefore(3), page.url);
  const rows = named.split("\n").filter((line) => line.startsWith("https://"));
  assert.equal(rows.length, 1, named);
  assert.match(rows[0] ?? "", /^https:\/\/acme\.example\/campaign,.*mdl_claude/);
  assert.ok(
    named.includes(`in the 3 days from ${dayBefore(3)} to ${dayBefore(1)}, against the 3 before`),
  );
  assert.match(named, /change_visibility_significant/);
  const missed = await track(dayBefore(3), "acme.example/other");
  assert.match(missed, /neither retrieved nor cited:\n\n\(No rows\./);
  assert.match(await track(dayBefore(3), ""), /https:\/\/s\.example\/1,/);
  const early = await track(today, page.url);
  assert.match(early, /No day of it is over yet/);
  assert.doesNotMatch(early, /brand_id/);
});

test("prompt_grader shows active prompts in which the own brand is least visible, and how to go on", async () => {
  const world = await makeWorld();
  const text = (number: number) => `Which boots are best for use ${number}?`;
  await importAnswers(
    world,
    Array.from({ length: 31 }, (_, number) => ({
      ...{ prompt: text(number), answer: number < 29 ? "Acme, of course." : "Nobody makes any." },
    })),
  );
  const { body: prompts } = await world.rest("GET", "/prompts?limit=100");
  const idOf = (number: number): string =>
    prompts.data.find((one: { text: string }) => one.text === text(number)).id;
  const { status } = await world.rest("POST", "/prompts/archive", { prompt_ids: [idOf(29)] });
  assert.equal(status, 200);
  const mcp = await openMcp(world, { access: "read" });
  const args = { project: world.project.id };
  const { body } = await mcp.request("prompts/get", { name: "prompt_grader", arguments: args });
  const written: string = body.result.messages[0].content.text;
  assert.ok(!written.includes(text(29)) && !written.includes(`,${idOf(29)},`), written);
  const [columns, first] = written.split("\n").filter((line) => /^brand_id|^brd_/.test(line));
  const cells = first?.split(",") ?? [];
  const cell = (name: string) => cells[columns?.split(",").indexOf(name) ?? -1];
  assert.deepEqual([cell("prompt_text"), cell("visibility")], [text(30), "0"]);
  const more = [...written.matchAll(/\((\d+) more rows: call (\w+) with (\{.*\})\)/g)];
  assert.deepEqual(
    more.map(([, count, tool]) => [count, tool]),
    [
      ["5", "list_prompts"],
      ["5", "get_brand_report"],
    ],
  );
  for (const [, count, tool = "", given = ""] of more) {
    const { result } = (await mcp.call(tool, JSON.parse(given))).body;
    assert.equal(result.structuredContent.row_count, Number(count), tool);
  }
});

test("opportunities in a prompt are of the days that it names", async () => {
  const world = await makeWorld({ now: () => new Date("2026-03-20T12:00:00Z") });
  await world.rest("POST", "/brands", { name: "Umbra", domains: ["umbra.example"] });
  // A gap of today, which no prompt speaks of, and of a day before the four weeks.
  await importAnswers(
    world,
    ["2026-03-20T10:00:00Z", "2026-02-19T10:00:00Z"].flatMap((captured_at, day) =>
      Array.from({ length: 20 }, (_, number) => ({
        ...{ captured_at, external_id: `${day} ${number}`, model: `M${number}` },
        ...{ prompt: "Which boots?", answer: "Umbra makes the best." },
      })),
    ),
  );
  await world.runJobs();
  const mcp = await openMcp(world, { access: "read" });
  const { body: found } = await mcp.call("list_opportunities", { project_id: world.project.id });
  const { row_count, rows } = found.result.structuredContent;
  assert.equal(row_count, 1);
  assert.match(JSON.stringify(rows), /Which boots/);
  for (const name of ["weekly_pulse", "source_authority"]) {
    const args = { project: world.project.id };
    const { body } = await mcp.request("prompts/get", { name, arguments: args });
    const text: string = body.result.messages[0].content.text;
    assert.match(text, /2026-02-20 to 2026-03-19/, name);
    assert.doesNotMatch(text, /prompt_gap|Which boots/, name);
  }
});

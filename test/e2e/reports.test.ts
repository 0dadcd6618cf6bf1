import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import dayjs from "dayjs";
import type { Page } from "playwright-core";
import { addDays } from "#core/period.ts";
import { addUser } from "../kit/http-client.ts";
import {
  DAYS,
  GAP_SITES,
  makeBoots,
  only,
  percent,
  type Row,
  range,
  report,
  visit,
} from "./boots-project.ts";
import { NARROW, pointAt, skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const boots = skip ? undefined : await makeBoots();
const owner = boots && (await addUser(boots.world));
const viewer = boots && (await addUser(boots.world, "viewer"));

/** What a column of a table shows, from top to bottom. */
function column(page: Page, table: string, name: string): Promise<string[]> {
  return page
    .getByRole("table", { name: table })
    .locator(`tbody td[data-label="${name}"]`)
    .allInnerTexts();
}

/** The texts of an SVG, in their order. */
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
const showDay = (day: string) => dayjs(day).format("D MMM YYYY");

test("the brands' numbers are the REST API's for the same days and filters, and sort", {
  skip,
}, async () => {
  assert(boots && owner);
  // Wide enough for every column.
  const { page, problems } = await enter(boots.server, owner, { ...WIDE, width: 1680 });
  const table = "Tracked brands";
  for (const [search, filters] of [
    ["", []],
    [only("mdl_chatgpt"), [{ field: "model_id", operator: "in", values: ["mdl_chatgpt"] }]],
  ] as const) {
    await visit(page, boots, { path: "/brands", search });
    const { data } = await report(boots, "brands", {
      ...{ filters, order_by: [{ field: "visibility", direction: "desc" }] },
    });
    const shown = (name: string) => column(page, table, name);
    const of = (show: (row: Row) => string) => data.map(show);
    await comesTo(
      () => shown("Visibility"),
      of((row) => percent(row["visibility"])),
    );
    assert.deepEqual(
      await shown("Share of voice"),
      of((row) => percent(row["share_of_voice"])),
    );
    assert.deepEqual(
      await shown("Position"),
      of((row) => row["position"]?.toFixed(1) ?? "–"),
    );
    assert.deepEqual(
      await shown("Tone"),
      of((row) => row["sentiment"]?.toFixed(0) ?? "–"),
    );
    assert.deepEqual(
      await shown("Answers"),
      of((row) => `${row["visibility_count"]} of ${row["visibility_total"]}`),
    );
    for (const [name, field] of [
      ["Named first", "first_count"],
      ["Mentions", "mention_count"],
    ] as const) {
      assert.deepEqual(
        await shown(name),
        of((row) => String(row[field])),
      );
    }
    await page.getByRole("button", { name: "Named first" }).click();
    const firsts = data.map((row) => row["first_count"] ?? 0).sort((a, b) => b - a);
    await comesTo(() => shown("Named first"), firsts.map(String));
  }
  assert.deepEqual(problems, []);
});

test("a saved chart names its days, filters and prompt", { skip }, async () => {
  assert(boots && viewer);
  const { page } = await enter(boots.server, viewer, NARROW);
  const save = async (kind = "SVG image") => {
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save Visibility over time" }).click();
    await page.getByRole("menuitem", { name: kind }).click();
    return readFile(await (await saved).path(), "utf8");
  };
  const days = [range.date_from, range.date_to].map(showDay).join(" – ");
  await visit(page, boots, { path: "" });
  const texts = textsOf(await save());
  assert.deepEqual(texts.slice(0, 3), [
    "Visibility over time",
    `\u2068Acme\u2069, ${days}`,
    "Without prompts that name the brand",
  ]);
  assert.match(texts.slice(3).join(" "), /^Hollow and dashed: Week of .*\. Acme /);
  const search = `${only("mdl_chatgpt")}&country=${encodeURIComponent('["US"]')}`;
  await visit(page, boots, { path: "", search });
  const filters =
    "Assistants: ChatGPT; Countries: United States; Without prompts that name the brand";
  const [, about = "", ...filtered] = textsOf(await save());
  assert.equal(about, `\u2068Acme\u2069, ${days}`);
  assert.equal(filtered.slice(0, 2).join(" "), filters, "in two lines on a narrow page");
  // As a table it says of which weeks the range leaves out days, and by what it is filtered.
  const [head = "", ...rows] = (await save("CSV table")).split("\r\n");
  assert.match(head, /,at,value,low,high,n,is_partial,filtered_by$/);
  for (const row of rows) {
    const [, at = ""] = row.split(",");
    const isPartial = at < range.date_from || addDays(at, 6) > range.date_to;
    // Quoted, as some spreadsheets end a cell at each semicolon.
    assert.ok(row.endsWith(`,${isPartial},"${filters}"`), row);
  }
  assert.ok(rows.some((row) => row.includes(',true,"Assistants')));
  // Lines that are not wanted are neither drawn nor saved; one is left.
  const named = (csv: readonly string[]) => [...new Set(csv.map((row) => row.split(",")[0] ?? ""))];
  const [first = "", ...others] = named(rows);
  assert.ok(others.length > 0);
  await page.getByRole("button", { name: /^Lines: .*Visibility over time$/ }).click();
  for (const name of others) await page.getByRole("menuitemcheckbox", { name }).click();
  assert.ok(await page.getByRole("menuitemcheckbox", { name: first }).isDisabled());
  await page.keyboard.press("Escape");
  await page.getByText(`Lines: 1 of ${others.length + 1}`).waitFor();
  assert.deepEqual(named((await save("CSV table")).split("\r\n").slice(1)), [first]);
  const drawn = textsOf(await save()).join(" ");
  assert.deepEqual(
    [first, ...others].map((name) => drawn.includes(name)),
    [true, ...others.map(() => false)],
  );
  const asked = "Which boots last longest?";
  const { body } = await boots.world.rest("GET", "/prompts");
  const prompt = body.data.find(({ text }: { text: string }) => text === asked);
  await visit(page, boots, { path: `/prompts/${prompt.id}` });
  assert.deepEqual(textsOf(await save()).slice(1, 3), [asked, `\u2068Acme\u2069, ${days}`]);
});

for (const [view, tab] of [
  [WIDE, "domains"],
  [NARROW, "pages"],
] as const) {
  test(`${tab} show both intervals of their share, and its change`, { skip }, async () => {
    assert(boots && viewer);
    const { page, problems } = await enter(boots.server, viewer, view);
    const days = { from: addDays(range.date_from, DAYS / 2), to: range.date_to };
    await visit(page, boots, { path: "/sources" });
    await page.goto(`${page.url().split("?")[0]}?${new URLSearchParams({ ...days, tab })}`);
    const row = page.getByRole("row", { name: /acme\.com/ });
    await row.getByText(/^[+−]\d+\.\d\spoints/).waitFor();
    const said =
      /^\d+\.\d\s% of answers: \S+ of \S+\.\s95\s% interval if the same prompts were asked again: [\d.]+ to [\d.]+\s%\.(?:\sFor questions like these in general: [\d.]+ to [\d.]+\s%(?:, wider as these prompts are only a sample of such questions)?\.)?$/;
    await pointAt(
      row.getByRole("img", { name: /, interval .* to / }),
      page.getByRole("tooltip").getByText(said),
    );
    await look(page, `sources-${tab}`, view);
    assert.deepEqual(problems, []);
  });
}

test("domains come in the order that is asked for, are saved whole, and lead to their answers", {
  skip,
}, async () => {
  assert(boots && viewer);
  const { page, problems } = await enter(boots.server, viewer, WIDE);
  await visit(page, boots, { path: "/sources" });
  const shown = async () => {
    const names = await column(page, "Sites", "Site");
    return names.map((name) => name.split("\n")[0]);
  };
  for (const [header, field] of [
    ["Answers", "cited_chat_count"],
    ["Read in", "retrieved_percentage"],
    ["Citations per read", "citation_rate"],
  ] as const) {
    if (header !== "Answers") {
      await page.getByRole("button", { name: header }).click();
      await page.waitForURL(new RegExp(`sort=${field}`));
      await settled(page);
    }
    const expected = await report(boots, "domains", {
      ...{ order_by: [{ field, direction: "desc" }], limit: 50 },
    });
    await comesTo(
      shown,
      expected.data.map(({ domain }) => domain),
    );
  }
  await page.getByRole("button", { name: "Citations per read" }).click();
  await page.waitForURL(/dir=asc/);
  await settled(page);
  const { data, total_count } = await report(boots, "domains", {
    order_by: [{ field: "citation_rate", direction: "asc" }],
  });
  assert.ok(total_count > 50 && data.length === total_count, "more than one page");
  await page.getByRole("button", { name: "next page" }).click();
  await page.getByText(`51–${total_count} of ${total_count}`).waitFor();
  await settled(page);
  await comesTo(
    shown,
    data.slice(50).map(({ domain }) => domain),
  );

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save sites as CSV" }).click();
  const [, ...lines] = (await readFile(await (await saved).path(), "utf8")).split("\r\n");
  assert.deepEqual(
    lines.map((line) => line.split(",")[0]),
    data.map(({ domain }) => domain),
  );

  await visit(page, boots, { path: "/sources" });
  const row = page.getByRole("row", { name: /^gap7\.example/ });
  await row.getByRole("link", { name: "Answers that use it" }).click();
  await page.getByRole("heading", { name: `${DAYS / 4 + DAYS / 2} answers` }).waitFor();
  assert.deepEqual(problems, []);
});

test("actions speak of their own evidence and go on on further pages", { skip }, async () => {
  assert(boots && viewer);
  const { page } = await enter(boots.server, viewer, WIDE);
  // Of whole days: as many up to yesterday.
  const days = `date_from=${addDays(range.date_from, -1)}&date_to=${addDays(range.date_to, -1)}`;
  const { body } = await boots.world.rest("GET", `/actions?status=open&${days}`);
  // Its two prompts, too: one that never names Acme, and one that names Borealis more.
  const total = GAP_SITES + 2;
  assert.equal(body.total_count, total);
  await visit(page, boots, { path: "/actions" });
  const rows = page.locator(".leads > li");
  await comesTo(() => rows.count(), 20);
  for (const [number, action] of body.data.slice(0, 20).entries()) {
    const text = await rows.nth(number).textContent();
    const { domain, prompt, best_brand, answer_count, prize } = action;
    const of = `${best_brand.total < answer_count ? `the newest ${best_brand.total} of ` : ""}${answer_count}`;
    const shares = `Acme in ${percent(best_brand.own_share)}, ${best_brand.name} in ${percent(best_brand.share)} of ${of} answers`;
    const facts = [shares, `${prize} answers to win`, prompt?.text ?? `named on ${domain}`];
    for (const fact of facts)
      assert.ok(spaced(text).includes(spaced(fact)), `"${fact}" is not in: ${text}`);
  }
  await page.getByText(`To decide ${total}`).waitFor();
  await page.getByText(`1–20 of ${total}`).waitFor();
  await page.getByRole("button", { name: "next page" }).click();
  await page.getByText(`21–${total} of ${total}`).waitFor();
  await comesTo(() => rows.count(), total - 20);
  // One of them says how far the competitor is ahead, who is named instead, and how such a site is won.
  const { action_key, best_brand } = body.data.find((one: { domain: unknown }) => one.domain);
  await visit(page, boots, {
    path: "/actions",
    search: `&action=${encodeURIComponent(action_key)}`,
  });
  await page.getByText(`${best_brand.name} is ahead by `).waitFor();
  await page.getByText("Named instead").waitFor();
  await page.getByText("The prompt").or(page.getByText("Prompts it would help")).first().waitFor();
  // A prompt that others win says what to write.
  const lost = body.data.find((one: { prompt: unknown }) => one.prompt);
  const search = `&action=${encodeURIComponent(lost.action_key)}`;
  await visit(page, boots, { path: "/actions", search });
  const write = `answer “${lost.prompt.text}” in the first lines, and name Acme there.`;
  await page.getByRole("listitem").filter({ hasText: write }).waitFor();
  await look(page, "action-steps", WIDE);
});

/** A text of the page with usual spaces. */
const spaced = (text: string | null) => (text ?? "").replaceAll("\u00A0", " ");

test("a viewer sees every report, what is unclassified too, and nothing to change", {
  skip,
}, async () => {
  assert(boots && viewer);
  const [first] = (await report(boots, "brands")).data;
  for (const view of [NARROW, WIDE]) {
    const { page, problems } = await enter(boots.server, viewer, view);
    for (const [path, search, text] of [
      ["/brands", "", "Borealis"],
      [`/brands/${first?.brand.id}`, "", "By assistant"],
      ["/sources", "", "gap0.example"],
      ["/sources", "&tab=pages", "gap0.example/boots"],
      ["/sources", "&tab=unclassified", "gap0.example"],
      ["/actions", "", "gap0.example"],
    ] as const) {
      await visit(page, boots, { path, search });
      await page.getByText(text).first().waitFor();
      const changes = page.getByRole("button", { name: /^(Track|Edit|Remove|Add|Dismiss|Save$)/ });
      assert.deepEqual(await changes.allInnerTexts(), [], path + search);
      assert.equal(await page.getByRole("combobox", { name: /^Kind of .*\./ }).count(), 0);
      await look(page, `viewer${path.replaceAll("/", "-")}${search}`, view);
    }
    assert.deepEqual(problems, []);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyFor as bodyOf, pageOfEvent, sayEvent as say } from "./chat-message.ts";

const BASE = "https://earshot.example";
const PROJECT = { project_name: "Fernway [x]", timezone: "UTC" };
const bodyFor = (url: string, payload: string) =>
  bodyOf(url, payload, { ...PROJECT, base_url: BASE });
const sayEvent = (payload: string, timezone = "UTC") => say(payload, timezone);
const payload = JSON.stringify({
  type: "assistant.health_changed",
  timestamp: "2026-11-22T10:00:00.000Z",
  data: {
    ...{ project_id: "prj_x", model_id: "mdl_a", name: "ChatGPT [new]" },
    ...{ problem: "key_refused", state: "started", todo: null },
    message: "A <b> & @everyone",
    ...{ since: "2026-11-22T09:30:00.000Z", day: "2026-11-22" },
  },
});
const bodyAt = (url: string) => JSON.parse(bodyFor(url, payload));

test("Slack, Discord and Teams get a message in their form, all others the event as it is", () => {
  const slack = bodyAt("https://hooks.slack.com/services/T0/B0/x");
  assert.deepEqual(Object.keys(slack), ["text"]);
  assert.match(slack.text, /^Earshot, Fernway x: ChatGPT new has its key refused\n/);
  assert.match(slack.text, /\nmessage: A &lt;b&gt; &amp; @everyone\n/);
  assert.doesNotMatch(slack.text, /mdl_a|key_refused|state/);
  assert.ok(slack.text.endsWith("\nhttps://earshot.example/projects/prj_x/models"));
  const discord = bodyAt("https://discord.com/api/webhooks/1/x");
  assert.deepEqual(discord.allowed_mentions, { parse: [] });
  assert.match(discord.content, /A <b> & @everyone/);
  const teams = bodyAt("https://acme.webhook.office.com/webhookb2/x");
  assert.equal(teams.attachments[0].contentType, "application/vnd.microsoft.card.adaptive");
  assert.match(teams.attachments[0].content.body[0].text, /has its key refused/);
  assert.match(slack.text, /since: 22 Nov 2026, 09:30 UTC\nday: 22 Nov 2026\n/);
  for (const url of [
    ...["https://example.com/hook", "https://hooks.slack.com.evil.example/x"],
    ...["https://evil.example/hooks.slack.com", "https://notdiscord.com/api/webhooks/1/x"],
  ]) {
    assert.equal(bodyFor(url, payload), payload, url);
  }
});

test("a message of a change says of which brand, by how much, and in which weeks", () => {
  const week = { date_from: "2026-03-01", date_to: "2026-03-07", visibility: 0.4, answers: 120 };
  const change = { value: -0.1, low: -0.15, high: -0.05 };
  const previous = { ...week, date_from: "2026-02-01", date_to: "2026-02-28", visibility: 0.5 };
  const brand = { id: "brd_one", name: "Acme" };
  const data = { project_id: "prj_x", brand, period: week, previous, change, model_changes: [] };
  assert.deepEqual(sayEvent(JSON.stringify({ type: "visibility.dropped", data })), [
    "Visibility dropped by more than chance",
    "brand: Acme",
    "change: -10.0 points (95\u00A0%: -15.0 points to -5.0 points)",
    "period: 1 Mar 2026 – 7 Mar 2026: 40.0\u00A0% of 120 answers",
    "previous: 1 Feb 2026 – 28 Feb 2026: 50.0\u00A0% of 120 answers",
  ]);
  // Where other prompts or assistants were asked, it is not the difference of the two shares.
  const fell = { ...data, period: { ...week, visibility: 0.6 } };
  assert.deepEqual(sayEvent(JSON.stringify({ type: "visibility.dropped", data: fell })), [
    "Visibility dropped by more than chance",
    "brand: Acme",
    "change in what was asked in both: -10.0 points (95\u00A0%: -15.0 points to -5.0 points)",
    "period: 1 Mar 2026 – 7 Mar 2026: 60.0\u00A0% of all 120 answers",
    "previous: 1 Feb 2026 – 28 Feb 2026: 50.0\u00A0% of all 120 answers",
  ]);
  const said = (is_simulated: boolean) =>
    sayEvent(JSON.stringify({ type: "visibility.dropped", data: { ...data, is_simulated } }));
  assert.doesNotMatch(said(false).join("\n"), /simulated/);
  assert.match(said(true).at(-4) ?? "", /^Some of its assistants are simulated: /);
  const rounded = { ...data, change: { ...change, value: -0.0992 } };
  Object.assign(rounded, { period: { ...week, visibility: 0.4004 } });
  rounded.previous = { ...previous, visibility: 0.4996 };
  const [, , moved] = sayEvent(JSON.stringify({ type: "visibility.changed", data: rounded }));
  assert.match(moved ?? "", /^change: -10\.0 points /, "as 40.0 and 50.0 beside it are");
});

test("a message of a change leads to the page that shows it, over the same days", () => {
  const week = { date_from: "2026-03-22", date_to: "2026-03-28", visibility: 0.7, answers: 9 };
  const previous = { ...week, date_from: "2026-03-01", date_to: "2026-03-21" };
  const change = { value: -0.6, low: -0.9, high: -0.3 };
  const data = { project_id: "prj_x", period: week, previous, change, model_changes: [] };
  const event = JSON.stringify({ type: "visibility.dropped", data });
  const { content } = JSON.parse(bodyFor("https://discord.com/api/webhooks/1/x", event));
  const days = "from=2026-03-22&to=2026-03-28&vs_from=2026-03-01&vs_to=2026-03-21";
  assert.equal(content.split("\n").at(-1), `${BASE}/projects/prj_x/changes?${days}`);
});

test("a message of what was found names the first of it, in no room as a link", () => {
  const names = ["Globex", "[Sign in](https://evil.example)\nkind: prompt", "Booking.com", "Hooli"];
  const suggestions = names.map((name) => ({ name }));
  const data = { project_id: "prj_x", kind: "brand", count: 4, suggestions };
  assert.deepEqual(sayEvent(JSON.stringify({ type: "suggestion.created", data })), [
    ...["Something untracked was found", "kind: brand", "count: 4"],
    "suggestions: Globex, Sign in (https: evil.example) kind: prompt, Booking.com and 1 more",
  ]);
});

test("a message stays within what rooms take", () => {
  const long = JSON.stringify({ type: "target.failing", data: { message: "x".repeat(9_000) } });
  const { content } = JSON.parse(bodyFor("https://discord.com/api/webhooks/1/x", long));
  assert.ok(content.length < 2_000);
});

test("a budget says in its title whether it is used up, and then what to do", () => {
  const said = (threshold_percent: 80 | 100, more: object = {}) => {
    const spent = { cap_usd: 5, spent_usd: 4.023456, ...more };
    const data = { project_id: "prj_x", period: "daily", starts_on: "2026-11-20", ...spent };
    return sayEvent(
      JSON.stringify({ type: "budget.reached", data: { ...data, threshold_percent } }),
    );
  };
  assert.deepEqual(said(80).slice(0, 2), [
    "The daily budget is nearly used up: 4.02 of 5 USD",
    "spent: 4.02 of 5 USD since 20 Nov 2026",
  ]);
  assert.equal(
    said(100)[0],
    "The daily budget leaves no room for the next question: 4.02 of 5 USD spent",
  );
  const [title, , todo] = said(100, { spent_usd: 5 });
  assert.equal(title, "The daily budget is used up: questions are left out");
  assert.match(todo ?? "", /Raise the budget/);
  assert.match(said(100, { period: "monthly" }).join(), /The monthly budget .* next month/);
  assert.match(said(80, { cap_usd: 0.06, spent_usd: 0.0481 })[1] ?? "", /0\.0481 of 0\.06 USD/);
});

test("an assistant that fails says so in words, with times of the project's time zone", () => {
  const failing = { name: "Bad one", kind: "retry", message: "HTTP 503", failures_in_a_row: 5 };
  const said = (more: object) => {
    const data = { project_id: "prj_x", model_id: "mdl_a", ...failing, ...more };
    return sayEvent(JSON.stringify({ type: "target.failing", data }), "Europe/Berlin");
  };
  assert.deepEqual(said({ paused_until: "2026-11-22T09:30:00.000Z", resumes_by_itself: true }), [
    ...["Bad one cannot be asked", "message: HTTP 503", "It failed 5 times in a row."],
    "It is tried again by itself from 22 Nov 2026, 10:30 (Europe/Berlin) on.",
  ]);
  assert.match(
    said({ paused_until: null, resumes_by_itself: false }).at(-1) ?? "",
    /stays paused until its settings are saved/,
  );
  const health = (label: string) => {
    const data = { project_id: "prj_x", name: "Bad one", problem: "stopped_answering", label };
    return sayEvent(
      JSON.stringify({ type: "assistant.health_changed", data: { ...data, state: "started" } }),
    );
  };
  assert.deepEqual(health("Never answered"), ["Bad one: never answered"]);
  assert.deepEqual(health("Stopped answering"), ["Bad one stopped answering"]);
});

test("each event leads to the page that tells and mends it", () => {
  const pages: [string, object, string][] = [
    ["run.completed", { run_id: "run_x" }, "/runs/run_x"],
    ["suggestion.created", { kind: "topic" }, "/suggestions?kind=topic"],
    ["budget.reached", {}, "/models"],
    ["target.failing", {}, "/models"],
    ["assistant.health_changed", {}, "/models"],
    ["webhook.test", {}, "/settings?tab=webhooks"],
  ];
  for (const [type, data, path] of pages)
    assert.equal(pageOfEvent(JSON.stringify({ type, data })).path, path, type);
});

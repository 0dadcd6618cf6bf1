import assert from "node:assert/strict";
import { test } from "node:test";
import { addUser } from "../kit/http-client.ts";
import { makeBoots, range } from "./boots-project.ts";
import { skip, WIDE } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

/** A page, a question it asks beside its own, what is said when that fails, and a control that is there when it works. */
const SIDES = [
  ["", "list_models", "The names of assistants could not be loaded.", "Share"],
  ["", "get_judge", "How tone is found could not be loaded.", "Share"],
  ["", "list_health", "Whether assistants are down could not be loaded.", "Share"],
  ["brands", "list_models", "The names of assistants could not be loaded.", "Compared with"],
  ["brands", "list_brands", "The tracked brands could not be loaded.", "Edit"],
  ["prompts", "list_topics", "The names of topics could not be loaded.", "Add prompts"],
  ["prompts", "list_brands", "The tracked brands could not be loaded.", "Add prompts"],
  ["prompts", "list_runs", "Whether a run is under way could not be loaded.", "Add prompts"],
  ["answers", "list_prompts", "The texts of prompts could not be loaded.", "Prompt"],
  ["models", "list_doubtful_mentions", "The doubtful mentions could not be loaded.", "From"],
  ["runs", "list_targets", "Which assistants are asked could not be loaded.", "Ask now"],
  [
    "brands",
    "get_brand_report",
    "How many answers are to prompts that name a competitor could not be loaded.",
    "Edit",
  ],
] as const;

/** Reports on answers to prompts that name a competitor are asked beside a page's own. */
const isBeside = (name: string, asked: string | null) =>
  name !== "get_brand_report" || asked?.includes("prompt_brand_id") === true;

const REFUSAL = {
  status: 500,
  json: { error: { code: "INTERNAL_ERROR", message: "Something failed." } },
};

test("what cannot be shown because another question failed is said, with the way to it", {
  skip,
}, async () => {
  const { world, server } = await makeBoots();
  const days = `from=${range.date_from}&to=${range.date_to}`;
  const { page } = await enter(server, await addUser(world), WIDE);
  for (const [place, name, said, control] of SIDES) {
    const address = `**/app/call/${name}`;
    let failed = 0;
    await page.route(address, async (route) => {
      if (!isBeside(name, route.request().postData())) return route.continue();
      // One after the other: who tries again asks all of them, those that fail later, too.
      await new Promise((done) => setTimeout(done, 300 * failed++));
      await route.fulfill(REFUSAL);
    });
    await page.goto(`${server.origin}/projects/${world.project.id}/${place}?${days}`);
    const alert = page.getByRole("alert").filter({ hasText: said });
    await alert.first().waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await settled(page);
    assert.equal(await alert.count(), 1);
    const isUnknown = name === "list_models";
    const mark = page.getByText("perhaps simulated", { exact: true }).filter({ visible: true });
    assert.equal(await mark.count(), isUnknown ? 1 : 0);
    // What is not known is not told as nothing.
    if (place === "prompts" && name === "list_brands")
      assert.equal(await page.getByText("no answers", { exact: true }).count(), 0);
    await look(page, `side-${place}-${name}`, WIDE);
    await page.unroute(address);
    await alert.first().getByRole("button", { name: "Try again" }).click();
    await alert.first().waitFor({ state: "detached" });
    await page
      .getByLabel(control, { exact: true })
      .or(page.getByRole("button", { name: control, exact: true }))
      .first()
      .waitFor();
  }
  assert.equal(await page.getByRole("alert").count(), 0);

  // The boots were asked about on these days alone.
  await page.goto(`${server.origin}/projects/${world.project.id}/changes?${days}`);
  await page.getByText("Only the later period has answers: nothing to compare with.").waitFor();
  assert.equal(await page.getByText("in other proportions").count(), 0);
});

/** A page, and a question of its own that other parts of the page, or of the frame, ask too. */
const OWN = [
  ...([
    ["suggestions", "list_brand_suggestions"],
    ["prompts", "list_prompts"],
    ["prompts?tab=topics", "list_topics"],
    ["prompts?tab=topics", "get_brand_report"],
    ["prompts", "get_brand_report"],
    ["models", "list_targets"],
    ["models", "list_model_changes"],
    ["models", "get_judge"],
    ["models", "get_brand_report"],
  ] as const),
  ...([
    ["changes", "list_brands"],
    ["runs", "list_runs"],
    ["settings?tab=project", "get_retention"],
    ["", "list_brand_suggestions"],
  ] as const),
];

test("a question of a page that fails is told once, and asked again wherever it was asked", {
  skip,
}, async () => {
  const { world, server } = await makeBoots();
  const { page } = await enter(server, await addUser(world), WIDE);
  const seen: Record<string, number> = {};
  for (const [place, name] of OWN) {
    const address = `**/app/call/${name}`;
    await page.route(address, (route) => route.fulfill(REFUSAL));
    const days = `${place.includes("?") ? "&" : "?"}from=${range.date_from}&to=${range.date_to}`;
    await page.goto(`${server.origin}/projects/${world.project.id}/${place}${days}`);
    const alerts = page.getByRole("alert");
    await alerts.first().waitFor();
    await settled(page);
    seen[`${place} ${name}`] = await alerts.count();
    await page.unroute(address);
    await alerts.getByRole("button", { name: "Try again" }).first().click();
    await settled(page);
    seen[`${place} ${name} again`] = await alerts.count();
  }
  const wanted = OWN.flatMap(([place, name]) => [
    [`${place} ${name}`, 1],
    [`${place} ${name} again`, 0],
  ]);
  assert.deepEqual(seen, Object.fromEntries(wanted));
});

test("what is there stays when it cannot be asked for again, says so, and is tried again", {
  skip,
}, async () => {
  const { world, server } = await makeBoots();
  const { page } = await enter(server, await addUser(world), WIDE);
  const alerts = page.getByRole("alert").filter({ hasText: "Something failed." });
  const mend = async (address: string) => {
    await alerts.first().waitFor();
    assert.equal(await alerts.count(), 1);
    await page.unroute(address);
    await alerts.getByRole("button", { name: "Try again" }).click();
    await alerts.waitFor({ state: "detached" });
  };
  const project = `${server.origin}/projects/${world.project.id}`;
  await page.goto(`${project}/settings?tab=keys`);
  const rows = page.getByRole("table").getByRole("row");
  await rows.nth(1).waitFor();
  const count = await rows.count();
  const places = () =>
    page.evaluate(`[...document.querySelectorAll(".panel, .panel tr")].map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return [top, height];
    })`);
  await settled(page);
  const before = await places();
  await page.route("**/app/call/list_keys", (route) => route.fulfill(REFUSAL));
  await alerts.getByText("What is new could not be loaded.").waitFor();
  assert.equal(await rows.count(), count);
  assert.deepEqual(await places(), before, "nothing moves when it is said");
  await look(page, "keys-not-new", WIDE);
  await mend("**/app/call/list_keys");

  await page.goto(`${project}/prompts?from=${range.date_from}&to=${range.date_to}`);
  await page.getByRole("link", { name: "Which boots last longest?" }).waitFor();
  await settled(page);
  await page.route("**/app/call/get_brand_report", (route) => route.fulfill(REFUSAL));
  await page.getByRole("button", { name: "Add prompts" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Prompts, one per line").fill("Which boots are red?");
  await dialog.getByRole("button", { name: "Add 1 prompt" }).click();
  await mend("**/app/call/get_brand_report");
});

test("the overview's numbers are asked for, each once, before the script that draws them is there", {
  skip,
}, async () => {
  const { world, server } = await makeBoots();
  const days = `from=${range.date_from}&to=${range.date_to}`;
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  const asked: string[] = [];
  let all = Promise.withResolvers<void>();
  page.on("request", (request) => {
    if (!request.url().includes("/app/call/")) return;
    asked.push(`${request.url().split("/").at(-1)} ${request.postData()}`);
    if (asked.length === 5) all.resolve();
  });
  await page.route("**/assets/index-*.js", async (route) => {
    await all.promise;
    await route.continue();
  });
  const models = await world.rest("GET", "/models");
  const model = encodeURIComponent(JSON.stringify([models.body.data[0].id]));
  // What a chart shows of its box when that first comes to the page.
  await page.addInitScript(`new MutationObserver(() => {
    const chart = document.querySelector('figure[aria-label="Visibility over time"]');
    if (chart) window.drawn ??= chart.querySelectorAll("svg.chart path").length;
  }).observe(document, { childList: true, subtree: true });`);
  for (const more of ["", `&model=${model}`]) {
    // The page before may ask until it is gone.
    await page.goto("about:blank");
    asked.length = 0;
    all = Promise.withResolvers();
    await page.goto(`${server.origin}/projects/${world.project.id}?${days}${more}`);
    await page.getByText("Visibility over time").waitFor();
    await page.waitForLoadState("networkidle");
    const names = asked.map((one) => one.split(" ")[0]);
    assert.deepEqual(names.slice(0, 3).sort(), ["get_me", "get_project", "list_brands"]);
    assert.equal(names[3], "get_brand_report");
    assert.deepEqual([...new Set(asked)], asked);
    assert.ok(Number(await page.evaluate("window.drawn")) > 0, "a chart is drawn with its box");
  }
  assert.deepEqual(problems, []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

const world = skip ? undefined : await makeWorld();
const server = world && (await startServer(world, { DASHBOARD: "on", WORKER: "off" }));
const user = world && (await addUser(world));

test("a choice that a list does not offer is shown all the same, and a browser that lists UTC itself shows the settings", {
  skip,
}, async () => {
  assert(world && server && user);
  const { page, problems } = await enter(server, user, WIDE);
  // As Firefox and Safari do.
  await page.evaluate("localStorage.setItem('lists', 'UTC')");
  await page.addInitScript(`if (localStorage.getItem("lists")) {
    const list = Intl.supportedValuesOf;
    Intl.supportedValuesOf = (key) => (key === "timeZone" ? [...list(key), "UTC"] : list(key));
  }`);
  const shown = async () => {
    await page.getByRole("combobox", { name: "Time zone" }).waitFor();
    await settled(page);
    const names = ["Time zone", "Country of new prompts", "Language of new prompts"];
    return Promise.all(names.map((name) => page.getByRole("combobox", { name }).inputValue()));
  };
  const project = `${server.origin}/projects/${world.project.id}`;
  await page.goto(`${project}/settings?tab=project`);
  assert.deepEqual(await shown(), ["UTC", "United States", "English"]);
  // Asia/Kolkata is Asia/Calcutta in V8's list.
  const places = { timezone: "Asia/Kolkata", country_code: "JE", language_code: "es-MX" };
  assert.equal((await world.rest("PATCH", `/projects/${world.project.id}`, places)).status, 200);
  await page.reload();
  assert.deepEqual(await shown(), ["Asia/Kolkata", "JE", "es-MX"]);
  await page.evaluate("localStorage.removeItem('lists')");

  // The 1,001st prompt and the 101st project.
  let last = "";
  for (const round of Array.from({ length: 11 }, (_, n) => n)) {
    const prompts = Array.from({ length: round === 10 ? 1 : 100 }, (_, n) => ({
      text: `Which boots are ${round}-${n}?`,
    }));
    last = (await world.rest("POST", "/prompts", { prompts })).body.data[0].id;
  }
  const { rows } = await world.pool.query(
    `insert into projects (organisation_id, name, domain, country_code, language_code)
     select $1, 'Project ' || n, 'acme.example', 'US', 'en' from generate_series(1, 100) n
     returning project_id`,
    [world.project.organisation_id],
  );
  await page.goto(`${project}/answers?prompt_id=${last}`);
  const prompt = page.getByRole("combobox", { name: "Prompt" });
  await prompt.waitFor();
  await settled(page);
  assert.equal(await prompt.inputValue(), "Which boots are 10-0? (JE)");
  const ids = rows.map(({ project_id }) => Number(project_id));
  await page.goto(`${server.origin}/projects/${encodeId("prj", Math.max(...ids))}/brands`);
  const switcher = page.getByRole("combobox", { name: "Project" });
  await switcher.waitFor();
  await settled(page);
  assert.equal(await switcher.inputValue(), "Project 100");
  // The first and the last of the list are both offered.
  for (const name of ["Project 1", "Project 99"]) {
    await switcher.fill(name);
    await page.getByRole("option", { name, exact: true }).waitFor();
  }
  assert.deepEqual(problems, []);
});

test("what a page does after a change is done although what asked for it is gone by then", {
  skip,
}, async () => {
  assert(world && server && user);
  const { page, problems } = await enter(server, user, WIDE);
  const late = async (name: string) =>
    page.route(`**/app/call/${name}`, async (route) => {
      await new Promise((done) => setTimeout(done, 1_500));
      await route.continue();
    });
  // The list of prompts is there again before the topics.
  const asking = { prompts: [{ text: "Which boots are old?" }] };
  await world.rest("POST", "/prompts", asking);
  await page.goto(`${server.origin}/projects/${world.project.id}/prompts?q=old`);
  await page.getByRole("checkbox", { name: "Select this row" }).check();
  await settled(page);
  await late("list_topics");
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await page.getByText("1 prompt archived: no longer asked").waitFor();

  // The rights are known again before the projects.
  const { rows } = await world.pool.query(
    `insert into projects (organisation_id, name, domain, country_code, language_code)
     values ($1, 'Gone', 'gone.example', 'US', 'en') returning project_id`,
    [world.project.organisation_id],
  );
  const gone = encodeId("prj", Number(rows[0].project_id));
  await page.goto(`${server.origin}/projects/${gone}/settings?tab=project`);
  await page.getByRole("button", { name: "Delete this project…" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Gone");
  await settled(page);
  await late("list_projects");
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await page.waitForURL(`${server.origin}/projects/${world.project.id}`);
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await settled(page);
  assert.equal(await page.evaluate("localStorage.getItem('project')"), world.project.id);
  assert.deepEqual(problems, []);
});

test("a webhook works where its last delivery arrived, and says otherwise what became of it", {
  skip,
}, async () => {
  assert(world && server && user);
  const { page, problems } = await enter(server, user, WIDE);
  const url = "https://hooks.example.com/x";
  const made = await page.request.post(`${server.origin}/app/call/create_webhook`, {
    headers: { origin: server.origin },
    data: { project_id: world.project.id, url, events: ["run.completed"] },
  });
  assert.equal(made.status(), 201);
  const to = (status: string, error: string | null, attempts = 1) =>
    world.pool.query(
      `insert into webhook_deliveries (project_id, webhook_id, event, payload, status, attempts, last_error, finished_at)
       select project_id, webhook_id, 'webhook.test', '{}', $1::text, $4::integer, $2::text,
         case when $1::text <> 'pending' then now() end from webhooks where project_id = $3`,
      [status, error, world.project.project_id, attempts],
    );
  const at = `${server.origin}/projects/${world.project.id}/settings?tab=webhooks`;
  const state = page
    .getByRole("cell")
    .getByText(/^(works|failing|failed|being tried|not sent|off|not tried)$/);
  const shown = async () => {
    await page.goto(at);
    await state.waitFor();
    await settled(page);
    await state.hover();
    return [await state.textContent(), await page.getByRole("tooltip").textContent()];
  };
  assert.deepEqual((await shown())[0], "not tried");
  await to("failed", "HTTP 500");
  const [failed, why] = await shown();
  assert.equal(failed, "failed");
  assert.match(why ?? "", /^The last delivery, .*, failed: HTTP 500$/);
  await to("pending", null);
  assert.equal((await shown())[0], "being tried");
  await to("delivered", null);
  assert.equal((await shown())[0], "works");
  await to("failed", "It is not asked for any more.", 0);
  const [dropped, reason] = await shown();
  assert.equal(dropped, "not sent");
  assert.match(
    reason ?? "",
    /^The last delivery, .*, was not sent: It is not asked for any more\.$/,
  );
  await to("failed", "The webhook was switched off.", 0);
  await world.pool.query(
    "update webhooks set is_active = false, disabled_reason = 'It answered 410 Gone.' where project_id = $1",
    [world.project.project_id],
  );
  await page.goto(at);
  await page.getByText(/^It answered 410 Gone\. .* Events not sent so far: 1\.$/).waitFor();
  await settled(page);
  assert.deepEqual(problems, []);
});

test("a schedule follows what a colleague saves, and keeps what is chosen here", {
  skip,
}, async () => {
  assert(world && server && user);
  const { page, problems } = await enter(server, user, WIDE);
  const { id } = world.project;
  const saved = async (schedule: unknown) =>
    assert.equal((await world?.rest("PATCH", `/projects/${id}`, { schedule }))?.status, 200);
  await saved({ weekdays: [1, 2, 3], hour: 6 });
  await page.goto(`${server.origin}/projects/${id}/models`);
  const from = page.getByRole("combobox", { name: "From" });
  await page.getByText("Mon", { exact: true }).waitFor();
  await settled(page);
  await page.getByText("Mon", { exact: true }).click();
  await saved({ weekdays: [1, 2, 3], hour: 9 });
  await page.getByText("from 09:00").waitFor();
  assert.equal(await from.inputValue(), "09:00");
  await page.getByRole("button", { name: "Save the schedule" }).click();
  await page.getByText("The schedule was saved.").waitFor();
  const { body } = await world.rest("GET", `/projects/${id}`);
  assert.deepEqual(body.schedule, { weekdays: [2, 3], hour: 9 });
  assert.deepEqual(problems, []);
});

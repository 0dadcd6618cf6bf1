import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { decodeId } from "#core/id.ts";
import { addModel, putFact } from "../kit/facts.ts";
import { addUser, signedIn } from "../kit/http-client.ts";
import { serveModel } from "../kit/judge-server.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld, type World } from "../kit/world.ts";
import { NARROW, skip } from "./browser.ts";
import { look } from "./check-page.ts";
import { enter } from "./sign-in.ts";
import { comesTo, settled } from "./wait-until.ts";

const PROMPTS = ["warm", "light", "cheap", "good"].map((word) => `Which boots are ${word}?`);
const PROPOSED = {
  competitors: [
    { name: "Initech", domain: "initech.com" },
    { name: "Globex <script>alert(1)</script>", domain: null },
  ],
  topics: [
    { name: "Choosing", branded: false, prompts: PROMPTS },
    { name: "Reputation", branded: true, prompts: ["Is Northwind any good?"] },
    { name: "Others", branded: false, prompts: ["What is like Initech?"] },
  ],
};

async function describe(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/welcome`);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("textbox", { name: "Brand" }).fill("Northwind");
  await page.getByLabel("Website").fill("northwind.example");
  await page.getByLabel("What it sells").fill("hiking boots");
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Stores an answer to a question that was typed, in the project that the page sets up. */
async function askBefore({ db, pool }: World, page: Page): Promise<void> {
  const project_id = decodeId("prj", new URL(page.url()).searchParams.get("project") ?? "");
  const { rows: typed } = await pool.query(
    "select prompt_id from prompts where project_id = $1 and text in ('Which boots last?', 'Which boots breathe?')",
    [project_id],
  );
  assert.equal(typed.length, 2);
  const model_id = await addModel(db, project_id, "asked-before");
  const day = new Date().toISOString().slice(0, 10);
  await putFact(db, project_id, { day, model_id, prompt_id: typed[0].prompt_id });
}

test("a new project's competitors and questions say whether a model or templates proposed them", {
  skip,
}, async () => {
  const world = await makeWorld();
  const model = await serveModel(() => JSON.stringify(PROPOSED));
  after(model.close);
  const server = await startServer(world, {
    DASHBOARD: "on",
    ONBOARDING_MODEL: "vllm/tiny-1",
    ONBOARDING_MODEL_URL: model.base_url,
  });
  const { page, problems } = await enter(server, await addUser(world), NARROW);
  await describe(page, server.origin);
  await page.getByText("Proposed by tiny-1 from memory, not from research.").waitFor();
  const siteOf = (name: string) => page.getByLabel(`Website of ${name}`, { exact: true });
  // Back there is what was said of the brand; as it stays the same, nothing is proposed anew.
  await page.getByRole("button", { name: "Back" }).click();
  const said = [
    page.getByRole("textbox", { name: "Brand" }),
    page.getByLabel("Website"),
    page.getByLabel("What it sells"),
  ];
  await said[0]?.waitFor();
  assert.deepEqual(await Promise.all(said.map((field) => field.inputValue())), [
    ...["Northwind", "northwind.example", "hiking boots"],
  ]);
  // What is no website is said at its field, before anything is asked.
  const website = page.getByLabel("Website");
  await website.fill("northwind");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("“northwind” is no website like acme.com.").waitFor();
  assert.equal(await website.getAttribute("aria-invalid"), "true");
  await look(page, "onboarding-website", NARROW);
  await website.fill("northwind.example");
  await page.getByRole("button", { name: "Continue" }).click();
  assert.equal(await siteOf("Initech").inputValue(), "initech.com");
  assert.equal(await page.getByText("Globex").count(), 0);
  await look(page, "onboarding-competitors", NARROW);
  // Names that are entered at once are several, each once.
  await page.getByRole("combobox", { name: "Who are your competitors?" }).fill("Gap, Hoka, gap");
  await page.keyboard.press("Enter");
  await page.getByText("Hoka", { exact: true }).waitFor();
  assert.equal(await page.getByText("gap", { exact: true }).count(), 1);
  // Their sites can be typed, as addresses, too; what is none is said before anything is made of it.
  await siteOf("gap").fill("gap");
  await siteOf("Hoka").fill("https://www.hoka.com/en, Hoka.de");
  // What is typed is there again after a reload, and on the way back and again.
  await page.reload();
  await siteOf("Hoka").waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  assert.equal(await siteOf("gap").inputValue(), "gap");
  assert.equal(await siteOf("Hoka").inputValue(), "https://www.hoka.com/en, Hoka.de");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("“gap” is no website like acme.com.").waitFor();
  await look(page, "onboarding-sites", NARROW);
  await siteOf("gap").fill("");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Proposed by tiny-1 from memory, not from research.").waitFor();
  const question = page.getByRole("listitem").filter({ hasText: "Is Northwind any good?" });
  await question.getByText("names your brand", { exact: true }).waitFor();
  await page.getByText("names Initech", { exact: true }).waitFor();
  assert.equal(await page.getByText(/^names/).count(), 2);
  await look(page, "onboarding-questions", NARROW);
  // What is typed there is tracked, whether it was added to the list or not, and stays on the way back and again.
  const own = page.getByLabel("Your own, one per line");
  // More than a project begins with are neither cut nor taken: they stay in the field, and it says why.
  const many = Array.from({ length: 130 }, (_, n) => `Which boots are number ${n}?`).join("\n");
  await own.fill(many);
  await page.getByText("With the 6 above these are 136; a project begins with 100").waitFor();
  assert.equal(await page.getByRole("button", { name: "Add", exact: true }).isDisabled(), true);
  assert.equal(await page.getByRole("button", { name: /^Track/ }).isDisabled(), true);
  await page.reload();
  await comesTo(() => own.inputValue(), many);
  await look(page, "onboarding-many", NARROW);
  await own.fill("Which boots last?\n\nWhich boots last?\nWhich boots breathe?");
  await page.getByRole("button", { name: "Track 8 questions" }).waitFor();
  await look(page, "onboarding-typed", NARROW);
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Track 8 questions" }).click();
  await page.getByRole("button", { name: "Use the simulated assistant" }).waitFor();
  const isCased = page.getByRole("checkbox", { name: "Only “Gap” in this case" });
  assert.equal(await isCased.isChecked(), true);
  await page.getByText("“Gap” is a common word or very short.").waitFor();
  assert.equal(await page.getByRole("checkbox", { name: /^Only/ }).count(), 1);
  await look(page, "onboarding-case", NARROW);
  await isCased.click();
  await page
    .getByRole("checkbox", { name: "Only “Gap” in this case", checked: false, disabled: false })
    .waitFor();

  const project_id = decodeId("prj", new URL(page.url()).searchParams.get("project") ?? "");
  const { rows: sites } = await world.pool.query(
    "select name, domains from brands where project_id = $1 and not is_own order by lower(name)",
    [project_id],
  );
  assert.deepEqual(
    sites.map(({ name, domains }) => [name, ...domains]),
    [["gap"], ["Hoka", "hoka.com", "hoka.de"], ["Initech", "initech.com"]],
  );

  // The project is made: Back leads to no second one, and its set-up goes on where it was left.
  await page.goBack();
  await page.getByRole("heading", { name: "Your projects" }).waitFor();
  await page.getByText("You began to set up Northwind.").waitFor();
  await look(page, "onboarding-unfinished", NARROW);
  await page.getByRole("button", { name: "Continue setting up" }).click();
  // Back leads there, too, and the step says who is asked.
  await page.getByText("No assistant is asked yet.").waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "Continue setting up" }).click();
  await page.getByRole("button", { name: "Skip" }).click();
  await page.getByText("Nothing is asked until you add an assistant.").waitFor();
  await page.goBack();
  // Whom the schedule was faster than is not offered to pay for the same once more.
  await askBefore(world, page);
  await page.getByRole("button", { name: "Use the simulated assistant" }).click();
  await page.getByText("The schedule has begun to ask by itself").waitFor();
  await look(page, "onboarding-begun", NARROW);
  await page.getByRole("button", { name: "Open the project" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();

  await model.close();
  await describe(page, server.origin);
  await page.getByRole("heading", { name: "Track your brand" }).waitFor();
  await page.getByRole("combobox", { name: "Who are your competitors?" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("tiny-1 gave no usable answer, so these come from templates.").waitFor();
  await page.getByText("What are the best brands of hiking boots?").waitFor();
  // An address of a step that lost its project leads to the projects, not to an empty page.
  await page.goto(`${server.origin}/welcome?step=run`);
  await page.getByRole("heading", { name: "Your projects" }).waitFor();
  await page.getByText("You began to set up Northwind.").waitFor();
  // Whoever uses this browser next does not see what was begun.
  const { visitor } = await signedIn(world);
  for (const [name, value] of visitor.cookies) {
    await page.context().addCookies([{ name, value, url: server.origin, httpOnly: true }]);
  }
  await page.goto(`${server.origin}/welcome`);
  await page.getByRole("heading", { name: "Your projects" }).waitFor();
  await settled(page);
  assert.equal(await page.getByText("You began to set up").count(), 0);
  assert.deepEqual(problems, []);
});

test("what was set up is neither lost nor made twice: after a day, where the answer got lost, and by Not now, which asks nothing", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page } = await enter(server, await addUser(world), NARROW);
  await describe(page, server.origin);
  await page.getByRole("combobox", { name: "Who are your competitors?" }).fill("Hoka");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Your own, one per line").fill("Which boots last?");
  // The session ends, also in what the browser keeps of it.
  await world.pool.query(
    "update onboarding_sessions set last_used_at = now() - interval '25 hours' where completed_at is null",
  );
  await page.evaluate(`for (const key of Object.keys(localStorage)) {
    if (!key.startsWith("setup ")) continue;
    const draft = JSON.parse(localStorage[key]);
    draft.session.expires_at = new Date(Date.now() - 3_600_000).toISOString();
    localStorage[key] = JSON.stringify(draft);
  }`);
  await page.goto(`${server.origin}/welcome`);
  await page.getByRole("button", { name: "Continue setting up" }).click();
  await page.getByText("Hoka", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await comesTo(() => page.getByLabel("Your own, one per line").inputValue(), "Which boots last?");
  let asked = 0;
  await page.route("**/app/call/complete_onboarding", async (route) => {
    asked += 1;
    // The first is refused; what the second made is never heard of.
    if (asked !== 2) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole("button", { name: /^Track/ }).click();
  await page.getByText("The server does not answer").waitFor();
  await page.reload();
  await page.getByRole("button", { name: /^Track/ }).click();
  await page.getByRole("button", { name: "Use the simulated assistant" }).click();
  const id = new URL(page.url()).searchParams.get("project") ?? "";
  const { rows } = await world.pool.query(
    `select p.project_id, count(*) filter (where q.text = 'Which boots last?')::integer as own,
       (select count(*)::integer from brands b where b.project_id = p.project_id and b.name = 'Hoka') as named
     from projects p join prompts q using (project_id) where p.organisation_id = $1 and p.name = 'Northwind' group by 1`,
    [world.project.organisation_id],
  );
  assert.deepEqual(rows, [{ project_id: decodeId("prj", id), own: 1, named: 1 }]);

  await page.getByText("“Not now” pauses asking").waitFor();
  await settled(page);
  await look(page, "onboarding-run", NARROW);
  await page.getByRole("button", { name: "Not now" }).click();
  await page.getByText("Asking is paused: no assistant is asked until you resume.").waitFor();
  await page.getByLabel("Cap a day, USD").waitFor();
  await page.getByRole("button", { name: "Resume asking" }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/projects/${id}/models`);
  const { rows: states } = await world.pool.query(
    "select status from projects where project_id = $1",
    [decodeId("prj", id)],
  );
  assert.deepEqual(states, [{ status: "paused" }]);
  await page.goto(`${server.origin}/welcome`);
  await page.getByRole("heading", { name: "Your projects" }).waitFor();
  await settled(page);
  assert.equal(await page.getByText("You began to set up").count(), 0);
});

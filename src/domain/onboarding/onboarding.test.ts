import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeId } from "#core/id.ts";
import { run } from "#core/run.ts";
import { listBrandRows } from "#domain/brands/brand-queries.ts";
import { listBrands } from "#domain/brands/list-brands.ts";
import { listLabelRows } from "#domain/labels/label-queries.ts";
import { listPrompts } from "#domain/prompts/list-prompts.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { completeOnboarding } from "./complete-onboarding.ts";
import { previewQuestions } from "./preview-questions.ts";
import { startOnboarding } from "./start-onboarding.ts";
import { SWEEP_ONBOARDING } from "./sweep-onboarding.ts";

const ALL = { limit: 100, offset: 0 };
const DESCRIBED = {
  name: "Northwind",
  domain: "northwind.example.com",
  industry: "hiking boots",
  competitors: ["Globex", "www.initech.com", "żabka.pl", "ŻABKA.pl", "northwind"],
};
const start = (world: World, input: object = DESCRIBED) =>
  run(startOnboarding, world.context(), input);
const complete = (world: World, input: object) => run(completeOnboarding, world.context(), input);

test("a session proposes, says that templates did it, and makes nothing", async () => {
  const world = await makeWorld();
  const { session_id, source, note, proposal } = await start(world);
  assert.match(session_id, /^onb_/);
  assert.equal(source, "templates");
  assert.match(note, /templates/);
  assert.deepEqual(proposal.competitors, [
    { name: "Globex", domains: [] },
    { name: "Initech", domains: ["initech.com"] },
    { name: "Żabka", domains: ["żabka.pl"] },
  ]);
  const texts = proposal.prompts.map(({ text }) => text);
  assert.ok(texts.includes("What are the best brands of hiking boots?"));
  assert.ok(texts.includes("What are good alternatives to Initech?"));
  assert.deepEqual(
    texts.filter((text) => text.includes("Northwind")),
    ["What do customers say about Northwind?", "Northwind or Globex: which is better?"],
    "few of them name the brand, in whose answers it is named",
  );
  assert.ok(texts.every((text) => !text.includes("{")));
  const rows = await world.db
    .selectFrom("projects")
    .select("name")
    .where("name", "=", "Northwind")
    .execute();
  assert.equal(rows.length, 0);
});

test("templates read right for things that are many, in every language", async () => {
  const world = await makeWorld();
  const textsOf = async (language_code: string, industry: string) => {
    const { proposal } = await start(world, { ...DESCRIBED, language_code, industry });
    return proposal.prompts.map(({ text }) => text).filter((text) => text.includes(industry));
  };
  const english = await textsOf("en", "running shoes");
  assert.ok(english.includes("Which company would you recommend for running shoes, and why?"));
  // "running shoes brands" and "running shoes company" are no English.
  assert.deepEqual(
    english.filter((text) => /running shoes (brand|compan)/.test(text)),
    [],
  );
  const german = await textsOf("de", "Laufschuhe");
  assert.ok(german.includes("Worauf sollte ich achten, wenn es um Laufschuhe geht?"));
  const french = await textsOf("fr", "ordinateurs portables");
  assert.ok(french.includes("Quelles sont les meilleures marques d’ordinateurs portables ?"));
  const feminine = await textsOf("fr", "chaussures de course");
  assert.ok(
    feminine.includes("À quoi faut-il faire attention en matière de chaussures de course ?"),
  );
  const spanish = await textsOf("es", "zapatillas para correr");
  assert.ok(spanish.includes("¿En qué hay que fijarse al elegir zapatillas para correr?"));
});

test("completing makes the project with its brands, topics and prompts, once", async () => {
  const world = await makeWorld();
  const { session_id, proposal } = await start(world);
  const project = await complete(world, { session_id, competitors: [{ name: "Umbrella" }] });
  assert.deepEqual([project.name, project.status], ["Northwind", "active"]);
  const tenant = { project_id: decodeId("prj", project.id) };
  const brands = await listBrandRows(world.db, tenant, ALL);
  assert.deepEqual(
    brands.data.map(({ name, is_own, source }) => [name, is_own, source]),
    [
      ["Northwind", true, "onboarding"],
      ["Umbrella", false, "onboarding"],
    ],
  );
  const topics = await listLabelRows(world.db, tenant, { kind: "topic", ...ALL });
  assert.equal(topics.total_count, proposal.topics.length);
  const count = topics.data.reduce((sum, { prompt_count }) => sum + prompt_count, 0);
  assert.equal(count, proposal.prompts.length);
  await assert.rejects(complete(world, { session_id }), { code: "ONBOARDING_SESSION_STATE" });
});

test("a first prompt is branded where the matcher finds the own brand, not where its letters stand", async () => {
  const world = await makeWorld();
  const { session_id } = await start(world, { name: "Arc", domain: "arc.example" });
  const texts = ["Which search engine is best?", "Is Arc any good?", "Where do I get ARC’s boots?"];
  const prompts = texts.map((text) => ({ text }));
  const project = await complete(world, { session_id, prompts });
  const rows = await world.db
    .selectFrom("prompts")
    .select(["text", "is_branded"])
    .where("project_id", "=", decodeId("prj", project.id))
    .orderBy("prompt_id")
    .execute();
  const tags = await listLabelRows(
    world.db,
    { project_id: decodeId("prj", project.id) },
    { kind: "tag", ...ALL },
  );
  assert.deepEqual(
    tags.data.map(({ name, prompt_count }) => [name, prompt_count]),
    [["names the brand", 2]],
  );
  assert.deepEqual(
    rows.map(({ is_branded }) => is_branded),
    [false, true, true],
  );
});

test("a session ends after a day idle, and is nobody else's", async () => {
  let now = new Date("2026-11-01T08:00:00Z");
  const world = await makeWorld({ now: () => now });
  const { session_id } = await start(world);
  const other = await world.neighbour();
  await assert.rejects(complete(other, { session_id }), { code: "NOT_FOUND" });
  now = new Date("2026-11-02T08:00:01Z");
  await assert.rejects(complete(world, { session_id }), { code: "ONBOARDING_SESSION_EXPIRED" });
});

test("a project is made where the sign-in opens, whatever else the user owns", async () => {
  const home = await makeWorld();
  const firm = await home.neighbour({ name: "Firm" });
  const { organisation_id } = firm.project;
  await home.pool.query(
    "insert into memberships (organisation_id, user_id, role) values ($1, $2, 'admin')",
    [organisation_id, home.user.user_id],
  );
  const projectsOf = async ({ pool, project }: World) => {
    const { rows } = await pool.query(
      "select count(*)::int as count from projects where organisation_id = $1",
      [project.organisation_id],
    );
    return rows[0].count;
  };
  // Whoever runs the firm's provider could come as any of its members.
  const byProvider = firm.context();
  Object.assign(byProvider.actor, { ...home.user, sign_on: organisation_id });
  const { session_id } = await run(startOnboarding, byProvider, DESCRIBED);
  await run(completeOnboarding, byProvider, { session_id });
  assert.deepEqual([await projectsOf(home), await projectsOf(firm)], [1, 2]);
  // What they described at home stays there.
  const { session_id: own } = await start(home);
  await assert.rejects(run(completeOnboarding, byProvider, { session_id: own }), {
    code: "NOT_FOUND",
  });
  await complete(home, { session_id: own });
  assert.deepEqual([await projectsOf(home), await projectsOf(firm)], [2, 2]);
});

test("an organisation that insists on its provider is not opened by a password to an admin", async () => {
  const world = await makeWorld();
  const { organisation_id } = world.project;
  await world.pool.query("update memberships set role = 'admin' where user_id = $1", [
    world.user.user_id,
  ]);
  await world.pool.query(
    `insert into sign_ons (organisation_id, label, issuer, client_id, scope, groups_claim, domains, roles,
       is_enforced, updated_at)
     values ($1, 'It', 'https://it.example', 'earshot', 'openid', 'groups', '{}', '[]', true, now())`,
    [organisation_id],
  );
  await assert.rejects(start(world), { code: "ROLE_REQUIRED" });
  const byProvider = world.context();
  Object.assign(byProvider.actor, { sign_on: organisation_id });
  assert.match((await run(startOnboarding, byProvider, DESCRIBED)).session_id, /^onb_/);
});

test("a week later a session is forgotten, not before", async () => {
  let now = new Date("2026-11-01T08:00:00Z");
  const world = await makeWorld({ now: () => now });
  const { session_id } = await start(world);
  const context = { ...world.context(), now: () => now };
  now = new Date("2026-11-08T07:59:59Z");
  await SWEEP_ONBOARDING.handler(context, {});
  await assert.rejects(complete(world, { session_id }), { code: "ONBOARDING_SESSION_EXPIRED" });
  now = new Date("2026-11-08T08:00:01Z");
  await SWEEP_ONBOARDING.handler(context, {});
  await assert.rejects(complete(world, { session_id }), { code: "NOT_FOUND" });
});

test("two completions at once make one project", async () => {
  const world = await makeWorld();
  const { session_id } = await start(world);
  const results = await Promise.allSettled([
    complete(world, { session_id }),
    complete(world, { session_id }),
  ]);
  assert.deepEqual(results.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
});

test("the plan limits projects, and only who administers an organisation makes one", async () => {
  const world = await makeWorld({ plan: "brand/starter" });
  const full = {
    code: "PLAN_LIMIT_REACHED",
    message: "The plan brand/starter has room for 1 project; this would make 2.",
  };
  await assert.rejects(start(world), full);
  const { rows } = await world.pool.query("select from onboarding_sessions where user_id = $1", [
    world.user.user_id,
  ]);
  assert.equal(rows.length, 0, "refused before anything is proposed");
  const setPlan = (plan: string) =>
    world.pool.query("update organisations set plan = $2 where organisation_id = $1", [
      world.project.organisation_id,
      plan,
    ]);
  await setPlan("brand/growth");
  const { session_id } = await start(world);
  await setPlan("brand/starter");
  await assert.rejects(complete(world, { session_id }), full);
  await world.db
    .updateTable("memberships")
    .set({ role: "member" })
    .where("user_id", "=", world.user.user_id)
    .execute();
  await assert.rejects(start(world), { code: "ROLE_REQUIRED" });
});

test("what questions are said to name before there is a project is what its prompts are said to name", async () => {
  const world = await makeWorld();
  const texts = [
    "Is Nord Wind any good?",
    "Sind Northwinds Stiefel gut?",
    "Alternatives to Söhne, please?",
    "Are sohne boots good value for money?",
    "Is On better, or ON?",
    "Which boots go on and on?",
    "Is northwind.example trusted?",
    "Who is @northwind?",
  ];
  const described = { name: "NordWind", domain: "northwind.example", language_code: "en" };
  const competitors = [
    { name: "Söhne", domains: [] },
    { name: "On", domains: ["on-running.com"] },
  ];
  const { data } = await run(previewQuestions, world.context(), {
    ...described,
    competitors,
    texts,
  });
  const { session_id } = await run(startOnboarding, world.context(), described);
  const prompts = texts.map((text) => ({ text }));
  const { id } = await complete(world, { session_id, competitors, prompts });
  const context = world.context();
  const project = { ...context, project: { ...context.project, project_id: decodeId("prj", id) } };
  const { data: brands } = await run(listBrands, project, {});
  const { data: made } = await run(listPrompts, project, {});
  const nameOf = new Map(brands.map((brand) => [brand.id, brand]));
  const said = made.map(({ text, is_branded, brand_ids }) => ({
    ...{ text, is_branded },
    competitors: brand_ids.flatMap((one) => {
      const brand = nameOf.get(one);
      return brand && !brand.is_own ? brand.name : [];
    }),
  }));
  assert.deepEqual(data, said);
  assert.deepEqual(
    data.map(({ is_branded, competitors: [rival = null] }) => [is_branded, rival]),
    [
      [true, null],
      [false, null],
      [false, "Söhne"],
      [false, "Söhne"],
      [false, "On"],
      [false, null],
      [true, null],
      [false, null],
    ],
  );
});

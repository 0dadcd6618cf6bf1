import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { decodeId } from "#core/id.ts";
import type { OnboardingModel } from "#core/ports.ts";
import { run } from "#core/run.ts";
import { setBudget } from "#domain/capture/budget/set-budget.ts";
import { setJudge } from "#domain/judging/set-judge.ts";
import { serveModel, withJudge } from "../../../test/kit/judge-server.ts";
import { noteSecrets } from "../../../test/kit/secret-trail.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { completeOnboarding } from "./complete-onboarding.ts";
import { openOnboardingModel } from "./onboarding-model.ts";
import { startOnboarding } from "./start-onboarding.ts";

const KEY = "key-of-the-operator-0123456789";
noteSecrets(KEY);
const PROMPTS = ["warm", "light", "cheap", "good"].map((word) => `Which boots are ${word}?`);
const PROPOSED = {
  competitors: [{ name: "Initech", domain: "initech.com" }],
  topics: [
    { name: "Choosing", branded: false, prompts: PROMPTS },
    { name: "Reputation", branded: true, prompts: ["Is Northwind any good?"] },
  ],
};
const GOOD = `Here it is:\n\`\`\`json\n${JSON.stringify(PROPOSED)}\n\`\`\``;
const DESCRIBED = { name: "Northwind", domain: "northwind.example", industry: "hiking boots" };

const start = (world: World, onboarding_model: OnboardingModel | null = null) =>
  run(startOnboarding, { ...world.context(), onboarding_model }, DESCRIBED);
const ledger = async ({ pool, project }: World) => {
  const { rows } = await pool.query(
    "select spent_micros, reserved_micros from capture_ledger where project_id = $1",
    [project.project_id],
  );
  return rows;
};

/** Starts onboarding with an operator's model that says what `say` makes of the question. */
async function startWith(world: World, say: Parameters<typeof serveModel>[0]) {
  const server = await serveModel(say);
  const settings = {
    ONBOARDING_MODEL: "openai_compatible/vendor/tiny",
    ONBOARDING_MODEL_KEY: KEY,
    ONBOARDING_MODEL_URL: server.base_url,
  };
  try {
    const session = await start(world, openOnboardingModel(settings, world.base.providers));
    return { session, seen: server.seen };
  } finally {
    await server.close();
  }
}

test("the operator's model proposes, is asked once with its key, and what it proposed becomes the project", async () => {
  const world = await makeWorld();
  const { session, seen } = await startWith(world, () => GOOD);
  assert.equal(seen.length, 1);
  assert.equal(seen[0]?.headers.authorization, `Bearer ${KEY}`);
  assert.equal((seen[0]?.body as { model?: string } | undefined)?.model, "vendor/tiny");
  assert.deepEqual([session.source, session.model], ["model", "vendor/tiny"]);
  assert.match(session.note, /vendor\/tiny proposed these from memory/);
  assert.deepEqual(session.proposal.topics, ["Choosing", "Reputation"]);
  const { session_id } = session;
  const made = await run(completeOnboarding, world.context(), { session_id });
  const { rows } = await world.pool.query(
    `select array(select text || ' ' || is_branded from prompts where project_id = $1 order by prompt_id) as prompts,
      array(select name || ' ' || domains[1] from brands where project_id = $1 order by brand_id) as brands`,
    [decodeId("prj", made.id)],
  );
  assert.deepEqual(rows[0], {
    prompts: [...PROMPTS.map((text) => `${text} false`), "Is Northwind any good? true"],
    brands: ["Northwind northwind.example", "Initech initech.com"],
  });
});

test("nonsense, refusals and a key that is no good leave the templates, and say so without the model's words", async () => {
  const world = await makeWorld();
  const templates = await start(world);
  assert.deepEqual([templates.source, templates.model], ["templates", null]);
  const said = { error: { message: `Wrong key ${KEY}, INTERNAL` } };
  for (const answer of [
    "I would rather not say.",
    JSON.stringify({ competitors: "many", topics: [] }),
    JSON.stringify({ ...PROPOSED, topics: [] }),
    { status: 401, body: said },
    { status: 500, body: said },
    { status: 200, body: { choices: "none" } },
  ]) {
    const { session, seen } = await startWith(world, () => answer);
    assert.equal(seen.length, 1, "it is asked once, whatever comes");
    assert.deepEqual([session.source, session.model], ["templates", "vendor/tiny"]);
    assert.deepEqual(session.proposal, templates.proposal);
    assert.match(session.note, /^vendor\/tiny was not used: it.*from templates/);
    assert.doesNotMatch(session.note, /key|INTERNAL/);
  }
});

test("a model that does not answer in time is given up, well before a client would", async () => {
  const world = await makeWorld();
  const server = await serveModel(() => GOOD);
  await server.close();
  const unreachable = openOnboardingModel(
    { ONBOARDING_MODEL: "vllm/tiny", ONBOARDING_MODEL_URL: server.base_url },
    world.base.providers,
  );
  assert.equal((await start(world, unreachable)).source, "templates");
  const limits: number[] = [];
  const silent = createServer();
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  const { port } = silent.address() as { port: number };
  const slow = openOnboardingModel(
    { ONBOARDING_MODEL: "vllm/tiny", ONBOARDING_MODEL_URL: `http://127.0.0.1:${port}` },
    world.base.providers,
  );
  assert(slow);
  const impatient: OnboardingModel = {
    ...slow,
    ask({ prompt, timeout_seconds }) {
      limits.push(timeout_seconds);
      return slow.ask({ prompt, timeout_seconds: timeout_seconds / 100 });
    },
  };
  const session = await start(world, impatient);
  silent.close();
  assert.deepEqual([session.source, session.model], ["templates", "tiny"]);
  assert.deepEqual(limits, [30]);
});

test("the judge of another project proposes before the operator's model does, and that project pays", async () => {
  await withJudge(
    () => GOOD,
    async (world, asked) => {
      await run(setJudge, world.context(), { model_id: "mdl_judge" });
      const { session, seen } = await startWith(world, () => GOOD);
      assert.deepEqual([session.source, session.model], ["model", "tiny"]);
      assert.deepEqual([asked().length, seen.length], [1, 0]);
      assert.deepEqual(await ledger(world), [{ spent_micros: 1000, reserved_micros: 0 }]);
      const stranger = await start(await world.neighbour());
      assert.deepEqual([stranger.model, asked().length], [null, 1]);
    },
  );
});

test("without room in the budget, while the judge rests, and out of turn, nothing is asked", async () => {
  await withJudge(
    () => GOOD,
    async (world, asked) => {
      await run(setJudge, world.context(), { model_id: "mdl_judge" });
      await run(setBudget, world.context(), { daily_cap_usd: 0.1, monthly_cap_usd: null });
      const full = await start(world);
      assert.deepEqual([full.source, full.model], ["templates", "tiny"]);
      assert.match(full.note, /the daily budget of the project that pays for it leaves no room/);
      assert.deepEqual(await ledger(world), []);

      await run(setBudget, world.context(), { daily_cap_usd: null, monthly_cap_usd: null });
      await world.pool.query(
        `update capture_targets set requests_per_minute = 1, next_free_at = now() + interval '1 minute'
         where project_id = $1`,
        [world.project.project_id],
      );
      assert.match((await start(world)).note, /it is busy/);

      await world.pool.query(
        "update judges set waits_until = now() + interval '1 hour' where project_id = $1",
        [world.project.project_id],
      );
      assert.equal((await start(world)).model, null);
      assert.equal(asked().length, 0);
    },
  );
});

test("a user has a model asked ten times a day, then templates, and the next day again", async () => {
  let now = new Date("2026-11-01T08:00:00Z");
  const world = await makeWorld({ now: () => now });
  const begin = () => startWith(world, () => GOOD);
  for (let times = 0; times < 10; times++) {
    assert.equal((await begin()).session.source, "model");
  }
  const { session, seen } = await begin();
  assert.deepEqual([session.source, seen.length], ["templates", 0]);
  assert.match(session.note, /at most 10 times a day/);
  now = new Date("2026-11-02T08:00:01Z");
  assert.equal((await begin()).session.source, "model");
});

test("a model that cannot be asked as it is set is refused when the server starts, by the setting's name", async () => {
  const { base } = await makeWorld();
  const open = (settings: Parameters<typeof openOnboardingModel>[0]) =>
    openOnboardingModel(settings, base.providers);
  assert.equal(open({}), null);
  for (const ONBOARDING_MODEL of ["gpt", "nobody/gpt", "openai/", "simulated/a", "serpapi/google"])
    assert.throws(
      () => open({ ONBOARDING_MODEL }),
      /^Error: ONBOARDING_MODEL: .*openai, anthropic/,
    );
  assert.throws(() => open({ ONBOARDING_MODEL: "openai/gpt" }), /ONBOARDING_MODEL_KEY: OpenAI/);
  const unplaced = { ONBOARDING_MODEL: "openai_compatible/m", ONBOARDING_MODEL_KEY: KEY };
  assert.throws(() => open(unplaced), /ONBOARDING_MODEL_URL/);
  assert.equal(open({ ONBOARDING_MODEL: "ollama/qwen3:8b" })?.name, "qwen3:8b");
});

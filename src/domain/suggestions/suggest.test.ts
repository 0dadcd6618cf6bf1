import assert from "node:assert/strict";
import { test } from "node:test";
import type { Access } from "#core/context.ts";
import { questionsIn } from "#domain/detection/find-candidates.ts";
import { sayDay } from "#domain/words/say.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { suggest } from "./suggest.ts";
import { suggestPrompts } from "./suggest-prompts.ts";
import { suggestTopics } from "./suggest-topics.ts";

const ANSWERS = [
  "## Best trail shoes\n- **Umbra Peak**: grips well.\n- **Acme**: light.\n\nUmbra lasts longest.",
  "1. **Umbra** is durable.\n2. **Corvane** is cheap.\n\nRunners say Umbra holds up.",
  "- **Corvane**: good value.\n- **Umbra**: best grip.\n\nHow long do trail shoes last?",
  "- **Corvane**: soft foam.\n- **Umbra**: firm.\n\nHow long do trail shoes last?",
];

/** Stores answers, each of another day, as an import does. */
async function addAnswers({ pool, project }: World, answers = ANSWERS) {
  const { rows } = await pool.query(
    `insert into prompts (project_id, text, country_code, language_code)
     values ($1, 'What should a runner wear? ' || random(), 'US', 'en') returning prompt_id`,
    [project.project_id],
  );
  for (const [index, answer] of answers.entries()) {
    await pool.query(
      `insert into answers (project_id, day, model_id, prompt_id, captured_at, status, answer, origin, content_hash)
       values ($1, current_date - $2::integer, $3, $4, now(), 'answered', $5, 'import', sha256(random()::text::bytea))`,
      [project.project_id, index, 1 + (index % 2), rows[0].prompt_id, answer],
    );
    await pool.query(
      `insert into search_queries (project_id, day, model_id, prompt_id, sample, position, query)
       values ($1, current_date - $2::integer, $3, $4, 1, 1, 'which waterproof gaiters breathe')`,
      [project.project_id, index, 1 + (index % 2), rows[0].prompt_id],
    );
  }
}

async function lookAgain({ base, project }: World) {
  const context = {
    ...base,
    actor: { kind: "system", door: "job", access: new Set<Access>() },
  } as const;
  await suggest.handler(context, { project_id: project.project_id });
}

// biome-ignore lint/suspicious/noExplicitAny: any answer's rows.
const list = async (world: World, kind: string): Promise<any[]> =>
  (await world.rest("GET", `/suggestions/${kind}`)).body.data;

test("untracked brands are suggested from answers with their evidence, the tracked one is not", async () => {
  const world = await makeWorld();
  await addAnswers(world);
  await lookAgain(world);
  const found = await list(world, "brands");
  assert.deepEqual(found.map(({ name }) => name).sort(), ["Corvane", "Umbra"]);
  const umbra = found.find(({ name }) => name === "Umbra");
  assert.deepEqual([umbra.chat_count, umbra.model_count], [4, 2]);
  assert.ok(umbra.examples.every(({ text }: { text: string }) => text.includes("Umbra")));
  const { rows } = await world.pool.query("select (current_date - 3)::text as first");
  assert.equal(umbra.first_day, rows[0].first);
  assert.equal(umbra.counted_at, new Date(umbra.counted_at).toISOString());
  assert.equal(new Set(found.map(({ counted_at }) => counted_at)).size, 1);
  assert.equal(
    umbra.reason,
    `Named in 4 of the newest 4 answers (100.0\u00A0%), the earliest on ${sayDay(rows[0].first)}, by 2 assistants.`,
  );
});

test("a rejected name comes back only when that is taken back, nor does an accepted or tracked one, in any case or spacing", async () => {
  const world = await makeWorld();
  await addAnswers(world);
  await lookAgain(world);
  const first = await list(world, "brands");
  const idOf = (wanted: string) => first.find(({ name }) => name === wanted)?.id;
  await world.rest("POST", "/suggestions/brands/reject", { suggestion_id: idOf("Umbra") });
  await world.rest("POST", "/suggestions/brands/accept", { suggestion_id: idOf("Corvane") });
  await addAnswers(
    world,
    ANSWERS.map((text) => text.replaceAll("Umbra", "UMBRA").replaceAll("Corvane", "CorVane")),
  );
  await lookAgain(world);
  const names = (await list(world, "brands")).map(({ name }) => name);
  assert.ok(
    names.every((name) => !/umbra|corvane/i.test(name)),
    String(names),
  );
  await world.rest("POST", "/suggestions/brands/reopen", { suggestion_id: idOf("Umbra") });
  await lookAgain(world);
  const [umbra, ...others] = await list(world, "brands");
  assert.deepEqual([umbra.id, umbra.chat_count, others], [idOf("Umbra"), 8, []]);
});

test("running again keeps the ids of what is still suggested", async () => {
  const world = await makeWorld();
  await addAnswers(world);
  await lookAgain(world);
  const ids = (await list(world, "brands")).map(({ id }) => id);
  await lookAgain(world);
  assert.deepEqual(
    (await list(world, "brands")).map(({ id }) => id),
    ids,
  );
});

test("what a search finds no more is listed no more, but can be decided by whoever has it on the screen, for a day", async () => {
  const world = await makeWorld();
  await addAnswers(world);
  await lookAgain(world);
  const [umbra, corvane] = await list(world, "brands");
  assert.ok(umbra && corvane);
  await world.pool.query("update answers set answer = 'No.' where project_id = $1", [
    world.project.project_id,
  ]);
  await lookAgain(world);
  assert.deepEqual(await list(world, "brands"), []);
  const accepted = await world.rest("POST", "/suggestions/brands/accept", {
    suggestion_id: umbra.id,
    aliases: [{ text: "UMB" }],
  });
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  const { body } = await world.rest("GET", "/suggestions/brands?status=accepted");
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [umbra.id],
  );
  await world.pool.query(
    "update suggestions set lost_at = lost_at - interval '25 hours' where project_id = $1",
    [world.project.project_id],
  );
  await lookAgain(world);
  const { rows } = await world.pool.query(
    "select status from suggestions where project_id = $1 and kind = 'brand'",
    [world.project.project_id],
  );
  assert.deepEqual(rows, [{ status: "accepted" }]);
});

test("what was lost and is found again is the suggestion it was, and no news", async () => {
  const world = await makeWorld();
  await addAnswers(world);
  await lookAgain(world);
  const ids = (await list(world, "brands")).map(({ id }) => id);
  const texts = await world.pool.query(
    "update answers set answer = 'No.' where project_id = $1 returning answer_id",
    [world.project.project_id],
  );
  await lookAgain(world);
  for (const [index, answer] of ANSWERS.entries()) {
    await world.pool.query(
      "update answers set answer = $3 where (project_id, answer_id) = ($1, $2)",
      [world.project.project_id, texts.rows[index].answer_id, answer],
    );
  }
  await lookAgain(world);
  assert.deepEqual((await list(world, "brands")).map(({ id }) => id).sort(), ids.sort());
});

test("a rejected name does not come back where a judge writes another name so, nor the other way round", async () => {
  const world = await makeWorld();
  const { pool, project } = world;
  const judge = (key: string, canonical: string) =>
    pool.query(
      `insert into judged_names (project_id, name_key, judge, is_brand, canonical_name, judged_at)
       values ($1, $2, 'judge', true, $3, now())`,
      [project.project_id, key, canonical],
    );
  const names = async () => {
    await lookAgain(world);
    return (await list(world, "brands")).map(({ name }) => name);
  };
  const reject = async (name: string) => {
    const found = (await list(world, "brands")).find((one) => one.name === name);
    await world.rest("POST", "/suggestions/brands/reject", { suggestion_id: found.id });
  };
  await addAnswers(
    world,
    ["- **Zolto Brevik**: oak.", "- **Zolto Brevik**: good."].concat(ANSWERS),
  );
  await judge("zoltobrevik", "Zolto");
  assert.ok((await names()).includes("Zolto"));
  await reject("Zolto");
  await addAnswers(world, ["- **Zolto**: fine.", "- **Zolto**: fine oak.", "- **Zolto**: light."]);
  assert.ok(!(await names()).includes("Zolto"), "rejected under the judge's name");
  await reject("Umbra");
  await judge("corvane", "UMBRA");
  assert.deepEqual(await names(), [], "a name that was rejected");
});

test("what is decided while suggestions are looked for stays decided", async () => {
  const world = await makeWorld();
  await addAnswers(world);
  await lookAgain(world);
  const [first, ...others] = await list(world, "prompts");
  const db = betweenStatements(world.base.db, "as judged_names", () =>
    world.rest("POST", "/suggestions/prompts/reject", { suggestion_id: first.id }),
  );
  await lookAgain({ ...world, base: { ...world.base, db } });
  assert.deepEqual(
    (await list(world, "prompts")).map(({ id }) => id),
    others.map(({ id }) => id),
  );
});

test("what assistants search for, and questions in answers, are suggested as prompts unless covered", async () => {
  const world = await makeWorld();
  await addAnswers(world);
  await lookAgain(world);
  const texts = (await list(world, "prompts")).map(({ text }) => text);
  assert.deepEqual(texts, ["which waterproof gaiters breathe", "How long do trail shoes last?"]);
  const covered = await suggestPrompts(
    [
      {
        text: "Which waterproof gaiters breathe?",
        source: "search",
        chat_count: 9,
        model_count: 1,
        examples: [],
      },
    ],
    { prompts: ["Do waterproof gaiters breathe?"], decided_keys: new Set() },
  );
  assert.deepEqual(covered, []);
  const keywords = { text: "trail shoes reviews", source: "search", examples: [] } as const;
  const asked = [{ ...keywords, examples: [], chat_count: 9, model_count: 1 }];
  assert.deepEqual(await suggestPrompts(asked, { prompts: [], decided_keys: new Set() }), []);
});

test("a rejected question comes back in no other words, until that is taken back", async () => {
  const world = await makeWorld();
  const asked = [
    "Which espresso machine is best for beginners?",
    "What is the best espresso machine for beginners in 2026?",
  ];
  await addAnswers(
    world,
    [...asked, ...asked].map((question) => `It depends.\n\n${question}`),
  );
  const look = async () => {
    await lookAgain(world);
    const found = await list(world, "prompts");
    return found.filter(({ text }) => text.includes("espresso"));
  };
  const [first, ...twins] = await look();
  assert.deepEqual(twins, []);
  await world.rest("POST", "/suggestions/prompts/reject", { suggestion_id: first.id });
  assert.deepEqual(await look(), []);
  await world.rest("POST", "/suggestions/prompts/reopen", { suggestion_id: first.id });
  assert.deepEqual(
    (await look()).map(({ id }) => id),
    [first.id],
  );
});

test("questions to the reader are not suggested", () => {
  assert.deepEqual(questionsIn("Fine. How wide should a trail shoe be? Would you like a list?"), [
    "How wide should a trail shoe be?",
  ]);
  assert.deepEqual(questionsIn("What budget do you have in mind for the shoes?"), []);
  assert.deepEqual(questionsIn("Is it quiet at night? Why does this matter so much?"), []);
  assert.deepEqual(questionsIn("Gut. Wie lange halten gute Laufschuhe? Was ist dein Budget?"), [
    "Wie lange halten gute Laufschuhe?",
  ]);
});

test("prompts without a topic that share telling words are suggested as a topic", () => {
  const prompts = [
    "Which trail shoes last longest?",
    "Are trail shoes good on roads?",
    "What are light trail shoes for women?",
    "Which espresso machine is quiet?",
    "Is an espresso machine hard to clean?",
    "What does an espresso machine cost?",
    "Who sells gravel bikes?",
  ].map((text, index) => ({ prompt_id: index + 1, text }));
  const made = suggestTopics(prompts, { known_names: [], decided_keys: new Set() });
  assert.deepEqual(
    made.map(({ text, detail }) => [text, detail["prompt_ids"]]),
    [
      ["Espresso machine", [4, 5, 6]],
      ["Trail shoes", [1, 2, 3]],
    ],
  );
  const loose = [
    "What's a quiet blender I'm happy with?",
    "What's the quiet way to grind beans?",
    "What's a quiet fan for a bedroom?",
    "Which lamp is bright?",
    "Who repairs bikes?",
  ].map((text, index) => ({ prompt_id: index + 1, text }));
  assert.deepEqual(suggestTopics(loose, { known_names: [], decided_keys: new Set() }), []);
  const known = { known_names: ["espresso  MACHINE"], decided_keys: new Set(["trailshoes"]) };
  assert.ok(suggestTopics(prompts, known).every(({ text }) => !/^(Espresso m|Trail s)/.test(text)));
});

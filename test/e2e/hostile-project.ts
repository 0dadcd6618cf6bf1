import assert from "node:assert/strict";
import { addDays } from "#core/period.ts";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { insertTarget } from "#domain/capture/targets/target-queries.ts";
import { jobContext } from "../kit/event-checks.ts";
import { signedIn } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld, type World } from "../kit/world.ts";

const DAYS = 16;
const BRANDS = 60;
const MODELS = 12;
export const LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhersteller";
const NAMES = [
  LONG,
  "شركة الأحذية المتينة للجبال",
  "חברת הנעליים",
  "<b>Bold & Söhne</b>",
  "宇宙靴店",
];
export const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);

/** Sixty brands and twelve assistants with names that are long, cannot be broken or run from the right. */
export async function makeHostile() {
  const world = await makeWorld();
  const names = [
    ...NAMES,
    ...Array.from({ length: BRANDS - 1 - NAMES.length }, (_, at) => `Rival number ${at + 1}`),
  ];
  for (const name of names) {
    const made = await world.rest("POST", "/brands", { name });
    assert.equal(made.status, 201, JSON.stringify(made.body));
  }
  const topic = await world.rest("POST", "/topics", { name: LONG.slice(0, 64) });
  const short = await world.rest("POST", "/topics", { name: "Cordless mowers" });
  const word = await world.rest("POST", "/topics", { name: "Recommendations" });
  const tag = await world.rest("POST", "/tags", { name: "Comparison of brands" });
  const texts = [
    `Which boots last? ${LONG}${LONG}${LONG}`,
    "ما هي أفضل الأحذية لتسلق الجبال في فصل الشتاء؟",
    "Which boots are waterproof?",
    "And which are light?",
  ];
  const given = texts.map((text, at) => ({
    ...{ text, country_code: "US" },
    ...{ topic_id: [topic, topic, short, word][at]?.body.id, tag_ids: [tag.body.id] },
  }));
  assert.equal((await world.rest("POST", "/prompts", { prompts: given })).status, 201);
  const lines = Array.from({ length: DAYS * texts.length * MODELS }, (_, at) => {
    const model = at % MODELS;
    const prompt = Math.floor(at / MODELS) % texts.length;
    const day = Math.floor(at / MODELS / texts.length);
    const named = names.filter((_, index) => (index + at + prompt) % 7 === 0 || index === prompt);
    const url = `https://${LONG.slice(0, 60).replaceAll("ä", "a").toLowerCase()}.example/${LONG}/${at % 5}`;
    return JSON.stringify({
      captured_at: `${addDays(yesterday, -day)}T10:00:00Z`,
      ...{ prompt: texts[prompt], country_code: "US" },
      model: `${model === 0 ? LONG.slice(0, 50) : "Assistant"} ${model}`,
      answer: `${at % 3 === 0 ? "Acme is good. " : ""}${named.join(". ")}.`,
      sources: [
        { url, cited: true },
        { url: "https://acme.com/a", cited: at % 2 === 0 },
        { url: "https://buyersnotebook.example/a", cited: at % 5 === 0 },
        { url: "https://xn--mnchen-3ya.de/stra%C3%9Fe", cited: true },
      ],
    });
  });
  const imported = await world.rest("POST", "/chats/import", lines.join("\n"));
  assert.equal(imported.body.imported, lines.length, JSON.stringify(imported.body).slice(0, 400));
  await failToAsk(world);
  const share = await fillSettings(world);
  return { world, share, server: await startServer(world, { DASHBOARD: "on", WORKER: "off" }) };
}

/** A run of an assistant with a long name, whose provider said much about why it did not answer. */
async function failToAsk(world: World) {
  const { db, pool, project } = world;
  await insertTarget(db, project, {
    ...{ slug: "sim-long", name: LONG.slice(0, 60), requested_model: LONG.slice(0, 60) },
    ...{ provider: "simulated", surface: "local", base_url: "http://127.0.0.1:9", parameters: {} },
    supports: { search_queries: true, retrieved: true, cited: true, location: true },
    ...{ api_key: null, api_key_hint: null, samples_per_day: 1, concurrency: 8 },
    ...{ requests_per_minute: null, price: { input: 1, output: 4, search: 0.001, answer: 0 } },
  });
  await planCaptures.handler(jobContext(world), {});
  await pool.query(
    `update capture_tasks set status = 'failed', error = $2, finished_at = now()
     where project_id = $1 and task_id in
       (select task_id from capture_tasks where project_id = $1 order by task_id limit 2)`,
    [project.project_id, `HTTP 500: ${LONG.repeat(3)} is what the provider said.`],
  );
}

/** A key, a webhook, a link, an invitation and a member with names as long as may be; the path of the link. */
async function fillSettings(world: World) {
  const { visitor } = await signedIn(world);
  const { project_id, organisation_id } = {
    project_id: world.project.id,
    organisation_id: (await call("get_me", {})).organisations[0].id,
  };
  await call("create_key", { project_id, name: LONG });
  const { url: share } = await call("create_share_link", {
    ...{ project_id, name: LONG, page: "overview", last_days: 7 },
  });
  await call("create_webhook", {
    ...{ project_id, events: ["run.completed", "visibility.changed"] },
    url: `https://${"a".repeat(60)}.example/${"b".repeat(120)}`,
  });
  await call("invite_member", {
    ...{ organisation_id, role: "viewer" },
    email: `${"a".repeat(60)}@${"b".repeat(60)}.example`,
  });
  return new URL(share).pathname;

  async function call(name: string, input: Record<string, unknown>) {
    const answer = await visitor.send(`/app/call/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify(input),
    });
    assert.ok(answer.status < 300, `${name}: ${answer.text}`);
    return answer.body;
  }
}

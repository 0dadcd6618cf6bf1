import type { SimulatedServer } from "#adapters/engines/simulated-server.ts";
import type { AccountContext, ProjectContext } from "#core/context.ts";
import type { AnyOperation } from "#core/operation.ts";
import { run } from "#core/run.ts";
import { workOnce } from "#domain/capture/asking/capture-worker.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { catalog } from "../../src/catalog.ts";
import { fillCaptureProject } from "./capture-project.ts";
import { addExtras } from "./facts.ts";
import type { World } from "./world.ts";

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
type Row = Record<string, any>;
const operations: readonly AnyOperation[] = catalog;

/** Secrets that the project of `fillBackupProject` holds. */
export const SECRETS = { provider_key: "sk-provider-secret-12345" };

/** Calls an operation by name. */
export async function ask(context: ProjectContext, name: string, input: Json = {}): Promise<Row> {
  const operation = operations.find((known) => known.name === name);
  if (!operation) throw new Error(`no operation ${name}`);
  return run(operation, context, input);
}

/** Makes a world's project one that has something of everything a backup carries. */
export async function fillBackupProject(world: World, server: SimulatedServer): Promise<void> {
  const context = world.context();
  const made = (name: string, input: Json) => ask(context, name, input);
  for (const name of ["Globex", "Initech", "Umbra"]) {
    await made("create_brand", { name, domains: [`${name.toLowerCase()}.example`] });
  }
  await world.runJobs();
  await fillCaptureProject(world, { server, prompts: 4, models: 2 });
  const { data: prompts } = await ask(context, "list_prompts");
  const topic = await made("create_topic", { name: "Gardens" });
  const tag = await made("create_tag", { name: "core" });
  await made("update_prompt", { prompt_id: prompts[0].id, topic_id: topic["id"] });
  await made("update_prompts", { prompt_ids: [prompts[1].id], add_tag_ids: [tag["id"]] });
  const target = { provider: "openai", name: "GPT", requested_model: "gpt-x" };
  await made("create_target", { ...target, api_key: SECRETS.provider_key });
  await made("update_target", { model_id: "mdl_gpt", is_active: false });
  await made("set_budget", { daily_cap_usd: 5, monthly_cap_usd: 100 });
  await made("create_webhook", { url: "https://hooks.example/a", events: ["run.completed"] });
  await made("update_project", { timezone: "Asia/Tokyo", schedule: { weekdays: [1, 3], hour: 4 } });
  await made("run_captures", {});
  const jobs = { ...world.base, actor: { ...context.actor, kind: "system" as const } };
  while (await workOnce(jobs as AccountContext));
  await importAnswers(world);
  await world.runJobs();
  await decideSuggestions(context);
  await addJudgement(world);
  await addExtras(world.db, world.project.project_id);
  await made("archive_prompts", { prompt_ids: [prompts[2].id] });
  await made("classify_domain", { domain: "site1.example", classification: "editorial" });
}

async function importAnswers(world: World): Promise<void> {
  const names = ["Acme", "Globex", "**Corvana**", "**Lumora**", "**Tessaro**"];
  const lines = Array.from({ length: 120 }, (_, n) => ({
    ...(n % 2 === 0 && { external_id: `a-${n}` }),
    captured_at: new Date(Date.UTC(2026, 0, 1 + (n % 60), 18, 0, n)).toISOString(),
    prompt: `Which tool is best for job ${n % 6}?`,
    country_code: n % 5 === 0 ? "DE" : "US",
    model: ["ChatGPT", "Gemini"][n % 2],
    ...(n % 13 === 0 && { status: "refused" }),
    answer: `- ${names[n % 5]}: great 🦊\n- ${names[(n + 2) % 5]}: “awful” in €\n\\ "${n}"`,
    sources: [{ url: `https://site${n % 4}.example/p${n % 9}?b=1&a=2`, title: `Päge ${n % 9}` }],
    search_queries: [`best tool for job ${n % 3}`],
  }));
  const body = lines.map((line) => JSON.stringify(line)).join("\n");
  const { body: result } = await world.rest("POST", "/chats/import", body);
  if (result.imported !== 120) throw new Error(JSON.stringify(result));
}

/** What a judge leaves behind, without asking one. */
async function addJudgement({ db, pool, project }: World): Promise<void> {
  await pool.query(
    `with judged as (
       update mentions m set is_judged = true, sentiment = 700 from answers a
       where m.project_id = $1 and a.project_id = $1 and a.day = m.day and a.model_id = m.model_id
         and a.prompt_id = m.prompt_id and a.sample = m.sample and a.external_id = 'a-6'
       returning a.answer_id, m.brand_id, a.answer)
     insert into judgements (project_id, answer_id, brand_id, judge, content_hash, score, quote_start, quote_end,
       judged_at)
     select $1, answer_id, brand_id, 'mdl_gpt', sha256(convert_to(answer, 'UTF8')), 700, 2, 6, now() from judged`,
    [project.project_id],
  );
  await pool.query(
    `insert into verdicts (project_id, answer_id, brand_id, doubt, passage, judge, text_hash, judged, quote, judged_at)
     select project_id, answer_id, brand_id, 'name', 'A passage', 'mdl_gpt', content_hash, true, 'A', now()
     from judgements where project_id = $1`,
    [project.project_id],
  );
  await pool.query(
    `insert into judged_names (project_id, name_key, judge, is_brand, judged_at)
     values ($1, 'lumora', 'mdl_gpt', true, now())`,
    [project.project_id],
  );
  await pool.query(
    `insert into actions (project_id, kind, subject, status, note, updated_at)
     values ($1, 'source_gap', 'reviews.example', 'doing', 'Ask the editor', now())`,
    [project.project_id],
  );
  await pool.query(
    "insert into rollup_dirty (project_id, day) select distinct project_id, day from answers where project_id = $1",
    [project.project_id],
  );
  await rebuildDirtyRollups(db, project);
}

async function decideSuggestions(context: ProjectContext): Promise<void> {
  const { data } = await ask(context, "list_brand_suggestions");
  if (data.length < 3) throw new Error(`${data.length} suggestions`);
  await ask(context, "accept_brand_suggestions", { suggestion_id: data[0].id });
  await ask(context, "reject_brand_suggestions", { suggestion_id: data[1].id });
}

const REPORT = { date_from: "2025-12-01", date_to: "2026-12-31", limit: 1000 };
const DIMENSIONS = [
  [],
  ["model_id", "date"],
  ["tag_id"],
  ["topic_id", "country_code"],
  ["prompt_id"],
];

/**
 * All that a project shows: its lists, every answer whole and the reports, with ids replaced by their kind and turn,
 * so that two projects that are the same but for their ids show the same.
 */
export async function lookAtProject(context: ProjectContext): Promise<Json> {
  const shown: Json = {};
  const lists = ["list_brands", "list_prompts", "list_topics", "list_tags", "list_models"];
  for (const name of [...lists, "list_targets", "list_runs", "list_unclassified_domains"]) {
    shown[name] = await ask(context, name, { limit: 1000 });
  }
  const runs = (shown["list_runs"] as Row)["data"] as Row[];
  shown["runs"] = await Promise.all(runs.map(({ id }) => ask(context, "get_run", { run_id: id })));
  for (const name of ["get_project", "get_budget", "list_opportunities"]) {
    shown[name] = await ask(context, name);
  }
  for (const kind of ["brand", "prompt", "topic"]) {
    for (const status of ["open", "accepted", "rejected"]) {
      const input = { status, limit: 1000 };
      shown[`${status} ${kind}`] = await ask(context, `list_${kind}_suggestions`, input);
    }
  }
  const { data: chats } = await ask(context, "list_chats", { limit: 1000, include_archived: true });
  // One by one: a project may have only so many reads under way.
  const answers: unknown[] = [];
  for (const { id } of chats as Row[]) {
    const input = { chat_id: id };
    const raw = await ask(context, "get_raw_answer", input).catch(() => null);
    answers.push([await ask(context, "get_chat", input), raw]);
  }
  shown["chats"] = answers;
  for (const report of ["brand", "domain", "url"]) {
    for (const dimensions of DIMENSIONS) {
      const input = { ...REPORT, dimensions, compare: "previous_period" };
      shown[`${report} ${dimensions}`] = await ask(context, `get_${report}_report`, input);
    }
  }
  return withoutIds(shown);
}

function withoutIds(shown: Json): Json {
  const turns = new Map<string, string>();
  return JSON.parse(
    JSON.stringify(shown, (_, value) => {
      if (typeof value !== "string" || !/^(brd|prm|top|tag|cht|sug|run|prj)_\w{8,}$/.test(value)) {
        return value;
      }
      const turn = turns.get(value) ?? `${value.slice(0, 3)} ${turns.size + 1}`;
      turns.set(value, turn);
      return turn;
    }),
  );
}

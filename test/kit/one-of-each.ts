import { encodeId, type IdKind } from "#core/id.ts";
import type { World } from "./world.ts";

/** Public ids of one thing of each kind that a project can have. */
export type Things = Record<
  "brd" | "top" | "tag" | "prm" | "cht" | "sug" | "key" | "whk" | "shr" | "imp" | "prj",
  string
>;

const ANSWER = "Runners like **Umbra** for long days. Umbra Shoes last.";

/** Makes one thing of each kind in a world, by plain SQL, and returns their public ids. */
export async function makeThings({ pool, project }: World): Promise<Things> {
  const { project_id } = project;
  const insert = async (kind: IdKind, text: string, values: unknown[] = []) => {
    const { rows } = await pool.query(`insert into ${text}`, [project_id, ...values]);
    const [number] = Object.values(rows[0] as Record<string, number>);
    return { number: number ?? 0, id: encodeId(kind, number ?? 0) };
  };
  const brand = await insert(
    "brd",
    "brands (project_id, name, name_key, color) values ($1, 'Umbra', 'umbra', '#2563eb') returning brand_id",
  );
  const topic = await insert(
    "top",
    "topics (project_id, name, name_key) values ($1, 'Shoes', 'shoes') returning topic_id",
  );
  const tag = await insert(
    "tag",
    "tags (project_id, name, name_key, color) values ($1, 'Core', 'core', '#2563eb') returning tag_id",
  );
  const prompt = await insert(
    "prm",
    `prompts (project_id, text, country_code, language_code, topic_id)
     values ($1, 'Which shoes last?', 'US', 'en', $2) returning prompt_id`,
    [topic.number],
  );
  const model = await insert(
    "brd",
    `models (project_id, slug, name, provider, surface)
     values ($1, 'import-chat', 'Chat', 'other', 'import') returning model_id`,
  );
  const chat = await insert(
    "cht",
    `answers (project_id, day, model_id, prompt_id, captured_at, status, answer, origin, content_hash, brand_ids)
     values ($1, '2026-11-01', $2, $3, '2026-11-01T06:00:00Z', 'answered', $4, 'import', 'x', $5)
     returning answer_id`,
    [model.number, prompt.number, ANSWER, [brand.number]],
  );
  const suggestion = await insert(
    "sug",
    `suggestions (project_id, kind, name, name_key, reason)
     values ($1, 'brand', 'Corona', 'corona', 'Named in 4 answers.') returning suggestion_id`,
  );
  const key = await insert(
    "key",
    `api_keys (project_id, name, hash, preview, access)
     values ($1, 'Other', sha256(random()::text::bytea), 'earshot_sk_…', 'read') returning key_id`,
  );
  const webhook = await insert(
    "whk",
    `webhooks (project_id, url, secret, events)
     values ($1, 'https://hooks.example/T0/secret', 'x', '{webhook.test}') returning webhook_id`,
  );
  const share = await insert(
    "shr",
    `share_links (project_id, hash, name, page, query, created_at, expires_at)
     values ($1, sha256(random()::text::bytea), 'For the board', 'overview', $2, now(), now() + interval '9 days')
     returning share_id`,
    [
      JSON.stringify({
        ...{ date_from: null, date_to: null, last_days: 7 },
        ...{ filters: [], branded: "include", include_change: true },
      }),
    ],
  );
  const brought = await insert(
    "imp",
    `prompt_imports (project_id, status, total, failed, created_at, finished_at)
     values ($1, 'done', 1, 1, now(), now()) returning import_id`,
  );
  await pool.query(
    `insert into prompt_import_lines (project_id, import_id, place, line, problem)
     values ($1, $2, 0, 2, 'There is no prompt.')`,
    [project_id, brought.number],
  );
  return {
    imp: brought.id,
    brd: brand.id,
    top: topic.id,
    tag: tag.id,
    prm: prompt.id,
    cht: chat.id,
    sug: suggestion.id,
    key: key.id,
    whk: webhook.id,
    shr: share.id,
    prj: project.id,
  };
}

const TABLES =
  "projects brands topics tags prompts prompt_tags models answers suggestions api_keys webhooks share_links".split(
    " ",
  );

/** Everything a project holds, as text, to see whether anything changed. */
export async function dumpProject({ pool, project }: World): Promise<string> {
  const dumps = TABLES.map(async (table) => {
    const { rows } = await pool.query(
      `select to_jsonb(t) - 'last_used_at' as row from ${table} t where project_id = $1 order by 1`,
      [project.project_id],
    );
    return [table, rows];
  });
  return JSON.stringify(await Promise.all(dumps));
}

import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { addDays } from "#core/period.ts";
import { refreshStatistics } from "#domain/answers/facts/fact-queries.ts";
import { DETECTOR_VERSION } from "#domain/detection/brand-rules.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";

/** The last day of the project that `fillProject` makes. */
export const LAST_DAY = "2026-10-31";
export const PROMPTS = 1_000;
export const MODELS = 3;
/** Answers a day. */
export const PER_DAY = PROMPTS * MODELS;
const ANSWERS_AT_ONCE = 90_000;
/** How many pages the answers of one time choose from. */
export const PAGES = 20_000;
type Days = { first: string; last: string; prompts?: number; moved?: number };
const FACTS = ["answers", "mentions", "citations"] as const;

/**
 * A project of invented facts that ends on `last`: 1,000 prompts in 10 topics with 30 tags, 3 models, 40 brands,
 * about 4.4 mentions and 6 citations an answer, 3,000 domains, 20,000 pages. Popular brands and pages are much more
 * frequent than the others. Made once per database; returns its number.
 */
export async function fillProject(
  db: Database,
  days: number,
  { last = LAST_DAY, prompts = PROMPTS } = {},
): Promise<number> {
  const found = await sql<{ project_id: number }>`select project_id from projects`.execute(db);
  if (found.rows[0]) return found.rows[0].project_id;
  const project_id = await fillNames(db, prompts);
  await time("facts", () =>
    db.connection().execute(async (one) => {
      await sql`set statement_timeout = 0`.execute(one);
      await fillFacts(one, project_id, { days, last, prompts });
    }),
  );
  await refreshStatistics(db);
  await rebuildSums(db, project_id, days, last);
  await time("vacuum", () => sql`vacuum analyze`.execute(db));
  return project_id;
}

/** Has all sums of the newest days rebuilt and says how long that takes. */
export async function rebuildSums(
  db: Database,
  project_id: number,
  days: number,
  last = LAST_DAY,
): Promise<void> {
  await sql`
    insert into rollup_dirty (project_id, day)
    select ${project_id}::integer, ${last}::date - n from generate_series(0, ${days}::integer - 1) n`.execute(
    db,
  );
  await time(`rollups of ${days} days`, () => rebuildDirtyRollups(db, { project_id }));
}

/** Says how long work took. */
export async function time(what: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}

/** Names of a project without facts; returns its number. */
export async function fillNames(db: Database, prompts = PROMPTS): Promise<number> {
  await sql`insert into organisations (name, plan) values ('Bench', 'brand/enterprise')`.execute(
    db,
  );
  const made = await sql<{ project_id: number }>`
    insert into projects (organisation_id, name, domain, country_code, language_code)
    values (1, 'Bench', 'bench.example', 'US', 'en') returning project_id`.execute(db);
  const project_id = made.rows[0]?.project_id ?? 0;
  const project = sql`${project_id}::integer`;
  const statements = [
    sql`insert into topics (project_id, topic_id, name, name_key) overriding system value
      select ${project}, n, 'Topic ' || n, 'topic ' || n from generate_series(1, 10) n`,
    sql`insert into tags (project_id, tag_id, name, name_key, color) overriding system value
      select ${project}, n, 'Tag ' || n, 'tag ' || n, '#000000' from generate_series(1, 30) n`,
    sql`insert into models (project_id, model_id, slug, name, provider, surface, supports_retrieved, supports_cited)
      overriding system value
      select ${project}, n, 'm' || n, 'Model ' || n, 'bench', 'api', true, true from generate_series(1, ${sql.lit(MODELS)}) n`,
    sql`insert into brands (project_id, brand_id, name, name_key, color, is_own) overriding system value
      select ${project}, n, 'Brand ' || n, 'brand ' || n, '#000000', n = 1 from generate_series(1, 40) n`,
    sql`insert into prompts (project_id, prompt_id, text, country_code, language_code, topic_id, is_branded)
      overriding system value
      select ${project}, n, 'Prompt ' || n || case when n % 20 = 0 then ' of Brand 1' else '' end,
        'US', 'en', 1 + n % 10, n % 20 = 0
      from generate_series(1, ${prompts}::integer) n`,
    sql`insert into prompt_tags select ${project}, 1 + (n * 7 + k * 11) % 30, n
      from generate_series(1, ${prompts}::integer) n, generate_series(1, 2) k`,
    sql`insert into domains (project_id, domain_id, domain, classification) overriding system value
      select ${project}, n, 'site' || n || '.example', 'other' from generate_series(1, 3000) n`,
    insertPages(project_id, { first: 1, last: PAGES }),
    // Its answers have no texts: read again, as those of other rules are, they would name nobody.
    sql`insert into recalculations (project_id, rules_hash, detector_version, finished_at)
      values (${project}, '', ${DETECTOR_VERSION}::smallint, now())`,
  ];
  for (const statement of statements) await statement.execute(db);
  // What is added later gets numbers behind those given above.
  await sql`select setval(pg_get_serial_sequence('models', 'model_id'), 1000),
    setval(pg_get_serial_sequence('brands', 'brand_id'), 1000),
    setval(pg_get_serial_sequence('prompts', 'prompt_id'), 100000),
    setval(pg_get_serial_sequence('urls', 'url_id'), 100000),
    setval(pg_get_serial_sequence('domains', 'domain_id'), 100000)`.execute(db);
  return project_id;
}

const domainOf = (page: unknown) =>
  sql`1 + floor(power((${page}) % ${sql.lit(PAGES)} / ${sql.lit(PAGES)}::float, 2) * 2999)::integer`;

/** Pages by their numbers. */
export function insertPages(project_id: number, { first, last }: { first: number; last: number }) {
  return sql`insert into urls (project_id, url_id, url, url_hash, domain_id, page_type) overriding system value
    select ${project_id}::integer, n, 'https://site' || d || '.example/' || n, md5('u' || n)::uuid, d, 'article'
    from (select n, ${domainOf(sql`n`)} as d from generate_series(${first}::integer, ${last}::integer) n) u
    on conflict do nothing`;
}

/** All facts, oldest first; indexes are made afterwards, as bulk loading does. */
async function fillFacts(
  db: Database,
  project_id: number,
  { days, last: end, prompts }: { days: number; last: string; prompts: number },
): Promise<void> {
  const made = await sql<{ make: string; name: string }>`
    select indexdef as make, indexname as name from pg_indexes
    where tablename = any(${[...FACTS]}::text[]) and indexname not like '%_pkey'`.execute(db);
  for (const { name } of made.rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  const step = Math.ceil(ANSWERS_AT_ONCE / (prompts * MODELS));
  for (let back = days; back > 0; back -= step) {
    const first = addDays(end, 1 - back);
    const last = addDays(end, Math.min(0, step - back));
    await fillDays(db, project_id, { first, last, prompts });
  }
  for (const { make } of made.rows) await sql.raw(make).execute(db);
}

/** Facts of some days; `moved`: the first of the pages that they cite, which change with time. */
export async function fillDays(
  db: Database,
  project_id: number,
  { first, last, prompts = PROMPTS, moved = 0 }: Days,
): Promise<void> {
  const keys = sql`
    select ${project_id}::integer as project_id, ${first}::date + d as day, m as model_id, p as prompt_id
    from generate_series(0, ${last}::date - ${first}::date) d, generate_series(1, ${sql.lit(MODELS)}) m,
      generate_series(1, ${prompts}::integer) p`;
  const usable = sql`(p + m) % 97 <> 0`;
  // Every eighth of the brands gives at most one, so that none comes twice.
  await sql`
    insert into mentions (project_id, day, model_id, prompt_id, sample, brand_id, position, mention_count, sentiment)
    select project_id, day, model_id, prompt_id, 1, 1 + k * 5 + floor(random() * 5)::integer,
      1 + (k + prompt_id) % 8, 1 + floor(random() * 3), floor(random() * 2001) - 1000
    from (${keys} where ${usable}) a, generate_series(0, 7) k
    where random() < 0.9 - k * 0.1`.execute(db);
  await sql`
    insert into answers (project_id, day, model_id, prompt_id, captured_at, status, answer, origin, content_hash, brand_ids)
    select k.*, day + interval '8 hours',
      case when (prompt_id + model_id) % 97 = 0 then 'refused' else 'answered' end, '', 'import',
      decode(md5(day::text || prompt_id || '.' || model_id), 'hex'), coalesce(brand_ids, '{}')
    from (${keys}) k left join (
      select day, model_id, prompt_id, array_agg(brand_id order by position) as brand_ids from mentions
      where project_id = ${project_id} and day between ${first}::date and ${last}::date
      group by day, model_id, prompt_id) m using (day, model_id, prompt_id)`.execute(db);
  await sql`
    insert into citations (project_id, day, model_id, prompt_id, sample, url_id, domain_id, retrieved, cited, position)
    select project_id, day, model_id, prompt_id, 1, n, ${domainOf(sql`n`)}, 1, (random() < 0.6)::integer, k
    from (
      select a.*, k, ${moved}::integer + floor(power(random(), 3) * 3333)::integer * 6 + k as n
      from (${keys} where ${usable}) a, generate_series(1, 6) k
      offset 0) c`.execute(db);
}

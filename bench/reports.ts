import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { startEmbeddedPostgres } from "#adapters/database/embedded-postgres.ts";
import { migrate } from "#adapters/database/migrate.ts";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import type { Database } from "#core/database.ts";
import { addDays } from "#core/period.ts";
import { readBrandRows } from "#domain/reports/brand-rows.ts";
import { readPopulation } from "#domain/reports/population.ts";
import type { ReportQuery } from "#domain/reports/report-query.ts";
import { rebuildDirtyRollups } from "#domain/reports/rollup-queries.ts";
import { readSourceBrands, readSourceRows } from "#domain/reports/source-rows.ts";

/**
 * Times every report over one project: `node bench/reports.ts --answers 1000000 --data /tmp/bench`.
 * 1,000 prompts, 3 models, 40 brands, about 4 mentions and 6 citations an answer, 3,000 domains, 20,000 pages.
 */
const { values } = parseArgs({
  options: {
    answers: { type: "string", default: "100000" },
    data: { type: "string", default: "/tmp/earshot-bench" },
    keep: { type: "boolean", default: false },
  },
});
const LAST_DAY = "2026-10-31";
const PER_DAY = 3_000;
const ROUNDS = 15;

const days = Math.ceil(Number(values.answers) / PER_DAY);
const postgres = await startEmbeddedPostgres({ data_dir: values.data, log: () => {} });
const pool = makePool(postgres.connection, { size: 4 });
try {
  await migrate(pool);
  const db = makeDatabase(pool);
  const project_id = await fill(db);
  await report(db, project_id);
} finally {
  await pool.end();
  await postgres.stop();
  if (!values.keep) rmSync(values.data, { recursive: true, force: true });
}

async function fill(db: Database): Promise<number> {
  const found = await sql<{ project_id: number }>`select project_id from projects`.execute(db);
  if (found.rows[0]) return found.rows[0].project_id;
  const started = performance.now();
  await sql`set statement_timeout = 0`.execute(db);
  await sql`insert into organisations (name, plan) values ('Bench', 'brand/enterprise')`.execute(
    db,
  );
  const made = await sql<{ project_id: number }>`
    insert into projects (organisation_id, name, domain, country_code, language_code)
    values (1, 'Bench', 'bench.example', 'US', 'en') returning project_id`.execute(db);
  const project_id = made.rows[0]?.project_id ?? 0;
  await sql`insert into topics (project_id, name, name_key) select ${project_id}::integer, 'Topic ' || n, 'topic ' || n
    from generate_series(1, 10) n`.execute(db);
  await sql`insert into tags (project_id, name, name_key, color) select ${project_id}::integer, 'Tag ' || n, 'tag ' || n,
    '#000000' from generate_series(1, 30) n`.execute(db);
  await sql`insert into models (project_id, slug, name, provider, surface, supports_retrieved, supports_cited)
    select ${project_id}::integer, 'm' || n, 'Model ' || n, 'bench', 'api', true, true from generate_series(1, 3) n`.execute(
    db,
  );
  await sql`insert into brands (project_id, name, name_key, color, is_own)
    select ${project_id}::integer, 'Brand ' || n, 'brand ' || n, '#000000', n = 1 from generate_series(1, 40) n`.execute(
    db,
  );
  await sql`insert into prompts (project_id, text, country_code, language_code, topic_id, is_branded)
    select ${project_id}::integer, 'Prompt ' || n, 'US', 'en', 1 + n % 10, n % 20 = 0
    from generate_series(1, 1000) n`.execute(db);
  await sql`insert into prompt_tags select ${project_id}::integer, 1 + (n * 7 + k * 11) % 30, n
    from generate_series(1, 1000) n, generate_series(1, 2) k`.execute(db);
  await sql`insert into domains (project_id, domain, classification)
    select ${project_id}::integer, 'site' || n || '.example', 'other' from generate_series(1, 3000) n`.execute(
    db,
  );
  await sql`insert into urls (project_id, url, url_hash, domain_id, page_type)
    select ${project_id}::integer, 'https://site' || d || '.example/' || n, md5('u' || n)::uuid, d, 'article'
    from (select n, 1 + floor(power(n / 20000.0, 2) * 2999)::integer as d from generate_series(1, 20000) n) u`.execute(
    db,
  );
  for (let index = 0; index < days; index++) {
    await fillDay(db, project_id, addDays(LAST_DAY, -index));
  }
  console.log(`facts: ${Math.round((performance.now() - started) / 1000)} s`);
  const before = performance.now();
  const rebuilt = await rebuildDirtyRollups(db, { project_id });
  const per_day = (performance.now() - before) / rebuilt;
  console.log(`rollups: ${rebuilt} days, ${Math.round(per_day)} ms a day of ${PER_DAY} answers`);
  await sql`vacuum analyze`.execute(db);
  return project_id;
}

async function fillDay(db: Database, project_id: number, day: string): Promise<void> {
  await sql`
    insert into answers (project_id, day, model_id, prompt_id, captured_at, status, answer, origin, content_hash)
    select ${project_id}::integer, ${day}::date, m, p, ${day}::date + interval '8 hours',
      case when (p + m) % 97 = 0 then 'refused' else 'answered' end, '', 'import',
      decode(md5(${day}::text || p || '.' || m), 'hex')
    from generate_series(1, 1000) p, generate_series(1, 3) m`.execute(db);
  await sql`
    insert into mentions (project_id, day, model_id, prompt_id, sample, brand_id, position, mention_count, sentiment)
    select ${project_id}::integer, ${day}::date, model_id, prompt_id, 1, brand_id,
      row_number() over (partition by model_id, prompt_id order by random()), 1 + floor(random() * 3),
      floor(random() * 2001) - 1000
    from (select distinct m as model_id, p as prompt_id, 1 + floor(power(random(), 2) * 40)::integer as brand_id
      from generate_series(1, 1000) p, generate_series(1, 3) m, generate_series(1, 5) k
      where (p + m) % 97 <> 0) x`.execute(db);
  await sql`
    insert into citations (project_id, day, model_id, prompt_id, sample, url_id, domain_id, retrieved, cited, position)
    select ${project_id}::integer, ${day}::date, m, p, 1, u.url_id, u.domain_id, 1,
      case when x.r < 0.6 then 1 else 0 end, k
    from (select distinct on (m, p, n) m, p, k, n, random() as r from (
        select m, p, k, 1 + floor(power(random(), 3) * 20000)::integer as n
        from generate_series(1, 1000) p, generate_series(1, 3) m, generate_series(1, 6) k
        where (p + m) % 97 <> 0) y) x
    join urls u on u.project_id = ${project_id} and u.url_id = x.n`.execute(db);
  await sql`insert into rollup_dirty (project_id, day) values (${project_id}, ${day})`.execute(db);
}

function queryOf(length: number, rest: Partial<ReportQuery> = {}): ReportQuery {
  // Ends amid every span, so that a range is as many pieces as it can be.
  const date_to = addDays(LAST_DAY, -3);
  const date_from = addDays(date_to, 1 - Math.min(length, days - 4));
  const empty = { dimensions: [], filters: [], having: [], order_by: [] };
  return { date_from, date_to, ...empty, branded: "include", limit: 100, offset: 0, ...rest };
}

async function report(db: Database, project_id: number): Promise<void> {
  const tenant = { project_id };
  const ids = await sql<{ tag: number; prompt: number }>`
    select (select min(tag_id) from tags) as tag, (select min(prompt_id) from prompts) as prompt`.execute(
    db,
  );
  const { encodeId } = await import("#core/id.ts");
  const tag = encodeId("tag", ids.rows[0]?.tag ?? 0);
  const prompt = encodeId("prm", ids.rows[0]?.prompt ?? 0);
  const filter = (field: string, value: string): Partial<ReportQuery> => ({
    filters: [{ field, operator: "in", values: [value] }],
  });
  const cases: [string, () => Promise<unknown>][] = [];
  const brands = (name: string, query: ReportQuery) =>
    cases.push([
      `brands ${name}`,
      () => Promise.all([readBrandRows(db, tenant, query), readPopulation(db, tenant, query)]),
    ]);
  const sources = (kind: "domain" | "url", name: string, query: ReportQuery) =>
    cases.push([
      `${kind}s ${name}`,
      async () => {
        const [found] = await Promise.all([
          readSourceRows(db, tenant, { kind, query }),
          readPopulation(db, tenant, query),
        ]);
        await readSourceBrands(db, tenant, { kind, query, ids: found.rows.map((row) => row.id) });
      },
    ]);
  for (const length of [30, 90, 365]) {
    brands(`${length} days`, queryOf(length));
    brands(`${length} days by topic`, queryOf(length, { dimensions: ["topic_id"] }));
    brands(`${length} days by date`, queryOf(length, { dimensions: ["date"] }));
    brands(`${length} days, one tag`, queryOf(length, filter("tag_id", tag)));
    brands(`${length} days, one prompt`, queryOf(length, filter("prompt_id", prompt)));
    for (const kind of ["domain", "url"] as const) {
      sources(kind, `${length} days`, queryOf(length));
      sources(kind, `${length} days, one tag`, queryOf(length, filter("tag_id", tag)));
    }
  }
  console.log(
    `\n| report over ${days * PER_DAY} answers | median ms | slowest of ${ROUNDS} ms |\n|---|---|---|`,
  );
  for (const [name, ask] of cases) {
    await ask();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      await ask();
      times.push(performance.now() - started);
    }
    times.sort((left, right) => left - right);
    console.log(`| ${name} | ${at(times, ROUNDS >> 1)} | ${at(times, ROUNDS - 1)} |`);
  }
}

function at(times: readonly number[], index: number): string {
  return (times[index] ?? 0).toFixed(1);
}

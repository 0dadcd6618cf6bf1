import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { markDirty } from "#domain/sums/dirty-days.ts";

/** An answer to store with its facts, in row numbers. */
export type Fact = {
  day: string;
  model_id: number;
  prompt_id: number;
  sample?: number;
  status?: "answered" | "no_answer" | "refused" | "error";
  /** Whether it searched; null: unknown. */
  search_ran?: boolean | null;
  is_cut?: boolean;
  /** Its text; empty without. */
  answer?: string;
  /** How it was asked for; unknown without. */
  asked?: Partial<Record<"search_asked" | "search_tool" | "effort" | "country_asked", string>>;
  mentions?: {
    brand_id: number;
    position: number;
    mention_count: number;
    sentiment: number | null;
  }[];
  citations?: { url_id: number; domain_id: number; retrieved: number; cited: number }[];
};

/** Makes a model and returns its number. */
export async function addModel(db: Database, project_id: number, slug: string, supports = true) {
  const { rows } = await sql<{ model_id: number }>`
    insert into models (project_id, slug, name, provider, surface, supports_retrieved, supports_cited)
    values (${project_id}, ${slug}, ${slug}, 'test', 'import', ${supports}, ${supports})
    returning model_id`.execute(db);
  return rows[0]?.model_id ?? 0;
}

/** Makes a prompt and returns its number. */
export async function addPrompt(
  db: Database,
  project_id: number,
  prompt: {
    text: string;
    country_code?: string;
    topic_id?: number | null;
    is_branded?: boolean;
    brand_ids?: number[];
  },
) {
  const { rows } = await sql<{ prompt_id: number }>`
    insert into prompts (project_id, text, country_code, language_code, topic_id, is_branded, brand_ids)
    values (${project_id}, ${prompt.text}, ${prompt.country_code ?? "US"}, 'en',
      ${prompt.topic_id ?? null}, ${prompt.is_branded ?? false}, ${prompt.brand_ids ?? []}) returning prompt_id`.execute(
    db,
  );
  return rows[0]?.prompt_id ?? 0;
}

/** Makes a page and its domain, if new, and returns both numbers. */
export async function addPage(db: Database, project_id: number, domain: string, path = "/") {
  const { rows: domains } = await sql<{ domain_id: number }>`
    insert into domains (project_id, domain, classification) values (${project_id}, ${domain}, 'other')
    on conflict (project_id, domain) do update set domain = excluded.domain
    returning domain_id`.execute(db);
  const domain_id = domains[0]?.domain_id ?? 0;
  const url = `https://${domain}${path}`;
  const { rows } = await sql<{ url_id: number }>`
    insert into urls (project_id, url, url_hash, domain_id, page_type)
    values (${project_id}, ${url}, md5(${url})::uuid, ${domain_id}, 'other')
    returning url_id`.execute(db);
  return { url_id: rows[0]?.url_id ?? 0, domain_id };
}

/** Stores an answer and its facts, in place of what was there, and marks the day dirty. */
export async function putFact(db: Database, project_id: number, fact: Fact): Promise<void> {
  const { day, model_id, prompt_id, sample = 1, status = "answered" } = fact;
  await removeFact(db, project_id, fact);
  const key = sql`${project_id}, ${day}, ${model_id}, ${prompt_id}, ${sample}`;
  await sql`
    insert into answers (project_id, day, model_id, prompt_id, sample, captured_at, status, origin, content_hash,
      search_ran, search_asked, search_tool, effort, country_asked, is_cut, answer, brand_ids)
    values (${key}, ${`${day}T06:00:00Z`}, ${status}, 'import',
      sha256(convert_to(${[day, model_id, prompt_id, sample].join()}, 'UTF8')),
      ${fact.search_ran ?? null}::boolean, ${fact.asked?.search_asked ?? null}, ${fact.asked?.search_tool ?? null},
      ${fact.asked?.effort ?? null}, ${fact.asked?.country_asked ?? null}, ${fact.is_cut ?? false}, ${fact.answer ?? ""}, ${(fact.mentions ?? []).map(({ brand_id }) => brand_id)}::integer[])`.execute(
    db,
  );
  for (const m of fact.mentions ?? []) {
    await sql`
      insert into mentions (project_id, day, model_id, prompt_id, sample, brand_id, position, mention_count, sentiment)
      values (${key}, ${m.brand_id}, ${m.position}, ${m.mention_count}, ${m.sentiment})`.execute(
      db,
    );
  }
  for (const c of fact.citations ?? []) {
    await sql`
      insert into citations (project_id, day, model_id, prompt_id, sample, url_id, domain_id, retrieved, cited, position)
      values (${key}, ${c.url_id}, ${c.domain_id}, ${c.retrieved}, ${c.cited}, 1)`.execute(db);
  }
}

/** Has every answer of a project shown with an ad beside it. */
export async function addExtras(db: Database, project_id: number): Promise<void> {
  await sql`
    insert into answer_extras (project_id, day, model_id, prompt_id, sample, position, kind, title, url, price)
    select project_id, day, model_id, prompt_id, sample, 1, 'ad', 'Acme sale', 'https://acme.example/ad', '$9'
    from answers where project_id = ${project_id}`.execute(db);
}

/** Removes an answer with its facts and marks the day dirty. */
export async function removeFact(db: Database, project_id: number, fact: Fact): Promise<void> {
  const { day, model_id, prompt_id, sample = 1 } = fact;
  for (const table of ["answers", "mentions", "citations"]) {
    await sql`
      delete from ${sql.table(table)} where project_id = ${project_id} and day = ${day}
        and model_id = ${model_id} and prompt_id = ${prompt_id} and sample = ${sample}`.execute(db);
  }
  await markDirty(db, { project_id }, [day]);
}

/** Stores a question of capture that has ended, failed unless it says otherwise, in the run of its day. */
export async function putTask(
  db: Database,
  project_id: number,
  task: Pick<Fact, "day" | "model_id" | "prompt_id" | "sample"> & {
    status?: "failed" | "queued" | "done" | "cancelled" | "skipped_budget";
    /** Whether it was asked by hand for what had failed; asked by the schedule without. */
    by_hand?: "anew" | "again";
    answer_id?: number;
  },
): Promise<void> {
  const { day, model_id, prompt_id, sample = 1, answer_id = null } = task;
  const { status = "failed", by_hand = null } = task;
  const { rows } = await sql<{ run_id: number }>`
    insert into capture_runs (project_id, day, completed_at) values (${project_id}, ${day}, now())
    on conflict (project_id, day) do update set day = excluded.day returning run_id`.execute(db);
  const error = status === "failed" ? "its provider was down" : null;
  await sql`
    insert into capture_tasks (project_id, run_id, day, model_id, prompt_id, sample, asked_at, is_repeat, status, attempts,
      run_after, finished_at, error_kind, error, answer_id)
    values (${project_id}, ${rows[0]?.run_id}, ${day}, ${model_id}, ${prompt_id}, ${sample},
      case when ${by_hand}::text is not null then now() end, ${by_hand === "again"}, ${status}, 1, now(),
      case when ${status}::text <> 'queued' then now() end, ${error && "retry"}, ${error}, ${answer_id})`.execute(
    db,
  );
}

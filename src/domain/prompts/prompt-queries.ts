import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import { type Change, type Database, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import type { Paged, PageInput } from "#core/page.ts";
import { prepare, type Stands } from "#domain/accounts/prepared.ts";
import { readCountedPage } from "#domain/labels/label-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { Prompt } from "./prompt.ts";
import { prepareList } from "./prompt-columns.ts";
import { inOrder } from "./prompt-trait-queries.ts";

/** A prompt as it is made; active unless it says otherwise. */
export type NewPrompt = {
  text: string;
  country_code: string;
  language_code: string;
  topic_id?: number | null;
  is_branded: boolean;
  /** The tracked brands that its text names. */
  brand_ids: number[];
  status?: "active" | "archived";
};

/** How a prompt is found again: its text and country. */
export function promptKey({ text, country_code }: { text: string; country_code: string }): string {
  return `${country_code}\n${text}`;
}

const LOCK = 4_213;

/** Makes the prompts that are missing, and waits for who makes others; returns the numbers of the new by `promptKey`. */
export async function insertPrompts(
  db: Database,
  { project_id }: Tenant,
  prompts: readonly NewPrompt[],
): Promise<Map<string, number>> {
  await sql`select pg_advisory_xact_lock(${LOCK}::integer, ${project_id}::integer)`.execute(db);
  const rows = prompts.map((prompt) => ({ status: "active", ...prompt }));
  const made = await sql<{ prompt_id: number; text: string; country_code: string }>`
    insert into prompts (project_id, text, country_code, language_code, topic_id, is_branded, brand_ids, status)
    select ${project_id}::integer, p.* from json_to_recordset(${JSON.stringify(rows)}::json)
      as p (text text, country_code text, language_code text, topic_id integer, is_branded boolean,
        brand_ids integer[], status text)
    on conflict do nothing returning prompt_id, text, country_code`.execute(db);
  return new Map(made.rows.map((row) => [promptKey(row), row.prompt_id]));
}

/** The numbers of a project's prompts by `promptKey`, those that exist. */
export async function findPromptNumbers(
  db: Database,
  { project_id }: Tenant,
  prompts: readonly { text: string; country_code: string }[],
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ prompt_id: number; text: string; country_code: string }>(db)`
    select p.prompt_id, p.text, p.country_code
    from (select distinct text, country_code from json_to_recordset(${JSON.stringify(prompts)}::json)
      as w (text text, country_code text)) w
    join prompts p on p.project_id = ${project_id} and md5(p.text) = md5(w.text)
      and p.country_code = w.country_code and p.text = w.text`;
  return new Map(rows.map((row) => [promptKey(row), row.prompt_id]));
}

/** Which prompts to list; undefined: any. */
export type PromptFilter = {
  topic_id?: number | undefined;
  tag_id?: number | undefined;
  status?: "active" | "archived" | undefined;
  search?: string | undefined;
  is_branded?: boolean | undefined;
};

export type PromptRow = z.input<typeof Prompt>;

type Listed = Tenant & PageInput & PromptFilter;
type ByValues<Values> = (stands: Stands<Values>) => RawBuilder<unknown>;

const CONDITIONS: Record<keyof PromptFilter, ByValues<Listed>> = {
  topic_id: ({ topic_id }) => sql`p.topic_id = ${topic_id}`,
  status: ({ status }) => sql`p.status = ${status}`,
  is_branded: ({ is_branded }) => sql`p.is_branded = ${is_branded}`,
  tag_id: ({ project_id, tag_id }) => sql`p.prompt_id in (select prompt_id from prompt_tags
    where project_id = ${project_id} and tag_id = ${tag_id})`,
  search: ({ search }) => sql`p.text ilike ${search}`,
};

/** Prompts of a project, oldest first. */
export async function listPromptRows(
  db: Database,
  { project_id }: Tenant,
  { filter, page }: { filter: PromptFilter; page: PageInput },
): Promise<Paged<PromptRow>> {
  const { read, count } = statementsFor(filter);
  const search = filter.search && `%${filter.search.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const values = { ...filter, search, project_id };
  return readCountedPage(
    page,
    (asked) => read(db, { ...values, ...asked }),
    () => count(db, { ...values, ...page }),
  );
}

type Statements = ReturnType<typeof prepareStatements>;
const statements = new Map<string, Statements>();

/** The statements of a list with these filters, whatever their values. */
function statementsFor(filter: PromptFilter): Statements {
  const names = (Object.keys(CONDITIONS) as (keyof PromptFilter)[]).filter(
    (name) => filter[name] !== undefined,
  );
  const known = statements.get(names.join()) ?? prepareStatements(names);
  statements.set(names.join(), known);
  return known;
}

function prepareStatements(names: readonly (keyof PromptFilter)[]) {
  const matching = (stands: Stands<Listed>) => {
    const conditions = names.map((name) => CONDITIONS[name](stands));
    return sql`prompts p where ${sql.join([sql`p.project_id = ${stands.project_id}`, ...conditions], sql` and `)}`;
  };
  return {
    read: preparePrompts<Listed>(
      (stands) => sql`select * from ${matching(stands)}
        order by p.prompt_id limit ${stands.limit} offset ${stands.offset}`,
    ),
    count: prepare<Listed, { count: number }>(
      (stands) => sql`select count(*) as count from ${matching(stands)}`,
    ),
  };
}

type TaggedRow = Omit<PromptRow, "tag_ids"> & { tags: [number, number][] | null };

/** Reads the prompts that `page` selects. Their tags come as one list in the first row: arrays in all rows cost twice as much. */
function preparePrompts<Values extends Tenant>(page: ByValues<Values>) {
  const read = prepareList<Values, TaggedRow>(
    {
      ...{ id: "value", text: "value", country_code: "value", language_code: "value" },
      ...{ topic_id: "value", status: "value", is_branded: "value", brand_ids: "value" },
      ...{ created_at: "time", last_run_at: "time", tags: "value" },
    },
    (stands) => sql`
      with page as materialized (${page(stands)})
      select p.prompt_id as id, p.text, p.country_code, p.language_code, p.topic_id, p.status,
        p.is_branded, p.brand_ids, p.created_at, p.last_run_at,
        case when p.prompt_id = (select min(prompt_id) from page) then (
          select json_agg(json_build_array(prompt_id, tag_id) order by tag_id) from prompt_tags
          where project_id = ${stands.project_id} and prompt_id = any(array(select prompt_id from page))
        ) end as tags
      from page p order by p.prompt_id`,
  );
  return async (db: Database, values: Values): Promise<PromptRow[]> => {
    const rows = await read(db, values);
    const tagged = Map.groupBy(rows[0]?.tags ?? [], ([prompt_id]) => prompt_id);
    return rows.map((row) => ({
      ...row,
      tag_ids: tagged.get(row.id)?.map(([, tag_id]) => tag_id) ?? [],
    }));
  };
}

const readPrompts = preparePrompts<Tenant & { prompt_ids: readonly number[] }>(
  ({ project_id, prompt_ids }) => sql`select * from prompts where project_id = ${project_id}
    and prompt_id = any(${prompt_ids}::integer[])`,
);

/** Some prompts of a project, by number. */
export async function findPrompts(
  db: Database,
  { project_id }: Tenant,
  prompt_ids: readonly number[],
): Promise<PromptRow[]> {
  return readPrompts(db, { project_id, prompt_ids });
}

/** The prompt of a public id; NOT_FOUND when the project has none. */
export async function requirePrompt(db: Database, tenant: Tenant, id: string): Promise<PromptRow> {
  const [prompt] = await findPrompts(db, tenant, [decodeId("prm", id)]);
  if (!prompt) throw new Failure("NOT_FOUND", `There is no prompt ${id}.`);
  return prompt;
}

/** How many active prompts a project has. */
export async function countActivePrompts(db: Database, { project_id }: Tenant): Promise<number> {
  const rows = await rowsOf<{ count: number }>(db)`
    select count(*) as count from prompts
    where project_id = ${project_id} and status = 'active'`;
  return rows[0]?.count ?? 0;
}

/** Those of some topics and tags that the project does not have. */
export async function findForeign(
  db: Database,
  { project_id }: Tenant,
  { topic_ids, tag_ids }: { topic_ids: readonly number[]; tag_ids: readonly number[] },
): Promise<{ topics: Set<number>; tags: Set<number> }> {
  const topics = await sql<{ id: number }>`
    select id from unnest(${topic_ids}::integer[]) id where not exists
      (select from topics where project_id = ${project_id} and topic_id = id)`.execute(db);
  const tags = await sql<{ id: number }>`
    select id from unnest(${tag_ids}::integer[]) id where not exists
      (select from tags where project_id = ${project_id} and tag_id = id)`.execute(db);
  return {
    topics: new Set(topics.rows.map((row) => row.id)),
    tags: new Set(tags.rows.map((row) => row.id)),
  };
}

/** Refuses a topic and tags that the project does not have; `field` is what the caller calls the tags. */
export async function requireLabels(
  db: Database,
  tenant: Tenant,
  { topic, tags, field }: { topic?: number | null | undefined; tags: number[]; field: string },
): Promise<void> {
  const topic_ids = typeof topic === "number" ? [topic] : [];
  const foreign = await findForeign(db, tenant, { topic_ids, tag_ids: tags });
  if (foreign.topics.size > 0) throw new Failure("NOT_FOUND", "topic_id: there is no such topic.");
  if (foreign.tags.size > 0) throw new Failure("NOT_FOUND", `${field}: there is no such tag.`);
}

/** A change of some prompts; undefined stays. */
export type PromptChange = Change<Omit<NewPrompt, "topic_id"> & Pick<PromptRow, "topic_id">> & {
  prompt_ids: readonly number[];
};

/** Changes prompts; who changes a topic or branding marks their answers before (`changeCellsOf`, `changeBrandingOf`). */
export async function updatePromptRows(
  db: Database,
  { project_id }: Tenant,
  { prompt_ids, ...change }: PromptChange,
): Promise<void> {
  const values = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<Omit<PromptChange, "prompt_ids">>;
  if (Object.keys(values).length === 0 || prompt_ids.length === 0) return;
  await db
    .updateTable("prompts")
    .set(values)
    .where("project_id", "=", project_id)
    .where("prompt_id", "=", inOrder({ project_id }, prompt_ids, "no key update"))
    .execute();
}

/** Gives tags to prompts and takes others away. */
export async function changeTags(
  db: Database,
  { project_id }: Tenant,
  {
    prompt_ids,
    add,
    remove,
  }: { prompt_ids: readonly number[]; add: readonly number[]; remove: readonly number[] | "all" },
): Promise<void> {
  await sql`
    delete from prompt_tags where project_id = ${project_id}
      and prompt_id = any(${prompt_ids}::integer[])
      and (${remove === "all"}::boolean or tag_id = any(${remove === "all" ? [] : remove}::integer[]))`.execute(
    db,
  );
  await sql`
    insert into prompt_tags (project_id, tag_id, prompt_id)
    select ${project_id}::integer, t, p from unnest(${add}::integer[]) t,
      unnest(${prompt_ids}::integer[]) p on conflict do nothing`.execute(db);
}

/** Removes prompts; their answers and tasks were removed before, in the same transaction. */
export async function deletePromptRows(
  db: Database,
  { project_id }: Tenant,
  prompt_ids: readonly number[],
): Promise<void> {
  await sql`delete from prompts where project_id = ${project_id}
    and prompt_id = ${inOrder({ project_id }, prompt_ids, "update")}`.execute(db);
}

/** Notes that a prompt was asked, whatever came back. */
export async function noteAsked(
  db: Database,
  { project_id }: Tenant,
  { prompt_id, now }: { prompt_id: number; now: Date },
): Promise<void> {
  await sql`update prompts set last_run_at = ${now}
    where project_id = ${project_id} and prompt_id = ${prompt_id}`.execute(db);
}

/** The same of many, each at its own time, unless it was asked later. */
export async function noteAllAsked(
  db: Database,
  { project_id }: Tenant,
  asked: readonly { prompt_id: number; at: string }[],
): Promise<void> {
  const numbers = asked.map(({ prompt_id }) => prompt_id);
  await sql`update prompts p set last_run_at = a.at
    from json_to_recordset(${JSON.stringify(asked)}::json) as a (prompt_id integer, at timestamptz)
    where p.project_id = ${project_id} and p.prompt_id = a.prompt_id
      and p.prompt_id = ${inOrder({ project_id }, numbers, "no key update")}
      and (p.last_run_at is null or p.last_run_at < a.at)`.execute(db);
}

import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import { type Database, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import { allEnded } from "#core/one-moment.ts";
import { type Paged, type PageInput, toPage } from "#core/page.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { BrowsedChat } from "./chat.ts";
import {
  type ChatFilter,
  conditionOf,
  findPrompts,
  mentionOf,
  planFor,
} from "./chat-conditions.ts";
import { countChats, countSearches, isOfDays, SEARCHES } from "./count-chats.ts";

type Sql = RawBuilder<unknown>;

/** An answer in a list, with the words of its prompt. */
export type ChatRow = z.input<typeof BrowsedChat>;

/** The numbers of some answers by their public ids; NOT_FOUND where the project does not have one. */
export async function requireChats(
  db: Database,
  { project_id }: Tenant,
  ids: readonly string[],
): Promise<number[]> {
  const numbers = ids.map((id) => decodeId("cht", id));
  const rows = await rowsOf<{ answer_id: number }>(db)`
    select answer_id from answers
    where project_id = ${project_id} and answer_id = any(${numbers}::bigint[])`;
  const known = new Set(rows.map(({ answer_id }) => answer_id));
  const missing = ids.find((_, place) => !known.has(numbers[place] ?? 0));
  if (missing) throw new Failure("NOT_FOUND", `There is no chat ${missing}.`);
  return numbers;
}

/** One page of answers by time of capture, newest first unless asked otherwise. */
export async function listChatRows(
  db: Database,
  tenant: Tenant,
  {
    filter,
    page,
    toned = filter.tone?.brand_id,
  }: {
    filter: ChatFilter;
    page: PageInput;
    /** The brand whose tone each answer tells; absent: the one that the filter asks it of, if it does. */
    toned?: number | undefined;
  },
): Promise<Paged<ChatRow>> {
  const order = orderOf(filter.sort);
  const prompts = await findPrompts(db, tenant, filter);
  await planFor(db, prompts);
  const sentiment =
    toned !== undefined &&
    sql`, (select (50 + t.sentiment / 20.0)::float8 ${mentionOf(tenant, toned)}) as sentiment`;
  const listed = sql<Omit<ChatRow, "model_id" | "country_code" | "prompt_text"> & Numbered>`
    select a.answer_id as id, a.prompt_id, a.model_id as model_number, a.day as date,
      a.captured_at, a.sample, a.status, a.brand_ids, a.source_count ${sentiment || sql``}
    from answers a
    where ${conditionOf(tenant, filter, prompts)}
    order by ${order}
    limit ${page.limit} offset ${page.offset}`.execute(db);
  const count = () => countChats(db, tenant, { filter, prompts });
  const [{ rows }, counted] = await allEnded([
    listed,
    isOfDays(filter) ? count() : Promise.resolve(null),
  ]);
  const isLast = rows.length > 0 && rows.length < page.limit;
  const total_count = counted ?? (isLast ? page.offset + rows.length : await count());
  const [named, nameOf] = await allEnded([withNames(db, tenant, rows), readBrandNames(db, tenant)]);
  // A brand that was deleted is in answers until they are read again.
  const isThere = (brand_id: number) => nameOf.has(brand_id);
  const shown = named.map((row) => ({ ...row, brand_ids: row.brand_ids.filter(isThere) }));
  return toPage({ rows: shown, total_count }, page);
}

/** The names of a project's brands by number. */
export async function readBrandNames(
  db: Database,
  { project_id }: Tenant,
): Promise<ReadonlyMap<number, string>> {
  const rows = await rowsOf<{ brand_id: number; name: string }>(db)`
    select brand_id, name from brands where project_id = ${project_id}`;
  return new Map(rows.map(({ brand_id, name }) => [brand_id, name]));
}

type Numbered = { prompt_id: number; model_number: number };
type Named<Row> = Omit<Row, "model_number"> & {
  model_id: string;
  country_code: string;
  prompt_text: string;
};

/** Gives found rows the names of their prompts and models; a prompt that was deleted meanwhile takes its rows with it. */
export async function withNames<Row extends Numbered>(
  db: Database,
  { project_id }: Tenant,
  rows: readonly Row[],
): Promise<Named<Row>[]> {
  const prompt_ids = [...new Set(rows.map((row) => row.prompt_id))];
  const [prompts, models] = await allEnded([
    sql<{ prompt_id: number; country_code: string; prompt_text: string }>`
      select prompt_id, country_code, text as prompt_text from prompts
      where project_id = ${project_id} and prompt_id = any(${prompt_ids}::integer[])`.execute(db),
    sql<{ model_number: number; model_id: string }>`
      select model_id as model_number, slug as model_id from models
      where project_id = ${project_id}`.execute(db),
  ]);
  const promptOf = new Map(prompts.rows.map((prompt) => [prompt.prompt_id, prompt]));
  const modelOf = new Map(models.rows.map((model) => [model.model_number, model.model_id]));
  return rows.flatMap(({ model_number, ...row }) => {
    const prompt = promptOf.get(row.prompt_id);
    const model_id = modelOf.get(model_number);
    return prompt && model_id ? [{ ...row, ...prompt, model_id }] : [];
  });
}

function orderOf(sort: ChatFilter["sort"]): Sql {
  if (sort === "worst_tone") return sql`sentiment asc nulls last, ${NEWEST}`;
  if (sort === "best_tone") return sql`sentiment desc nulls last, ${NEWEST}`;
  return sort === "desc" ? NEWEST : sql`a.captured_at asc, a.answer_id asc`;
}
const NEWEST = sql`a.captured_at desc, a.answer_id desc`;

export type QueryRow = {
  query: string;
  chat_id: number;
  prompt_id: number;
  model_id: string;
  country_code: string;
  date: string;
};

/** One page of what assistants searched for, newest answers first. */
export async function listSearchQueryRows(
  db: Database,
  tenant: Tenant,
  { filter, page }: { filter: ChatFilter; page: PageInput },
): Promise<Paged<QueryRow>> {
  const direction = sql.raw(filter.sort);
  const prompts = await findPrompts(db, tenant, filter);
  await planFor(db, prompts);
  const rows = await rowsOf<Omit<QueryRow, "model_id" | "country_code"> & Numbered>(db)`
    select q.query, a.answer_id as chat_id, a.prompt_id, a.model_id as model_number, a.day as date
    from ${SEARCHES}
    where q.project_id = ${tenant.project_id} and ${conditionOf(tenant, filter, prompts)}
    order by a.captured_at ${direction}, a.answer_id ${direction}, q.position
    limit ${page.limit} offset ${page.offset}`;
  const total_count = await countSearches(db, tenant, { filter, prompts });
  return toPage({ rows: await withNames(db, tenant, rows), total_count }, page);
}

import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { listPromptsNotOf } from "#domain/prompts/prompt-trait-queries.ts";
import { markDirty } from "#domain/sums/dirty-days.ts";
import { type Move, moveSums } from "#domain/sums/move-sums.ts";
import { daysOf, FACT_TABLES, lockAnswers } from "./fact-queries.ts";
import { forgetPages } from "./unused-pages.ts";

/** True when a prompt has answers: then its text and country stay what they are. For who holds the lock of answers: none is stored then. */
export async function hasAnswers(
  db: Database,
  tenant: Tenant,
  prompt_id: number,
): Promise<boolean> {
  const rows = await rowsOf<{ found: boolean }>(db)`
    select exists (select from answers where project_id = ${tenant.project_id}
      and prompt_id = ${prompt_id}) as found`;
  return rows[0]?.found ?? false;
}

/**
 * Makes a change of the topics of some prompts in its transaction: what their answers add to sums moves at once where
 * that is quick, else every day on which they were answered is rebuilt. What is being stored is committed first.
 */
export async function changeCellsOf(db: Database, tenant: Tenant, move: Move): Promise<void> {
  const { prompt_ids, change } = move;
  if (prompt_ids.length === 0) return change();
  await lockAnswers(db, tenant);
  if (await moveSums(db, tenant, move)) return;
  await markAnswersOf(db, tenant, prompt_ids);
  await change();
}

/**
 * The same of a change of their branding: every day is rebuilt, because the brands that the answers using a source name
 * cannot be taken off its sums.
 */
export async function changeBrandingOf(
  db: Database,
  tenant: Tenant,
  { prompt_ids, change }: Move,
): Promise<void> {
  await lockAnswers(db, tenant);
  await markAnswersOf(db, tenant, prompt_ids);
  await change();
}

/** Makes a change that gives prompts a topic, or none; undefined: neither. Prompts that have it leave sums alone. */
export async function changeTopicOf(
  db: Database,
  tenant: Tenant,
  { prompt_ids, topic_id, change }: TopicChange,
): Promise<void> {
  if (topic_id === undefined) return change();
  // Locked before they are looked at, so that none moves meanwhile.
  await lockAnswers(db, tenant);
  const moved = await listPromptsNotOf(db, tenant, { prompt_ids, topic_id });
  await changeCellsOf(db, tenant, { prompt_ids: moved, change });
}

type TopicChange = {
  prompt_ids: readonly number[];
  topic_id: number | null | undefined;
  change: () => Promise<void>;
};

/** Has the sums of every day on which some prompts were answered rebuilt; while no answers are stored. */
async function markAnswersOf(
  db: Database,
  tenant: Tenant,
  prompt_ids: readonly number[],
): Promise<void> {
  const rows = await rowsOf<{ day: string }>(db)`
    select distinct day from answers
    where project_id = ${tenant.project_id}
      and prompt_id = any(${prompt_ids}::integer[])`;
  await markDirty(db, tenant, daysOf(rows));
}

/** Removes the answers of some prompts with every fact of these and the pages that no other answer uses; none is stored until the transaction ends. */
export async function deleteAnswersOf(
  db: Database,
  tenant: Tenant,
  prompt_ids: readonly number[],
): Promise<void> {
  if (prompt_ids.length === 0) return;
  await lockAnswers(db, tenant);
  await markAnswersOf(db, tenant, prompt_ids);
  const { project_id } = tenant;
  for (const table of ["raw_answers", "judgements", "verdicts"] as const) {
    await sql`delete from ${sql.table(table)} r using answers a where a.project_id = ${project_id}
      and a.prompt_id = any(${prompt_ids}::integer[]) and r.project_id = a.project_id
      and r.answer_id = a.answer_id`.execute(db);
  }
  const ofThese = ofPrompts(tenant, prompt_ids);
  let url_ids: number[] = [];
  for (const table of [...FACT_TABLES, "answers"] as const) {
    if (table !== "citations")
      await sql`delete from ${sql.table(table)} where ${ofThese}`.execute(db);
    else url_ids = await deleteCitations(db, ofThese);
  }
  await forgetPages(db, tenant, url_ids);
}

/** Returns the pages that they used; to look for these first would take half as long as to delete. */
async function deleteCitations(db: Database, which: RawBuilder<boolean>): Promise<number[]> {
  const rows = await rowsOf<{ url_id: number }>(db)`
    with gone as (delete from citations where ${which} returning url_id)
    select distinct url_id from gone`;
  return rows.map(({ url_id }) => url_id);
}

/**
 * The condition on facts that their answers are to some prompts. With their days and models it finds them by the primary
 * key; by prompts alone, PostgreSQL before 18 reads all of a table.
 */
export function ofPrompts({ project_id }: Tenant, prompt_ids: readonly number[]) {
  const prompts = sql`project_id = ${project_id} and prompt_id = any(${prompt_ids}::integer[])`;
  const among = (column: "day" | "model_id") =>
    sql`${sql.ref(column)} = any(array(select distinct ${sql.ref(column)} from answers where ${prompts}))`;
  return sql<boolean>`${prompts} and ${among("day")} and ${among("model_id")}`;
}

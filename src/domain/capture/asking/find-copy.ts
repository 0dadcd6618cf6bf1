import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { AccountContext } from "#core/context.ts";
import { rowsOf } from "#core/database.ts";
import type { Provider } from "#core/ports.ts";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import type { ClaimedTask } from "./claimed-task.ts";
import type { Stored } from "./store-captured.ts";

/** The answer that was given again, and the sentence that says so. */
export type Copy = { answer_id: number; message: string };

/**
 * Whether a captured answer is an earlier one of the same prompt, model and day given again: then it is no sample of
 * its own. It is when the body is the same within its vendor's cache time; from an app's or a search page, also when
 * text and sources are the same. Remembers what came, in the transaction of `db`, for those that follow. Imported
 * answers are never compared: a file's rows are what they are.
 */
export async function findCopy(
  { db, now }: AccountContext,
  task: ClaimedTask,
  { provider, stored }: { provider: Provider | undefined; stored: Stored },
): Promise<Copy | null> {
  const cache_seconds = provider?.cache_seconds ?? 0;
  const isPage = provider?.surface === "ui" || provider?.surface === "serp";
  if (!provider || (!isPage && cache_seconds === 0)) return null;
  // The one lock under which answers are stored: two copies at once do not both find nothing.
  await lockAnswers(db, task);
  const { body_hash, answer_hash } = hashesOf(stored);
  const kept_since = new Date(now().getTime() - cache_seconds * 1000);
  const rows = await rowsOf<{ answer_id: number }>(db)`
    select t.answer_id from capture_tasks t
    join answers a on a.project_id = ${task.project_id} and a.answer_id = t.answer_id
    where t.project_id = ${task.project_id} and t.day = ${task.day} and t.model_id = ${task.model_id}
      and t.prompt_id = ${task.prompt_id} and t.task_id <> ${task.task_id} and t.status = 'done'
      and ((t.body_hash = ${body_hash} and t.finished_at >= ${kept_since})
        or (t.answer_hash = ${answer_hash} and (${isPage} or t.finished_at >= ${kept_since})))
    order by t.finished_at, t.task_id limit 1`;
  const [earlier] = rows;
  if (earlier) return { ...earlier, message: explain(provider.label, cache_seconds) };
  await sql`
    update capture_tasks set body_hash = ${body_hash}, answer_hash = ${answer_hash}
    where project_id = ${task.project_id} and task_id = ${task.task_id}`.execute(db);
  return null;
}

/** Of the body as it came, and of the text with its sources; without an answer in words there is nothing to compare. */
function hashesOf({ raw, reading }: Stored) {
  const { status, answer, sources } = reading;
  const pages = sources.map(({ url, cited, retrieved }) => [url, cited, retrieved]);
  return {
    body_hash: hash(JSON.stringify(raw)),
    answer_hash: status === "answered" ? hash(JSON.stringify([answer, pages])) : null,
  };
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function explain(label: string, cache_seconds: number): string {
  const minutes = Math.round(cache_seconds / 60);
  const kept = minutes > 0 ? ` (${label} keeps an answer for ${minutes} minutes)` : "";
  return `The same answer as before came back${kept}: it was paid for, and is not counted again.`;
}

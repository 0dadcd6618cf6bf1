import { sql } from "kysely";
import type { Captured } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import type { Source, Status } from "#domain/answers/ingest/answer-line.ts";
import { storeAnswers } from "#domain/answers/ingest/store-answers.ts";
import { createRegexRunner } from "#domain/detection/brand-regex.ts";
import type { ClaimedTask } from "./claim-task.ts";

const STATUS_OF = {
  stop: "answered",
  length: "answered",
  refusal: "refused",
  empty: "no_answer",
} as const;

/** What is stored of a question: what was read of the answer, and the body that was read. */
export type Stored = {
  reading: Omit<ReturnType<typeof readCaptured>, "status"> & { status: Status };
  raw: unknown;
  adapter_version: string;
};

/**
 * Stores an answer, its facts and its raw body in the transaction of `db`; returns its number, or null when its model is
 * gone.
 */
export async function storeCaptured(
  { db, now }: AccountContext,
  task: ClaimedTask,
  { reading, raw, adapter_version }: Stored,
): Promise<number | null> {
  const { rows } = await sql<{
    slug: string;
    name: string;
    surface: "api" | "ui" | "serp" | "local";
  }>`
    select slug, name, surface from models
    where project_id = ${task.project_id} and model_id = ${task.model_id}`.execute(db);
  const model = rows[0];
  if (!model) return null;
  const runner = createRegexRunner();
  const captured_at = now();
  const stored = await storeAnswers(db, task, {
    runner,
    answers: [
      {
        // The task makes the answer unique: the same words on two days are two answers. The time keeps it apart from
        // what was exported elsewhere, where another task had this number.
        external_id: `task:${task.task_id}:${captured_at.getTime()}`,
        captured_at,
        day: task.day,
        prompt: task.prompt,
        country_code: task.country_code,
        language_code: task.language_code,
        slug: model.slug,
        model_name: model.name,
        surface: model.surface,
        ...reading,
        origin: "capture",
      },
    ],
  }).finally(() => runner.close());
  const answer_id = stored.answer_ids[0] ?? 0;
  await sql`
    insert into raw_answers (project_id, answer_id, adapter_version, body)
    values (${task.project_id}, ${answer_id}, ${adapter_version},
      ${JSON.stringify(raw ?? null)}::jsonb)
    on conflict do nothing`.execute(db);
  return answer_id;
}

/** What an engine's answer says, as it is stored. */
export function readCaptured(captured: Captured) {
  return {
    status: captured.text.trim() === "" ? "no_answer" : STATUS_OF[captured.finish],
    answer: captured.text,
    removed_spans: spansOf(captured),
    served_model: captured.served_model,
    search_ran: captured.search_ran,
    sources: sourcesOf(captured),
    search_queries: captured.search_queries,
  } as const;
}

/** An answer that came and could not be read: nothing of it is known, but a newer adapter may read its body. */
export function unread(raw: unknown, wire: string): Stored {
  const reading = {
    status: "error" as const,
    answer: "",
    removed_spans: [],
    served_model: null,
    search_ran: null,
    sources: [],
    search_queries: [],
  };
  return { reading, raw, adapter_version: `${wire}@unread` };
}

/** Pages read and pages cited, each as often as it was. */
function sourcesOf({ retrieved, cited }: Captured): Source[] {
  return [
    ...cited.map(({ url, title }) => ({ url, title, cited: 1, retrieved: 1 })),
    ...retrieved.map(({ url, title }) => ({ url, title, cited: 0, retrieved: 1 })),
  ];
}

/** Citations that are links in the text rather than prose of it. */
function spansOf({ cited, text, citations_from }: Captured) {
  if (citations_from === "text") return [];
  return cited.flatMap(({ start, end }) =>
    start !== null && end !== null && /\]\(https?:|^\s*\(?\[/.test(text.slice(start, end))
      ? [{ start, end }]
      : [],
  );
}

import { sql } from "kysely";
import type { Captured } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import type { Source } from "#domain/chats/answer-line.ts";
import { storeAnswers } from "#domain/chats/store-answers.ts";
import { createRegexRunner } from "#domain/detection/brand-regex.ts";
import type { ClaimedTask } from "./claim-task.ts";

const STATUS_OF = {
  stop: "answered",
  length: "answered",
  refusal: "refused",
  empty: "no_answer",
} as const;

/** Stores a captured answer, its facts and its raw body in the transaction of `db`; returns its number. */
export async function storeCaptured(
  { db, now }: AccountContext,
  task: ClaimedTask,
  captured: Captured,
): Promise<number> {
  const { rows } = await sql<{
    slug: string;
    name: string;
    surface: "api" | "ui" | "serp" | "local";
  }>`
    select slug, name, surface from models
    where project_id = ${task.project_id} and model_id = ${task.model_id}`.execute(db);
  const model = rows[0];
  if (!model) throw new Error("The model of a task is gone.");
  const runner = createRegexRunner();
  const stored = await storeAnswers(db, task, {
    runner,
    answers: [
      {
        // The task makes the answer unique: the same words on two days are two answers.
        external_id: `task:${task.task_id}`,
        captured_at: now(),
        day: task.day,
        prompt: task.prompt,
        country_code: task.country_code,
        language_code: task.language_code,
        slug: model.slug,
        model_name: model.name,
        surface: model.surface,
        ...readCaptured(captured),
        origin: "capture",
      },
    ],
  }).finally(() => runner.close());
  const answer_id = stored.answer_ids[0] ?? 0;
  await sql`
    insert into raw_answers (project_id, answer_id, adapter_version, body)
    values (${task.project_id}, ${answer_id}, ${captured.adapter_version},
      ${JSON.stringify(captured.raw ?? null).replaceAll("\\u0000", "")}::jsonb)
    on conflict do nothing`.execute(db);
  return answer_id;
}

/** What an engine's answer says, as it is stored. */
export function readCaptured(captured: Captured) {
  return {
    status: captured.text.trim() === "" ? "no_answer" : STATUS_OF[captured.finish],
    answer: captured.text.replaceAll("\u0000", "").toWellFormed(),
    removed_spans: spansOf(captured),
    served_model: captured.served_model,
    search_ran: captured.search_ran,
    sources: sourcesOf(captured),
    search_queries: captured.search_queries,
  } as const;
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

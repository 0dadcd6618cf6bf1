import type { Captured } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import type { AskedSo } from "#domain/answers/facts/fact-queries.ts";
import { insertRawAnswer } from "#domain/answers/facts/raw-answer-queries.ts";
import type { Source, Status } from "#domain/answers/ingest/answer-line.ts";
import { storeAnswers } from "#domain/answers/ingest/store-answers.ts";
import type { ClaimedTask } from "./claimed-task.ts";

const STATUS_OF = {
  stop: "answered",
  length: "answered",
  refusal: "refused",
  empty: "no_answer",
} as const;

/** What is stored of a question: what was read of the answer, and the body that was read. */
export type Stored = {
  reading: Omit<ReturnType<typeof readCaptured>, "status"> & { status: Status };
  asked?: AskedSo;
  raw: unknown;
  adapter_version: string;
};

/**
 * Stores an answer, its facts and its raw body in the transaction of `db`; returns its number, or null when it is late:
 * its prompt is no longer the question that was asked, or its model is gone.
 */
export async function storeCaptured(
  { db, now, log }: AccountContext,
  task: ClaimedTask,
  { reading, asked: how, raw, adapter_version }: Stored,
): Promise<number | null> {
  const { task_id, day, prompt_id, model_id, prompt, country_code, slug } = task;
  const captured_at = now();
  // The task makes the answer unique: the same words on two days are two answers. The time keeps it apart from
  // what was exported elsewhere, where another task had this number.
  const external_id = `task:${task_id}:${captured_at.getTime()}`;
  const asked = { prompt_id, model_id, prompt, country_code, slug };
  const answer = {
    external_id,
    captured_at,
    day,
    ...asked,
    ...reading,
    ...how,
    origin: "capture",
  } as const;
  const stored = await storeAnswers(db, task, { log, answers: [answer] });
  const answer_id = stored.answer_ids[0] ?? null;
  if (answer_id !== null) await insertRawAnswer(db, task, { answer_id, adapter_version, raw });
  return answer_id;
}

/** What an engine's answer says, as it is stored. */
export function readCaptured(captured: Captured) {
  const { finish, text } = captured;
  // A refusal may come without words.
  const isSilent = text.trim() === "" && finish !== "refusal";
  return {
    status: isSilent ? "no_answer" : STATUS_OF[finish],
    answer: captured.text,
    removed_spans: spansOf(captured),
    served_model: captured.served_model,
    search_ran: captured.search_ran,
    is_cut: captured.finish === "length",
    sources: sourcesOf(captured),
    search_queries: captured.search_queries,
    extras: captured.extras ?? [],
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
    is_cut: false,
    sources: [],
    search_queries: [],
    extras: [],
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

import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { encodeId, encodeModelId } from "#core/id.ts";
import { checkDateRange } from "#core/period.ts";
import { type Column, Rows } from "#core/rows.ts";
import type { ChatFilter } from "#domain/answers/lists/chat-conditions.ts";
import { ChatFilters, readFilter } from "#domain/answers/lists/chat-filters.ts";
import { ScopeFilters } from "#domain/sums/answer-scope.ts";
import type { ExportedAnswer } from "./export-queries.ts";

const { limit: _, offset: __, sort, ...shape } = ChatFilters.shape;

/** The arguments of exports of answers and of what was found in them: those of list_chats, without pages, and lists of values. */
const ExportFilters = z
  .strictObject({
    ...shape,
    ...ScopeFilters,
    sort: sort.unwrap().default("asc").describe("asc: oldest answers first."),
  })
  .superRefine(checkDateRange);

/** Which answer a row is about: the first cells of what was found in answers. */
export function answerCells(row: ExportedAnswer) {
  return {
    chat_id: encodeId("cht", row.answer_id),
    captured_at: row.captured_at,
    date: row.date,
    prompt_id: encodeId("prm", row.prompt_id),
    prompt: row.prompt,
    country_code: row.country_code,
    topic: row.topic,
    model_id: encodeModelId(row.slug),
    model: row.model,
  };
}

/**
 * Exports answers or what was found in them: all of the operation but its names and what it says. `read` reads answers
 * batch by batch, `rowsOf` makes rows of one.
 */
export function exportOf<Answer>(
  columns: readonly Column[],
  read: (context: ProjectContext, filter: ChatFilter) => AsyncIterable<readonly Answer[]>,
  rowsOf: (answer: Answer) => Record<string, unknown>[],
) {
  return {
    scope: "project",
    effect: "reads",
    audit: () => ({}),
    group: "Exports",
    input: ExportFilters,
    output: Rows,
    async handler(context: ProjectContext, input: z.output<typeof ExportFilters>) {
      const filter = await readFilter(context, input);
      const answers = read(context, filter);
      return { columns, batches: mapBatches(answers, rowsOf) };
    },
  } as const;
}

async function* mapBatches<From, To>(
  batches: AsyncIterable<readonly From[]>,
  rowsOf: (row: From) => readonly To[],
): AsyncGenerator<To[]> {
  for await (const batch of batches) yield batch.flatMap(rowsOf);
}

import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { Page } from "#core/page.ts";
import { checkDateRange } from "#core/period.ts";
import { type GivenScope, readScope, ScopeArguments } from "#domain/sums/answer-scope.ts";
import { STATUSES } from "../ingest/answer-line.ts";
import type { ChatFilter } from "./chat-queries.ts";

/** The arguments that lists of answers, and of what was found in them, take. */
export const ChatFilters = z
  .strictObject({
    ...ScopeArguments,
    status: z.enum(STATUSES).optional().describe("Answers of this status; reports count answered."),
    search: z
      .string()
      .trim()
      .min(2)
      .max(200)
      .optional()
      .describe("Text in the answer or its prompt, any case."),
    include_archived: z.boolean().default(false).describe("True: archived prompts' answers too."),
    sort: z.enum(["asc", "desc"]).default("desc").describe("desc: newest first."),
    ...Page,
  })
  .superRefine(checkDateRange);

type Given = GivenScope & Omit<ChatFilter, "scope">;

/** The filter behind the arguments; refuses ids that the project does not have. */
export async function readFilter(
  { db, project }: ProjectContext,
  given: Given,
): Promise<ChatFilter> {
  const { status, search, domain, url, include_archived, sort } = given;
  const scope = await readScope(db, project, given);
  return { scope, status, search, domain, url, include_archived, sort };
}

import * as z from "zod";
import { operation } from "#core/operation.ts";
import { AnswerLine } from "./answer-line.ts";
import { FAILED_SHOWN_MAX, importLines } from "./import-lines.ts";

const BODY_BYTES_MAX = 50 * 1_048_576;

export const importChats = operation({
  name: "import_chats",
  scope: "project",
  effect: "adds",
  is_repeatable: true,
  // It notes its row with the first answers that it commits.
  audit: () => null,
  transaction: "own",
  group: "Chats",
  summary: "Import captured answers",
  description:
    "Takes captured answers as JSON Lines, one object a line, up to 50 MB. Lines that cannot be used are listed and the others stored; the same file twice stores nothing twice. Prompts that are new are made, and asked from the next run of the schedule on. When it answers, all of it is committed and reports include it.",
  returns: "What was imported",
  route: "POST /chats/import",
  failures: [],
  stream: { media_type: "application/x-ndjson", limit_bytes: BODY_BYTES_MAX, line: AnswerLine },
  input: z.strictObject({
    dry_run: z.boolean().default(false).describe("True: check every line, store nothing."),
  }),
  output: z
    .object({
      imported: z.int().describe("Answers stored, or that would be, in a dry run."),
      unchanged: z.int().describe("Answers that were stored before."),
      prompts_made: z
        .int()
        .describe("Prompts that were new and made. The active ones are asked from now on."),
      prompts_archived: z
        .int()
        .describe(
          "Those of them that are archived as the plan has room for no more. They are not asked; their answers are kept and count in reports, and `GET /chats` has them with `include_archived`.",
        ),
      failed: z
        .array(
          z.object({
            line: z.int().describe("Number of the line, from 1."),
            code: z.string(),
            message: z.string(),
          }),
        )
        .describe(`Lines that could not be used, the first ${FAILED_SHOWN_MAX}.`),
      failed_count: z.int().describe("Lines that could not be used, all of them."),
    })
    .meta({ id: "ImportResult" }),
  async handler(context, { dry_run }, body) {
    return importLines(context, body, { dry_run });
  },
});

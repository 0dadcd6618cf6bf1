import * as z from "zod";
import { idOutput } from "#core/id.ts";

/** The job that adds the prompts of an uploaded file. */
export const ADD_PROMPTS = { name: "add_imported_prompts", attempts: 25, work: "project" } as const;

/** An import of prompts: how far it is, and how it went. */
export const PromptImport = z
  .object({
    id: idOutput("imp"),
    status: z
      .enum(["running", "done", "failed"])
      .describe("failed: it ended before its end, and `problem` says why; what was made stays."),
    total: z.int().describe("Lines of the file that hold something."),
    done: z.int().describe("How many of them are dealt with."),
    imported: z.int().describe("Prompts that were made."),
    unchanged: z.int().describe("Prompts that were there before, or twice in the file."),
    failed: z.int().describe("Lines that could not be used."),
    problem: z.string().nullable().describe("What ended it early, or null."),
    created_at: z.string().meta({ format: "date-time" }).describe("When the file came."),
    finished_at: z.string().nullable().describe("When it ended, or null."),
  })
  .meta({ id: "PromptImport" });

/** A line of an imported file that could not be used. */
export const PromptImportFailure = z
  .object({
    line: z.int().describe("Number of the line that it begins on, from 1."),
    message: z.string().describe("Why it could not be used."),
    prompt: z.string().nullable().describe("The prompt in it, where one could be read."),
  })
  .meta({ id: "PromptImportFailure" });

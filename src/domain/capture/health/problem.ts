import * as z from "zod";
import { ModelIdOutput } from "#core/id.ts";

/** What can be wrong with an assistant: how it is called, and what to do about it. Worst first. */
export const PROBLEMS = {
  key_refused: {
    label: "Key refused",
    todo: "Put in a valid key under Assistants, then press Test.",
  },
  quota_used_up: {
    label: "No credit left",
    todo: "Add credit at the provider, or raise the limit there. It is tried again by itself.",
  },
  stopped_answering: {
    label: "Stopped answering",
    todo: "Press Test under Assistants to see what it says now. If its model is gone, choose another.",
  },
  budget_used_up: {
    label: "Budget used up",
    todo: "Raise the budget under Assistants, or wait for the next day or month.",
  },
  search_stopped: {
    label: "Searches less",
    todo: "Compare answers with and without a search before you trust a change in visibility or sources.",
  },
  answers_shrank: {
    label: "Shorter answers",
    todo: "Read some answers: shorter ones name fewer brands. Check the limit of output tokens under Assistants.",
  },
  model_changed: {
    label: "Another version",
    todo: "Do not compare numbers across that day: they are of two models.",
  },
} as const;
export type ProblemKind = keyof typeof PROBLEMS;
export const ProblemKind = z.enum(Object.keys(PROBLEMS) as ProblemKind[]);
/** Those of an assistant that gives no usable answers; it has one of them at a time. */
export const DOWN: readonly ProblemKind[] = ["key_refused", "quota_used_up", "stopped_answering"];

/** What is wrong with one assistant. */
export const Problem = z
  .object({
    model_id: ModelIdOutput,
    name: z.string(),
    problem: ProblemKind,
    label: z.string(),
    is_down: z.boolean().describe("It gives no usable answers now."),
    since: z.string().meta({ format: "date-time" }),
    message: z.string().describe("What is wrong, in a sentence."),
    said: z.string().nullable().describe("The provider's own words, without keys."),
    waiting: z.int().describe("Questions that wait for it, or that it was not asked today."),
    resumes_at: z.string().nullable().describe("When it is tried again; null: not by itself."),
    todo: z.string().describe("What to do next."),
  })
  .meta({ id: "Problem" });

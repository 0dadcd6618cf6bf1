import * as z from "zod";
import type { AccountContext } from "./context.ts";

/** One kind of work in the background. */
export type Job<Input extends z.ZodObject = z.ZodObject> = {
  /** Verb and noun, as in the job table and the log. */
  name: string;
  input: Input;
  /** Tries before it is given up, the first included. */
  attempts: number;
  /** Kinds have places of their own: short upkeep, webhooks, mail, asking models, and long work on a project. */
  work: "upkeep" | "webhooks" | "mail" | "asking" | "project";
  /** Cron pattern in UTC; absent: only on demand. */
  cron?: string;
  handler(context: AccountContext, input: z.output<Input>): Promise<void>;
};

/** Carries the types of a job's definition; does nothing else. */
export function job<Input extends z.ZodObject>(definition: Job<Input>): Job<Input> {
  return definition;
}

/** Short work of the schedule, which takes no input; tried once where it does not say how often. */
export const upkeep = (
  definition: Required<Pick<Job, "name" | "cron" | "handler">> & { attempts?: number },
) => job({ input: z.object({}), attempts: 1, work: "upkeep", ...definition });

/** A job of any input, as the schedule holds them. */
// biome-ignore lint/suspicious/noExplicitAny: the runner parses the input before it calls.
export type AnyJob = Job<any>;

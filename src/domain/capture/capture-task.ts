import * as z from "zod";
import { idOutput, ModelIdOutput } from "#core/id.ts";

export const TASK_STATUSES = [
  "queued",
  "running",
  "submitted",
  "done",
  "failed",
  "skipped_budget",
  "cancelled",
  "copied",
] as const;
/** States of a task that has not ended. */
export const OPEN_STATUSES = ["queued", "running", "submitted"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** A worker that says nothing for this long has died; its tasks are asked again. */
export const LEASE_SECONDS = 300;
/** How long one answer may take. */
export const ANSWER_TIMEOUT_SECONDS = 180;
/** Tries of one task, after which it is failed for good if its worker dies once more. */
export const ATTEMPTS_MAX = 6;
/** A run's tasks are spread over this long from the scheduled hour, each at the same time every day. */
export const SPREAD_SECONDS = 7_200;
/** What there is to ask is planned so often, at the full minutes. */
export const PLAN_MINUTES = 10;
/** A model that asked us to go slower is asked half as much for so long. */
export const SLOWED_SECONDS = 300;
/** Failures in a row after which a model is left alone, and for how long, in seconds: colder each time. */
export const STREAK_MAX = 5;
export const COLD_SECONDS = [900, 1_800, 3_600, 7_200, 14_400, 28_800] as const;

/** What failed is looked for among the questions of so many days after it, whether it was asked again. */
export const AGAIN_DAYS = 7;
/** So many days earlier it can become in a project at once that is given another time zone: from 14 hours ahead to 12 behind. */
export const EARLIER_DAYS = 2;
/** How far a question is that failed and was asked again by hand. */
export const AGAIN_STATES = ["waiting", "answered", "failed"] as const;

const count = z.int();

/** What a project asks, or asked, on one of its days. */
export const Run = z
  .object({
    id: idOutput("run"),
    day: z.string().meta({ format: "date", description: "Day in the project's time zone." }),
    status: z
      .enum(["waiting", "running", "completed", "partial"])
      .describe(
        "completed, partial: over, and reports count its answers; partial: some tasks failed and were not asked again, or were skipped for the budget.",
      ),
    planned: count.describe("Tasks in all."),
    questions: count.describe("The same, without those that ask again what failed on the day."),
    queued: count,
    running: count,
    submitted: count.describe("Handed over to a provider that answers later."),
    done: count,
    unanswered: count.describe("Of the done, refused or empty."),
    failed: count,
    asked_again: count.describe(
      "Of the failed, asked again by hand within a week, and answered or waiting now, or repeats of one of the day that failed.",
    ),
    skipped_budget: count,
    cancelled: count,
    copied: count,
    cost_usd: z.number().describe("Cost so far, an estimate where the provider tells none."),
    created_at: z.string().meta({ format: "date-time" }),
    completed_at: z.string().nullable(),
    next_due_at: z
      .string()
      .nullable()
      .describe(
        "When its next question is due; null where one is being asked, or none waits but for a model that is paused until that is mended.",
      ),
    errors: z
      .array(
        z.object({
          model_id: ModelIdOutput,
          kind: z.string(),
          message: z.string(),
          count,
          asked_again: count.describe("Of these, counted as asked_again of the run."),
          failed: count.describe("Questions of these that failed and were not asked again since."),
          came_back: count.describe("Questions of these that came back when asked again."),
        }),
      )
      .describe("What went wrong, or why questions were cancelled, most frequent first."),
  })
  .meta({ id: "Run" });

/** USD as callers see it, from millionths. */
export function toUsd(micros: number): number {
  return Math.round(micros) / 1e6;
}

/** Millionths of a USD, rounded up, as the ledger counts. */
export function toMicros(usd: number): number {
  return Math.ceil(usd * 1e6 - 1e-6);
}

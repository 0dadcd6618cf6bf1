import * as z from "zod";
import { type FailureKind, RETRIES_MAX } from "#core/answer-engine.ts";

/** `description` opens the event's section of docs/webhooks.md; `data` is sent behind the project's id. */
type Definition = { label: string; description: string; data: z.ZodObject };

const count = z.int();
const time = z.iso.datetime();
const number = z.number().nullable();
const week = z.strictObject({
  ...{ date_from: z.iso.date(), date_to: z.iso.date() },
  ...{ visibility: number, answers: count },
});

const visibility = z.strictObject({
  brand: z.strictObject({ id: z.string(), name: z.string() }),
  is_simulated: z.boolean(),
  ...{ period: week, previous: week },
  change: z.strictObject({ value: number, low: number, high: number }),
  model_changes: z.array(
    z.strictObject({
      ...{ model_id: z.string(), date: z.iso.date() },
      what: z.enum(["searched", "served_model", "search", "tool", "effort", "country"]),
      ...{ value: z.string(), previous_value: z.string() },
    }),
  ),
});

/** What webhooks are sent, with how the dashboard names it: an event is this, who emits it, and its documentation. */
export const EVENTS = {
  "run.completed": {
    label: "A run is over",
    description: "Everything that was to be asked on a day has been asked, failed, or was skipped.",
    data: z.strictObject({
      run_id: z.string(),
      day: z.iso.date(),
      status: z.enum(["waiting", "running", "completed", "partial"]),
      ...{
        planned: count,
        questions: count,
        asked_again: count,
        queued: count,
        running: count,
        submitted: count,
        done: count,
      },
      ...{ failed: count, skipped_budget: count, cancelled: count, copied: count },
      cost_usd: z.number(),
      created_at: time,
      completed_at: time,
      errors: z.array(
        z.strictObject({ model_id: z.string(), kind: z.string(), message: z.string(), count }),
      ),
    }),
  },
  "visibility.changed": {
    label: "Visibility changed by more than chance",
    description:
      "After a day's first run: the visibility of your own brand in the week up to it differs from the weeks before by more than chance.",
    data: visibility,
  },
  "visibility.dropped": {
    label: "Visibility dropped by more than chance",
    description: "The same, where it went down: for those who want to know of drops alone.",
    data: visibility,
  },
  "suggestion.created": {
    label: "Something untracked was found",
    description: "Answers speak of something that nobody tracks yet.",
    data: z.strictObject({
      kind: z.enum(["brand", "prompt", "topic"]),
      count,
      suggestions: z.array(
        z.strictObject({
          ...{ id: z.string(), name: z.string(), reason: z.string(), chat_count: count },
        }),
      ),
    }),
  },
  "budget.reached": {
    label: "A budget is nearly or fully used",
    description: "Spending came to 80 % of a budget, or the next question does not fit any more.",
    data: z.strictObject({
      ...{ period: z.enum(["daily", "monthly"]), starts_on: z.iso.date() },
      threshold_percent: z.literal([80, 100]),
      ...{ cap_usd: z.number(), spent_usd: z.number() },
    }),
  },
  "target.failing": {
    label: "An assistant cannot be asked",
    description:
      "An assistant cannot be asked: its key or address is refused, its quota is used up, or five questions in a row failed.",
    data: z.strictObject({
      ...{ model_id: z.string(), name: z.string() },
      kind: z.enum(Object.keys(RETRIES_MAX) as FailureKind[]),
      ...{ message: z.string(), failures_in_a_row: count },
      ...{ paused_until: time.nullable(), resumes_by_itself: z.boolean() },
    }),
  },
  "assistant.health_changed": {
    label: "Something is wrong with an assistant, or no longer",
    description:
      "An assistant stopped answering, answers with another version, searches less, answers shorter, has its key refused, or money ran out for it; or that is over.",
    data: z.strictObject({
      ...{ model_id: z.string(), name: z.string() },
      problem: z.enum([
        "key_refused",
        "quota_used_up",
        "stopped_answering",
        "budget_used_up",
        "search_stopped",
        "answers_shrank",
        "model_changed",
      ]),
      state: z.enum(["started", "ended"]),
      label: z.string(),
      ...{ since: time, message: z.string(), provider_said: z.string().nullable() },
      ...{ waiting: count, todo: z.string().nullable() },
    }),
  },
  "webhook.test": {
    label: "A test",
    description: "You asked for a test.",
    data: z.strictObject({ webhook_id: z.string() }),
  },
} as const satisfies Record<string, Definition>;

export type EventName = keyof typeof EVENTS;
export const EventName = z.enum(Object.keys(EVENTS) as EventName[]);

/** Something that happened, in the words of the API. */
export type Event = {
  [Name in EventName]: { event: Name; data: z.input<(typeof EVENTS)[Name]["data"]> };
}[EventName];

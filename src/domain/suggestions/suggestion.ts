import * as z from "zod";
import { type IdKind, idInput, idOutput } from "#core/id.ts";
import { Day } from "#core/period.ts";

export const SUGGESTION_KINDS = ["brand", "prompt", "topic"] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

const BULK_MAX = 100;
const Status = z.enum(["open", "accepted", "rejected"]);
const time = z.string().meta({ format: "date-time" });

const SHARED = {
  id: idOutput("sug"),
  status: Status.describe("open until it is accepted or rejected."),
  domains: z.array(z.string()).describe("Domains that seem to belong to it."),
  chat_count: z.int().describe("Captured answers it was found in."),
  model_count: z.int().describe("Models whose answers it was found in."),
  examples: z
    .array(
      z.object({
        chat_id: idOutput("cht"),
        text: z.string().describe("The passage, as the assistant wrote it."),
      }),
    )
    .describe("Up to three passages it was found in."),
  reason: z.string().describe("Why it is suggested, in a sentence."),
  created_at: time.describe("When it was first suggested."),
  decided_at: time.nullable().describe("When it was accepted or rejected; null while open."),
};

const resultOf = (kind: IdKind, what: string) =>
  idOutput(kind)
    .nullable()
    .describe(`The ${what} that accepting made; null before, and once it is deleted.`);

export const BrandSuggestion = z
  .object({
    ...SHARED,
    kind: z.literal("brand").describe("What it would become."),
    name: z.string().describe("Name of the brand, as answers write it."),
    first_day: Day.nullable().describe(
      "Day of the earliest answer it was found in; null where none was noted.",
    ),
    counted_at: time
      .nullable()
      .describe(
        "When the newest answers were read for it: later ones are in no number here; null where it was not noted.",
      ),
    result_id: resultOf("brd", "brand"),
  })
  .meta({ id: "BrandSuggestion" });

export const PromptSuggestion = z
  .object({
    ...SHARED,
    kind: z.literal("prompt").describe("What it would become."),
    text: z.string().describe("The question to track."),
    result_id: resultOf("prm", "prompt"),
  })
  .meta({ id: "PromptSuggestion" });

export const TopicSuggestion = z
  .object({
    ...SHARED,
    kind: z.literal("topic").describe("What it would become."),
    name: z.string().describe("Name of the topic."),
    result_id: resultOf("top", "topic"),
  })
  .meta({ id: "TopicSuggestion" });

export const SuggestionStatus = Status.default("open").describe("Which suggestions to list.");

/** Names the suggestions of a kind to decide: one, or up to 100. */
export const chosenOf = (kind: SuggestionKind) => ({
  suggestion_id: idInput("sug")
    .optional()
    .describe(`One, from list_${kind}_suggestions; or suggestion_ids.`),
  suggestion_ids: z
    .array(idInput("sug"))
    .min(1)
    .max(BULK_MAX)
    .optional()
    .describe("1 to 100; or suggestion_id."),
});

export type ChosenInput = {
  suggestion_id?: string | undefined;
  suggestion_ids?: string[] | undefined;
};

/** Adds the check that suggestions are named in exactly one of the two ways, and edits only for a single one. */
export function checkChosen(
  input: ChosenInput & Record<string, unknown>,
  context: z.RefinementCtx,
): void {
  const { suggestion_id, suggestion_ids, ...edits } = input;
  const refuse = (field: string, message: string, problem: string) =>
    context.addIssue({ code: "custom", path: [field], message, params: { problem } });
  if (suggestion_id === undefined && suggestion_ids === undefined) {
    refuse("suggestion_ids", "is required (or suggestion_id)", "MISSING");
  } else if (suggestion_id !== undefined && suggestion_ids !== undefined) {
    refuse("suggestion_id", "cannot be given together with suggestion_ids", "CONFLICT");
  } else if (suggestion_ids !== undefined && suggestion_ids.length > 1) {
    for (const field of Object.keys(edits).filter((name) => edits[name] !== undefined)) {
      refuse(field, "can be changed only when a single suggestion is accepted", "CONFLICT");
    }
  }
}

export const SKIP_CODES = [
  ...(["NOT_FOUND", "SUGGESTION_ALREADY_DECIDED", "CONFLICT"] as const),
  ...(["DUPLICATE", "PLAN_LIMIT_REACHED"] as const),
] as const;
export type SkipCode = (typeof SKIP_CODES)[number];

export const Skipped = z
  .object({
    id: z.string().describe("The suggestion that was left as it was."),
    code: z.enum(SKIP_CODES).describe("Why."),
    message: z.string().describe("Why, in a sentence."),
  })
  .meta({ id: "SkippedSuggestion" });

/** What rejecting answers. */
export const Rejected = z.object({
  data: z
    .array(
      z.object({
        id: idOutput("sug"),
        status: z.literal("rejected").describe("What it is now."),
        decided_at: time.describe("When it was rejected."),
      }),
    )
    .describe("Suggestions that this call rejected."),
  skipped: z.array(Skipped).describe("Suggestions that this call left as they were, and why."),
});

/** What taking rejections back answers. */
export const Reopened = z.object({
  data: z
    .array(
      z.object({
        id: idOutput("sug"),
        status: z.literal("open").describe("What it is now."),
      }),
    )
    .describe("Suggestions that are open again."),
  skipped: z.array(Skipped).describe("Suggestions that this call left as they were, and why."),
});

/** What accepting answers; `what` is made of each suggestion. */
export function acceptedOf(kind: IdKind, what: string) {
  return z.object({
    data: z
      .array(
        z.object({
          id: idOutput("sug"),
          status: z.literal("accepted").describe("What it is now."),
          decided_at: time.describe("When it was accepted."),
          result_id: idOutput(kind).describe(`The ${what} that was made of it.`),
        }),
      )
      .describe("Suggestions that this call accepted."),
    skipped: z.array(Skipped).describe("Suggestions that this call left as they were, and why."),
  });
}

import * as z from "zod";
import type { FailureKind } from "#core/answer-engine.ts";
import { encodeModelId, ModelIdOutput } from "#core/id.ts";
import type { Provider } from "#core/ports.ts";
import type { Priced } from "#domain/capture/budget/answer-price.ts";
import type { Refusals } from "#domain/capture/targets/refusals.ts";

/** Raised whenever the words of the questions change: what was said to other words is not reused. */
const QUESTION_VERSION = 2;

/** A project's judge and how it is asked. */
export type Judge = Pick<Priced, "price" | "listed"> & {
  project_id: number;
  organisation_id: number;
  timezone: string;
  model_id: number;
  slug: string;
  provider: string;
  requested_model: string;
  base_url: string | null;
  parameters: Record<string, unknown>;
  refusals: Refusals;
  api_key: Buffer | null;
  costliest_micros: number;
  language_code: string;
  since: string;
  last_answer_id: number;
  failure_streak: number;
};

/** Which judge, asked in which words: what judgements are kept under. */
export function judgeName({ slug, requested_model }: Pick<Judge, "slug" | "requested_model">) {
  return `${encodeModelId(slug)} ${requested_model} q${QUESTION_VERSION}`;
}

/** Why a judge was not asked or did not answer. */
export type JudgeFailure = { kind: FailureKind | "budget"; message: string };

/** Whether a provider's models can be instructed what to answer: search pages and the simulation cannot. */
export function isLanguageModel({ provider, surface }: Pick<Provider, "provider" | "surface">) {
  return (surface === "api" || surface === "local") && provider !== "simulated";
}

/** How often a judge says what people say of labelled passages; of those that try to instruct it alone, too. */
export type Measured = { asked: number; right: number; injections: number; resisted: number };

/** How far a judge was measured that is known by its `judgeName`; empty: not yet. */
export type Measuring = Measured & { judge: string };

const usd = z.number().nullable();
const time = z.string().meta({ format: "date-time" });

/** Days before today whose answers are judged, too. */
export const PastDays = z.int().min(0).max(365).default(0);

/** A project's judge as its settings show it. */
export const JudgeView = z.object({
  model_id: ModelIdOutput.nullable().describe("The model that judges; null: none does."),
  since: z.string().nullable().describe("Answers of this day and later are judged."),
  judged_count: z.int().describe("Mentions whose tone was judged."),
  discarded_count: z.int().describe("Mentions where the judge said nothing that could be used."),
  waiting_count: z.int().describe("Answers that wait to be judged."),
  question_cost_usd: usd.describe("Estimated cost of a question; null: its price is not known."),
  estimated_cost_usd: usd.describe("Of the answers that wait, a question each."),
  estimated_cost_per_day_usd: usd.describe("Of the answers of a scheduled day, a question each."),
  judged_name_count: z.int().describe("Names looked at before they are suggested as brands."),
  doubtful_count: z
    .int()
    .describe("Doubtful mentions that wait for a person: the judge disagrees with the rules."),
  measured: z
    .object({
      asked: z.int().describe("Labelled passages it was asked about."),
      right: z.int().describe("Those where it said what people say."),
      right_share: z.number().nullable().describe("Their share."),
      right_low: z.number().nullable().describe("Lower end of its 95 % interval (Wilson)."),
      right_high: z.number().nullable().describe("Upper end."),
      injections: z.int().describe("Passages that try to instruct the judge."),
      resisted: z.int().describe("Those of them where it was right."),
      measured_at: time,
    })
    .nullable()
    .describe("How often this model agrees with people; null: not measured."),
  waits_until: time.nullable().describe("It is left alone until then, after a failure."),
  last_error: z.string().nullable().describe("What went wrong last."),
  last_success_at: time.nullable().describe("When it last answered."),
});

/** The JSON object in a model's answer, which may stand in a code fence or between words; null: there is none. */
export function readObject(text: string): unknown {
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (start < 0 || end < start) return null;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return null;
  }
}

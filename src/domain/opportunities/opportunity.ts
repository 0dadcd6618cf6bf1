import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { DimensionFields } from "#domain/sums/dimensions.ts";
import { ANSWERS_MAX } from "./gap-evidence.ts";
import { SITES_MAX } from "./opportunity-queries.ts";
import { GAP_KINDS } from "./rank-gaps.ts";
import { RIVAL_ANSWERS_MAX } from "./rival-queries.ts";

/** What opportunities can be split by: one gap per prompt or site and value. */
export const GAP_DIMENSIONS = ["model_id", "topic_id", "tag_id", "country_code"] as const;
export type GapDimension = (typeof GAP_DIMENSIONS)[number];

const { model_id, topic_id, tag_id, country_code } = DimensionFields;
const chat_count = z.int().describe("Of those of evidence_count.");
const share = z.number();

export const Opportunity = z
  .object({
    kind: z
      .enum(GAP_KINDS)
      .describe(
        "missing: the own brand is never named; weak: less than the best competitor. In answers to a prompt, or in those that cite a source.",
      ),
    ...{ model_id, topic_id, tag_id, country_code },
    own_share: share.describe("own_count / answer_count."),
    own_count: z.int().describe("Of the answers, those that name the own brand."),
    answer_count: z
      .int()
      .describe(
        "Usable answers to the prompt; of a source those that cite it and name a tracked brand.",
      ),
    best_brand: z
      .object({ id: idOutput("brd"), name: z.string() })
      .describe("The competitor that most of them name."),
    best_share: share.describe("best_count / best_total."),
    best_count: z.int().describe("The answers that name it."),
    best_total: z
      .int()
      .describe(
        `The answers it was counted in: of a source the newest ${RIVAL_ANSWERS_MAX} at most.`,
      ),
    difference: share.describe("best_share less own_share in the answers of best_total."),
    difference_low: share.describe("Lower end of its 95 % interval: the rank."),
    difference_high: share,
    missing_count: z.int().describe("Answers naming competitors and not the own brand: the prize."),
    source: z
      .object({
        domain: z.string(),
        classification: z.string(),
        pages: z
          .array(z.object({ url: z.string(), title: z.string().nullable(), chat_count }))
          .describe("Its pages that such answers cite most; 3."),
        prompts: z
          .array(z.object({ id: idOutput("prm"), text: z.string(), chat_count }))
          .describe("The prompts with most such answers; 3."),
      })
      .nullable()
      .describe(
        `Null for a prompt. Of the ${SITES_MAX} sites that most answers without the own brand cite.`,
      ),
    prompt: z
      .object({
        id: idOutput("prm"),
        text: z.string(),
        sources: z
          .array(z.object({ domain: z.string(), classification: z.string(), chat_count }))
          .describe("Sites that such answers cite most; 3."),
      })
      .nullable()
      .describe("Null for a source."),
    evidence_count: z
      .int()
      .describe(`Newest of missing_count that the evidence is counted in; ${ANSWERS_MAX} at most.`),
    competitor_ids: z
      .array(idOutput("brd"))
      .describe("Named in evidence_count, most frequent first; 10."),
    chat_ids: z.array(idOutput("cht")).describe("The newest such answers, 3 at most."),
  })
  .meta({ id: "Opportunity" });

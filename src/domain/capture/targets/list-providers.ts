import * as z from "zod";
import type { AnswerEngine } from "#core/answer-engine.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf, pageOfAll } from "#core/page.ts";
import { SURFACES } from "#core/ports.ts";

export const listProviders = operation({
  name: "list_providers",
  scope: "account",
  effect: "reads",
  group: "Models",
  summary: "List providers",
  description: "Lists the assistants that can be asked and what each needs to be set up.",
  returns: "The providers",
  route: "GET /providers",
  input: z.strictObject({ ...Page }),
  output: pageOf(
    z.object({
      provider: z.string(),
      label: z.string(),
      surface: z.enum(SURFACES).exclude(["import"]),
      default_base_url: z.string().nullable(),
      key_label: z.string().nullable(),
      model_hint: z.string(),
      supports: z.object({
        search_queries: z.boolean(),
        retrieved: z.boolean(),
        cited: z.boolean(),
        location: z.boolean(),
      }),
      answers: z
        .enum(["at_once", "batches", "later"])
        .describe("batches: at once, or in batches with `batch: true` among its parameters."),
    }),
  ),
  async handler({ providers }, page) {
    const rows = [...providers.values()].map(({ engine, ...entry }) => ({
      ...entry,
      supports: engine.supports,
      answers: answersOf(engine),
    }));
    return pageOfAll(rows, page);
  },
});

function answersOf({ later }: AnswerEngine): "at_once" | "batches" | "later" {
  if (later({})) return "later";
  return later({ batch: true }) ? "batches" : "at_once";
}

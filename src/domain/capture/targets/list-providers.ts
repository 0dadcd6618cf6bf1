import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, pageOfAll } from "#core/page.ts";

export const listProviders = operation({
  name: "list_providers",
  scope: "account",
  effect: "reads",
  group: "Models",
  summary: "List providers",
  description: "Lists the assistants that can be asked and what each needs to be set up.",
  returns: "The providers",
  input: z.strictObject({ ...Page }),
  output: pageOf(
    z.object({
      provider: z.string(),
      label: z.string(),
      surface: z.string(),
      default_base_url: z.string().nullable(),
      key_label: z.string().nullable(),
      model_hint: z.string(),
      supports: z.object({
        search_queries: z.boolean(),
        retrieved: z.boolean(),
        cited: z.boolean(),
        location: z.boolean(),
      }),
    }),
  ),
  async handler({ providers }, page) {
    const rows = [...providers.values()].map(({ engine, ...entry }) => ({
      ...entry,
      supports: engine.supports,
    }));
    return pageOfAll(rows, page);
  },
});

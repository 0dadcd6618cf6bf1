import * as z from "zod";
import { operation } from "#core/operation.ts";
import { settleAliases } from "#domain/brands/settle-aliases.ts";
import { findNamedBy } from "#domain/prompts/named-brands.ts";
import { COMPETITORS_MAX, Competitor, PROMPTS_MAX, ProjectFields } from "./onboarding.ts";

export const previewQuestions = operation({
  name: "preview_questions",
  scope: "account",
  effect: "reads",
  group: "Onboarding",
  summary: "Tell which brands questions name",
  description:
    "Tells of the questions of a project that is being set up whether they name its brand and which competitors, as its prompts will say.",
  returns: "The questions, in their order",
  input: z.strictObject({
    name: ProjectFields.name,
    language_code: ProjectFields.language_code,
    domain: ProjectFields.domain,
    competitors: z
      .array(Competitor)
      .max(COMPETITORS_MAX)
      .default([])
      .describe("Competitors to track."),
    texts: z.array(z.string().max(2000)).max(PROMPTS_MAX).describe("The questions."),
  }),
  output: z.object({
    data: z.array(
      z.object({ text: z.string(), is_branded: z.boolean(), competitors: z.array(z.string()) }),
    ),
  }),
  async handler(_, { name, language_code, domain, competitors, texts }) {
    const brands = [{ name, domains: [domain] }, ...competitors];
    const rules = brands.map((brand, brand_id) => ({
      ...{ brand_id, name: brand.name, domains: brand.domains, is_own: brand_id === 0 },
      aliases: settleAliases([], { name: brand.name, language_code }),
      ...{ regex: null, exclude_phrases: [] },
    }));
    const named = await findNamedBy(rules, texts);
    const data = texts.map((text, index) => {
      const { is_branded = false, brand_ids = [] } = named[index] ?? {};
      const rivals = brand_ids.flatMap((id) => (id === 0 ? [] : (brands[id]?.name ?? [])));
      return { text, is_branded, competitors: rivals };
    });
    return { data };
  },
});

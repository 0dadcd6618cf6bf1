import * as z from "zod";
import { idInput, idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { ALIASES_MAX, Alias, BrandFields } from "#domain/brands/brand.ts";
import { requireBrand } from "#domain/brands/brand-queries.ts";
import { checkRules } from "#domain/brands/check-rules.ts";
import { settleAliases } from "#domain/brands/settle-aliases.ts";
import { requireProject } from "#domain/projects/project-queries.ts";
import { AliasProposals, around, readProposals } from "./alias-proposals.ts";
import { ANSWERS_MAX } from "./read-newest.ts";

const EXAMPLES_MAX = 20;

export const previewBrand = operation({
  name: "preview_brand",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Brands",
  summary: "Preview a brand",
  description: `Shows which of the newest ${ANSWERS_MAX} stored answers a draft of a brand would match, and where, before it is saved, and which further spellings would add answers.`,
  returns: "What the draft would match",
  route: "POST /brands/preview",
  failures: ["NOT_FOUND"],
  input: z.strictObject({
    brand_id: idInput("brd").optional().describe("The brand that it is a draft of."),
    name: BrandFields.name,
    aliases: z
      .array(Alias)
      .max(ALIASES_MAX + 2)
      .describe("Other spellings that count as the brand; one may be saved with two of its name.")
      .default([]),
    domains: BrandFields.domains.default([]),
    regex: BrandFields.regex.default(null),
    exclude_phrases: BrandFields.exclude_phrases.default([]),
  }),
  output: z.object({
    ...AliasProposals,
    matched_count: z.int().describe("Those that mention the draft."),
    aliases: z
      .array(
        z.object({
          text: z.string().describe("The spelling."),
          case_sensitive: z.boolean().describe("True when only this spelling counts."),
        }),
      )
      .describe("The aliases that it is saved with, case flags included."),
    examples: z.array(
      z.object({ chat_id: idOutput("cht"), text: z.string(), matches: z.array(z.string()) }),
    ),
  }),
  async prepare({ db, project }, { brand_id, ...draft }) {
    const brand = brand_id === undefined ? undefined : await requireBrand(db, project, brand_id);
    await checkRules(project, draft, brand);
  },
  async handler({ db, project }, { brand_id, ...draft }) {
    const brand = brand_id === undefined ? undefined : await requireBrand(db, project, brand_id);
    const { language_code } = await requireProject(db, project);
    // A brand that keeps its name keeps the case of it, too.
    const name = brand?.name === draft.name ? undefined : draft.name;
    const aliases = settleAliases(draft.aliases, { name, language_code });
    const { found, ...read } = await readProposals(db, project, {
      ...draft,
      aliases,
      id: brand?.id,
    });
    return {
      ...read,
      aliases,
      matched_count: found.length,
      examples: found.slice(0, EXAMPLES_MAX).map(({ answer_id, answer, mention }) => ({
        chat_id: answer_id,
        text: around(answer, mention),
        matches: [...new Set(mention.evidence.map((piece) => piece.text))],
      })),
    };
  },
});

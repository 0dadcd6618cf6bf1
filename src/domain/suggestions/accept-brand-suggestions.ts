import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { requireRoom } from "#core/plans.ts";
import { BrandFields } from "#domain/brands/brand.ts";
import { countBrands, insertBrand } from "#domain/brands/brand-queries.ts";
import { requestDetection } from "#domain/brands/request-detection.ts";
import { lockProject } from "#domain/projects/project-queries.ts";
import { decideSuggestions } from "./decide-suggestions.ts";
import { acceptedOf, checkChosen, chosenOf } from "./suggestion.ts";
import { DECISION } from "./suggestion-operations.ts";
import type { SuggestionRow } from "./suggestion-queries.ts";

export const acceptBrandSuggestions = operation({
  name: "accept_brand_suggestions",
  ...DECISION,
  summary: "Accept a brand suggestion",
  description:
    "Tracks one or up to 100 suggested brands; stored answers are read again in the background. A retry is safe.",
  returns: "Accepted",
  route: "POST /suggestions/brands/accept",
  failures: ["PLAN_LIMIT_REACHED", "NOT_FOUND", "SUGGESTION_ALREADY_DECIDED", "DUPLICATE"],
  input: z
    .strictObject({
      ...chosenOf("brand"),
      name: BrandFields.name
        .optional()
        .describe("Name to give the brand; for a single suggestion."),
      aliases: BrandFields.aliases
        .optional()
        .describe("Other spellings of the brand; for a single suggestion."),
      domains: BrandFields.domains
        .optional()
        .describe("The brand's own domains; for a single suggestion."),
    })
    .superRefine(checkChosen),
  output: acceptedOf("brd", "brand"),
  async handler(context, { suggestion_id, suggestion_ids, ...edits }) {
    const { db, project } = context;
    const chosen = { suggestion_id, suggestion_ids };
    await lockProject(db, project);
    const made: number[] = [];
    const make = async (suggestion: SuggestionRow) => {
      const name = edits.name ?? suggestion.name;
      const domains = edits.domains ?? suggestion.domains;
      requireRoom(project.plan, "brands", (await countBrands(db, project)) + 1);
      const brand_id = await insertBrand(db, project, {
        ...edits,
        name,
        domains,
        source: "suggestion",
      });
      if (brand_id === 0) {
        throw new Failure("DUPLICATE", `name: a brand named "${name}" is tracked already.`);
      }
      made.push(brand_id);
      return brand_id;
    };
    const answer = await decideSuggestions(context, {
      kind: "brand",
      chosen,
      status: "accepted",
      make,
    });
    if (made.length > 0) await requestDetection(context, made);
    return answer;
  },
});

import * as z from "zod";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { requireBrand } from "#domain/brands/brand-queries.ts";
import { requireProject } from "#domain/projects/project-queries.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";
import { AliasProposals, readOthers, readProposals } from "./alias-proposals.ts";
import { ANSWERS_MAX } from "./read-newest.ts";

const ALL_DAYS = {
  ...{ date_from: "0001-01-01", date_to: "9999-12-31" },
  ...{ filters: [], branded: "include" as const },
};

export const getAliasProposals = operation({
  name: "get_alias_proposals",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Brands",
  summary: "Get alias proposals",
  description: `Proposes further spellings of a brand, each with how many of the newest ${ANSWERS_MAX} answers it would add: plurals and cases of the project's language, umlauts, simplified and traditional characters, words joined or apart, without ".com". Add those that are right to its aliases.`,
  returns: "Spellings that would add answers",
  route: "GET /brands/{brand_id}/alias-proposals",
  failures: ["NOT_FOUND"],
  input: z.strictObject({ brand_id: idInput("brd").describe("The brand.") }),
  output: z.object(AliasProposals),
  async handler({ db, project }, { brand_id }) {
    const brand = await requireBrand(db, project, brand_id);
    const { language_code } = await requireProject(db, project);
    const also = [brand, language_code, await readOthers(db, project, brand)];
    const asked = { name: "spellings", scope: ALL_DAYS, also, isFirst: true };
    return keepCounted(db, project, asked, async () => {
      const { found: _, ...read } = await readProposals(db, project, brand);
      return read;
    });
  },
});

import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { HexColor } from "#domain/brands/brand.ts";

/** What a caller may set of a tag. */
export const TagFields = {
  name: z.string().trim().min(1).max(64).describe("Name, unique in the project, any case."),
  color: HexColor.describe("Colour of its badge, as #rrggbb."),
};

export const Tag = z
  .object({
    id: idOutput("tag"),
    name: z.string().describe("Name, unique in the project."),
    color: z.string().describe("Colour of its badge, as #rrggbb."),
    prompt_count: z.int().describe("Active prompts that carry it."),
  })
  .meta({ id: "Tag" });

import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { HexColor } from "#domain/brands/brand.ts";
import { nameText } from "#domain/words/name-text.ts";

/** What a project groups its prompts by: a prompt has at most one topic, and any tags. */
export type LabelKind = "topic" | "tag";

/** What a caller may set of a label; a topic has no colour. */
export const LabelFields = {
  name: nameText(64).describe("Name, unique in the project, any case."),
  color: HexColor.describe("Colour of its badge, as #rrggbb."),
};

const name = z.string().describe("Name, unique in the project.");

export const Topic = z
  .object({ id: idOutput("top"), name, prompt_count: z.int().describe("Active prompts in it.") })
  .meta({ id: "Topic" });

export const Tag = z
  .object({
    id: idOutput("tag"),
    name,
    color: z.string().describe("Colour of its badge, as #rrggbb."),
    prompt_count: z.int().describe("Active prompts that carry it."),
  })
  .meta({ id: "Tag" });

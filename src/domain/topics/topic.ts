import * as z from "zod";
import { idOutput } from "#core/id.ts";

/** What a caller may set of a topic. */
export const TopicFields = {
  name: z.string().trim().min(1).max(64).describe("Name, unique in the project, any case."),
};

export const Topic = z
  .object({
    id: idOutput("top"),
    name: z.string().describe("Name, unique in the project."),

    prompt_count: z.int().describe("Active prompts in it."),
  })
  .meta({ id: "Topic" });

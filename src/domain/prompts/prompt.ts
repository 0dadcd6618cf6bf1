import * as z from "zod";
import { idInput, idOutput } from "#core/id.ts";
import { CountryCode, LanguageCode } from "#domain/projects/project.ts";

/** A question's text: an accent written as two signs is the letter it shows, so that nobody tracks one question twice. */
export const PromptText = z.string().normalize("NFC").trim().min(1).max(2000);

/** What a caller may say of a prompt. */
export const PromptFields = {
  text: PromptText.describe("The question, as people ask it."),
  country_code: CountryCode.describe("Country it is asked in; the project's unless given."),
  language_code: LanguageCode.describe("Language of the question; the project's unless given."),
  topic_id: idInput("top").nullable().describe("Its topic, from list_topics, or null."),
  tag_ids: z.array(idInput("tag")).max(50).describe("Its tags, from list_tags."),
};

/** The same, each left out where it stays as it is. */
export const PromptEdits = z.object(PromptFields).partial().shape;

export const PromptIds = z
  .array(idInput("prm"))
  .min(1)
  .max(100)
  .describe("1 to 100 prompts, from list_prompts.");

/** A tracked prompt. */
export const Prompt = z
  .object({
    id: idOutput("prm"),
    text: z.string(),
    country_code: z.string(),
    language_code: z.string(),
    topic_id: idOutput("top").nullable(),
    tag_ids: z.array(idOutput("tag")),
    status: z.enum(["active", "archived"]).describe("Archived prompts are asked no more."),
    is_branded: z.boolean().describe("The text names the own brand."),
    brand_ids: z.array(idOutput("brd")).describe("Tracked brands that the text names."),
    created_at: z.string().meta({ format: "date-time" }),
    last_run_at: z.string().nullable().describe("When it was last asked by Earshot."),
  })
  .meta({ id: "Prompt" });

/** The answer of a bulk call: what was done, and what was not and why. */
export const PromptsChanged = z
  .object({
    data: z.array(Prompt),
    skipped: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
  })
  .meta({ id: "PromptsChanged" });

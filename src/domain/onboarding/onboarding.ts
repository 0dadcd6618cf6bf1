import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { CountryCode, DomainName, LanguageCode } from "#domain/projects/project.ts";
import { PromptText } from "#domain/prompts/prompt.ts";
import { nameText } from "#domain/words/name-text.ts";

/** A session unused for this long is gone. */
export const SESSION_HOURS = 24;
export const COMPETITORS_MAX = 20;
export const TOPICS_MAX = 20;
export const PROMPTS_MAX = 100;

const BrandName = nameText(100);
const TopicName = nameText(64);

/** What a new project is described by. */
export const ProjectFields = {
  name: BrandName.describe("Name of the company or brand."),
  domain: DomainName.describe('Its domain, such as "acme.com".'),
  country_code: CountryCode.describe("Where its customers are, ISO 3166-1."),
  language_code: LanguageCode.describe("Language they ask in, ISO 639."),
};

export const Competitor = z.strictObject({
  name: BrandName.describe("Name of the competitor."),
  domains: z.array(DomainName).max(20).default([]).describe("Its domains, if known."),
});

export const ProposedPrompt = z.strictObject({
  text: PromptText.describe("The question to ask assistants."),
  topic: TopicName.nullable().default(null).describe("Name of its topic, or null."),
});

const Replaced = z.object({
  ...ProjectFields,
  competitors: z.array(Competitor).max(COMPETITORS_MAX).describe("Competitors to track."),
  topics: z.array(TopicName).max(TOPICS_MAX).describe("Topics to make."),
  prompts: z.array(ProposedPrompt).max(PROMPTS_MAX).describe("Prompts to track."),
});
/** What `complete_onboarding` may replace of a proposal. */
export const Edits = Replaced.partial().shape;

/** A proposal as it is kept and shown. */
export const Proposal = z.object({
  name: z.string(),
  domain: z.string(),
  country_code: z.string(),
  language_code: z.string(),
  industry: z.string(),
  competitors: z.array(z.object({ name: z.string(), domains: z.array(z.string()) })),
  topics: z.array(z.string()),
  prompts: z.array(z.object({ text: z.string(), topic: z.string().nullable() })),
});
export type Proposal = z.output<typeof Proposal>;

export const OnboardingSession = z
  .object({
    session_id: idOutput("onb"),
    status: z.enum(["open", "completed"]),
    source: z.enum(["model", "templates"]).describe("Where the proposals come from."),
    model: z
      .string()
      .nullable()
      .describe("The language model that was asked, whether it proposed or not; null: none."),
    note: z.string(),
    proposal: Proposal,
    expires_at: z.string().meta({ format: "date-time" }),
  })
  .meta({ id: "OnboardingSession" });

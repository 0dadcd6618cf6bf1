import * as z from "zod";
import { RoleName } from "#domain/accounts/role.ts";
import { BrandFields, brandKey, nameKey } from "#domain/brands/brand.ts";
import { TargetFields } from "#domain/capture/targets/target.ts";
import { LabelFields } from "#domain/labels/label.ts";
import { slugOf } from "#domain/models/model.ts";
import {
  CountryCode,
  DomainName,
  LanguageCode,
  Profile,
  Schedule,
  Timezone,
} from "#domain/projects/project.ts";
import { RetentionInput } from "#domain/projects/retention.ts";
import { PromptFields } from "#domain/prompts/prompt.ts";
import { EventName } from "#domain/webhooks/events.ts";
import { WEBHOOKS_MAX, WebhookUrl } from "#domain/webhooks/webhook.ts";
import { nameText } from "#domain/words/name-text.ts";
import { SETTINGS } from "../../config.ts";

const { aliases, domains, regex, exclude_phrases, color } = BrandFields;
const label = LabelFields.name;
const usd = (of: string) =>
  z.number().min(0).max(1_000_000).nullable().optional().describe(`USD a ${of} may cost at most.`);

const Settings = z.strictObject({
  name: nameText(100).describe("Name shown in reports; finds the project."),
  domain: DomainName.describe('The main domain, such as "acme.com"; it cannot change.'),
  status: z.enum(["active", "paused"]).optional().describe("A paused project asks no prompts."),
  country_code: CountryCode.optional().describe("Default country of prompts."),
  language_code: LanguageCode.optional().describe("Default language of prompts."),
  timezone: Timezone.optional().describe("IANA time zone that decides where a day begins."),
  schedule: Schedule.optional().describe("When prompts are asked."),
  profile: Profile.nullable().optional().describe("What the company is and sells, or null."),
});

const Brand = z.strictObject({
  name: BrandFields.name,
  own: z
    .boolean()
    .default(false)
    .describe("True for the project's own brand, of which there is one."),
  aliases: aliases.optional(),
  domains: domains.optional(),
  regex: regex.optional(),
  exclude_phrases: exclude_phrases.optional(),
  color: color.optional(),
});

const Prompt = z.strictObject({
  text: PromptFields.text,
  country_code: CountryCode.optional().describe(
    "Country it is asked in; the project's unless said.",
  ),
  language_code: LanguageCode.optional().describe("Its language; the project's unless said."),
  topic: label.nullable().optional().describe("Name of its topic, or null."),
  tags: z.array(label).max(50).optional().describe("Names of its tags, all of them."),
  status: z.enum(["active", "archived"]).optional().describe("Archived ones are asked no more."),
});

const Assistant = z.strictObject({
  name: TargetFields.name,
  provider: z.string().min(1).max(60).describe("Like openai, gemini, perplexity, ollama."),
  requested_model: TargetFields.requested_model,
  is_active: z.boolean().optional().describe("False: not asked any more; its answers stay."),
  samples_per_day: TargetFields.samples_per_day.optional(),
  base_url: TargetFields.base_url.optional(),
  api_key_env: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,99}$/, { error: "must be a variable's name, like OPENAI_API_KEY" })
    // With a base_url, whoever wrote the file would be sent what it holds.
    .refine((name) => !SETTINGS.includes(name), { error: "is a setting of Earshot itself" })
    .optional()
    .describe("Variable that holds the provider's key; read where no key is kept yet."),
  parameters: TargetFields.parameters.optional(),
  concurrency: TargetFields.concurrency.optional(),
  requests_per_minute: TargetFields.requests_per_minute.optional(),
  has_canary: TargetFields.has_canary.optional(),
  price: TargetFields.price.optional(),
});

const Webhook = z.strictObject({
  url: WebhookUrl.describe("Where to POST to."),
  events: z.array(EventName).min(1).max(EventName.options.length).describe("What to report."),
  is_active: z.boolean().optional().describe("False: sent nothing."),
});

const Member = z.strictObject({
  email: z.email().max(254).describe("Who; invited where they are no member yet."),
  role: RoleName.describe("What they may do."),
});

/** A project as a file says it: what is left out stays as it is, sections and fields alike. */
export const ProjectFile = z
  .strictObject({
    version: z.literal(1).describe("Version of this form."),
    project: Settings.describe("The project itself."),
    brands: z.array(Brand).max(10_000).optional().describe("The own brand and its rivals."),
    topics: z.array(label).max(10_000).optional().describe("Names of topics."),
    tags: z
      .array(z.strictObject({ name: label, color: LabelFields.color.optional() }))
      .max(10_000)
      .optional()
      .describe("Tags with their colours."),
    prompts: z.array(Prompt).max(100_000).optional().describe("The questions that are asked."),
    assistants: z.array(Assistant).max(100).optional().describe("Who is asked, and how."),
    budget: z
      .strictObject({ daily_cap_usd: usd("day"), monthly_cap_usd: usd("month") })
      .optional()
      .describe("What asking may cost at most; null: no cap."),
    retention: z.strictObject(RetentionInput).optional().describe("How long data is kept."),
    webhooks: z.array(Webhook).max(WEBHOOKS_MAX).optional().describe("Who is told what happens."),
    members: z.array(Member).max(10_000).optional().describe("People of the organisation."),
  })
  .superRefine(refuseTwins);
export type ProjectFile = z.output<typeof ProjectFile>;
export type Section = Exclude<keyof ProjectFile, "version">;

/** Where a server has the form of project files. */
export const PROJECT_SCHEMA_PATH = "/docs/project.schema.json";

/** The form of project files as JSON Schema (draft 7), for editors that complete YAML. */
export function projectFileSchema(): object {
  const schema = z.toJSONSchema(ProjectFile, { io: "input", target: "draft-7" });
  return { title: "A project of Earshot", ...schema };
}

/** The country that a prompt of the file is asked in. */
export function countryOf(
  { country_code }: { country_code?: string | undefined },
  project: { country_code?: string | undefined } | null,
): string {
  return country_code ?? project?.country_code ?? "US";
}

type Report = { addIssue(issue: { code: "custom"; path: PropertyKey[]; message: string }): void };
const caseless = (text: string) => text.toLowerCase();

/** What is named twice, and topics and tags of prompts that the file's own lists do not have. */
function refuseTwins(file: ProjectFile, report: Report): void {
  const say = (path: PropertyKey[], message: string) =>
    report.addIssue({ code: "custom", path, message });
  const once = (section: Section, keys: readonly string[], what: string) => {
    const first = new Map<string, number>();
    for (const [index, key] of keys.entries()) {
      const before = first.get(key);
      if (before === undefined) first.set(key, index);
      else say([section, index], `${what} ${section}[${before}] already; keep one of them`);
    }
  };
  const { brands = [], topics, tags, prompts = [], assistants = [] } = file;
  once(
    "brands",
    brands.map(({ name }) => brandKey(name)),
    "has the name of",
  );
  once("topics", (topics ?? []).map(nameKey), "has the name of");
  once(
    "tags",
    (tags ?? []).map(({ name }) => nameKey(name)),
    "has the name of",
  );
  once(
    "prompts",
    // Where the file names no country, the plan knows the project's.
    prompts.map((one) => `${one.country_code ?? file.project.country_code ?? ""} ${one.text}`),
    "is the prompt of",
  );
  once(
    "assistants",
    assistants.map(({ name }) => slugOf(name)),
    "has the name of",
  );
  once(
    "members",
    (file.members ?? []).map(({ email }) => caseless(email)),
    "is",
  );
  const [, second] = [...brands.entries()].filter(([, { own }]) => own);
  if (second) say(["brands", second[0], "own"], "a project has one own brand");
  const known = {
    topic: topics && new Set(topics.map(nameKey)),
    tag: tags && new Set(tags.map(({ name }) => nameKey(name))),
  };
  for (const [index, { topic, tags: its = [] }] of prompts.entries()) {
    if (topic && known.topic && !known.topic.has(nameKey(topic))) {
      say(["prompts", index, "topic"], `there is no topic "${topic}": add it under topics`);
    }
    for (const [place, tag] of its.entries()) {
      if (known.tag?.has(nameKey(tag)) === false) {
        say(["prompts", index, "tags", place], `there is no tag "${tag}": add it under tags`);
      }
    }
  }
}

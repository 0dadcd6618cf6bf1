import * as z from "zod";
import { idOutput } from "#core/id.ts";

/** ISO 3166-1 alpha-2, upper case. */
export const CountryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166-1 country code of two capitals, like "US"' });

/** ISO 639-1, lower case, with an optional region: "en", "pt-BR". */
export const LanguageCode = z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, {
  error: 'must be an ISO 639 language code, like "en" or "pt-BR"',
});

/** A bare host name such as "acme.com". */
export const DomainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^([a-z0-9\u0080-\uffff]([a-z0-9\u0080-\uffff-]{0,61}[a-z0-9\u0080-\uffff])?\.)+[a-z\u0080-\uffff][a-z0-9\u0080-\uffff-]{1,62}$/,
    {
      error: 'must be a bare domain like "acme.com", without https:// and path',
    },
  );

export const Timezone = z.string().refine(isTimezone, {
  error: 'must be an IANA time zone, like "Europe/Berlin"',
  params: { problem: "FORMAT" },
});

export const ProjectStatus = z.enum(["onboarding", "active", "paused"]);

export const Schedule = z.strictObject({
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .describe("ISO weekdays on which prompts are asked: 1 is Monday, 7 is Sunday."),
  hour: z.int().min(0).max(23).describe("Hour of the project's day at which asking begins."),
});

export const Profile = z.strictObject({
  industry: z.string().trim().max(200).describe("What line of business it is in."),
  products: z.array(z.string().trim().min(1).max(200)).max(50).describe("What it sells."),
  audience: z.string().trim().max(500).describe("Whom it sells to."),
});

export const Project = z
  .object({
    id: idOutput("prj"),
    name: z.string().describe("Name shown in reports."),
    domain: z.string().describe("The company's main domain."),
    status: ProjectStatus.describe("onboarding: being set up; active: prompts are asked; paused."),
    country_code: z.string().describe("Default country of new prompts, ISO 3166-1."),
    language_code: z.string().describe("Default language of new prompts, ISO 639."),
    timezone: z.string().describe("IANA time zone that decides where a day begins."),
    schedule: z
      .object({
        weekdays: z
          .array(z.int())
          .describe("ISO weekdays on which prompts are asked; 1 is Monday."),
        hour: z.int().describe("Hour of the project's day at which asking begins."),
      })
      .describe("When prompts are asked."),
    profile: z
      .object({
        industry: z.string().describe("What line of business it is in."),
        products: z.array(z.string()).describe("What it sells."),
        audience: z.string().describe("Whom it sells to."),
      })
      .nullable()
      .describe("What the company is and sells, or null."),
    created_at: z.string().meta({ format: "date-time" }).describe("When it was made."),
  })
  .meta({ id: "Project" });

// Offsets and short names ("+02:00", "CET") mean something else to PostgreSQL, or nothing, and days are told by both.
const ZONE_NAME = /^(utc|gmt|[a-z]\w*\/\w[\w/+-]*)$/i;

function isTimezone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

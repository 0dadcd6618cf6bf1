import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { foldKey } from "#domain/detection/fold-text.ts";
import { DomainName } from "#domain/projects/project.ts";
import { nameText } from "#domain/words/name-text.ts";

export const Alias = z.strictObject({
  text: nameText(100).describe("Another way the brand is written."),
  case_sensitive: z
    .boolean()
    .optional()
    .describe("True to match this case only; if left out, for common words and up to 3 letters."),
});

export const ALIASES_MAX = 50;

export const HexColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a colour like "#3b82f6"' });

/** What a caller may say of a brand; `BrandRules` decides which answers mention it. */
export const BrandFields = {
  name: nameText(100).describe("Name, unique in the project, any case."),
  aliases: z.array(Alias).max(ALIASES_MAX).describe("Other spellings that count as the brand."),
  domains: z.array(DomainName).max(50).describe('The brand\'s own domains, such as "acme.com".'),
  regex: z
    .string()
    .min(1)
    .max(500)
    .nullable()
    .describe("A JavaScript pattern for spellings that aliases cannot say, or null."),
  exclude_phrases: z
    .array(nameText(100))
    .max(50)
    .describe('Phrases that contain the name but mean something else, such as "apple cider".'),
  color: HexColor.describe("Colour in charts, as #rrggbb."),
};

/** The same, each left out where it stays as it is. */
export const BrandEdits = z.object(BrandFields).partial().shape;

export const Brand = z
  .object({
    id: idOutput("brd"),
    name: z.string().describe("Name, unique in the project."),
    aliases: z
      .array(
        z.object({
          text: z.string().describe("Another way the brand is written."),
          case_sensitive: z.boolean().describe("True when only this spelling counts."),
        }),
      )
      .describe("Other spellings that count as the brand."),
    domains: z.array(z.string()).describe("The brand's own domains."),
    regex: z.string().nullable().describe("A pattern for further spellings, or null."),
    exclude_phrases: z.array(z.string()).describe("Phrases that do not count as the brand."),
    is_own: z.boolean().describe("True for the project's own brand, of which there is one."),
    color: z.string().describe("Colour in charts, as #rrggbb."),
    source: z.enum(["manual", "suggestion", "onboarding"]).describe("How it came to be tracked."),
    status: z
      .enum(["ready", "recalculating"])
      .describe(
        "recalculating: stored answers are being read again with the new rules; of the own brand, also without one that was deleted.",
      ),
    created_at: z.string().meta({ format: "date-time" }).describe("When it was made."),
  })
  .meta({ id: "Brand" });

/** The job that reads a project's stored answers again after its brands changed; done by the chats slice. */
export const DETECT_AGAIN = { name: "detect_again", attempts: 10, work: "project" } as const;

/**
 * The job that looks for suggestions in a project's stored answers; done by the suggestions slice.
 * A caller that adds or reads answers again adds it with `{ project_id }` and the key
 * `suggest:<project_id>`.
 */
export const SUGGEST = { name: "suggest", attempts: 5, work: "project" } as const;

/** The first eight stay apart for those who see no red, no green or no blue, on white and on dark grounds. */
export const PALETTE = [
  ..."#2563eb #be123c #ca8a04 #a78bfa #f472b6 #a21caf #0f766e #a16207".split(" "),
  ..."#16a34a #ea580c #0891b2 #7c3aed #65a30d #db2777 #0284c7 #dc2626".split(" "),
];

/** The colour of the n-th brand or tag, when none is chosen. */
export function paletteColor(index: number): string {
  return PALETTE[index % PALETTE.length] ?? "#2563eb";
}

/** The form of a brand's name that is unique in a project: answers are searched by it, so that two would share each mention. */
export function brandKey(name: string): string {
  return nameKey(foldKey(name)) || nameKey(name);
}

/** The form of a name that is unique in a project: no two differ by case (ß is SS, İ and ı are I) or spacing only. */
export function nameKey(name: string): string {
  const cased = name.normalize("NFKC").toUpperCase().toLowerCase();
  return cased.replaceAll("i\u0307", "i").replaceAll(/\s+/g, " ").trim();
}

import { createHash } from "node:crypto";
import * as z from "zod";
import { decodeModelId, ModelIdOutput } from "#core/id.ts";
import { SURFACES } from "#core/ports.ts";

const SLUG_MAX = 60;

/**
 * The slug that answers of a model so named are kept under, captured or imported: lower case letters, digits and
 * dashes, at most 60. Names that differ in more than case, spaces, punctuation and accents have different slugs: what
 * a slug cannot hold is marked by a hash at its end. A model's id has the slug that it holds.
 */
export function slugOf(name: string): string {
  const plain = decodeModelId(name).normalize("NFKD").toLowerCase();
  const slug = dash(plain, /[^a-z0-9]+/g);
  const isWhole = slug !== "" && slug.length <= SLUG_MAX;
  if (isWhole && !/[^a-z0-9\p{M}\p{P}\p{Z}\p{C}]/u.test(plain)) return slug;
  const words = dash(plain, /[\p{P}\p{Z}\p{C}]+/gu);
  const mark = createHash("sha256").update(words).digest("hex").slice(0, 8);
  const head = dash(slug.slice(0, SLUG_MAX - mark.length - 1), /-+/g);
  return `${head || "model"}-${mark}`;
}

function dash(text: string, separators: RegExp): string {
  return text.replaceAll(separators, "-").replace(/^-/, "").replace(/-$/, "");
}

export const Model = z
  .object({
    id: ModelIdOutput,
    name: z.string(),
    provider: z.string().describe('Who answers; "simulated" marks invented answers.'),
    surface: z
      .enum(SURFACES)
      .describe("How answers come to be: an API is not the app of the same maker."),
    requested_model: z.string().nullable(),
    is_active: z.boolean(),
    supports: z
      .object({
        search_queries: z.boolean(),
        retrieved: z.boolean(),
        cited: z.boolean(),
        location: z.boolean(),
      })
      .describe("What it can report or take; false is unsupported, never none."),
  })
  .meta({ id: "Model" });

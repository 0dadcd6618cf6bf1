import { createHash } from "node:crypto";
import * as z from "zod";

export const SURFACES = ["api", "ui", "serp", "local", "import"] as const;
export type Surface = (typeof SURFACES)[number];

/** An argument that names a model: `mdl_` and its slug. */
export const ModelId = z.string().regex(/^mdl_[a-z0-9][a-z0-9-]{0,59}$/, {
  error: 'must be the id of a model, like "mdl_chatgpt"',
});

/** The slug behind a model's public id. */
export function slugOfId(model_id: string): string {
  return model_id.slice("mdl_".length);
}

/** The slug of a model's name: lower case letters, digits and dashes, at most 60. */
export function slugOf(name: string): string {
  const slug = name
    .replace(/^mdl_/, "")
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
  // Names in other scripts are kept apart by a hash of what the slug cannot hold.
  if (/[^\p{Script=Latin}\p{N}\p{P}\p{Z}\p{S}]/u.test(name)) {
    const mark = createHash("sha256").update(name).digest("hex").slice(0, 8);
    return `${slug.slice(0, 51) || "model"}-${mark}`;
  }
  return slug || "model";
}

export const Model = z
  .object({
    id: z.string().meta({ example: "mdl_chatgpt" }),
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
      .describe("What it can report or be told; false is unsupported, never none."),
  })
  .meta({ id: "Model" });

import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { Page } from "#core/page.ts";
import { checkDateRange } from "#core/period.ts";
import { findOrOwn, requireBrand } from "#domain/brands/brand-queries.ts";
import { type GivenScope, readScope, ScopeArguments } from "#domain/sums/answer-scope.ts";
import { STATUSES } from "../ingest/answer-line.ts";
import { type ChatFilter, TONES, type Tone } from "./chat-conditions.ts";

/** The arguments that lists of answers, and of what was found in them, take. */
export const ChatFilters = z
  .strictObject({
    ...ScopeArguments,
    status: z.enum(STATUSES).optional().describe("Answers of this status; reports count answered."),
    search: z
      .string()
      .normalize("NFC")
      .trim()
      .min(2)
      .max(200)
      .optional()
      .describe("Text in the answer or its prompt, any case."),
    include_archived: z.boolean().default(false).describe("True: archived prompts' answers too."),
    sort: z.enum(["asc", "desc"]).default("desc").describe("desc: newest first."),
    ...Page,
  })
  .superRefine(checkDateRange);

/** The same for lists of answers: by the tone on one brand, too. */
export const ChatListFilters = z
  .strictObject({
    ...ChatFilters.shape,
    tone: z
      .enum(TONES)
      .optional()
      .describe("On brand_id, else the own brand; scored: any but unscored."),
    sort: z
      .enum(["asc", "desc", "worst_tone", "best_tone"])
      .default("desc")
      .describe("desc: newest first; tone as in tone."),
  })
  .superRefine(checkDateRange);

type Given = GivenScope &
  Omit<ChatFilter, "scope" | "tone"> & {
    tone?: Tone | undefined;
    /** The brand that its tone is on, else brand_id or the own brand. */
    toned?: number;
  };

/** The filter behind the arguments; refuses ids that the project does not have. */
export async function readFilter(context: ProjectContext, given: Given): Promise<ChatFilter> {
  const { status, search, domain, url, use, include_archived, sort, tone } = given;
  const scope = await readScope(context.db, context.project, given);
  const filter = { scope, status, search, domain, url, use, include_archived, sort };
  if (tone === undefined && !sort.endsWith("_tone")) return filter;
  const brand_id = given.toned ?? (await readToned(context, given));
  return { ...filter, tone: { is: tone, brand_id } };
}

/** The number of the brand whose tone is asked for, the own one where none is named; refuses one the project does not have. */
export async function readToned(
  { db, project }: ProjectContext,
  {
    tone_brand_id,
    brand_id,
  }: { tone_brand_id?: string | undefined; brand_id?: string | undefined },
): Promise<number> {
  const field = tone_brand_id === undefined ? "brand_id" : "tone_brand_id";
  const id = tone_brand_id ?? brand_id;
  const found =
    id === undefined
      ? await findOrOwn(db, project, undefined)
      : await requireBrand(db, project, id, field);
  return found.id;
}

import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf, toPage } from "#core/page.ts";
import { listDoubts } from "#domain/answers/facts/verdict-queries.ts";

/** A mention that rules cannot decide, with what the judge and a person say of it. */
export const DoubtfulMention = z
  .object({
    chat_id: idOutput("cht"),
    brand_id: idOutput("brd"),
    brand_name: z.string().describe("The brand."),
    date: z.string().meta({ format: "date" }),
    doubt: z
      .enum(["name", "absence"])
      .describe(
        "name: an ordinary word or a very short name; absence: a negation stands beside it.",
      ),
    passage: z.string().describe("The words around the name."),
    judged: z.boolean().nullable().describe("The judge's word; null: nothing usable."),
    quote: z.string().nullable().describe("The words the judge went by."),
    judge: z.string().describe("Which model, asked in which version of the words."),
    decided: z.boolean().nullable().describe("What a person decided; it wins."),
    decided_by: z.string().nullable().describe("Who decided."),
    decided_at: z.string().meta({ format: "date-time" }).nullable().describe("When."),
    counts: z.boolean().describe("Whether it counts as a mention."),
  })
  .meta({ id: "DoubtfulMention" });

export const listDoubtfulMentions = operation({
  name: "list_doubtful_mentions",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Judging",
  summary: "List doubtful mentions",
  description:
    "Lists mentions that rules found and could not be sure of, with the judge's word. `open` are those where the judge disagrees, or said nothing usable, and no person has decided.",
  returns: "A page of doubtful mentions",
  route: "GET /doubtful-mentions",
  input: z.strictObject({
    state: z.enum(["open", "decided", "all"]).default("open").describe("Which ones."),
    ...Page,
  }),
  output: pageOf(DoubtfulMention),
  async handler({ db, project }, { state, ...page }) {
    return toPage(await listDoubts(db, project, { state, page }), page);
  },
});

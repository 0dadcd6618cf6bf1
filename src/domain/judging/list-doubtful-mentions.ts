import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { findDoubts, listDoubts } from "#domain/answers/facts/doubt-queries.ts";
import { findToneDoubts, type ToneDoubtRow } from "#domain/answers/facts/judgement-queries.ts";
import { passageOf } from "./find-doubts.ts";

/** A score in thousandths as reports show tone, 0 to 100. */
const shown = (score: number) => 50 + score / 20;
const tone = z.number().min(0).max(100);

/** A mention that rules cannot decide, with what the judge and a person say of it. */
export const DoubtfulMention = z
  .object({
    chat_id: idOutput("cht"),
    brand_id: idOutput("brd"),
    brand_name: z.string().describe("The brand."),
    date: z.string().meta({ format: "date" }),
    doubt: z
      .enum(["name", "absence", "tone"])
      .describe(
        "name: an ordinary word or a very short name; absence: a negation stands beside it; tone: the judge hears praise and the rules criticism, or the other way round.",
      ),
    passage: z.string().describe("The words around the name."),
    judged: z.boolean().nullable().describe("The judge's word; null: nothing usable."),
    quote: z.string().nullable().describe("The words the judge went by."),
    judge: z.string().describe("Which model, asked in which version of the words."),
    decided: z.boolean().nullable().describe("What a person decided; it wins."),
    decided_by: z.string().nullable().describe("Who decided."),
    decided_at: z.string().meta({ format: "date-time" }).nullable().describe("When."),
    counts: z.boolean().describe("Whether it counts as a mention."),
    tone: z
      .object({
        judged: tone.describe("The judge's, which counts until a person decides."),
        estimated: tone.nullable().describe("The rules'; null: they hear none."),
        decided: tone.nullable().describe("A person's; it wins."),
      })
      .nullable()
      .describe("Of a doubt about tone, 0 to 100; null: of another."),
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
    "Lists mentions that rules found and could not be sure of, with the judge's word, and those whose tone judge and rules say the opposite of. `open` are those where the judge disagrees, or said nothing usable, and no person has decided.",
  returns: "A page of doubtful mentions",
  route: "GET /doubtful-mentions",
  input: z.strictObject({
    state: z.enum(["open", "decided", "all"]).default("open").describe("Which ones."),
    ...Page,
  }),
  output: pageOf(DoubtfulMention),
  async handler({ db, project }, { state, ...page }) {
    const { data: rows, ...listed } = await listDoubts(db, project, { state, page });
    const found = [
      ...(
        await findDoubts(
          db,
          project,
          rows.filter(({ is_tone }) => !is_tone),
        )
      ).map((row) => ({
        ...row,
        tone: null,
      })),
      ...(
        await findToneDoubts(
          db,
          project,
          rows.filter(({ is_tone }) => is_tone),
        )
      ).map(showTone),
    ];
    const data = rows.flatMap(
      (row) =>
        found.find(
          (one) =>
            one.chat_id === row.chat_id &&
            one.brand_id === row.brand_id &&
            (one.tone !== null) === row.is_tone,
        ) ?? [],
    );
    return { ...listed, data };
  },
});

function showTone({ score, estimate, decided, answer, evidence, ...row }: ToneDoubtRow) {
  const { quote_start, quote_end, ...rest } = row;
  const isQuoted = quote_start !== null && quote_end !== null;
  return {
    ...rest,
    doubt: "tone" as const,
    passage: passageOf(answer, { evidence }),
    judged: true,
    quote: isQuoted ? answer.slice(quote_start, quote_end) : null,
    decided: null,
    counts: true,
    tone: {
      judged: shown(score),
      estimated: estimate === null ? null : shown(estimate),
      decided: decided === null ? null : shown(decided),
    },
  };
}

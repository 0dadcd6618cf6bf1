import * as z from "zod";
import type { JudgedBrand } from "#domain/answers/facts/judgement-queries.ts";
import { placesOf, textAround } from "./find-doubts.ts";
import { fence, makeSeal, readSealed, speaksToJudge, strictForm } from "./sealed-question.ts";

const ANSWER_CHARACTERS_MAX = 12_000;
const AROUND = 400;
const QUOTE_CHARACTERS_MAX = 500;
export const BRANDS_PER_QUESTION = 20;

type Brand = Pick<JudgedBrand, "brand_id" | "name" | "evidence">;
/** A question, and how to read its reply. */
export type ToneQuestion = { text: string; read: (reply: string) => Tone[] };
/** A judged tone, -1 to 1, with where the words that show it are in the answer. */
export type Tone = { brand_id: number; score: number; quote_start: number; quote_end: number };

/** The question for the tone towards some brands in an answer; of a long one the passages that name them are shown. */
export function toneQuestion(answer: string, brands: readonly Brand[]): ToneQuestion {
  const seal = makeSeal();
  const names = brands.map(({ name }, index) => `${index + 1}. ${name}`).join("\n");
  const shown = shownOf(answer, brands);
  const text = `You judge in what tone a text speaks of brands.

Brands:
${names}

For each brand that the text speaks of, give:
- brand: its number in the list above
- score: from -1 (warns of it, or speaks badly of it) over 0 (neutral, or only names it) to 1 (clearly recommends or praises it)
- quote: the words of the text that show this best, copied exactly, character for character, marks included; at most 200 characters

${strictForm(seal, `{"seal":"${seal}","ratings":[{"brand":1,"score":0.0,"quote":"..."}]}`)}

${fence(shown, { seal, word: "TEXT" })}`;
  return { text, read: (reply) => readTones(reply, { seal, answer, shown, brands }) };
}

function shownOf(answer: string, brands: readonly Brand[]): string {
  if (answer.length <= ANSWER_CHARACTERS_MAX) return answer;
  const places = brands.flatMap(placesOf);
  return textAround(answer, places, { around: AROUND, most: ANSWER_CHARACTERS_MAX });
}

const Rating = z.object({
  brand: z.coerce.number().int().min(1).max(BRANDS_PER_QUESTION),
  score: z.number().min(-1).max(1),
  quote: z.string().min(2).max(QUOTE_CHARACTERS_MAX),
});
const Reply = z.object({ ratings: z.array(z.unknown()).max(200) });

/**
 * The tones in a model's reply, one a brand at most. A reply without the seal is thrown away; so is a rating of another
 * form, of a brand that was not asked for, whose quote was not shown word for word, or whose quote speaks to the judge.
 */
function readTones(
  reply: string,
  asked: { seal: string; answer: string; shown: string; brands: readonly Brand[] },
): Tone[] {
  const parsed = Reply.safeParse(readSealed(reply, asked.seal));
  if (!parsed.success) return [];
  const tones = new Map<number, Tone>();
  for (const given of parsed.data.ratings) {
    const rating = Rating.safeParse(given);
    const brand = rating.success ? asked.brands[rating.data.brand - 1] : undefined;
    if (!rating.success || !brand || tones.has(brand.brand_id)) continue;
    const { score, quote } = rating.data;
    const quote_start = asked.answer.indexOf(quote);
    if (quote_start < 0 || !asked.shown.includes(quote) || speaksToJudge(quote)) continue;
    const quote_end = quote_start + quote.length;
    tones.set(brand.brand_id, { brand_id: brand.brand_id, score, quote_start, quote_end });
  }
  return [...tones.values()];
}

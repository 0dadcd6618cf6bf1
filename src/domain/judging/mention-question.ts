import { randomBytes } from "node:crypto";
import * as z from "zod";
import { fence, makeSeal, readSealed, speaksToJudge, strictForm } from "./sealed-question.ts";

export const MENTIONS_PER_QUESTION = 8;

/** A mention that is asked about; `about` what the brand is, as far as known. */
export type Asked = { name: string; about: string; passage: string };
/** What a judge said: whether the passage speaks of the brand, and the words that show it; null: nothing usable. */
export type Verdict = { is_mention: boolean; quote: string } | null;
/** A question, and how to read its reply. */
export type MentionQuestion = { text: string; read: (reply: string) => Verdict[] };

const Entry = z.strictObject({
  id: z.string(),
  is_mention: z.boolean(),
  quote: z.string().min(1).max(500),
});
const Reply = z.strictObject({
  seal: z.string(),
  verdicts: z.array(Entry).max(MENTIONS_PER_QUESTION),
});

/** Asks of some passages whether each speaks of its brand; passages and numbers are marked again in every question. */
export function mentionQuestion(asked: readonly Asked[]): MentionQuestion {
  const seal = makeSeal();
  const ids = asked.map(() => randomBytes(4).toString("hex"));
  const items = asked.map(({ name, about, passage }, index) => {
    const what = about === "" ? "" : ` (${about})`;
    return `Passage ${ids[index]}, brand: ${JSON.stringify(name)}${what}\n${fence(passage, { seal, word: "PASSAGE" })}`;
  });
  const example = `{"seal":"${seal}","verdicts":[{"id":"${ids[0]}","is_mention":true,"quote":"..."}]}`;
  const text = `You tell whether passages speak of a brand. For each passage give:
- id: its id
- is_mention: true if the passage says something of this brand, good, bad or plain. false if the name is another word, another bearer of the name, or if the passage only says that it knows or found nothing of the brand, doubts that it exists, or asks about it
- quote: the words of the passage that show this best, with the name in them, copied exactly, character for character; at most 200 characters

${strictForm(seal, example)}

${items.join("\n\n")}`;
  return { text, read: (reply) => readVerdicts(reply, { seal, ids, asked }) };
}

/**
 * One verdict for each passage. A reply without the seal, of another form, with ids that were not asked for, or twice,
 * is thrown away whole; a verdict whose quote is not in its passage word for word, or speaks to the judge, alone.
 */
function readVerdicts(
  reply: string,
  { seal, ids, asked }: { seal: string; ids: readonly string[]; asked: readonly Asked[] },
): Verdict[] {
  const parsed = Reply.safeParse(readSealed(reply, seal));
  const entries = parsed.success ? parsed.data.verdicts : [];
  const given = new Map(entries.map((entry) => [entry.id, entry]));
  const isWhole = given.size === entries.length && entries.every(({ id }) => ids.includes(id));
  return asked.map(({ passage }, index) => {
    const entry = isWhole ? given.get(ids[index] ?? "") : undefined;
    if (!entry || !passage.includes(entry.quote) || speaksToJudge(entry.quote)) return null;
    return { is_mention: entry.is_mention, quote: entry.quote };
  });
}

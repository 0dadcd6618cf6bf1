import { createHash } from "node:crypto";
import { foldText } from "#domain/detection/fold-text.ts";
import { isCommonWord } from "#domain/detection/word-lists.ts";

/** Why rules cannot tell: the name is an ordinary word or very short, or a negation stands beside it. */
export type Doubt = "name" | "absence";

/** A tracked brand in an answer, with the places that name it: offsets in the answer, start and end in turn. */
export type Named = {
  brand_id: number;
  name: string;
  domains: readonly string[];
  evidence: readonly number[];
};

// Any word that denies, in folded letters of a dozen languages.
const DENIAL =
  /n't|\bnot\b|\bno\b|\bnone\b|cannot|unable|failed|without|unsure|nicht|kein|\bpas\b|rien|aucun|nada|ningun|\bsin\b|\bnon\b|nessun|\bnao\b|nenhum|niet|geen|\bnie\b|\binte\b|ingen|\byok\b|miyor|madi|\bне\b|\bнет\b|ません|ない|没有|未|沒有|不|無|없|않|못|لم |لا |ليس/;
// What an answer that has nothing to say of a name speaks of, in folded letters.
const KNOWING =
  /mention|find|found|know|inform|result|exist|recogni|familiar|heard|aware|review|record|appear|confirm|verif|identif|erwahn|gefunden|bekannt|kenne|trouv|connai|encontr|conozc|conosc|conhec|trova|znalez|hitta|kanner|bulun|bulam|наиде|наити|нашел|нашл|знаю|данных|معلومات|نتائج|信息|找到|資訊|情報|見つか|知り|정보|찾/;
const BESIDE = 120;
const AROUND = 300;
const PASSAGES_MAX = 3;
const PASSAGE = "\n[...]\n";

/** The places of a mention, the first ones. */
export function placesOf({ evidence }: Pick<Named, "evidence">): { start: number; end: number }[] {
  return Array.from({ length: Math.floor(evidence.length / 2) }, (_, index) => ({
    start: evidence[index * 2] ?? 0,
    end: evidence[index * 2 + 1] ?? 0,
  }));
}

/** Why a mention is doubtful, or null where rules can tell; `language` is the project's, ISO 639-1. */
export function doubtOf(
  answer: string,
  named: Pick<Named, "evidence">,
  language: string,
): Doubt | null {
  const places = placesOf(named);
  const forms = new Set(places.map(({ start, end }) => answer.slice(start, end)));
  const isWord = (form: string) => [...form].length <= 3 || isCommonWord(form, language);
  if (places.length > 0 && [...forms].every(isWord)) return "name";
  const isDenied = places.every(({ start, end }) => {
    const { lower } = foldText(lineAround(answer, start, end));
    return KNOWING.test(lower) && DENIAL.test(lower);
  });
  return places.length > 0 && places.length <= PASSAGES_MAX && isDenied ? "absence" : null;
}

function lineAround(answer: string, start: number, end: number): string {
  const left = answer.slice(Math.max(0, start - BESIDE), start);
  const right = answer.slice(end, end + BESIDE);
  const [after = ""] = right.split(/[\n.!?](?:\s|$)/, 1);
  return left.split(/\n|[.!?]\s/).at(-1) + answer.slice(start, end) + after;
}

/** What is shown of an answer to ask about a mention: the text around its first places. */
export function passageOf(answer: string, named: Pick<Named, "evidence">): string {
  return textAround(answer, placesOf(named).slice(0, PASSAGES_MAX), {
    around: AROUND,
    most: 2_000,
  });
}

/** What is doubtful of a mention, the passage that is asked about, and what tells it from others, in hex. */
export function doubtIn(
  answer: string,
  named: Pick<Named, "brand_id" | "evidence">,
  language: string,
): { doubt: Doubt; passage: string; text_hash: string } | null {
  const doubt = doubtOf(answer, named, language);
  if (!doubt) return null;
  const passage = passageOf(answer, named);
  const hashed = createHash("sha256").update(`${named.brand_id}\n${passage}`);
  return { doubt, passage, text_hash: hashed.digest("hex") };
}

/** The text around some places, in their order, at most `most` characters; gaps are marked. */
export function textAround(
  answer: string,
  places: readonly { start: number; end: number }[],
  { around, most }: { around: number; most: number },
): string {
  const windows: { start: number; end: number }[] = [];
  for (const { start, end } of [...places].sort((a, b) => a.start - b.start)) {
    const last = windows.at(-1);
    const from = Math.max(0, start - around);
    if (last && from <= last.end) last.end = Math.max(last.end, end + around);
    else windows.push({ start: from, end: end + around });
  }
  return windows
    .map(({ start, end }) => answer.slice(start, end))
    .join(PASSAGE)
    .slice(0, most)
    .toWellFormed();
}

import { isDotted } from "./alias-pattern.ts";
import { type Spelling, withCapitals } from "./case-flag.ts";
import { withoutLegalForm } from "./legal-forms.ts";

/**
 * A spelling that is searched; `is_dotted` when its letters have dots between, `is_guess` where another brand may have it
 * as its own.
 */
type SafeSpelling = Spelling & { is_dotted?: true; is_guess?: true };

const CAPITALS_MIN = 4;

/**
 * A name or alias with the forms of it that are matched without asking: without its legal form, without a mark at its
 * end ("Yahoo!"), an abbreviation with its dots ("H.P.") or without ("IBM" for "I.B.M."). What is left of a shortened
 * name is another word in small letters too often: a single word must have its capitals.
 */
export function safeSpellings({ text, case_sensitive }: Spelling): SafeSpelling[] {
  const name = text.trim();
  const core = withoutLegalForm(name, { is_sure: true }) ?? name;
  const bare = core.replace(/(?<=[\p{L}\p{N}])[!?'’…]+$/u, "");
  const shorter = [...new Set([core, bare])].filter((one) => one !== name);
  const found: SafeSpelling[] = [
    ...(isDotted(name) ? undotted(name, case_sensitive) : [{ text, case_sensitive }]),
    ...shorter
      .flatMap((one) => shortened(one, case_sensitive))
      .map((one): SafeSpelling => ({ ...one, is_guess: true })),
  ];
  const dotted = [name, ...shorter]
    .filter((one) => /(?<!\S)\p{Lu}{2,5}(?!\S)/u.test(one))
    .map(
      (one): SafeSpelling => ({
        ...{ text: one, case_sensitive: true, is_dotted: true },
        ...(one !== name && { is_guess: true }),
      }),
    );
  return [...found, ...dotted];
}

function undotted(name: string, case_sensitive: boolean): SafeSpelling[] {
  const capitals = name.replaceAll(".", "").toUpperCase();
  return [
    { text: name, case_sensitive, is_dotted: true },
    { text: capitals, case_sensitive: true },
  ];
}

function shortened(name: string, case_sensitive: boolean): SafeSpelling[] {
  const isOneWord = !/[\s-]/.test(name);
  if (case_sensitive || !isOneWord || name.toLowerCase() === name.toUpperCase()) {
    return [{ text: name, case_sensitive }];
  }
  const capitals = name.toUpperCase();
  const texts = [name === name.toLowerCase() ? withCapitals(name) : name, capitals];
  if (name === capitals && name.length >= CAPITALS_MIN) texts.push(withCapitals(name));
  return [...new Set(texts)].map((one) => ({ text: one, case_sensitive: true }));
}

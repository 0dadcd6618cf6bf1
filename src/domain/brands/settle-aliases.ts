import {
  casedSpellings,
  type Spelling,
  suggestCaseSensitive,
} from "#domain/detection/case-flag.ts";
import { foldKey } from "#domain/detection/fold-text.ts";

/**
 * Aliases as they are stored: a case flag that was not said is the one suggested, and a new `name` that is a common word
 * or very short is followed by its spellings in exact case, unless an alias decides its case.
 */
export function settleAliases(
  aliases: readonly { text: string; case_sensitive?: boolean | undefined }[] = [],
  { name, language_code }: { name?: string | undefined; language_code: string },
): Spelling[] {
  const given = aliases.map(({ text, case_sensitive }) => ({
    text,
    case_sensitive: case_sensitive ?? suggestCaseSensitive(text, language_code),
  }));
  if (name === undefined || given.some(({ text }) => foldKey(text) === foldKey(name))) return given;
  return [...casedSpellings(name, language_code), ...given];
}

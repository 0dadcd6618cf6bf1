/** A country's English name. */
export const countryName = (code: string): string => nameOf("region", code);
/** A language's English name. */
export const languageName = (code: string): string => nameOf("language", code);

function nameOf(type: "region" | "language", code: string): string {
  try {
    return new Intl.DisplayNames(["en"], { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

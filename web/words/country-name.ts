/** A country's English name. */
export const countryName = (code: string): string => nameOf("region", code);
/** A language's English name. */
export const languageName = (code: string): string => nameOf("language", code);

const names = {
  region: new Intl.DisplayNames(["en"], { type: "region" }),
  language: new Intl.DisplayNames(["en"], { type: "language" }),
};

function nameOf(type: keyof typeof names, code: string): string {
  try {
    return names[type].of(code) ?? code;
  } catch {
    return code;
  }
}

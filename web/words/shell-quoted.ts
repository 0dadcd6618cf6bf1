/** A value as JSON between quotes of a shell, which nothing in it can end. */
export const quotedJson = (value: unknown): string =>
  `'${JSON.stringify(value).replaceAll("'", "\\u0027")}'`;

/** The choices, and what is chosen where it is none of them. */
export const withOwn = (options: { value: string; label: string }[], own: string, label = own) =>
  options.some(({ value }) => value === own) ? options : [{ value: own, label }, ...options];

/**
 * The fields of a form that are not as it found them: only these are sent, so that what a colleague changed meanwhile
 * stays.
 */
export function changedFields<Fields extends object>(
  fields: Fields,
  before: Partial<Fields>,
): Partial<Fields> {
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Fields]),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}

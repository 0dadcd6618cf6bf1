/**
 * The fields of a form that are not as it found them: only these are sent, so that what a colleague changed meanwhile
 * stays. Of lists and records, which are sent whole, only the changes are laid on what they are by now: `newest`.
 */
export function changedFields<Fields extends object>(
  fields: Fields,
  before: Partial<Fields>,
  newest: Partial<Fields> = before,
): Partial<Fields> {
  const changed = Object.entries(fields).flatMap(([key, value]) => {
    const name = key as keyof Fields;
    return isSame(value, before[name]) ? [] : [[key, onNewest(value, before[name], newest[name])]];
  });
  return Object.fromEntries(changed) as Partial<Fields>;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** A changed list or record with what was added and taken out of it since `before`; anything else as it is. */
export function onNewest<Value>(mine: Value, before: unknown, newest: unknown): Value {
  if (isSame(before, newest)) return mine;
  const [ours, old, theirs] = [mine, before, newest].map(partsOf);
  if (!ours || !old || !theirs) return mine;
  const has = (parts: unknown[], one: unknown) => parts.some((other) => isSame(one, other));
  const parts = [
    ...theirs.filter((one) => has(ours, one) || !has(old, one)),
    ...ours.filter((one) => !has(old, one) && !has(theirs, one)),
  ];
  return (Array.isArray(mine) ? parts : Object.fromEntries(parts as [string, unknown][])) as Value;
}

function partsOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return typeof value === "object" && value !== null ? Object.entries(value) : undefined;
}

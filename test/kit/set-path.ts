/** Sets a value by a path like `prompts[0].text`, making what is missing on the way. */
export function setPath(target: object, path: string, value: unknown): void {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== "");
  let place = target as Record<string, unknown>;
  for (const [index, key] of keys.slice(0, -1).entries()) {
    place[key] ??= /^\d+$/.test(keys[index + 1] ?? "") ? [] : {};
    place = place[key] as Record<string, unknown>;
  }
  place[keys.at(-1) ?? ""] = value;
}

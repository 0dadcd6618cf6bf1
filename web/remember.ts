/** What was to be kept while the browser keeps nothing: switched off, or full. */
const unkept = new Map<string, string | null>();

/** What this browser keeps under a name from visit to visit, or where it cannot, while the page is open. */
export function recall(name: string): string | null {
  const value = unkept.get(name);
  if (value !== undefined) return value;
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps it; null: forgets it. */
export function remember(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    unkept.delete(name);
  } catch {
    unkept.set(name, value);
  }
}

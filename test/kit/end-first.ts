const ends: (() => unknown)[] = [];

/**
 * Has something end before the databases of this process of tests are dropped: a server whose database is gone asks for it
 * again and again, and takes longer to stop. What was started in a test ends with it all the same.
 */
export function endFirst(end: () => unknown): void {
  ends.push(end);
}

/** Ends what was to end first, all at a time. */
export async function endThem(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()));
}

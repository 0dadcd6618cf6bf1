const LENGTH_MAX = 64;

/** The name most like `given`, or undefined when none is close: at most a third of its letters differ. */
export function findNearest(given: string, names: Iterable<string>): string | undefined {
  const asked = given.slice(0, LENGTH_MAX).toLowerCase();
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(asked.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(asked, name.slice(0, LENGTH_MAX).toLowerCase());
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

/** Letters to insert, delete or replace to make one text of the other (Levenshtein 1966). */
function editDistance(from: string, to: string): number {
  let before = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const now = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (before[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      now.push(Math.min(replaced, (before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1));
    }
    before = now;
  }
  return before[to.length] ?? 0;
}

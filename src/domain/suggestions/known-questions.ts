import { overlapOf } from "./salient-words.ts";

/** Questions by their telling words, to find one that another overlaps without comparing it with all. */
export function makeKnownQuestions(overlap_min: number) {
  const byWord = new Map<string, Set<string>[]>();
  const rarityOf = (word: string) => byWord.get(word)?.length ?? 0;
  return {
    add(words: readonly string[]): void {
      const known = new Set(words);
      for (const word of known) {
        const others = byWord.get(word);
        if (others) others.push(known);
        else byWord.set(word, [known]);
      }
    },
    /**
     * Whether one of them overlaps the words by so much. It must share that part of these words at the least, and so has one
     * of the rarest of them, all but one fewer than it must share.
     */
    hasLike(words: readonly string[]): boolean {
      const shared_min = Math.max(1, Math.ceil(words.length * overlap_min - 1e-9));
      const rarest = words
        .toSorted((a, b) => rarityOf(a) - rarityOf(b))
        .slice(0, words.length - shared_min + 1);
      const compared = new Set<Set<string>>();
      for (const word of rarest) {
        for (const known of byWord.get(word) ?? []) {
          if (compared.has(known)) continue;
          compared.add(known);
          if (overlapOf(words, known) >= overlap_min) return true;
        }
      }
      return false;
    },
  };
}

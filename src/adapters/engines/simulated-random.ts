/** Numbers in [0, 1) that are the same for the same keys, on every machine and in every run. */
export type Random = () => number;

/** A sequence that depends on nothing but its keys (FNV-1a into mulberry32). */
export function makeRandom(...keys: (string | number)[]): Random {
  let state = 0x811c9dc5;
  for (const character of keys.join("\u0000")) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One fixed number in [0, 1) for these keys. */
export function hashUnit(...keys: (string | number)[]): number {
  return makeRandom(...keys)();
}

/** One entry of a list that is not empty. */
export function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}

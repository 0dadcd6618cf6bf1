/**
 * Whether a change is the difference of the two numbers beside it: not where answers to prompts, or of assistants, that
 * only one period has count in these.
 */
export const isBetween = (value: number, [before, now]: readonly [number, number]): boolean =>
  Math.abs(now - before - value) <= 0.0005;

/**
 * A change as the numbers on both sides of it are shown, so that all three add up, as pages show it; as it is where it is
 * not theirs. `scale`: 100 where they are shown in hundredths.
 */
export function asShown(
  { value, significant }: { value: number; significant?: boolean | null | undefined },
  [before, now]: readonly [number | null, number | null],
  scale: number,
): number {
  if (before === null || now === null || !isBetween(value, [before, now])) return value;
  const tenths = (number: number) => Math.round(10 * Number((scale * number).toFixed(1)));
  const shown = (tenths(now) - tenths(before)) / (10 * scale);
  // What is certain and smaller than the last digit is not nothing.
  return shown === 0 && significant ? value : shown;
}

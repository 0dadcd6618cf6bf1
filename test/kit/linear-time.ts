import assert from "node:assert/strict";

/**
 * Asserts that reading `piece` again and again takes time in proportion to how often, from `times` to eight times that;
 * `textOf` puts the text around it that the reader needs.
 */
export function assertLinear(
  read: (text: string) => unknown,
  piece: string,
  times: number,
  textOf = (repeated: string) => repeated,
): void {
  const small = textOf(piece.repeat(times));
  timeOf(read, small);
  const once = Math.max(2, Math.min(timeOf(read, small), timeOf(read, small)));
  const eightfold = timeOf(read, textOf(piece.repeat(8 * times)));
  // Eight times the text: about 8 when linear, 64 when quadratic.
  assert.ok(eightfold < once * 32, `${JSON.stringify(piece)}: ${once} to ${eightfold} ms`);
}

/** Processor time in ms, the least of three: what else the machine does must not decide. */
function timeOf(read: (text: string) => unknown, text: string): number {
  const once = () => {
    const start = process.cpuUsage();
    read(text);
    return process.cpuUsage(start).user / 1000;
  };
  return Math.min(once(), once(), once());
}

/** A line of a stream: its number from 1, and its text, or null when it is longer than the limit. */
export type Line = { number: number; text: string | null };

const NEWLINE = 10;

/** Splits a stream of UTF-8 into its lines as they arrive, empty ones left out; memory stays at one line. */
export async function* readLines(
  stream: AsyncIterable<Uint8Array>,
  line_bytes_max: number,
): AsyncGenerator<Line> {
  let number = 0;
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const push = (part: Uint8Array) => {
    bytes += part.byteLength;
    if (bytes <= line_bytes_max) parts.push(part);
    else parts = [];
  };
  const flush = (): Line | null => {
    number += 1;
    const text =
      bytes > line_bytes_max
        ? null
        : Buffer.concat(parts)
            .toString("utf8")
            .replace(/^\uFEFF/, "")
            .trim();
    parts = [];
    bytes = 0;
    return text === "" ? null : { number, text };
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      push(chunk.subarray(from, at));
      from = at + 1;
      const line = flush();
      if (line) yield line;
    }
    if (from < chunk.byteLength) push(chunk.subarray(from));
  }
  const last = bytes > 0 ? flush() : null;
  if (last) yield last;
}

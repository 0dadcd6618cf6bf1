/** A line of a stream: its number from 1, and its text, or null and why it cannot be read. */
export type Line = { number: number; text: string | null; refusal: "long" | "encoding" | null };

const NEWLINE = 10;
const utf8 = new TextDecoder("utf-8", { fatal: true });

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
    const isLong = bytes > line_bytes_max;
    const text = isLong ? null : decode(Buffer.concat(parts));
    parts = [];
    bytes = 0;
    if (text === "") return null;
    return { number, text, refusal: text !== null ? null : isLong ? "long" : "encoding" };
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

/** Text without a byte order mark and outer blanks; null for bytes that are no UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes).trim();
  } catch {
    return null;
  }
}

/** Where a citation lies: UTF-16 offsets, end exclusive. */
export type Span = { start: number; end: number };

/** UTF-8 byte offsets (Gemini) as UTF-16 offsets; null outside the text. */
export function convertByteSpan(text: string, start: number, end: number): Span | null {
  const bytes = Buffer.from(text, "utf8");
  if (start < 0 || end < start || end > bytes.length) return null;
  const before = bytes.subarray(0, start).toString("utf8").length;
  return { start: before, end: before + bytes.subarray(start, end).toString("utf8").length };
}

/** Offsets counted in code points (Python servers) as UTF-16 offsets; null outside the text. */
export function convertCodePointSpan(text: string, start: number, end: number): Span | null {
  if (start < 0 || end < start) return null;
  const points = [...text];
  if (end > points.length) return null;
  const before = points.slice(0, start).join("").length;
  return { start: before, end: before + points.slice(start, end).join("").length };
}

/** Offsets whose unit the provider does not state: UTF-16 unless only code points hold the URL. */
export function convertUnstatedSpan(
  text: string,
  span: { start: number; end: number; url: string },
): Span | null {
  const units =
    span.start >= 0 && span.start <= span.end && span.end <= text.length
      ? { start: span.start, end: span.end }
      : null;
  if (!/[\u{10000}-\u{10FFFF}]/u.test(text)) return units;
  const points = convertCodePointSpan(text, span.start, span.end);
  if (points === null) return units;
  // Without a link inside the span, code points are what the servers' language counts in.
  return units !== null && rateSpan(text, units, span.url) > rateSpan(text, points, span.url)
    ? units
    : points;
}

/** How well a span fits a link: an offset or two too far shows at its edges. */
function rateSpan(text: string, { start, end }: Span, url: string): number {
  const words = text.slice(start, end);
  const edges = Number(/^[([]/.test(words)) + Number(/[)\]]$/.test(words));
  return words.includes(url) ? 2 + edges : 0;
}

/** Moves a span that counts within one part of a text to where the part lies in the whole. */
export function shiftSpan(span: Span | null, by: number): Span | null {
  return span === null ? null : { start: span.start + by, end: span.end + by };
}

const LINKS_MAX = 500;
const LABEL = /\[((?:[^[\]]|\[[^[\]]{0,300}\]){0,300})\]/u.source;
const ADDRESS = /(https?:\/\/[^\s()<>]{0,2000}(?:\([^\s()<>]{0,500}\)[^\s()<>]{0,500}){0,5})/u
  .source;
const TITLE = /(?:\s{1,5}"[^"\n]{0,300}")?\s{0,5}/u.source;
const LINK = new RegExp(`${LABEL}\\(${ADDRESS}${TITLE}\\)`, "gu");
const BARE = /https?:\/\/[^\s<>"'`\])}|]+/gu;

/** A link written in an answer; the span covers the whole Markdown link or the bare address. */
export type TextLink = Span & { url: string; title: string | null };

/** Markdown and bare links of a text in order of appearance, at most 500; pictures are none. */
export function findLinks(text: string): TextLink[] {
  const links: TextLink[] = [];
  const taken: Span[] = [];
  for (const match of text.matchAll(LINK)) {
    const [whole, label, url] = match;
    if (url === undefined) continue;
    const span = { start: match.index, end: match.index + whole.length };
    taken.push(span);
    if (text[match.index - 1] === "!") continue;
    links.push({ url, title: label?.replace(/[[\]*_`]/g, "").trim() || null, ...span });
  }
  for (const match of text.matchAll(BARE)) {
    const start = match.index;
    if (isInside(taken, start)) continue;
    const url = match[0].replace(/[.,;:!?*_]{1,20}$/, "");
    links.push({ url, title: null, start, end: start + url.length });
  }
  return links.sort((a, b) => a.start - b.start).slice(0, LINKS_MAX);
}

/** Whether a place lies in one of these spans, which are in order and do not overlap. */
function isInside(spans: Span[], place: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  const last = spans[low - 1];
  return last !== undefined && place < last.end;
}

/** `[n]` markers of a text with their number, in order; a following `(` makes it a link instead. */
export function findMarkers(text: string): (Span & { number: number })[] {
  return [...text.matchAll(/\[(\d{1,3})\](?!\()/g)].map((match) => ({
    number: Number(match[1]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

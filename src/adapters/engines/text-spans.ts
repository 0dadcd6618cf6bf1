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
const LINK =
  /\[((?:[^[\]]|\[[^[\]]*\]){0,300})\]\((https?:\/\/[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)[^)\n]{0,200}\)/gu;
const BARE = /https?:\/\/[^\s<>"'`\])}|]+/gu;

/** A link written in an answer; the span covers the whole Markdown link or the bare address. */
export type TextLink = Span & { url: string; title: string | null };

/** Markdown and bare links of a text in order of appearance, at most 500. */
export function findLinks(text: string): TextLink[] {
  const links: TextLink[] = [];
  for (const match of text.matchAll(LINK)) {
    const [whole, label, url] = match;
    if (url === undefined) continue;
    const title = label?.replace(/[[\]*_`]/g, "").trim() || null;
    links.push({ url, title, start: match.index, end: match.index + whole.length });
  }
  const markdown = [...links];
  for (const match of text.matchAll(BARE)) {
    const start = match.index;
    if (markdown.some((link) => start >= link.start && start < link.end)) continue;
    const url = match[0].replace(/[.,;:!?*_]+$/, "");
    links.push({ url, title: null, start, end: start + url.length });
  }
  return links.sort((a, b) => a.start - b.start).slice(0, LINKS_MAX);
}

/** `[n]` markers of a text with their number, in order; a following `(` makes it a link instead. */
export function findMarkers(text: string): (Span & { number: number })[] {
  return [...text.matchAll(/\[(\d{1,3})\](?!\()/g)].map((match) => ({
    number: Number(match[1]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

import type { Nodes } from "mdast";
import { offsetsOf } from "./markdown.ts";

/** A place in the source that names a brand: UTF-16 offsets, the end left out. */
export type Mark<Of> = { start: number; end: number; of: Of };
/** A piece of a node's value, and what it names, if anything. */
export type Piece<Of> = { text: string; mark: Mark<Of> | null };

/** Marks by place, none overlapping: of two that do, the earlier and then the longer one stays. */
export function apart<Of>(marks: readonly Mark<Of>[]): Mark<Of>[] {
  const kept: Mark<Of>[] = [];
  for (const mark of [...marks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (mark.start >= (kept.at(-1)?.end ?? 0)) kept.push(mark);
  }
  return kept;
}

/** A node's value cut where marks, as `apart` orders them, begin and end. */
export function cut<Of>(node: Nodes, source: string, marks: readonly Mark<Of>[]): Piece<Of>[] {
  if (!("value" in node)) return [];
  const { value } = node;
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? start;
  const near = marks.filter((mark) => mark.start < end && mark.end > start);
  if (near.length === 0) return [{ text: value, mark: null }];
  const pieces: Piece<Of>[] = [];
  let next = 0;
  for (const [index, offset] of offsetsOf(node, source).entries()) {
    // Offsets grow as the marks do, so that none is looked at twice.
    while (offset !== undefined && (near[next]?.end ?? offset + 1) <= offset) next++;
    const one = near[next];
    const mark = one && offset !== undefined && offset >= one.start ? one : null;
    const last = pieces.at(-1);
    if (last && last.mark === mark) last.text += value[index];
    else pieces.push({ text: value[index] ?? "", mark });
  }
  return pieces;
}

/** A text as it is, cut where marks, as `apart` orders them, begin and end. */
export function cutPlain<Of>(source: string, marks: readonly Mark<Of>[]): Piece<Of>[] {
  const pieces: Piece<Of>[] = [];
  let at = 0;
  for (const mark of marks) {
    pieces.push({ text: source.slice(at, mark.start), mark: null });
    pieces.push({ text: source.slice(mark.start, mark.end), mark });
    at = mark.end;
  }
  return [...pieces, { text: source.slice(at), mark: null }].filter(({ text }) => text !== "");
}

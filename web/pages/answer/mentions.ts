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
  for (const [index, offset] of offsetsOf(node, source).entries()) {
    const isIn = (one: Mark<Of>) => offset !== undefined && offset >= one.start && offset < one.end;
    const mark = near.find(isIn) ?? null;
    const last = pieces.at(-1);
    if (last && last.mark === mark) last.text += value[index];
    else pieces.push({ text: value[index] ?? "", mark });
  }
  return pieces;
}

import { FEW_ANSWERS, type Scope } from "../scope.ts";
import type { Narrowed } from "../widgets/behind.tsx";
import type { BrandRow } from "./brand-columns.tsx";

/**
 * Answers of a part, those that name the own brand and the strongest competitor, and those that name only the latter of
 * both; null: not counted yet.
 */
export type Cell = { answers: number; own: number; rival: number; missed: number | null };
/** Assistants and topics by id, "" being no topic, with what their answers name; of all together under "all". */
export type Cells = {
  models: string[];
  topics: string[];
  at(model: string, topic: string): Cell;
};
export const ALL = "all";

/**
 * Rows of the two brands by assistant and topic as cells, with their sums; `missed`: those of the competitor in answers
 * without the own brand, once they are counted.
 */
export function makeCells(
  rows: readonly BrandRow[],
  { own_id, missed }: { own_id: string; missed?: readonly BrandRow[] | undefined },
): Cells {
  const cells = new Map<string, Cell>();
  const empty: Cell = { answers: 0, own: 0, rival: 0, missed: missed ? 0 : null };
  const ofMissed = new Set(missed);
  for (const row of [...rows, ...ofMissed]) {
    const isMissed = ofMissed.has(row);
    const isOwn = !isMissed && row.brand.id === own_id;
    const isRival = !isMissed && !isOwn;
    for (const model of [row.model_id ?? "", ALL]) {
      for (const topic of [row.topic_id ?? "", ALL]) {
        const key = `${model} ${topic}`;
        const cell = cells.get(key) ?? empty;
        cells.set(key, {
          answers: cell.answers + (isOwn ? row.visibility_total : 0),
          own: cell.own + (isOwn ? row.visibility_count : 0),
          rival: cell.rival + (isRival ? row.visibility_count : 0),
          missed: missed ? (cell.missed ?? 0) + (isMissed ? row.visibility_count : 0) : null,
        });
      }
    }
  }
  const of = (values: (string | null | undefined)[]) => [
    ...new Set(values.map((value) => value ?? "")),
  ];
  return {
    models: of(rows.map(({ model_id }) => model_id)),
    topics: of(rows.map(({ topic_id }) => topic_id)),
    at: (model, topic) => cells.get(`${model} ${topic}`) ?? empty,
  };
}

/** The answers that name the rival and not the own brand, as filters that hold on pages that follow. */
export function lostAnswers({
  own_id,
  rival_id,
  scope,
}: {
  own_id: string;
  rival_id: string;
  scope: Scope;
}): Narrowed {
  // A list of brands takes answers that name any of them, so a second one is a filter of its own.
  const named = scope.mentioned ? { brand_id: rival_id } : { mentioned: [rival_id] };
  const not_mentioned = [...(scope.not_mentioned ?? []), own_id];
  return { ...named, not_mentioned: [...new Set(not_mentioned)] };
}

/** How far the own brand is ahead of the competitor in a part, as a share of its answers; below zero: behind. */
export const leadOf = ({ own, rival, answers }: Cell) =>
  answers === 0 ? 0 : (own - rival) / answers;

/** The standard error of a lead, as large as where no answer names both, so that some dependence of days is in it. */
const errorOf = ({ own, rival, answers }: Cell) => Math.sqrt(own + rival) / Math.max(1, answers);

/** Whether it may be chance that one of the two is ahead in a part: of few answers, every lead may be. */
export const mayBeChance = (cell: Cell): boolean =>
  cell.answers < FEW_ANSWERS || Math.abs(leadOf(cell)) <= 2 * errorOf(cell);

/**
 * From about how many points on a lead in a part that may be chance would be more than that: where the one that is named
 * less stays as it is, or, where that leaves no room for such a lead, is named in all answers that the lead leaves.
 */
export function pointsNeeded(cell: Cell): number {
  const { own, rival, answers } = cell;
  const least = Math.min(own, rival);
  // The smallest leads, in answers, that are more than twice their error, of `least` and of those that are left.
  const beside = Math.floor(2 + 2 * Math.sqrt(1 + 2 * least)) + 1;
  const ofLeft = Math.floor(2 * Math.sqrt(1 + 2 * answers) - 2) + 1;
  const needed = least + beside <= answers ? beside : ofLeft;
  const points = Math.ceil((100 * needed) / Math.max(1, answers));
  // More than the number that is shown, which is rounded too.
  return Math.min(100, Math.max(points, Math.round(Math.abs(leadOf(cell)) * 100) + 1));
}

/** A lead of so much, or more, has the full colour. */
const FULL = 0.5;
/** What is coloured at all has so much of it. */
export const TINT_MIN = 0.3;

/** How much of its colour a part has, from 0 to 1: none where the lead may be chance. */
export function tintOf(cell: Cell): number {
  if (mayBeChance(cell)) return 0;
  return TINT_MIN + (1 - TINT_MIN) * Math.min(1, Math.abs(leadOf(cell)) / FULL);
}

/** Whether it may be chance in which of two parts the lead is larger. */
function areLevel(one: Cell, other: Cell): boolean {
  return Math.abs(leadOf(one) - leadOf(other)) <= 2 * Math.hypot(errorOf(one), errorOf(other));
}

/** To be so much further behind than elsewhere is worth a word. */
const MORE_MIN = 0.03;

/**
 * Where the own brand is furthest behind the best competitor: where the map is coloured, and more than elsewhere. The
 * first is the weakest; of the others chance may decide whether it is one of them.
 */
export function weakestOf({ models, topics, at }: Cells, of: "model" | "topic"): string[] {
  const ids = (of === "model" ? models : topics).filter(Boolean);
  const cellOf = (id: string) => (of === "model" ? at(id, ALL) : at(ALL, id));
  const behind = (cell: Cell) => -leadOf(cell);
  // Of a few answers a large lead says nothing, and stands in nobody's way.
  const weak = ids
    .filter((id) => behind(cellOf(id)) > 0 && !mayBeChance(cellOf(id)))
    .filter((id) => behind(cellOf(id)) - behind(at(ALL, ALL)) > MORE_MIN)
    .sort((a, b) => behind(cellOf(b)) - behind(cellOf(a)));
  const [weakest] = weak;
  if (weakest === undefined || ids.length < 2) return [];
  return weak.filter((id) => id === weakest || areLevel(cellOf(weakest), cellOf(id)));
}

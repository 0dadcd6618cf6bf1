import { type RawBuilder, sql } from "kysely";
import type { ScoredMention } from "#domain/detection/detect-answer.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { sameAnswer } from "#domain/sums/scope-conditions.ts";

/** A mention as its numbers: brand, place, times, tone in thousandths, evidence as starts and ends in turn. */
type Numbers = [
  brand_id: number,
  position: number,
  mention_count: number,
  sentiment: number | null,
  evidence: number[],
];
/** What is stored of brands in an answer; `is_spoken_of`: a judge or a person said something of it. */
export type StoredFindings = {
  brand_ids: number[];
  was_partial: boolean;
  is_spoken_of: boolean;
  stored: Numbers[];
};

/** The columns of `StoredFindings` for answers `a` of a project. */
export function storedFindings({ project_id }: Tenant): RawBuilder<unknown> {
  const spoken = ["judgements", "verdicts"].map(
    (table) => sql`exists (select from ${sql.table(table)} s
      where s.project_id = ${project_id} and s.answer_id = a.answer_id)`,
  );
  return sql`a.brand_ids, a.is_partial as was_partial, (${sql.join(spoken, sql` or `)}) as is_spoken_of, coalesce((
    select json_agg(json_build_array(m.brand_id, m.position, m.mention_count, m.sentiment, m.evidence)
      order by m.brand_id) from mentions m
    where m.project_id = ${project_id} and ${sameAnswer("m", "a")}), '[]') as stored`;
}

type Found = { mentions: readonly ScoredMention[]; is_partial: boolean };

/**
 * Whether an answer's findings are stored already: most changes of brands change few answers. Of one that a judge or a
 * person spoke of it is not known.
 */
export function isAsStored(row: StoredFindings & Found): boolean {
  if (row.is_spoken_of || row.was_partial !== row.is_partial) return false;
  const { mentions, brand_ids, stored } = row;
  if (mentions.length !== stored.length || mentions.length !== brand_ids.length) return false;
  if (mentions.some(({ brand_id }, index) => brand_id !== brand_ids[index])) return false;
  const found = mentions.map(numbersOf).sort(([one], [other]) => one - other);
  return JSON.stringify(found) === JSON.stringify(stored);
}

/** A mention as it is stored. */
export function numbersOf({ brand_id, ...row }: ScoredMention): Numbers {
  return [
    brand_id,
    row.position,
    row.mention_count,
    row.sentiment === null ? null : Math.round(row.sentiment * 1000),
    row.evidence.flatMap(({ start, end }) => [start, end]),
  ];
}

import { type Database, rowsOf } from "#core/database.ts";
import type { Span } from "#domain/detection/clean-answer.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { pairsOf } from "./detail-queries.ts";

/** Most answers that a draft of a brand is tried on. */
export const ANSWERS_MAX = 1_000;
const BYTES_MAX = 20_000_000;

/** The newest usable answers of a project, at most 1,000 and 20 MB. */
export async function readNewest(
  db: Database,
  { project_id }: Tenant,
): Promise<{ answer_id: number; answer: string; removed_spans: Span[] }[]> {
  const rows = await rowsOf<{ answer_id: number; answer: string; removed_spans: number[] }>(db)`
    select answer_id, answer, removed_spans from (
      select answer_id, answer, removed_spans, captured_at,
        sum(octet_length(answer)) over (order by captured_at desc, answer_id desc) as bytes
      from (select answer_id, answer, removed_spans, captured_at from answers
        where project_id = ${project_id} and status = 'answered'
        order by captured_at desc, answer_id desc limit ${ANSWERS_MAX}) newest
    ) newest
    where bytes <= ${BYTES_MAX}
    order by captured_at desc, answer_id desc`;
  return rows.map((row) => ({ ...row, removed_spans: pairsOf(row.removed_spans, row.answer) }));
}

import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { sameAnswer } from "#domain/sums/scope-conditions.ts";

const BEFORE = 60;
const LENGTH = 180;

type Wanted = {
  answer_ids: readonly number[];
  /** The brand whose mention is shown; null: the own brand's. */
  brand_id: number | null;
  /** Words to show instead, any case. */
  search: string | null;
};

/** Some words around the first mention in each answer, by the number of the answer; none where nothing is mentioned. */
export async function readExcerpts(
  db: Database,
  { project_id }: Tenant,
  { answer_ids, brand_id, search }: Wanted,
): Promise<Map<number, string>> {
  const rows = await rowsOf<{ answer_id: number; answer: string; at: number | null }>(db)`
    select a.answer_id, a.answer, (select m.evidence[1] from mentions m
        where m.project_id = a.project_id and ${sameAnswer("m", "a")}
          and m.brand_id = coalesce(${brand_id}::integer,
            (select brand_id from brands where project_id = ${project_id} and is_own))) as at
    from answers a
    where a.project_id = ${project_id} and a.answer_id = any(${answer_ids}::bigint[])`;
  const found = rows.flatMap(({ answer_id, answer, at }): [number, string][] => {
    const place = search === null ? at : placeOf(answer, search);
    return place === null ? [] : [[answer_id, cutAround(answer, place)]];
  });
  return new Map(found);
}

function placeOf(answer: string, search: string): number | null {
  const place = answer.toLowerCase().indexOf(search.toLowerCase());
  return place === -1 ? null : place;
}

function cutAround(text: string, place: number): string {
  const start = Math.max(0, place - BEFORE);
  const end = Math.min(text.length, start + LENGTH);
  const words = text.slice(start, end).replaceAll(/\s+/g, " ").trim();
  return `${start > 0 ? "…" : ""}${words}${end < text.length ? "…" : ""}`.toWellFormed();
}

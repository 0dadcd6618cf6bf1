import { type Database, rowsOf } from "#core/database.ts";
import { addDays } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { keepParts } from "#domain/sums/kept-facts.ts";
import { keyOf, type Subject } from "./action.ts";
import { EFFECT_DAYS, subjectOf } from "./read-effect.ts";
import { allOf, type Days, readTouched } from "./read-touched.ts";

/** An action and what people decided about it. */
type Decided = {
  about: Subject;
  decided: { status: string; shipped_on: string | null };
};

/**
 * Why nothing could ever be said of what came of actions that shipped today, by their keys: no other prompt that would do
 * is asked to compare with. Those that shipped or are dismissed have none; however many they are, three statements tell it.
 */
export async function readHindrances(
  db: Database,
  tenant: Tenant,
  { actions, today }: { actions: readonly Decided[]; today: string },
): Promise<Map<string, string>> {
  const subjects = actions.flatMap(({ about, decided: { status, shipped_on } }) =>
    status === "dismissed" || (shipped_on !== null && shipped_on <= today) ? [] : [about],
  );
  if (subjects.length === 0) return new Map();
  const days = { date_from: addDays(today, -EFFECT_DAYS), date_to: today };
  const others = await readComparable(db, tenant, days);
  const touchedBy = await readTouched(db, tenant, { subjects, days });
  const found = new Map<string, string>();
  for (const about of subjects) {
    const touched = touchedBy(about);
    if (touched.size === 0 || others.some((id) => !touched.has(id))) continue;
    found.set(keyOf(about), sayNoneLeft(about, others.length));
  }
  return found;
}

/** Why none is left of so many prompts that would do to compare with. */
function sayNoneLeft(about: Subject, count: number): string {
  const other = about.kind === "prompt_gap" ? "other " : "";
  if (other || count === 0)
    return `No ${other}prompt that does not name your brand is asked to compare with.`;
  const all = count === 1 ? "the only prompt that does" : `all ${count} prompts that do`;
  return `Assistants use ${subjectOf(about)} for ${all} not name your brand, so none is left to compare with.`;
}

/** The prompts with usable answers in some days that do not name the own brand themselves. */
async function readComparable(db: Database, tenant: Tenant, days: Days): Promise<number[]> {
  const { project_id } = tenant;
  type Row = { prompt_id: number };
  const parts = await keepParts(db, tenant, allOf("asked prompts", days), async (part) => {
    const rows = await rowsOf<Row>(db)`
      select distinct prompt_id from answers
      where project_id = ${project_id} and status = 'answered'
        and day between ${part.date_from}::date and ${part.date_to}::date`;
    return rows.map(({ prompt_id }) => prompt_id);
  });
  // Apart from the answers: on a cluster settings lie elsewhere.
  const rows = await rowsOf<Row>(db)`
    select prompt_id from prompts where project_id = ${project_id} and is_branded`;
  const branded = new Set(rows.map(({ prompt_id }) => prompt_id));
  return [...new Set(parts.flat())].filter((id) => !branded.has(id));
}

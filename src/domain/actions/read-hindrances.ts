import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { addDays } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { keepParts } from "#domain/sums/kept-facts.ts";
import { keyOf, type Subject } from "./action.ts";
import { EFFECT_DAYS, subjectOf } from "./read-effect.ts";

type Days = { date_from: string; date_to: string };
/** An action and what people decided about it. */
type Decided = {
  about: Subject;
  decided: { status: string; shipped_on: string | null };
};

/**
 * Why nothing could ever be said of what came of actions that shipped today, by their keys: no other prompt is asked to
 * compare with. Those that shipped or are dismissed have none; however many they are, three statements tell it.
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
  const places = subjects.filter(({ prompt_id }) => prompt_id === null);
  const touchedOf = await readTouchedOfEach(db, tenant, { places, days });
  const found = new Map<string, string>();
  for (const about of subjects) {
    const { prompt_id } = about;
    const touched = prompt_id === null ? touchedOf.get(placeOf(about)) : new Set([prompt_id]);
    if (!touched || others.some((id) => !touched.has(id))) continue;
    const why =
      about.kind === "prompt_gap"
        ? "No other prompt is asked to compare with."
        : `Assistants use ${subjectOf(about)} for all ${touched.size} prompts: none is left to compare with.`;
    found.set(keyOf(about), why);
  }
  return found;
}

/** All answers of some days, and what is counted in them at once, also of those that came just now. */
const allOf = (name: string, days: Days, also?: unknown) => ({
  ...{ name, also, isExact: true },
  scope: { ...days, branded: "include" as const, filters: [] },
});

/** The prompts with usable answers in some days that do not name the own brand themselves. */
async function readComparable(db: Database, tenant: Tenant, days: Days): Promise<number[]> {
  const { project_id } = tenant;
  type Row = { prompt_id: number };
  const parts = await keepParts(db, tenant, allOf("asked prompts", days), async (part) => {
    const { rows } = await sql<Row>`
      select distinct prompt_id from answers
      where project_id = ${project_id} and status = 'answered'
        and day between ${part.date_from}::date and ${part.date_to}::date`.execute(db);
    return rows.map(({ prompt_id }) => prompt_id);
  });
  // Apart from the answers: on a cluster settings lie elsewhere.
  const { rows } = await sql<Row>`
    select prompt_id from prompts where project_id = ${project_id} and is_branded`.execute(db);
  const branded = new Set(rows.map(({ prompt_id }) => prompt_id));
  return [...new Set(parts.flat())].filter((id) => !branded.has(id));
}

/** What is asked for of a site or page: several actions may be about the same page. */
const placeOf = ({ kind, subject }: Subject) =>
  kind === "source_gap" ? `site ${subject}` : `page ${subject}`;

/** The prompts whose usable answers used each of some sites and pages in some days, read or cited. */
async function readTouchedOfEach(
  db: Database,
  tenant: Tenant,
  { places, days }: { places: readonly Subject[]; days: Days },
): Promise<Map<string, Set<number>>> {
  const found = new Map<string, Set<number>>();
  const named = (isSite: boolean) =>
    places.flatMap(({ kind, subject }) => ((kind === "source_gap") === isSite ? [subject] : []));
  const of = { sites: named(true).sort(), pages: named(false).sort() };
  if (places.length === 0) return found;
  const parts = await keepParts(db, tenant, allOf("touched prompts", days, of), (part) =>
    readUses(db, tenant, { ...of, days: part }),
  );
  for (const { place, prompt_ids } of parts.flat()) {
    const ids = found.get(place) ?? new Set();
    for (const id of prompt_ids) ids.add(id);
    found.set(place, ids);
  }
  return found;
}

/** Which prompts used some sites and pages in some days. */
async function readUses(
  db: Database,
  { project_id }: Tenant,
  { sites, pages, days }: { sites: string[]; pages: string[]; days: Days },
) {
  const hashes = pages.map((url) => createHash("md5").update(url).digest("hex"));
  // Few answers are unusable, and those alone have an index of their own.
  const inUse = sql`c.project_id = ${project_id}
    and c.day between ${days.date_from}::date and ${days.date_to}::date
    and not exists (select from answers u where u.project_id = ${project_id} and u.day = c.day
      and u.model_id = c.model_id and u.prompt_id = c.prompt_id and u.sample = c.sample
      and u.status <> 'answered')`;
  const { rows } = await sql<{ place: string; prompt_ids: number[] }>`
    select 'site ' || d.domain as place, array_agg(distinct c.prompt_id) as prompt_ids
    from domains d join citations c on c.project_id = ${project_id} and c.domain_id = d.domain_id
    where d.project_id = ${project_id} and d.domain = any(${sites}::text[]) and ${inUse} group by d.domain
    union all
    select 'page ' || p.url, array_agg(distinct c.prompt_id)
    from urls p join citations c on c.project_id = ${project_id} and c.url_id = p.url_id
    where p.project_id = ${project_id} and p.url_hash = any(${hashes}::uuid[]) and ${inUse} group by p.url`.execute(
    db,
  );
  return rows;
}

import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
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
  const places = subjects.filter(({ prompt_id }) => prompt_id === null);
  const touchedOf = await readTouchedOfEach(db, tenant, { places, days });
  const found = new Map<string, string>();
  for (const about of subjects) {
    const { prompt_id } = about;
    const touched = prompt_id === null ? touchedOf.get(placeOf(about)) : new Set([prompt_id]);
    if (!touched || others.some((id) => !touched.has(id))) continue;
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

type Sql = RawBuilder<unknown>;

/** Which prompts used some sites and pages in some days. */
async function readUses(
  db: Database,
  tenant: Tenant,
  { sites, pages, days }: { sites: string[]; pages: string[]; days: Days },
) {
  const { project_id } = tenant;
  const hashes = pages.map((url) => createHash("md5").update(url).digest("hex"));
  const ofSites = usersOf(tenant, days, {
    id: sql`domain_id`,
    ids: sql`select domain_id from domains where project_id = ${project_id} and domain = any(${sites}::text[])`,
  });
  const ofPages = usersOf(tenant, days, {
    id: sql`url_id`,
    ids: sql`select url_id from urls where project_id = ${project_id} and url_hash = any(${hashes}::uuid[])`,
  });
  const { rows } = await sql<{ place: string; prompt_ids: number[] }>`
    select 'site ' || d.domain as place, f.prompt_ids
    from ${ofSites} f join domains d on d.project_id = ${project_id} and d.domain_id = f.id
    union all
    select 'page ' || p.url, f.prompt_ids
    from ${ofPages} f join urls p on p.project_id = ${project_id} and p.url_id = f.id`.execute(db);
  return rows;
}

/**
 * The prompts whose usable answers used each of some places. Sites may be in most answers, and many answers unusable: what
 * is not usable is taken off in one pass over both, however many there are.
 */
function usersOf({ project_id }: Tenant, days: Days, { id, ids }: { id: Sql; ids: Sql }): Sql {
  const inDays = sql`between ${days.date_from}::date and ${days.date_to}::date`;
  return sql`(select id, array_agg(prompt_id) as prompt_ids from (
    select c.${id} as id, c.prompt_id from citations c
    where c.project_id = ${project_id} and c.day ${inDays} and c.${id} = any(array(${ids}))
      and not exists (select from answers u
        where u.project_id = ${project_id} and u.day ${inDays} and u.status <> 'answered'
          and (u.day, u.model_id, u.prompt_id, u.sample) = (c.day, c.model_id, c.prompt_id, c.sample))
    group by c.${id}, c.prompt_id) used group by id)`;
}

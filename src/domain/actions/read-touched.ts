import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { keepParts } from "#domain/sums/kept-facts.ts";
import type { Subject } from "./action.ts";

type Sql = RawBuilder<unknown>;
export type Days = { date_from: string; date_to: string };

const NONE: ReadonlySet<number> = new Set();

/** All answers of some days, and what is counted in them at once, also of those that came just now. */
export const allOf = (name: string, days: Days, also?: unknown) => ({
  ...{ name, also, isExact: true },
  scope: { ...days, branded: "include" as const, filters: [] },
});

/** What is asked for of a site or page: several actions may be about the same page. */
const placeOf = ({ kind, subject }: Subject) =>
  kind === "source_gap" ? `site ${subject}` : `page ${subject}`;

/**
 * The prompts that each of some actions is about: its own, or those whose usable answers used its site or page in some
 * days, read or cited.
 */
export async function readTouched(
  db: Database,
  tenant: Tenant,
  { subjects, days }: { subjects: readonly Subject[]; days: Days },
): Promise<(about: Subject) => ReadonlySet<number>> {
  const places = subjects.filter(({ prompt_id }) => prompt_id === null);
  const found = new Map<string, Set<number>>();
  const touchedBy = (about: Subject) =>
    about.prompt_id === null ? (found.get(placeOf(about)) ?? NONE) : new Set([about.prompt_id]);
  const named = (isSite: boolean) =>
    places.flatMap(({ kind, subject }) => ((kind === "source_gap") === isSite ? [subject] : []));
  const of = { sites: named(true).sort(), pages: named(false).sort() };
  if (places.length === 0) return touchedBy;
  const parts = await keepParts(db, tenant, allOf("touched prompts", days, of), (part) =>
    readUses(db, tenant, { ...of, days: part }),
  );
  for (const { place, prompt_ids } of parts.flat()) {
    const ids = found.get(place) ?? new Set();
    for (const id of prompt_ids) ids.add(id);
    found.set(place, ids);
  }
  return touchedBy;
}

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
  return rowsOf<{ place: string; prompt_ids: number[] }>(db)`
    select 'site ' || d.domain as place, f.prompt_ids
    from ${ofSites} f join domains d on d.project_id = ${project_id} and d.domain_id = f.id
    union all
    select 'page ' || p.url, f.prompt_ids
    from ${ofPages} f join urls p on p.project_id = ${project_id} and p.url_id = f.id`;
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

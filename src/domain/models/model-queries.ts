import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { type PageInput, readPageBy } from "#core/page.ts";
import type { Surface } from "#core/ports.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

type Supports = {
  search_queries: boolean;
  retrieved: boolean;
  cited: boolean;
  location: boolean;
};

/** Models of a project by name. */
export async function listModelRows(db: Database, { project_id }: Tenant, page: PageInput) {
  return readPageBy(page, ({ limit, offset }) =>
    db
      .selectFrom("models")
      .select([
        "slug as id",
        "name",
        "provider",
        "surface",
        "requested_model",
        "is_active",
        sql<Supports>`json_build_object('search_queries', supports_search_queries,
          'retrieved', supports_retrieved, 'cited', supports_cited, 'location', supports_location)`.as(
          "supports",
        ),
        sql<number>`count(*) over ()`.as("total_count"),
      ])
      .where("project_id", "=", project_id)
      .orderBy("name")
      .orderBy("model_id")
      .limit(limit)
      .offset(offset)
      .execute(),
  );
}

/** Whether any of a project's models is simulated: then answers are invented. */
export async function hasInventedAnswers(db: Database, { project_id }: Tenant): Promise<boolean> {
  const found = await db
    .selectFrom("models")
    .select("model_id")
    .where("project_id", "=", project_id)
    .where("provider", "=", "simulated")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The numbers of a project's models by slug. */
export async function findModelNumbers(
  db: Database,
  { project_id }: Tenant,
  slugs: readonly string[],
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ slug: string; model_id: number }>(db)`
    select slug, model_id from models
    where project_id = ${project_id} and slug = any(${slugs}::text[])`;
  return new Map(rows.map((row) => [row.slug, row.model_id]));
}

/** A model that answers were imported of. */
export type ImportedModel = { slug: string; name: string; surface: Surface; supports: Supports };

/**
 * Makes the models that are missing, for imported answers, and notes what answers show they can report; returns
 * their numbers by slug.
 */
export async function ensureModels(
  db: Database,
  { project_id }: Tenant,
  models: readonly ImportedModel[],
): Promise<Map<string, number>> {
  const rows = models.map(({ supports, ...model }) => ({ ...model, ...supports }));
  await sql`
    insert into models (project_id, slug, name, provider, surface, supports_search_queries,
      supports_retrieved, supports_cited, supports_location)
    select ${project_id}::integer, slug, name, 'import', surface, search_queries, retrieved, cited, location
    from json_to_recordset(${JSON.stringify(rows)}::json) as m (slug text, name text, surface text,
      search_queries boolean, retrieved boolean, cited boolean, location boolean)
    on conflict (project_id, slug) do update set
      supports_search_queries = models.supports_search_queries or excluded.supports_search_queries,
      supports_retrieved = models.supports_retrieved or excluded.supports_retrieved,
      supports_cited = models.supports_cited or excluded.supports_cited
    where (excluded.supports_search_queries and not models.supports_search_queries)
      or (excluded.supports_retrieved and not models.supports_retrieved)
      or (excluded.supports_cited and not models.supports_cited)`.execute(db);
  const slugs = models.map(({ slug }) => slug);
  return findModelNumbers(db, { project_id }, slugs);
}

import { sql } from "kysely";
import type * as z from "zod";
import type { EngineSupports } from "#core/answer-engine.ts";
import { type Database, rowsOf } from "#core/database.ts";
import type { Surface, TypedPrice } from "#core/ports.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { Measured } from "../budget/answer-price.ts";
import type { Listed } from "./listed.ts";
import type { Probe } from "./probe.ts";
import type { Refusals } from "./refusals.ts";

/** Where targets keep what is sealed. */
export const SEALED_API_KEY = { table: "capture_targets", column: "api_key" };

export type TargetRow = {
  model_number: number;
  model_id: string;
  name: string;
  provider: string;
  surface: string;
  requested_model: string | null;
  is_active: boolean;
  base_url: string | null;
  api_key: Buffer | null;
  api_key_hint: string | null;
  parameters: Record<string, unknown>;
  refusals: Refusals;
  listed: z.output<typeof Listed> | null;
  probe: z.output<typeof Probe> | null;
  samples_per_day: number;
  concurrency: number;
  requests_per_minute: number | null;
  has_canary: boolean;
  paused_until: string | null;
  paused_reason: string | null;
  last_success_at: string | null;
  last_error: string | null;
  costliest_micros: number;
  price: TypedPrice | null;
  measured: Partial<Measured>;
};

/** How every model of a project that can be asked is asked, by name; or one of them, by slug. */
export async function listTargets(
  db: Database,
  { project_id }: Tenant,
  slug: string | null = null,
): Promise<TargetRow[]> {
  return rowsOf<TargetRow>(db)`
    select m.model_id as model_number, m.slug as model_id, m.name, m.provider, m.surface,
      m.requested_model, m.is_active, t.base_url, t.api_key, t.api_key_hint, t.parameters, t.refusals, t.listed, t.probe,
      t.samples_per_day, t.concurrency, t.requests_per_minute, t.has_canary,
      to_char(t.paused_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as paused_until,
      t.paused_reason, t.last_success_at, t.last_error, t.costliest_micros, t.price, t.measured
    from models m join capture_targets t using (project_id, model_id)
    where m.project_id = ${project_id} and (${slug}::text is null or m.slug = ${slug}::text)
    order by m.name, m.model_id`;
}

/** Keeps others from changing how a model is asked until the transaction ends; answers of it are still stored. */
export async function lockTarget(
  db: Database,
  { project_id }: Tenant,
  slug: string,
): Promise<void> {
  await sql`
    select from models m join capture_targets t using (project_id, model_id)
    where m.project_id = ${project_id} and m.slug = ${slug} for no key update of m, t`.execute(db);
}

export type TargetValues = {
  name: string;
  requested_model: string;
  base_url: string | null;
  parameters: Record<string, unknown>;
  samples_per_day: number;
  concurrency: number;
  requests_per_minute: number | null;
  has_canary?: boolean;
  price?: TypedPrice | null;
};

/**
 * Makes a model that can be asked, out of one that answers were imported of where it may be the same; undefined when
 * the project asks one with this slug, or when answers of another kind were imported of it.
 */
export async function insertTarget(
  db: Database,
  { project_id }: Tenant,
  target: TargetValues & {
    slug: string;
    provider: string;
    surface: Exclude<Surface, "import">;
    supports: EngineSupports;
    api_key: Buffer | null;
    api_key_hint: string | null;
    is_active?: boolean;
  },
): Promise<number | undefined> {
  const { supports } = target;
  const rows = await rowsOf<{ model_id: number }>(db)`
    with made as (
      insert into models (project_id, slug, name, provider, surface, requested_model,
        supports_search_queries, supports_retrieved, supports_cited, supports_location, is_active)
      values (${project_id}, ${target.slug}, ${target.name}, ${target.provider}, ${target.surface},
        ${target.requested_model}, ${supports.search_queries}, ${supports.retrieved}, ${supports.cited},
        ${supports.location}, ${target.is_active ?? true})
      on conflict (project_id, slug) do update set name = excluded.name, provider = excluded.provider,
        surface = excluded.surface, requested_model = excluded.requested_model,
        supports_search_queries = models.supports_search_queries or excluded.supports_search_queries,
        supports_retrieved = models.supports_retrieved or excluded.supports_retrieved,
        supports_cited = models.supports_cited or excluded.supports_cited,
        supports_location = excluded.supports_location, is_active = excluded.is_active
      where models.provider = 'import' and models.surface in ('import', excluded.surface)
      returning project_id, model_id
    )
    insert into capture_targets (project_id, model_id, base_url, parameters, api_key, api_key_hint,
      samples_per_day, concurrency, requests_per_minute, has_canary, price)
    select project_id, model_id, ${target.base_url}, ${JSON.stringify(target.parameters)}::jsonb,
      ${target.api_key}, ${target.api_key_hint}, ${target.samples_per_day}, ${target.concurrency},
      ${target.requests_per_minute}::integer, ${target.has_canary ?? true}, ${writePrice(target.price)}::jsonb
    from made returning model_id`;
  return rows[0]?.model_id;
}

type Kept = "model_number" | "is_active" | "api_key" | "api_key_hint" | "listed" | "probe";
/**
 * `forgets_costs`: what it cost so far says nothing about the answers to come. `asked_anew`: the time from which it is
 * asked in another way; null: as before.
 */
type Saving = { forgets_costs: boolean; asked_anew: Date | null };

/** Writes all that a user can set of a model, and lets it be asked again at once. */
export async function saveTarget(
  db: Database,
  { project_id }: Tenant,
  {
    model_number,
    is_active,
    api_key,
    api_key_hint,
    listed,
    probe,
    forgets_costs,
    asked_anew,
    ...values
  }: TargetValues & Pick<TargetRow, Kept> & Saving,
): Promise<void> {
  const { name, requested_model, parameters, price, ...columns } = values;
  await sql`update models set name = ${name}, requested_model = ${requested_model},
    is_active = ${is_active}
    where project_id = ${project_id} and model_id = ${model_number}`.execute(db);
  await db
    .updateTable("capture_targets")
    .set({
      ...columns,
      parameters: JSON.stringify(parameters),
      price: writePrice(price),
      ...(asked_anew && { asked_so_since: asked_anew }),
      ...(forgets_costs && { measured: "{}", costliest_micros: 0 }),
      api_key,
      api_key_hint,
      refusals: "{}",
      listed: listed && JSON.stringify(listed),
      probe: probe && JSON.stringify(probe),
      failure_streak: 0,
      refused_streak: 0,
      failing_since: null,
      paused_until: null,
      slowed_until: null,
      next_free_at: "-infinity",
      paused_reason: null,
    })
    .where("project_id", "=", project_id)
    .where("model_id", "=", model_number)
    .execute();
}

function writePrice(price: TypedPrice | null | undefined): string | null {
  return price ? JSON.stringify(price) : null;
}

import type { Generated } from "kysely";
import { sql } from "kysely";
import type { Access, ProjectScope } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import type { Plan } from "#core/plans.ts";

declare module "#core/database.ts" {
  interface Tables {
    api_keys: {
      key_id: Generated<number>;
      project_id: number;
      name: string;
      hash: Buffer;
      preview: string;
      access: Access;
      created_by: string | null;
      created_at: Generated<string>;
      expires_at: Date | string | null;
      last_used_at: Generated<string | null>;
      revoked_at: Date | string | null;
      revoked_by: string | null;
      replaced_by: number | null;
    };
  }
}

/** A living key and the project it opens. */
export type LivingKey = {
  key_id: number;
  access: Access;
  project_id: number;
  organisation_id: number;
  plan: Plan;
  timezone: string;
  is_stale: boolean;
};

/** The key with this hash if it is neither revoked nor expired, else undefined. One indexed read. */
export async function findLivingKey(db: Database, hash: Buffer): Promise<LivingKey | undefined> {
  const { rows } = await sql<LivingKey>`
    select k.key_id, k.access, p.project_id, p.organisation_id, o.plan, p.timezone,
      coalesce(k.last_used_at < now() - interval '1 minute', true) as is_stale
    from api_keys k
    join projects p on p.project_id = k.project_id
    join organisations o on o.organisation_id = p.organisation_id
    where k.hash = ${hash} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())`.execute(db);
  return rows[0];
}

/** Notes that a key was used; callers ask at most once a minute and key. */
export async function touchKey(db: Database, key_id: number): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ last_used_at: sql`now()` })
    .where("key_id", "=", key_id)
    .execute();
}

/** Stores a key's hash and what a list shows of it; returns its number. */
export async function insertKey(
  db: Database,
  project: Pick<ProjectScope, "project_id">,
  key: {
    name: string;
    hash: Buffer;
    preview: string;
    access: Access;
    created_by: string | null;
    expires_at: Date | null;
  },
): Promise<number> {
  const row = await db
    .insertInto("api_keys")
    .values({ ...key, project_id: project.project_id })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .returning("key_id")
    .executeTakeFirst();
  return row?.key_id ?? 0;
}

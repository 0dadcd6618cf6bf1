import type { AccountContext } from "#core/context.ts";
import type { Plan } from "#core/plans.ts";
import { sumMany } from "#domain/answers/facts/fact-queries.ts";
import { restoreBackup } from "#domain/backups/restore-backup.ts";
import type { World } from "./world.ts";

/** The bytes of a file in pieces as a disk gives them. */
async function* pieces(file: string | Uint8Array) {
  const bytes = Buffer.from(file as string);
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

type Into = { name?: string; plan?: Plan; old_may_go?: boolean };

/** Restores a backup in a world's organisation, with its sums. */
export async function restore(
  { base, project }: World,
  file: string | AsyncIterable<Uint8Array>,
  into: Into = {},
) {
  const actor = { kind: "system", door: "command", access: new Set(["read", "write"] as const) };
  const target = { organisation_id: project.organisation_id, plan: "brand/enterprise", ...into };
  const restored = await restoreBackup(
    { ...base, actor } as AccountContext,
    typeof file === "string" ? pieces(file) : file,
    target as { organisation_id: number; plan: Plan },
  );
  await sumMany(base.db, restored);
  return restored;
}

/** How many rows there are in every table that holds something of projects. */
export async function countAll({ pool }: World): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ table_name: string }>(
    `select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'project_id' and table_type = 'BASE TABLE'`,
  );
  const counts: Record<string, number> = {};
  for (const { table_name } of rows) {
    const found = await pool.query(`select count(*)::integer as count from ${table_name}`);
    counts[table_name] = found.rows[0].count;
  }
  return counts;
}

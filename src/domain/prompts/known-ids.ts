import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { decodeId, decodeModelId, ID_KINDS } from "#core/id.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** The kinds of things that answers are chosen by, where they are, and what people call them by. */
const TABLES = {
  brd: { table: "brands", column: "brand_id", words: "name" },
  prm: { table: "prompts", column: "prompt_id", words: "text" },
  top: { table: "topics", column: "topic_id", words: "name" },
  tag: { table: "tags", column: "tag_id", words: "name" },
  mdl: { table: "models", column: "model_id", words: "name" },
} as const;
export type KnownKind = keyof typeof TABLES;

const KINDS = Object.keys(TABLES) as KnownKind[];
const kindOf = (id: string) => id.slice(0, 3) as KnownKind;
const wordOf = (kind: KnownKind) => (kind === "mdl" ? "model" : ID_KINDS[kind]);

/**
 * The row numbers behind the ids that a call names; NOT_FOUND names those that the project does not have, whether or
 * not another one has them.
 */
export async function requireKnown(
  db: Database,
  { project_id }: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await findKnown(db, project_id, ids);
  const found = new Set(rows.map(({ kind, number, slug }) => `${kind} ${slug ?? number}`));
  const numbers = new Map(rows.map((row) => [`${row.kind} ${row.slug ?? row.number}`, row.number]));
  const missing = [...new Set(ids)].filter((id) => !found.has(keyOf(id)));
  if (missing.length > 0) {
    const [first = ""] = missing;
    const more = missing.length > 1 ? ` (and ${missing.length - 1} more are not there)` : "";
    throw new Failure("NOT_FOUND", `There is no ${wordOf(kindOf(first))} ${first}${more}.`);
  }
  return new Map(ids.map((id) => [id, numbers.get(keyOf(id)) ?? 0]));
}

/** The name of each brand, topic, tag and model and the text of each prompt, by its id; of those that the project has. */
export async function nameKnown(
  db: Database,
  { project_id }: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await findKnown(db, project_id, ids);
  const words = new Map(rows.map((row) => [`${row.kind} ${row.slug ?? row.number}`, row.words]));
  return new Map(
    ids.flatMap((id) => {
      const found = words.get(keyOf(id));
      return found === undefined ? [] : [[id, found]];
    }),
  );
}

type KnownRow = { kind: KnownKind; number: number; slug: string | null; words: string };

/** One query for all kinds; none without ids. */
async function findKnown(
  db: Database,
  project_id: number,
  ids: readonly string[],
): Promise<KnownRow[]> {
  const wanted = Map.groupBy(new Set(ids), kindOf);
  const parts = KINDS.flatMap((kind) => {
    const named = wanted.get(kind);
    return named ? [selectKnown(project_id, kind, named)] : [];
  });
  if (parts.length === 0) return [];
  return rowsOf<KnownRow>(db)`${sql.join(parts, sql` union all `)}`;
}

/** A model is known by its slug, all else by its number. */
function keyOf(id: string): string {
  const kind = kindOf(id);
  return `${kind} ${kind === "mdl" ? decodeModelId(id) : decodeId(kind, id)}`;
}

function selectKnown(
  project_id: number,
  kind: KnownKind,
  ids: readonly string[],
): RawBuilder<unknown> {
  const { table, column, words } = TABLES[kind];
  const from = sql`from ${sql.table(table)} where project_id = ${project_id}`;
  if (kind === "mdl") {
    const slugs = ids.map(decodeModelId);
    return sql`select 'mdl' as kind, model_id as number, slug, name as words ${from} and slug = any(${slugs}::text[])`;
  }
  const numbers = ids.map((id) => decodeId(kind, id));
  return sql`select ${sql.lit(kind)} as kind, ${sql.ref(column)} as number, null as slug, ${sql.ref(words)} as words ${from}
    and ${sql.ref(column)} = any(${numbers}::integer[])`;
}

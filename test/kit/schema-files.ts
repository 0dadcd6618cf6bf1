import type pg from "pg";

const SKIPPED = "migrations";
const WIDTH = 100;

type Column = {
  column_name: string;
  type: string;
  not_null: boolean;
  default: string | null;
  is_identity: boolean;
  storage: string | null;
};
type Constraint = { name: string; kind: "p" | "u" | "f" | "c"; text: string };
type Table = {
  name: string;
  is_unlogged: boolean;
  columns: Column[];
  constraints: Constraint[];
  indexes: string[];
};

/**
 * The committed files that follow from a migrated database with views, by path: the schema as a whole, the types of its
 * rows, and what the views promise.
 */
export async function schemaFiles(pool: pg.Pool): Promise<Map<string, string>> {
  const tables = await readTables(pool);
  return new Map([
    ["migrations/schema.sql", dumpSchema(tables)],
    ["migrations/tables.ts", declareTables(tables)],
    ["contract/views.json", `${JSON.stringify(await describeViews(pool), null, 2)}\n`],
  ]);
}

/** What the views for BI tools promise: of each column its type and what it means. */
export type ViewsContract = {
  schema: "earshot";
  views: Record<
    string,
    { description: string; columns: { name: string; type: string; description: string }[] }
  >;
};

async function describeViews(pool: pg.Pool): Promise<ViewsContract> {
  const { rows } = await pool.query<{ name: string; description: string; columns: [] }>(`
    select c.relname as name, obj_description(c.oid) as description,
      jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod),
        'description', col_description(c.oid, attnum)) order by attnum) as columns
    from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped
    where c.relnamespace = to_regnamespace('earshot') and c.relkind = 'v' and c.relname like 'v1\\_%'
    group by c.oid, c.relname order by c.relname collate "C"`);
  const views = rows.map(({ name, ...view }) => [name, view]);
  return { schema: "earshot", views: Object.fromEntries(views) };
}

/** Every table of ours, by name, as the catalogue of PostgreSQL describes it. */
export async function readTables(pool: pg.Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(READ, [SKIPPED]);
  return rows;
}

const READ = `
  select c.relname as name, c.relpersistence = 'u' as is_unlogged,
    (select jsonb_agg(jsonb_build_object('column_name', attname, 'type', format_type(atttypid, atttypmod),
        'not_null', attnotnull, 'default', pg_get_expr(adbin, adrelid), 'is_identity', attidentity <> '',
        'storage', case when attstorage <> typstorage then
          case attstorage when 'e' then 'external' when 'm' then 'main' when 'x' then 'extended' else 'plain' end end)
        order by attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
    (select coalesce(jsonb_agg(jsonb_build_object('name', conname, 'kind', contype, 'text', pg_get_constraintdef(oid))
        order by contype = 'p' desc, conname), '[]')
      from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'f', 'c')) as constraints,
    (select coalesce(jsonb_agg(pg_get_indexdef(indexrelid) order by indexrelid::regclass::text), '[]')
      from pg_index where indrelid = c.oid
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))) as indexes
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> $1
  order by c.relname collate "C"`;

function dumpSchema(tables: readonly Table[]): string {
  const parts = tables.map(({ name, is_unlogged, columns, constraints, indexes }) => {
    const lines = [
      ...columns.map(describeColumn),
      ...constraints.map((constraint) => `constraint ${constraint.name} ${constraint.text}`),
    ];
    return [
      `create ${is_unlogged ? "unlogged " : ""}table ${name} (\n  ${lines.join(",\n  ")}\n);`,
      ...indexes.map((index) => `${index.replace(" ON public.", " ON ")};`),
    ].join("\n");
  });
  const head =
    "-- What the migrations make, written by `npm run schema`. To change it, see CONTRIBUTING.md.";
  return `${[head, ...parts].join("\n\n")}\n`;
}

function describeColumn({ column_name, type, storage, ...column }: Column): string {
  return [
    column_name,
    type,
    storage && `storage ${storage}`,
    column.not_null && "not null",
    column.is_identity && "generated always as identity",
    column.default && `default ${column.default}`,
  ]
    .filter(Boolean)
    .join(" ");
}

const TYPES: Record<string, string> = {
  bigint: "number",
  "bit varying": "string",
  boolean: "boolean",
  bytea: "Buffer",
  date: "string",
  integer: "number",
  jsonb: "Json",
  real: "number",
  smallint: "number",
  text: "string",
  "timestamp with time zone": "Time",
  uuid: "string",
};

/** What a column holds where the code knows more than the schema. */
const KNOWN: Record<string, string> = { "organisations.plan": "Plan" };

function declareTables(tables: readonly Table[]): string {
  const interfaces = tables.map(({ name, columns, constraints }) => {
    const fields = columns.map((column) => {
      const known = KNOWN[`${name}.${column.column_name}`];
      return `${column.column_name}: ${known ?? typeOf(column, constraints)};`;
    });
    return `  ${name}: {\n${fill(fields)}\n  };`;
  });
  return `// Written by \`npm run schema\` from the migrated database. To change it, see CONTRIBUTING.md.
// biome-ignore-all format: generated
import type { ColumnType, Generated } from "kysely";
import type { Plan } from "../src/core/plans.ts";

/** Read as RFC 3339 in UTC. */
type Time = ColumnType<string, Date | string, Date | string>;
type NewTime = ColumnType<string, Date | string | undefined, Date | string>;
/** Read as it was written, written as text. */
type Json = ColumnType<unknown, string, string>;
type NewJson = ColumnType<unknown, string | undefined, string>;

/** A row of every table, by the table's name. */
export type Tables = {
${interfaces.join("\n")}
};
`;
}

/** As many fields on a line as it has room for. */
function fill(fields: readonly string[]): string {
  const lines: string[] = [];
  for (const field of fields) {
    const last = lines.at(-1);
    if (last && last.length + field.length < WIDTH) lines[lines.length - 1] = `${last} ${field}`;
    else lines.push(`    ${field}`);
  }
  return lines.join("\n");
}

function typeOf(column: Column, constraints: readonly Constraint[]): string {
  const element = column.type.replace("[]", "");
  const known = TYPES[element];
  if (!known) throw new Error(`${column.column_name}: what is a ${element} in TypeScript?`);
  const value = valuesOf(column, constraints) ?? known;
  const type = element === column.type ? value : `${value}[]`;
  const isGenerated = column.is_identity || column.default !== null;
  if (isGenerated && (type === "Time" || type === "Json")) return `New${type}`;
  const nullable = column.not_null ? type : `${type} | null`;
  return isGenerated ? `Generated<${nullable}>` : nullable;
}

/** The only values that a check lets into a column. */
function valuesOf({ column_name }: Column, constraints: readonly Constraint[]): string | undefined {
  const start = `CHECK ((${column_name} = ANY (ARRAY[`;
  const check = constraints.find(({ text }) => text.startsWith(start));
  if (!check) return undefined;
  return [...check.text.matchAll(/'([^']*)'/g)].map(([, value]) => `"${value}"`).join(" | ");
}

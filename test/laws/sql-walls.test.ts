import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

const SLICES = JSON.parse(readFileSync("src/domain/slices.json", "utf8")) as {
  line: string[][];
  owns: Record<string, string[]>;
  /** Files that write tables of others, and why. */
  others: Record<string, string>;
};
const OWNER = new Map(
  Object.entries(SLICES.owns).flatMap(([slice, tables]) => tables.map((table) => [table, slice])),
);
/** Tables that belong to no slice, and the files that write them. */
const APART: Record<string, readonly string[]> = {
  // Written with every change, deleted by age.
  audit_log: ["src/core/audit.ts", "src/domain/accounts/audit-queries.ts"],
  migrations: ["src/adapters/database/migrate.ts"],
  // Counted by whoever limits, deleted once it is over.
  rate_limits: ["src/adapters/limiter.ts", "src/domain/accounts/session-queries.ts"],
  worker_processes: ["src/adapters/worker-presence.ts"],
};
const FILES = globSync("src/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
const VERB = /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+/
  .source;

/** The tables that a file's text writes; where a name is put in, every table that the file names may be meant. */
function written(text: string): Set<string> {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/[^\n]*/g, "");
  const tables = new Set<string>();
  let isPutIn = false;
  for (const [, name = ""] of code.matchAll(
    new RegExp(`${VERB}(?:only\\s+)?([a-z_]+|\\$\\{)`, "g"),
  )) {
    if (name === "${") isPutIn = true;
    else tables.add(name);
  }
  for (const [, name = ""] of code.matchAll(
    /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*"([a-z_]+)/g,
  ))
    tables.add(name);
  // Tables of sums are named by what they sum.
  const isSum = /sql\.table\(`/.test(code) && !/sql\.table\((?!`\$\{[a-z]+\}_rollup`\))/.test(code);
  for (const [, name = ""] of isPutIn ? code.matchAll(/"([a-z_]+)"/g) : [])
    tables.add(isSum ? `${name}_rollup` : name);
  return tables;
}

function problemsOf(file: string, text: string): string[] {
  if (SLICES.others[file]) return [];
  const [, , slice] = file.split("/");
  return [...written(text)].flatMap((table) => {
    const owner = OWNER.get(table);
    const may = APART[table] ? APART[table].includes(file) : !owner || owner === slice;
    return may && (owner === undefined || file.startsWith("src/domain/"))
      ? []
      : [`${file} writes ${table}, which belongs to ${owner ?? APART[table]}`];
  });
}

test("a table is written by the slice that owns it alone", () => {
  const texts = FILES.map((file) => [file, readFileSync(file, "utf8")] as const);
  assert.deepEqual(
    texts.flatMap(([file, text]) => problemsOf(file, text)),
    [],
  );
  const all = new Set(texts.flatMap(([, text]) => [...written(text)]));
  for (const table of OWNER.keys()) {
    const isSum = table.endsWith("_rollup");
    assert.ok(isSum || all.has(table), `${table} is never written: the scan does not see it`);
  }
});

test("every table of the schema has an owner, and every owner is in the line", () => {
  const schema = readFileSync("migrations/schema.sql", "utf8");
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (?:public\.)?([a-z_]+)/gim)];
  assert.ok(tables.length > 40, `only ${tables.length} tables seen`);
  const unowned = tables
    .map(([, table = ""]) => table)
    .filter((one) => !OWNER.has(one) && !APART[one]);
  assert.deepEqual(unowned, []);
  const line = SLICES.line.flat();
  for (const slice of Object.keys(SLICES.owns)) assert.ok(line.includes(slice), slice);
});

test("the scan notices what it forbids", () => {
  const file = "src/domain/labels/label-queries.ts";
  for (const text of [
    "await sql`insert into rollup_dirty (day) select 1`",
    "await sql`\n    update prompts set topic_id = null`",
    "with gone as (delete from answers a where true)",
    'await db.deleteFrom("prompts").execute()',
    `for (const table of ["mentions", "answers"]) await sql\`delete from \${sql.table(table)}\``,
    "await sql`truncate citations`",
  ]) {
    assert.notDeepEqual(problemsOf(file, text), [], text);
  }
  assert.deepEqual(problemsOf(file, "await sql`update topics set name = 1`"), []);
  assert.notDeepEqual(
    problemsOf("src/adapters/metrics.ts", "sql`update capture_tasks set x = 1`"),
    [],
  );
});

test("no adapter reads a table of a slice", () => {
  const readers = FILES.filter((file) => file.startsWith("src/adapters/")).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const read = [...text.matchAll(/\b(?:from|join)\s+([a-z_]+)\b/g)].map(
      ([, table = ""]) => table,
    );
    return read.filter((table) => OWNER.has(table)).map((table) => `${file} reads ${table}`);
  });
  assert.deepEqual(readers, []);
});

test("ARCHITECTURE.md prints the line of slices as it is", () => {
  const printed = readFileSync("ARCHITECTURE.md", "utf8").replaceAll(/\s+/g, " ");
  const line = SLICES.line.map((names) => names.join(", ")).join("; then ");
  assert.ok(printed.includes(`${line}.`), line);
});

import type { Command } from "commander";
import { sql } from "kysely";
import { type TableSize, tableSizes } from "#adapters/database/cluster.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { encodeId } from "#core/id.ts";
import { keptDays, listOwnDays } from "#domain/projects/retention.ts";
import { LOOKS, type Opened, print, printTable, withInstallation } from "./open-command.ts";

/** Adds `size`. */
export function addSizeCommand(program: Command): void {
  program
    .command("size")
    .description("show where the database's bytes are, and what a year of answers will take")
    .option("--json", "as JSON, in bytes")
    .action(({ json }: { json?: boolean }) =>
      withInstallation(async (opened) => {
        const size = await measureSize(opened);
        if (json) print(JSON.stringify(size, null, 2));
        else printSize(size);
      }, LOOKS),
    );
}

/** How much of a table is read: all rows of a large one would take longer than a statement may. */
const SAMPLE_BYTES = 250_000_000;
const GROWTH_DAYS = 30;
const YEAR_DAYS = 365;

/** What tables hold, in words; those named nowhere are "everything else". */
const GROUPS: Record<string, readonly string[]> = {
  "facts of answers": [
    ...["answers", "mentions", "citations", "search_queries", "answer_extras"],
    ...["judgements", "verdicts"],
  ],
  "bodies of providers": ["raw_answers"],
  "names of pages and domains": ["urls", "domains"],
  "sums of pages": ["url_rollup"],
  "sums of domains": ["domain_rollup", "gap_rollup"],
  "sums of brands and prompts": [
    ...["answer_rollup", "brand_rollup", "prompt_rollup", "cell_rollup"],
  ],
  "runs and their queue": [
    ...["capture_runs", "capture_tasks", "capture_submissions", "capture_ledger", "canaries"],
  ],
  "audit log": ["audit_log"],
};
const TEXTS = "texts of answers";
const ELSE = "everything else";

/** Bytes of rows and of their indexes. */
type Bytes = Omit<TableSize, "name">;
type Size = {
  database_bytes: number;
  answers: number;
  groups: (Bytes & { name: string; bytes_per_answer: number | null })[];
  projects: ProjectSize[];
};
/** `kept_days`: null: for ever. `year_bytes`: what it will take in a year if it goes on as in the last 30 days. */
type ProjectSize = {
  id: string;
  name: string;
  bytes: number;
  answers: number;
  bytes_per_answer: number | null;
  growth_bytes_per_day: number;
  kept_days: number | null;
  year_bytes: number;
};

async function measureSize(opened: Opened): Promise<Size> {
  const { db } = opened.base;
  const tables = await tableSizes(db);
  const whole = await rowsOf<{ bytes: number }>(db)`
    select pg_database_size(current_database()) as bytes`;
  const projects = await measureProjects(opened, tables);
  const answers = projects.reduce((sum, project) => sum + project.answers, 0);
  const text_share = await shareOfTexts(db);
  const groups = groupTables(tables, text_share).map((group) => ({
    ...group,
    bytes_per_answer: perAnswer(group.table_bytes + group.index_bytes, answers),
  }));
  return { database_bytes: Number(whole[0]?.bytes ?? 0), answers, groups, projects };
}

const perAnswer = (bytes: number, answers: number) =>
  answers === 0 ? null : Math.round(bytes / answers);

/** The part of the answers' rows that is text, from some hundred pages of them. */
async function shareOfTexts(db: Database): Promise<number> {
  const rows = await rowsOf<{ share: number | null }>(db)`
    select sum(pg_column_size(answer))::float / nullif(sum(pg_column_size(a.*)), 0) as share
    from (select * from answers limit 5000) a`;
  return rows[0]?.share ?? 0;
}

function groupTables(tables: readonly TableSize[], text_share: number) {
  const groups = new Map<string, Bytes>();
  const add = (name: string, { table_bytes, index_bytes }: Bytes) => {
    const sum = groups.get(name) ?? { table_bytes: 0, index_bytes: 0 };
    groups.set(name, {
      table_bytes: sum.table_bytes + table_bytes,
      index_bytes: sum.index_bytes + index_bytes,
    });
  };
  for (const table of tables) {
    const group = Object.keys(GROUPS).find((name) => GROUPS[name]?.includes(table.name)) ?? ELSE;
    const text_bytes = table.name === "answers" ? Math.round(table.table_bytes * text_share) : 0;
    if (text_bytes > 0) add(TEXTS, { table_bytes: text_bytes, index_bytes: 0 });
    add(group, { ...table, table_bytes: table.table_bytes - text_bytes });
  }
  const sizeOf = ({ table_bytes, index_bytes }: Bytes) => table_bytes + index_bytes;
  return [...groups]
    .map(([name, bytes]) => ({ name, ...bytes }))
    .sort((left, right) => sizeOf(right) - sizeOf(left));
}

/** What each project takes: of every table its share of the rows, of large ones in a sample of their pages. */
async function measureProjects(
  { base: { db, server, now } }: Opened,
  tables: readonly TableSize[],
): Promise<ProjectSize[]> {
  const bytes = new Map<number, number>();
  const known = new Set(Object.values(GROUPS).flat());
  for (const { name, table_bytes, index_bytes } of tables.filter((one) => known.has(one.name))) {
    const percent = Math.min(100, (100 * SAMPLE_BYTES) / Math.max(1, table_bytes));
    const rows = await rowsOf<{ project_id: number | null; count: number }>(db)`
      select project_id, count(*) as count from ${sql.table(name)}
      tablesample system (${sql.lit(percent)}) group by 1`;
    const all = rows.reduce((sum, { count }) => sum + count, 0);
    for (const { project_id, count } of rows) {
      const part = ((table_bytes + index_bytes) * count) / all;
      if (project_id !== null) bytes.set(project_id, (bytes.get(project_id) ?? 0) + part);
    }
  }
  const daysAgo = (days: number) =>
    countAnswers(db, new Date(now().getTime() - days * 86_400_000).toISOString().slice(0, 10));
  const [all, fresh] = [await countAnswers(db), await daysAgo(GROWTH_DAYS)];
  const own = await listOwnDays(db);
  const kept = new Map(
    own.map(({ project_id, own }) => [project_id, keptDays(own, server.keep_days).answers]),
  );
  // What is there now and will still be kept in a year.
  const left = new Map<number | null, Map<number, number>>([[null, all]]);
  for (const days of new Set(kept.values())) {
    if (days !== null)
      left.set(days, days > YEAR_DAYS ? await daysAgo(days - YEAR_DAYS) : new Map());
  }
  const projects = await db
    .selectFrom("projects")
    .select(["project_id", "name"])
    .orderBy("project_id")
    .execute();
  return projects.map(({ project_id, name }) => {
    const total = Math.round(bytes.get(project_id) ?? 0);
    const answers = all.get(project_id) ?? 0;
    const each = answers === 0 ? 0 : total / answers;
    const growth = ((fresh.get(project_id) ?? 0) / GROWTH_DAYS) * each;
    const kept_days = kept.get(project_id) ?? null;
    const stays = kept_days === null ? total : (left.get(kept_days)?.get(project_id) ?? 0) * each;
    return {
      ...{ id: encodeId("prj", project_id), name, bytes: total, answers, kept_days },
      bytes_per_answer: perAnswer(total, answers),
      growth_bytes_per_day: Math.round(growth),
      year_bytes: Math.round(stays + growth * Math.min(YEAR_DAYS, kept_days ?? YEAR_DAYS)),
    };
  });
}

/** What was asked of each project, by its number; `since`: after that day. */
async function countAnswers(db: Database, since?: string): Promise<Map<number, number>> {
  const rows = await rowsOf<{ project_id: number; count: number }>(db)`
    select project_id, sum(answers + no_answer + refused + error) as count from answer_rollup
    where span = 1 ${since === undefined ? sql`` : sql`and start > ${since}::date`} group by 1`;
  return new Map(rows.map(({ project_id, count }) => [project_id, count]));
}

function printSize({ database_bytes, answers, groups, projects }: Size): void {
  const inAll = groups.reduce((sum, one) => sum + one.table_bytes + one.index_bytes, 0);
  print(`The database takes ${bytesInWords(database_bytes)} and holds ${answers} answers.\n`);
  printTable(
    ["what", "rows", "indexes", "share", "bytes an answer"],
    groups.map(({ name, table_bytes, index_bytes, bytes_per_answer }) => [
      name,
      bytesInWords(table_bytes),
      bytesInWords(index_bytes),
      `${Math.round(((table_bytes + index_bytes) / inAll) * 100)} %`,
      String(bytes_per_answer ?? "-"),
    ]),
  );
  print("");
  printTable(
    ["project", "name", "now", "answers", "bytes an answer", "a day", "kept, days", "in a year"],
    projects.map((one) => [
      one.id,
      one.name,
      bytesInWords(one.bytes),
      String(one.answers),
      String(one.bytes_per_answer ?? "-"),
      bytesInWords(one.growth_bytes_per_day),
      String(one.kept_days ?? "for ever"),
      bytesInWords(one.year_bytes),
    ]),
  );
  print(`\nA day: the answers of the last ${GROWTH_DAYS} days, at the bytes an answer takes now.`);
  print(
    "Projects of few answers have no sums of pages and domains yet, which may double what an answer takes.",
  );
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** Bytes as people read them, in thousands. */
export function bytesInWords(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1_000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}

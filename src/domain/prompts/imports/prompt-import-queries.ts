import { sql } from "kysely";
import type * as z from "zod";
import { type Database, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import type { Paged, PageInput } from "#core/page.ts";
import { readPage } from "#core/page.ts";
import type { Plan } from "#core/plans.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { WantedPrompt } from "./add-prompts.ts";
import type { PromptImport, PromptImportFailure } from "./prompt-import.ts";

/** An import of a project. */
type OneImport = Tenant & { import_id: number };
/** A line that is to be imported, or that has a problem. */
export type ImportLine = { line: number; prompt: WantedPrompt | null; problem: string | null };
const LINES_AT_ONCE = 1_000;

/** Refuses a second import of a project while one runs; who holds `lockProject` keeps it so. */
export async function refuseSecondImport(db: Database, { project_id }: Tenant): Promise<void> {
  const rows = await rowsOf(db)`select from prompt_imports
    where project_id = ${project_id} and status = 'running'`;
  if (rows.length === 0) return;
  const message = "Prompts are being imported into this project already; wait until that is done.";
  throw new Failure("CONFLICT", message);
}

/** Stores an import with its lines, in the order of the file, in place of the last one that ended; returns its number. */
export async function insertImport(
  db: Database,
  { project_id }: Tenant,
  { lines, now }: { lines: readonly ImportLine[]; now: Date },
): Promise<number> {
  await sql`delete from prompt_imports
    where project_id = ${project_id} and status <> 'running'`.execute(db);
  const failed = lines.filter(({ problem }) => problem !== null).length;
  const rows = await rowsOf<{ import_id: number }>(db)`
    insert into prompt_imports (project_id, total, failed, created_at)
    values (${project_id}, ${lines.length}, ${failed}, ${now}) returning import_id`;
  const import_id = rows[0]?.import_id ?? 0;
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const some = lines
      .slice(from, from + LINES_AT_ONCE)
      .map((line, at) => ({ ...line, place: from + at }));
    await sql`
      insert into prompt_import_lines (project_id, import_id, place, line, prompt, problem)
      select ${project_id}::integer, ${import_id}::integer, l.*
      from json_to_recordset(${JSON.stringify(some)}::json)
        as l (place integer, line integer, prompt jsonb, problem text)`.execute(db);
  }
  return import_id;
}

/** Holds a running import until the transaction ends and returns its organisation's plan; undefined: it runs no more. */
export async function lockImport(
  db: Database,
  { project_id, import_id }: OneImport,
): Promise<Plan | undefined> {
  const rows = await rowsOf<{ plan: Plan }>(db)`
    select o.plan from prompt_imports i join projects p on p.project_id = i.project_id
    join organisations o on o.organisation_id = p.organisation_id
    where i.project_id = ${project_id} and i.import_id = ${import_id} and i.status = 'running'
    for update of i`;
  return rows[0]?.plan;
}

/** The next lines to import, as many as said. */
export async function nextLines(
  db: Database,
  { project_id, import_id }: OneImport,
  most: number,
): Promise<{ place: number; prompt: WantedPrompt }[]> {
  return rowsOf<{ place: number; prompt: WantedPrompt }>(db)`
    select place, prompt from prompt_import_lines
    where project_id = ${project_id} and import_id = ${import_id} and problem is null
    order by place limit ${most}`;
}

/** Notes that lines are dealt with: these are gone, in the transaction that made their prompts. */
export async function noteImported(
  db: Database,
  { project_id, import_id }: OneImport,
  { places, imported }: { places: readonly number[]; imported: number },
): Promise<void> {
  await sql`delete from prompt_import_lines where project_id = ${project_id}
    and import_id = ${import_id} and place = any(${places}::integer[])`.execute(db);
  await sql`update prompt_imports set imported = imported + ${imported}::integer,
      unchanged = unchanged + ${places.length - imported}::integer
    where project_id = ${project_id} and import_id = ${import_id}`.execute(db);
}

/** Notes lines that could not be used after all, and why. */
export async function noteFailed(
  db: Database,
  { project_id, import_id }: OneImport,
  lines: readonly { place: number; problem: string | null }[],
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    update prompt_import_lines l set problem = f.problem
    from json_to_recordset(${JSON.stringify(lines)}::json) as f (place integer, problem text)
    where l.project_id = ${project_id} and l.import_id = ${import_id} and l.place = f.place`.execute(
    db,
  );
  await sql`update prompt_imports set failed = failed + ${lines.length}::integer
    where project_id = ${project_id} and import_id = ${import_id}`.execute(db);
}

/** Ends an import that runs; with a problem, it ends early, and the lines that are left are dropped. */
export async function endImport(
  db: Database,
  { project_id, import_id }: OneImport,
  { problem, now }: { problem: string | null; now: Date },
): Promise<void> {
  await sql`delete from prompt_import_lines where project_id = ${project_id}
    and import_id = ${import_id} and problem is null`.execute(db);
  await sql`update prompt_imports set status = ${problem === null ? "done" : "failed"},
      problem = ${problem}, finished_at = ${now}
    where project_id = ${project_id} and import_id = ${import_id} and status = 'running'`.execute(
    db,
  );
}

type ImportRow = z.input<typeof PromptImport>;

/** The imports of a project that are known: the one that runs, and the last that ended. */
export async function listImportRows(
  db: Database,
  { project_id }: Tenant,
  page: PageInput,
): Promise<Paged<ImportRow>> {
  const listed = sql<ImportRow>`
    select import_id as id, status, total, imported + unchanged + failed as done, imported,
      unchanged, failed, problem, created_at, finished_at, count(*) over () as total_count
    from prompt_imports where project_id = ${project_id}
    order by import_id desc`;
  return readPage(db, page, listed);
}

/** How far the import of prompts is that runs in a project; null when none does. */
export async function readImportProgress(
  db: Database,
  { project_id }: Tenant,
): Promise<{ done: number; total: number } | null> {
  const rows = await rowsOf<{ done: number; total: number }>(db)`
    select imported + unchanged + failed as done, total from prompt_imports
    where project_id = ${project_id} and status = 'running'`;
  return rows[0] ?? null;
}

/** The lines of an import that could not be used, in the order of the file; NOT_FOUND for an import that is not there. */
export async function listFailureRows(
  db: Database,
  { project_id, import_id }: OneImport,
  page: PageInput,
): Promise<Paged<z.input<typeof PromptImportFailure>>> {
  const found = await rowsOf(db)`select from prompt_imports
    where project_id = ${project_id} and import_id = ${import_id}`;
  if (found.length === 0) throw new Failure("NOT_FOUND", "There is no such import.");
  const listed = sql<z.input<typeof PromptImportFailure>>`
    select line, problem as message, prompt ->> 'prompt' as prompt, count(*) over () as total_count
    from prompt_import_lines where project_id = ${project_id} and import_id = ${import_id}
      and problem is not null order by place`;
  return readPage(db, page, listed);
}

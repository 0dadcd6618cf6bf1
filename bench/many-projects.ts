import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { addDays } from "#core/period.ts";
import { fillDays, fillNames, LAST_DAY, rebuildSums, time } from "./fill-project.ts";

const PROMPTS = 50;
const PER_DAY = PROMPTS * 3;
/** Projects that are copied in one statement a table. */
const AT_ONCE = 5;

const daysOf = (answers: number) => Math.ceil(answers / PER_DAY);

/** The first of so many projects, where an earlier run left them. */
export async function findSmall(
  db: Database,
  { answers, projects }: { answers: number; projects: number },
) {
  const { rows } = await sql<{ project_id: number; count: number }>`
    select min(project_id) as project_id, count(*) as count from projects`.execute(db);
  const [found] = rows;
  return found?.count === projects && { project_id: found.project_id, days: daysOf(answers) };
}

/** A project of 50 prompts, of so many answers; returns its number and its days. */
export async function fillSmall(db: Database, answers: number) {
  const days = daysOf(answers);
  const project_id = await fillNames(db, PROMPTS);
  const first = addDays(LAST_DAY, 1 - days);
  await fillDays(db, project_id, { first, last: LAST_DAY, prompts: PROMPTS });
  // Pages that nobody cites would be most of what there is.
  await sql`delete from urls u where not exists (
    select from citations c where c.project_id = u.project_id and c.url_id = u.url_id)`.execute(db);
  await sql`delete from domains d where not exists (
    select from urls u where u.project_id = d.project_id and u.domain_id = d.domain_id)`.execute(
    db,
  );
  await rebuildSums(db, project_id, days);
  return { project_id, days };
}

/** Copies a project, its sums included, until there are so many of it. */
export async function copyProject(db: Database, project_id: number, count: number): Promise<void> {
  const { rows: tables } = await sql<Copied>`
    select c.table_name as name,
      array_agg(c.column_name::text) filter (where c.column_name <> 'project_id') as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'projects'
      and is_generated = 'NEVER'
    group by c.table_name having bool_or(c.column_name = 'project_id')`.execute(db);
  const { rows: made } = await sql<{ project_id: number }>`
    insert into projects (organisation_id, name, domain, country_code, language_code)
    select 1, 'Bench ' || n, 'bench.example', 'US', 'en'
    from generate_series(2, ${count}::integer) n returning project_id`.execute(db);
  const left = made.map((row) => row.project_id);
  const copySome = () =>
    db.connection().execute(async (one) => {
      // Tables come in any order: keys are not checked, as in a restore of the whole database.
      await sql`set session_replication_role = replica`.execute(one);
      for (let to = left.splice(0, AT_ONCE); to.length > 0; to = left.splice(0, AT_ONCE)) {
        for (const table of tables) await copyRows(one, table, { from: project_id, to });
      }
      await sql`reset session_replication_role`.execute(one);
    });
  await time(`${count} projects`, () => Promise.all([copySome(), copySome(), copySome()]));
  await time("vacuum", () => sql`vacuum analyze`.execute(db));
}

type Copied = { name: string; columns: string[] };

async function copyRows(
  db: Database,
  { name, columns }: Copied,
  { from, to }: { from: number; to: readonly number[] },
): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(name)} (project_id, ${list}) overriding system value
    select p, ${list} from unnest(${to}::integer[]) p, ${sql.table(name)}
    where project_id = ${from}`.execute(db);
}

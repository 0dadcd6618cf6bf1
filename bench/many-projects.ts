import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { addDays } from "#core/period.ts";
import { fillDays, fillNames, LAST_DAY, rebuildSums, time } from "./fill-project.ts";

const PROMPTS = 50;
const PER_DAY = PROMPTS * 3;

/** A project of 50 prompts, of so many answers; returns its number and its days. */
export async function fillSmall(db: Database, answers: number) {
  const days = Math.ceil(answers / PER_DAY);
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
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.table_name as name, array_agg(c.column_name::text) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by c.table_name having bool_or(c.column_name = 'project_id')
    order by c.table_name <> 'projects'`.execute(db);
  await time(`${count} projects`, () =>
    db.connection().execute(async (one) => {
      await sql`set statement_timeout = 0`.execute(one);
      const { rows: made } = await sql<{ project_id: number }>`
        insert into projects (organisation_id, name, domain, country_code, language_code)
        select 1, 'Bench ' || n, 'bench.example', 'US', 'en'
        from generate_series((select count(*) + 1 from projects), ${count}::integer) n
        returning project_id`.execute(one);
      const copies = made.map((row) => row.project_id);
      for (const { name, columns } of rows.filter(({ name }) => name !== "projects")) {
        const others = columns.filter((column) => column !== "project_id");
        const list = sql.join(others.map((column) => sql.ref(column)));
        await sql`insert into ${sql.table(name)} (project_id, ${list}) overriding system value
          select p, ${list} from unnest(${copies}::integer[]) p, ${sql.table(name)}
          where project_id = ${project_id}`.execute(one);
      }
      await sql`vacuum analyze`.execute(one);
    }),
  );
}

import type { Command } from "commander";
import { sql } from "kysely";
import { print, withInstallation } from "./open-command.ts";

/** Adds `migrate`. */
export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("bring the database up to date (every start does so, too)")
    .action(() =>
      withInstallation(async ({ base }) => {
        const { rows } = await sql<{ count: number; newest: string }>`
          select count(*) as count, max(name) as newest from migrations
          where name like '0%'`.execute(base.db);
        print(
          `The database is up to date: ${rows[0]?.count} migrations, newest ${rows[0]?.newest}.`,
        );
      }),
    );
}

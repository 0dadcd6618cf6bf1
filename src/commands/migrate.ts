import type { Command } from "commander";
import { rowsOf } from "#core/database.ts";
import { print, withInstallation } from "./open-command.ts";

/** Adds `migrate`. */
export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("bring the database up to date (every start does so, too)")
    .action(() =>
      withInstallation(async ({ base }) => {
        const rows = await rowsOf<{ count: number; newest: string }>(base.db)`
          select count(*) as count, max(name) as newest from migrations
          where name like '0%'`;
        print(
          `The database is up to date: ${rows[0]?.count} migrations, newest ${rows[0]?.newest}.`,
        );
      }),
    );
}

import type { Command } from "commander";
import { readCluster } from "#adapters/database/cluster.ts";
import { mayCreate } from "#adapters/database/may-create.ts";
import { migrate, removeViews } from "#adapters/database/migrate.ts";
import { makeReadingRole } from "#adapters/database/reading-role.ts";
import { recordAudit } from "#core/audit.ts";
import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import { addViewRole, listViewRoles, removeViewRole } from "#domain/projects/view-role-queries.ts";
import { SPREAD_TABLES } from "#domain/tenancy/spread-tables.ts";
import {
  type Opened,
  openProject,
  print,
  printTable,
  tell,
  withInstallation,
} from "./open-command.ts";

type Chosen = { role: string; project?: string; all?: true };

/** Adds `views grant`, `views revoke`, `views list` and `views remove`. */
export function addViewsCommand(program: Command): void {
  const views = program.command("views").description("views for BI tools, and who may read them");
  const role = ["--role <name>", "a role of the database, such as bi_reader"] as const;
  views
    .command("grant")
    .description("let a role of the database read the views; a role that is not there is made")
    .requiredOption(...role)
    .option("--project <id or name>", "what it sees; needed unless there is one project alone")
    .option("--all", "it sees all projects, those to come as well")
    .action(grantViews);
  views
    .command("revoke")
    .description("end that, at once")
    .requiredOption(...role)
    .option("--project <id or name>", "what it should no longer see")
    .option("--all", "end a grant for all projects")
    .action(revokeViews);
  views.command("list").description("list which role sees what").action(showRoles);
  views.command("remove").description("drop the views and end all grants").action(dropViews);
}

async function grantViews(chosen: Chosen): Promise<void> {
  await withInstallation(async (opened) => {
    const { context, project_id, name } = await findScope(opened, chosen);
    const { pool } = opened.openBackground();
    const cluster = await readCluster(pool, SPREAD_TABLES);
    if (cluster && cluster.spread.length > 0) {
      throw new Failure(
        "UNAVAILABLE",
        "This installation is spread over a cluster, where nobody has tried these views.",
      );
    }
    await mayCreate(pool, async () => {
      await migrate(pool, undefined, "views");
    });
    const { role, password } = await makeReadingRole(pool, chosen.role);
    // Nobody has it but who reads this, also when what follows fails.
    if (password) print(password);
    await context.db.transaction().execute(async (db) => {
      const isNew = await addViewRole(db, { role, project_id }, context.now());
      if (isNew) await note({ ...context, db }, "grant_views", project_id);
    });
    const { host, port, database } = pool.options;
    const place =
      opened.config.DATABASE_URL === undefined
        ? `host=${host} port=${port} dbname=${database}`
        : "the server and database of DATABASE_URL";
    tell(
      `${role} reads the views of ${name}: ${place}, user ${role}, schema earshot.\n` +
        (password ? "Its password is shown this once." : "The role was there already."),
    );
  });
}

async function revokeViews(chosen: Chosen): Promise<void> {
  await withInstallation(async (opened) => {
    const { context, project_id, name } = await findScope(opened, chosen);
    const { role } = chosen;
    await context.db.transaction().execute(async (db) => {
      if (!(await removeViewRole(db, { role, project_id })))
        throw new Failure("NOT_FOUND", `${role} was not granted ${name}; see views list.`);
      await note({ ...context, db }, "revoke_views", project_id);
    });
    print(`${role} does not read the views of ${name} any more. The role is still there.`);
  });
}

async function showRoles(): Promise<void> {
  await withInstallation(async ({ base }) => {
    printTable(
      ["role", "project", "name", "since"],
      (await listViewRoles(base.db)).map(({ role, project_id, project, granted_at, is_there }) => [
        is_there ? role : `${role} (gone)`,
        project_id === null ? "all" : encodeId("prj", project_id),
        project ?? "",
        granted_at,
      ]),
    );
  });
}

async function dropViews(): Promise<void> {
  await withInstallation(async (opened) => {
    for (const { role, project_id } of await listViewRoles(opened.base.db)) {
      await opened.base.db.transaction().execute(async (db) => {
        await removeViewRole(db, { role, project_id });
        await note({ ...opened.context, db }, "revoke_views", project_id);
      });
    }
    const isDone = await removeViews(opened.openBackground().pool);
    print(isDone ? "The views are gone, and so are all grants." : "There were no views.");
  });
}

/** One project, or, said outright, all. */
async function findScope(opened: Opened, { project, all }: Chosen) {
  if (!all) {
    const { project_name: name, ...context } = await openProject(opened, project);
    return { context, project_id: context.project.project_id, name };
  }
  if (project === undefined)
    return { context: opened.context, project_id: null, name: "all projects" };
  throw new Failure("VALIDATION_ERROR", "Say --project or --all, not both.");
}

/** What is granted of all projects is noted in each organisation. */
async function note(
  context: Parameters<typeof recordAudit>[0],
  operation: "grant_views" | "revoke_views",
  project_id: number | null,
): Promise<void> {
  if (project_id !== null)
    return recordAudit(context, {
      operation,
      target: { project_id: encodeId("prj", project_id) },
    });
  const all = context.db.selectFrom("organisations").select("organisation_id").limit(10_000);
  for (const { organisation_id } of await all.execute()) {
    const target = { organisation_id: encodeId("org", organisation_id) };
    await recordAudit(context, { operation, target });
  }
}

import { type Command, Option } from "commander";
import * as z from "zod";
import { recordAudit } from "#core/audit.ts";
import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import { isDay } from "#core/period.ts";
import { run } from "#core/run.ts";
import { issueKey } from "#domain/keys/issue-key.ts";
import { listKeys } from "#domain/keys/list-keys.ts";
import { revokeKey } from "#domain/keys/revoke-key.ts";
import {
  openProject,
  print,
  printTable,
  readName,
  tell,
  withInstallation,
} from "./open-command.ts";

const PAGE = 100;
type Chosen = { project?: string };

/** Adds `key create`, `key list` and `key revoke`. */
export function addKeyCommand(program: Command): void {
  const key = program.command("key").description("API keys of a project");
  key
    .command("create")
    .description("make a key and print it, this once")
    .requiredOption("--name <name>", "what the key is for")
    .addOption(
      new Option("--access <access>", "read: lists and reports only; write: everything")
        .choices(["read", "write"])
        .default("read"),
    )
    .option(
      "--expires <date>",
      "last moment it works, like 2027-01-31 (its end, in UTC) or 2027-01-31T18:00:00+02:00",
    )
    .option("--project <id or name>", "needed when there are several")
    .action(createKey);
  key
    .command("list")
    .description("list the keys of a project, without the keys themselves")
    .option("--project <id or name>", "needed when there are several")
    .action(showKeys);
  key
    .command("revoke")
    .description("end a key at once")
    .argument("<id>", "id from `key list`, like key_PqYbRw9s")
    .option("--project <id or name>", "needed when there are several")
    .action(endKey);
}

type Wanted = Chosen & { name: string; access: "read" | "write"; expires?: string };

async function createKey({ project, name, access, expires }: Wanted): Promise<void> {
  const expires_at = readExpiry(expires);
  const wanted = readName(name);
  await withInstallation(async (opened) => {
    const context = await openProject(opened, project);
    const { id, key } = await context.db.transaction().execute(async (db) => {
      const made = await issueKey({ ...context, db }, { name: wanted, access, expires_at });
      const key_id = encodeId("key", made.id);
      await recordAudit({ ...context, db }, { operation: "create_key", target: { key_id } });
      return { id: key_id, key: made.key };
    });
    print(key);
    const until = expires_at ? ` It works until ${expires_at.toISOString()}.` : "";
    tell(
      `This is ${id} of ${context.project_name}, access ${access}. It is shown this once.${until}\n` +
        `Try: curl -H "x-api-key: $KEY" ${opened.config.BASE_URL}/api/v1/brands`,
    );
  });
}

const Moment = z.iso.datetime({ offset: true });

/** A day means its end, in UTC. */
function readExpiry(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const moment = isDay(text) ? `${text}T23:59:59Z` : text;
  const time = new Date(moment);
  if (Moment.safeParse(moment).success && time.getTime() > Date.now()) return time;
  throw new Failure(
    "VALIDATION_ERROR",
    "--expires: a day or moment to come, like 2027-01-31 or 2027-01-31T18:00:00+02:00.",
  );
}

async function showKeys({ project }: Chosen): Promise<void> {
  await withInstallation(async (opened) => {
    const context = await openProject(opened, project);
    const rows: string[][] = [];
    for (let page = 1; ; page++) {
      const { data, total_count } = await run(listKeys, context, {
        limit: PAGE,
        offset: (page - 1) * PAGE,
      });
      for (const row of data) {
        const state = row.revoked_at ? "revoked" : (row.expires_at ?? "never");
        rows.push([row.id, row.name, row.preview, row.access, state, row.last_used_at ?? "never"]);
      }
      if (page * PAGE >= total_count) break;
    }
    printTable(["id", "name", "key", "access", "expires", "last used"], rows);
  });
}

async function endKey(id: string, { project }: Chosen): Promise<void> {
  await withInstallation(async (opened) => {
    const ended = await run(revokeKey, await openProject(opened, project), { key_id: id });
    print(`${ended.id} (${ended.name}) is revoked.`);
  });
}

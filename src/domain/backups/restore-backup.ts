import { recordAudit } from "#core/audit.ts";
import type { AccountContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import { type Plan, requireRoom } from "#core/plans.ts";
import { lockOrganisation } from "#domain/accounts/member-queries.ts";
import { type Line, readLines } from "#domain/answers/ingest/read-lines.ts";
import { DETECT_AGAIN } from "#domain/brands/brand.ts";
import { countBrands } from "#domain/brands/brand-queries.ts";
import { countProjects, findProject } from "#domain/projects/project-queries.ts";
import { countActivePrompts } from "#domain/prompts/prompt-queries.ts";
import { makeWebhookSecret } from "#domain/webhooks/webhook-queries.ts";
import { type AgeLimits, liftAgeLimits, refuseOld } from "./age-limits.ts";
import { type Counts, makeSeal, readHeader, readRow, refuseBackup } from "./backup-format.ts";
import {
  finishRestore,
  listRestoredWebhooks,
  prepareRestore,
  restoreProjectRow,
  restoreRows,
  setWebhookSecret,
} from "./backup-queries.ts";
import { BACKUP_TABLES, readColumns } from "./backup-tables.ts";

const LINE_BYTES_MAX = 256 * 1_048_576;
const BATCH_MAX = 1_000;
const BATCH_CHARACTERS_MAX = 4_000_000;

/**
 * Where a backup goes: an organisation with its plan, and another name if one is wanted. `old_may_go`: also where limits
 * of the installation's delete some of it.
 */
export type RestoreTarget = {
  organisation_id: number;
  plan: Plan;
  name?: string | undefined;
  old_may_go?: boolean | undefined;
  onRows?: (count: number) => void;
};

/** What a restore made: its project, rows by table, the new secrets of its webhooks, and what limits of age do to it. */
export type Restored = {
  project_id: number;
  name: string;
  rows: Counts;
  webhooks: { url: string; secret: string }[];
  limits: AgeLimits;
};

/**
 * Makes a new project of a backup, with new numbers, paused and its webhooks switched off. All of it or nothing: one
 * transaction, which ends well only if the file is whole. When it resolves, the project is there; after `sumMany`, which
 * may take as long, reports show what those of the old one showed.
 */
export async function restoreBackup(
  context: AccountContext,
  file: AsyncIterable<Uint8Array>,
  target: RestoreTarget,
): Promise<Restored> {
  const { db, queueOn } = context;
  const { organisation_id, plan } = target;
  return db.transaction().execute(async (trx) => {
    requireRoom(plan, "projects", (await countProjects(trx, organisation_id)) + 1);
    await prepareRestore(trx);
    const made = await restoreLines({ ...context, db: trx }, file, target);
    const limits = await liftAgeLimits({ ...context, db: trx }, made);
    const webhooks = await renewSecrets({ ...context, db: trx }, made);
    if (await finishRestore(trx, made)) {
      await queueOn(trx).add(DETECT_AGAIN, { project_id: made.project_id });
    }
    // Not before: others wait for it, and lines may take hours.
    await lockOrganisation(trx, organisation_id);
    await requireAllRoom(trx, made, target);
    await recordAudit(
      { ...context, db: trx },
      { operation: "restore_project", target: { project_id: encodeId("prj", made.project_id) } },
    );
    const name = (await findProject(trx, made))?.name ?? "";
    return { ...made, name, webhooks, limits };
  });
}

type Batch = { table: string; rows: string[]; characters: number };

async function restoreLines(
  context: AccountContext,
  file: AsyncIterable<Uint8Array>,
  target: RestoreTarget,
): Promise<{ project_id: number; rows: Counts }> {
  const { db } = context;
  const lines = readLines(guarded(file), LINE_BYTES_MAX);
  const first = await lines.next();
  // An older Earshot's have fewer columns: the others are what a new row has in them.
  const columns = readHeader(first.done ? undefined : first.value, await readColumns(db));
  const seal = makeSeal();
  seal.add((first.value as Line).text ?? "");
  let project_id = 0;
  let count = 0;
  let batch: Batch = { table: "", rows: [], characters: 0 };
  const flush = async (number: number) => {
    if (batch.rows.length === 0) return;
    const { table, rows } = batch;
    try {
      if (table !== "projects")
        await restoreRows(db, { project_id }, { name: table, rows, columns });
      else project_id = await restoreProjectRow(db, rows[0] ?? "", { ...target, columns });
      if (!target.old_may_go) await refuseOld(context, { project_id }, table);
    } catch (error) {
      throw explainRow(error, { table, number });
    }
    count += rows.length;
    target.onRows?.(count);
  };
  for await (const { number, text } of lines) {
    const read = text === null ? null : readRow(text);
    if (!read || text === null) throw refuseBackup(`The backup is damaged at line ${number}.`);
    if ("end" in read) {
      await flush(number);
      if ((await lines.next()).done !== true)
        throw refuseBackup("The backup goes on after its end.");
      if (project_id === 0) throw refuseBackup("The backup is damaged: it has no project.");
      requireWhole(read.end, seal.end());
      return { project_id, rows: read.end.rows };
    }
    const { table, row } = read;
    requireInTurn(table, batch.table, number);
    if (!columns.get(table)?.length)
      throw refuseBackup(`The backup is damaged: its first line names no columns of ${table}.`);
    seal.add(text, table);
    const isFull = batch.rows.length >= BATCH_MAX || batch.characters >= BATCH_CHARACTERS_MAX;
    if (table !== batch.table || isFull) {
      await flush(number);
      batch = { table, rows: [], characters: 0 };
    }
    batch.rows.push(row);
    batch.characters += row.length;
  }
  throw refuseBackup("The backup is cut short: its last line is missing.");
}

const TURNS = ["", "projects", ...Object.keys(BACKUP_TABLES)];

/** Tables come in the order of a backup; before all the project, once. */
function requireInTurn(table: string, before: string, number: number): void {
  const [now, last] = [TURNS.indexOf(table), TURNS.indexOf(before)];
  const isFine = table === "projects" ? last === 0 : last > 0 && now >= last;
  if (!isFine) throw refuseBackup(`The backup is damaged at line ${number}.`);
}

function requireWhole(
  stated: { rows: Counts; sha256: string },
  found: { rows: Counts; sha256: string },
): void {
  for (const table of TURNS.slice(1)) {
    const [wanted, there] = [stated.rows[table] ?? 0, found.rows[table] ?? 0];
    if (wanted !== there) {
      throw refuseBackup(`The backup is damaged: it has ${there} of ${wanted} rows of ${table}.`);
    }
  }
  if (stated.sha256 !== found.sha256) {
    throw refuseBackup("The backup is damaged: its checksum is not that of its lines.");
  }
}

/** What unpacking throws of a file that is cut short or damaged, in words. */
async function* guarded(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch (cause) {
    const { code = "" } = cause as { code?: unknown };
    if (typeof code !== "string" || !code.startsWith("Z_")) throw cause;
    throw refuseBackup(
      code === "Z_BUF_ERROR" ? "The backup is cut short." : "The backup is damaged.",
      cause,
    );
  }
}

/** Data that the database cannot take is damage; other errors stay as they are. */
function explainRow(error: unknown, { table, number }: { table: string; number: number }): unknown {
  const { code = "" } = error as { code?: unknown };
  if (error instanceof Failure || typeof code !== "string" || !/^2[23]/.test(code)) return error;
  return refuseBackup(`The backup is damaged before line ${number}, in ${table}.`, error);
}

async function requireAllRoom(
  db: Database,
  project: { project_id: number },
  { organisation_id, plan }: RestoreTarget,
): Promise<void> {
  requireRoom(plan, "projects", await countProjects(db, organisation_id));
  requireRoom(plan, "brands", await countBrands(db, project));
  requireRoom(plan, "prompts", await countActivePrompts(db, project));
}

async function renewSecrets(
  { db, vault }: AccountContext,
  project: { project_id: number },
): Promise<Restored["webhooks"]> {
  const renewed = [];
  for (const { webhook_id, url } of await listRestoredWebhooks(db, project)) {
    const secret = makeWebhookSecret();
    await setWebhookSecret(db, project, { webhook_id, secret: vault.seal(secret) });
    renewed.push({ url, secret });
  }
  return renewed;
}

import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import type { ProjectContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { encodeId } from "#core/id.ts";
import { run } from "#core/run.ts";
import { detectAgain } from "#domain/answers/facts/detect-again.ts";
import { sumMany } from "#domain/answers/facts/fact-queries.ts";
import { importChats } from "#domain/answers/ingest/import-chats.ts";
import { listChats } from "#domain/answers/lists/list-chats.ts";
import { restoreBackup } from "#domain/backups/restore-backup.ts";
import { writeBackup } from "#domain/backups/write-backup.ts";
import { listBrands } from "#domain/brands/list-brands.ts";
import { updateBrand } from "#domain/brands/update-brand.ts";
import { listTopics } from "#domain/labels/list-topics.ts";
import { deletePrompt } from "#domain/prompts/delete-prompt.ts";
import { listPrompts } from "#domain/prompts/list-prompts.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { benchContext } from "./bench-context.ts";
import { inventAnswer, PROMPTS } from "./invented-answers.ts";
import { reportCases } from "./report-cases.ts";

/** What is timed in a project; each size has the same ones in the same order. */
export type Task = {
  name: string;
  /** What comes before each round and is not timed. */
  prepare?: () => Promise<unknown>;
  ask: () => Promise<unknown>;
  /** The time is of one of so many. */
  parts?: number;
  /** At most; the first one warms up and is not counted unless there is one alone. */
  rounds: number;
  /** It is over fewer days than its name says, so that it cannot be compared with others. */
  is_cut?: boolean;
  aim_ms?: number;
};

/** A project to be measured; `days`: so many have answers. `folder` takes its backup. */
export type Filled = { db: Database; project_id: number; days: number; folder: string };
export type Asked = {
  lengths: readonly number[];
  only: readonly string[];
  isUnfiltered: boolean;
};

const ROUNDS = 10;
const ROUNDS_OF_CHANGES = 4;
const DAYS_MIN = 5;
const IMPORTED = 1_000;
const READ_AGAIN = 3_000;
const AIMS_MS = { brands: 20, unfiltered: 150 };

/** Lists and reports of a project, then what changes it, last its backup and restore: to be done in this order. */
export async function listTasks(filled: Filled, asked: Asked): Promise<Task[]> {
  if (filled.days < DAYS_MIN)
    throw new Error(`Reports need ${DAYS_MIN} days of answers, and there are ${filled.days}.`);
  const context = benchContext(filled.db, filled.project_id);
  const parts: Record<string, () => Promise<Task[]> | Task[]> = {
    lists: () => listLists(context),
    reports: () => listReports(filled, asked),
    changes: () => listChanges(context),
    backup: () => listBackup(context, filled.folder),
  };
  const tasks: Task[] = [];
  for (const [part, list] of Object.entries(parts)) {
    if (asked.only.includes(part)) tasks.push(...(await list()));
  }
  return tasks;
}

function listLists(context: ProjectContext): Task[] {
  const rounds = ROUNDS;
  return [
    { name: "10 topics", rounds, ask: () => run(listTopics, context, {}) },
    { name: "40 brands", rounds, ask: () => run(listBrands, context, {}) },
    { name: "prompts", rounds, ask: () => run(listPrompts, context, { limit: 100 }) },
    { name: "20 newest answers", rounds, ask: () => run(listChats, context, { limit: 20 }) },
  ];
}

async function listReports(
  { db, project_id, days }: Filled,
  { lengths, isUnfiltered }: Asked,
): Promise<Task[]> {
  const all = await reportCases({ db, project: { project_id }, days }, lengths);
  const cases = all.filter(({ is_filtered }) => !(isUnfiltered && is_filtered));
  return cases.map(({ name, days_needed, is_filtered, ask }) => {
    const aim_ms = name === "brands 30 days" ? AIMS_MS.brands : AIMS_MS.unfiltered;
    const is_cut = days < days_needed;
    return { name, ask, rounds: ROUNDS, is_cut, ...(!is_filtered && { aim_ms }) };
  });
}

/** Answers are imported, the newest are read again after a brand changed, and prompts of imported ones are deleted. */
async function listChanges(context: ProjectContext): Promise<Task[]> {
  await giveTexts(context);
  const rounds = ROUNDS_OF_CHANGES;
  let imported = 0;
  let changed = 0;
  return [
    {
      name: `import of ${IMPORTED} answers`,
      ...{ rounds, ask: () => importAnswers(context, imported++) },
    },
    {
      name: `an answer read again, of ${READ_AGAIN}`,
      ...{ rounds, parts: READ_AGAIN, prepare: () => askToReadAgain(context, changed++) },
      ask: () => detectAgain.handler(stoppedAt(context), context.project),
    },
    {
      name: `deletion of a prompt with ${(rounds * IMPORTED) / PROMPTS} answers`,
      ...{ rounds, ask: () => deleteImported(context) },
    },
  ];
}

/** The newest answers say what was found in them, a tenth of them ALIAS, too. */
async function giveTexts({ db, project: { project_id } }: ProjectContext): Promise<void> {
  const said = "is the better buy for most people, says a review of last year. ";
  await sql`
    update answers a set answer = coalesce((
      select string_agg('**' || name || ${`** ${said}`}, '' order by place)
      from unnest(a.brand_ids) with ordinality o (brand_id, place) join brands b using (brand_id)
      where b.project_id = a.project_id), '')
      || repeat(${`It ${said}`}, 16) || case when answer_id % 10 = 0 then ${`${ALIAS} ${said}`} else '' end
    where project_id = ${project_id} and answer_id > (
      select max(answer_id) - ${READ_AGAIN}::integer from answers where project_id = ${project_id})`.execute(
    db,
  );
}
const ALIAS = "Zorro";

async function importAnswers(context: ProjectContext, round: number): Promise<void> {
  const lines = Array.from({ length: IMPORTED }, (_, n) => {
    const line = inventAnswer(n);
    const captured_at = line.captured_at.replace("T06", `T1${round}`);
    return `${JSON.stringify({ ...line, external_id: `growth ${round} ${n}`, captured_at })}\n`;
  });
  const body = Readable.from(lines.map((line) => Buffer.from(line)));
  const { imported, failed } = await run(importChats, context, {}, body);
  if (imported !== IMPORTED)
    throw new Error(`${imported} of ${IMPORTED} answers were imported: ${failed[0]?.message}`);
}

/** Changes a brand and lets the reading of all answers come to the newest. */
async function askToReadAgain(context: ProjectContext, round: number): Promise<void> {
  const { db, project } = context;
  const aliases = [{ text: round % 2 ? ALIAS : "Nowhere" }];
  await run(updateBrand, context, { brand_id: encodeId("brd", 7), aliases });
  // Its turn is over after its first answers.
  let hours = 0;
  const now = () => new Date(Date.UTC(2026, 10, 1, hours++));
  await detectAgain.handler({ ...context, now }, project);
  const { rows } = await sql`
    with newest as (select answer_id from answers where project_id = ${project.project_id}
      order by answer_id desc limit ${READ_AGAIN}::integer)
    update recalculations set last_answer_id = (select min(answer_id) - 1 from newest),
      done = total - ${READ_AGAIN}::integer
    where project_id = ${project.project_id} and finished_at is null returning done`.execute(db);
  if (rows.length === 0) throw new Error("No answers are read again although a brand changed.");
}

/** A context whose turn to read answers never ends. */
function stoppedAt(context: ProjectContext): ProjectContext {
  const moment = context.now();
  return { ...context, now: () => moment };
}

/** Deletes a prompt that was imported; over when sums are without it. */
async function deleteImported(context: ProjectContext): Promise<void> {
  const { db, project } = context;
  const { rows } = await sql<{ prompt_id: number }>`
    select prompt_id from prompts where project_id = ${project.project_id}
      and text like 'Question %' order by prompt_id limit 1`.execute(db);
  const [prompt] = rows;
  if (!prompt) throw new Error("No imported prompt is left to be deleted.");
  await run(deletePrompt, context, { prompt_id: encodeId("prm", prompt.prompt_id) });
  await rebuildDirtyRollups(db, project);
}

function listBackup(context: ProjectContext, folder: string): Task[] {
  const file = join(folder, `${context.project.project_id}.jsonl`);
  const target = { organisation_id: 1, plan: "brand/enterprise", name: "Again" } as const;
  const restore = async () =>
    sumMany(context.db, await restoreBackup(context, createReadStream(file), target));
  const backup = () => pipeline(Readable.from(writeBackup(context)), createWriteStream(file));
  return [
    { name: "backup", rounds: 1, ask: backup },
    { name: "restore", rounds: 1, ask: restore },
  ];
}

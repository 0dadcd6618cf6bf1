import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { job } from "#core/job.ts";
import { DETECT_AGAIN } from "#domain/brands/brand.ts";
import { lockBrands, setBrandsReady } from "#domain/brands/brand-queries.ts";
import { askForDetection, askForSuggestions } from "#domain/brands/request-detection.ts";
import { DETECTOR_VERSION } from "#domain/detection/brand-rules.ts";
import { doubtIn } from "#domain/judging/find-doubts.ts";
import { judgeAgain } from "#domain/judging/judge-queries.ts";
import { findProject, requireProject, type Tenant } from "#domain/projects/project-queries.ts";
import { beginTurn } from "#domain/projects/work-turn.ts";
import { awaitNewPrompts, findNamedBrands, UNNAMED } from "#domain/prompts/named-brands.ts";
import { listPromptTexts, setNamedBrands } from "#domain/prompts/prompt-trait-queries.ts";
import { markDirty, rebuildInTurn } from "#domain/sums/dirty-days.ts";
import type { Status } from "../ingest/answer-line.ts";
import { detectedIn, findBrands, loadReader, type Reader } from "../ingest/read-answers.ts";
import { pairsOf } from "../lists/detail-queries.ts";
import { reclassifyDomains } from "../sources/source-queries.ts";
import { forgetOutdated, listJudged } from "./doubt-queries.ts";
import { daysOf, deleteByKey, keyOf, lockAnswers } from "./fact-queries.ts";
import { type FactKey, insertMentions } from "./fact-rows.ts";
import { applyJudgements } from "./judgement-queries.ts";
import { changeBrandingOf } from "./prompt-answer-queries.ts";
import { isAsStored, type StoredFindings, storedFindings } from "./stored-findings.ts";
import { applyVerdicts, forgetKept } from "./verdict-queries.ts";

const BATCH_MAX = 250;
const BATCH_BYTES_MAX = 4_000_000;

/**
 * Reads a project's stored answers again after its brands changed, in short transactions. Brands say `recalculating`
 * until mentions, domains, prompts and sums are right under the present rules; a crash costs one step, and a change
 * meanwhile begins again. A project with more than a turn's worth of answers waits for its next turn. Does nothing where a pass under the present rules has ended before.
 */
export const detectAgain = job({
  ...DETECT_AGAIN,
  input: z.strictObject({ project_id: z.int() }),
  async handler(context, project) {
    const isThere = async () => (await findProject(context.db, project)) !== undefined;
    if (!(await isThere())) return;
    await readAgain(context, project).catch(async (error: unknown) => {
      // What belongs to a project that was deleted meanwhile has nowhere to go.
      if (await isThere()) throw error;
    });
  },
});

async function readAgain(context: AccountContext, project: Tenant): Promise<void> {
  const { db } = context;
  const isOver = beginTurn(context);
  let total = 0;
  for (let isDone = false; !isDone; ) {
    const pass = await begin(db, project, await loadReader(db, project));
    total = pass.total;
    if (pass.is_open) {
      const read = await readAll(context, project, { pass, isOver });
      if (read === "later") return askForDetection(context, project);
      if (read === "changed") continue;
      await reclassifyDomains(db, project, pass.reader.sites);
    }
    // Prompts may be newer than the pass that ended.
    await refreshNamedBrands(db, project);
    const summed = await rebuildInTurn(db, project, isOver);
    if (summed === "later") return askForDetection(context, project);
    isDone = await finish(db, project, pass);
  }
  // Answers that came in meanwhile ask for suggestions themselves.
  if (total > 0) await askForSuggestions(context, project);
}

/** One reading of all answers under the rules of `reader`; `started_at` tells it from others under the same rules. */
type Pass = { reader: Reader; started_at: string; is_open: boolean; total: number };

/** Goes on with the pass under these rules where its last attempt stopped, else begins one; it may have ended. */
async function begin(db: Database, { project_id }: Tenant, reader: Reader): Promise<Pass> {
  const rows = await rowsOf<Omit<Pass, "reader">>(db)`
    insert into recalculations as r (project_id, rules_hash, detector_version, total)
    select ${project_id}::integer, ${hashOf(reader)}, ${DETECTOR_VERSION}::smallint, count(*)
    from answers where project_id = ${project_id}
    on conflict (project_id) do update set rules_hash = excluded.rules_hash,
      detector_version = excluded.detector_version,
      (total, done, last_answer_id, started_at, finished_at) = (
        select r.total, r.done, r.last_answer_id, r.started_at, r.finished_at
        where r.rules_hash = excluded.rules_hash
        union all select excluded.total, 0, 0, clock_timestamp(), null
        where r.rules_hash <> excluded.rules_hash)
    returning started_at::text, finished_at is null as is_open, total`;
  const [pass] = rows;
  assert.ok(pass, "an upsert returns its row");
  return { reader, ...pass };
}

/** The row of a pass, while no other pass has taken its place. */
function rowOf({ project_id }: Tenant, { reader, started_at }: Pass) {
  return sql`project_id = ${project_id} and rules_hash = ${hashOf(reader)}
    and started_at = ${started_at}::timestamptz`;
}

function hashOf({ rules }: Reader): string {
  return createHash("sha256").update(`${DETECTOR_VERSION} ${rules}`).digest("hex");
}

/** Reads answers of a pass; "changed" when the rules changed or another pass took its place, "later" when the turn is over. */
async function readAll(
  { db, log }: AccountContext,
  project: Tenant,
  { pass, isOver }: { pass: Pass; isOver(): boolean },
): Promise<"done" | "changed" | "later"> {
  const { reader } = pass;
  const select = (after?: number) =>
    db.transaction().execute((trx) => selectNext(trx, project, { pass, after }));
  const read = async ({ rows, after }: Selected) => {
    const texts = rows.map(({ answer, removed_spans }) => {
      return { answer, removed_spans: pairsOf(removed_spans, answer) };
    });
    const found = await findBrands(reader, texts, log);
    return {
      after,
      read: rows.map((row, index) => ({ ...row, ...detectedIn(row, found[index]) })),
    };
  };
  let some = await select();
  let reading = some && read(some);
  while (some && reading) {
    if (some.rows.length === 0) return "done";
    const found = await reading;
    // The next ones are read while these are written.
    some = await select(some.rows.at(-1)?.answer_id);
    reading = some && read(some);
    // It is awaited above, a batch later; until then its failure must not count as unhandled.
    reading?.catch(() => {});
    if (!(await write(db, project, { ...found, pass }))) return "changed";
    if (isOver()) return "later";
  }
  return "changed";
}

type StoredText = FactKey &
  StoredFindings & {
    answer_id: number;
    answer: string;
    status: Status;
    removed_spans: number[];
    hash: string;
  };
type ReadText = StoredText & ReturnType<typeof detectedIn>;
type Selected = { rows: StoredText[]; after: number };

/**
 * The next answers, as many as are read in a moment, and the one that they come after: `after`, else where the pass has
 * come; undefined under other rules. Waits for what is being stored: it may have been read under the rules of before.
 */
async function selectNext(
  db: Database,
  project: Tenant,
  { pass, after }: { pass: Pass; after: number | undefined },
): Promise<Selected | undefined> {
  const { project_id } = project;
  await lockAnswers(db, project);
  if ((await loadReader(db, project, pass.reader)) !== pass.reader) return undefined;
  const reached = await rowsOf<{ after: number }>(db)`
    select last_answer_id as after from recalculations
    where ${rowOf(project, pass)}`;
  const [row] = reached;
  if (!row) return undefined;
  const from = after ?? row.after;
  const rows = await rowsOf<StoredText>(db)`
    select a.answer_id, a.day, a.model_id, a.prompt_id, a.sample, a.answer, a.status,
      a.removed_spans, encode(a.content_hash, 'hex') as hash, ${storedFindings(project)}
    from (
      select answer_id, row_number() over by_number as place,
        sum(octet_length(answer)) over by_number as bytes
      from (select answer_id, answer from answers
        where project_id = ${project_id} and answer_id > ${from}
        order by answer_id limit ${BATCH_MAX}) next
      window by_number as (order by answer_id)
    ) n join answers a on a.project_id = ${project_id} and a.answer_id = n.answer_id
    where n.place = 1 or n.bytes <= ${BATCH_BYTES_MAX}
    order by a.answer_id`;
  return { rows, after: from };
}

/**
 * Puts what was found in place of what was known of answers that are still as they were read, where it differs; one that was replaced
 * meanwhile has been read under the present rules. False when another pass took over.
 */
async function write(
  db: Database,
  project: Tenant,
  { read, pass, after }: { read: readonly ReadText[]; pass: Pass; after: number },
): Promise<boolean> {
  const { project_id } = project;
  return db.transaction().execute(async (trx) => {
    await lockAnswers(trx, project);
    const advanced = await sql`
      update recalculations set last_answer_id = ${read.at(-1)?.answer_id ?? after},
        done = done + ${read.length}
      where ${rowOf(project, pass)} and last_answer_id = ${after}
      returning project_id`.execute(trx);
    if (advanced.rows.length === 0) return false;
    const kept = await rowsOf<{ answer_id: number }>(trx)`
      select a.answer_id from answers a
      join json_to_recordset(${JSON.stringify(read.map(({ answer_id, hash }) => ({ answer_id, hash })))}::json)
        as r (answer_id bigint, hash text) using (answer_id)
      where a.project_id = ${project_id} and a.content_hash = decode(r.hash, 'hex')`;
    const unchanged = new Set(kept.map(({ answer_id }) => answer_id));
    const rows = read.filter((row) => unchanged.has(row.answer_id) && !isAsStored(row));
    if (rows.length === 0) return true;
    const answer_ids = rows.map(({ answer_id }) => answer_id);
    await deleteByKey(trx, project, { table: "mentions", keys: rows.map(keyOf) });
    const found = rows.flatMap((row) => row.mentions.map((one) => ({ ...keyOf(row), ...one })));
    await insertMentions(trx, project, found);
    await forgetVerdicts(trx, project, rows);
    await applyJudgements(trx, project, answer_ids);
    const changes = rows.map(({ answer_id, mentions, is_partial }) => ({
      answer_id,
      brand_ids: mentions.map((mention) => mention.brand_id),
      is_partial,
    }));
    await sql`
      update answers a set brand_ids = c.brand_ids, is_partial = c.is_partial,
        detector_version = ${DETECTOR_VERSION}::smallint
      from json_to_recordset(${JSON.stringify(changes)}::json) as c (answer_id bigint,
        brand_ids integer[], is_partial boolean)
      where a.project_id = ${project_id} and a.answer_id = c.answer_id`.execute(trx);
    await forgetKept(trx, project, answer_ids);
    await applyVerdicts(trx, project, answer_ids);
    await markDirty(trx, project, daysOf(rows));
    return true;
  });
}

/** Forgets what a judge said of passages of some answers that are none any more, or in no doubt. */
async function forgetVerdicts(db: Database, project: Tenant, rows: readonly ReadText[]) {
  const ids = rows.map(({ answer_id }) => answer_id);
  const judged = await listJudged(db, project, ids);
  if (judged.size === 0) return;
  const { language_code } = await requireProject(db, project);
  const doubts = rows.flatMap(({ answer_id, answer, mentions }) =>
    (judged.has(answer_id) ? mentions : []).flatMap(({ brand_id, evidence: pieces }) => {
      const evidence = pieces.flatMap(({ start, end }) => [start, end]);
      const found = doubtIn(answer, { brand_id, evidence }, language_code);
      return found ? { answer_id, brand_id, text_hash: found.text_hash } : [];
    }),
  );
  await forgetOutdated(db, project, { answer_ids: [...judged], doubts });
}

/** Notes again which brands prompts name; where that is another thing of the own one, the sums of their days are rebuilt. */
async function refreshNamedBrands(db: Database, project: Tenant): Promise<void> {
  await awaitNewPrompts(db, project);
  const prompts = await listPromptTexts(db, project);
  const texts = prompts.map(({ text }) => text);
  const named = await findNamedBrands(db, project, texts);
  const now = prompts.map((prompt, index) => ({ ...prompt, ...(named[index] ?? UNNAMED) }));
  const branding = now.filter(({ is_branded }, at) => is_branded !== prompts[at]?.is_branded);
  const others = now.filter(
    ({ is_branded, brand_ids }, at) =>
      is_branded === prompts[at]?.is_branded &&
      String(brand_ids) !== String(prompts[at]?.brand_ids),
  );
  if (others.length > 0) await setNamedBrands(db, project, others);
  if (branding.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const prompt_ids = branding.map(({ prompt_id }) => prompt_id);
    await changeBrandingOf(trx, project, {
      prompt_ids,
      change: () => setNamedBrands(trx, project, branding),
    });
  });
}

/** Sets the brands ready, unless their rules changed or another pass began while answers were read; then false. */
async function finish(db: Database, project: Tenant, pass: Pass): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockBrands(trx, project);
    if ((await loadReader(trx, project, pass.reader)) !== pass.reader) return false;
    const ended = await sql`update recalculations set finished_at = now()
      where ${rowOf(project, pass)} returning project_id`.execute(trx);
    if (ended.rows.length === 0) return false;
    await setBrandsReady(trx, project);
    await judgeAgain(trx, project);
    return true;
  });
}

import { createHash } from "node:crypto";
import { sql } from "kysely";
import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { job } from "#core/job.ts";
import { DETECT_AGAIN, SUGGEST } from "#domain/brands/brand.ts";
import { lockBrands, setBrandsReady } from "#domain/brands/brand-queries.ts";
import { createRegexRunner, type RegexRunner } from "#domain/detection/brand-regex.ts";
import { DETECTOR_VERSION } from "#domain/detection/brand-rules.ts";
import { judgeAgain } from "#domain/judging/judge-queries.ts";
import { findProject, type Tenant } from "#domain/projects/project-queries.ts";
import { listPromptTexts, setBranded } from "#domain/prompts/prompt-trait-queries.ts";
import { markDirty, rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { findBrands, loadReader, type Reader } from "../ingest/read-answers.ts";
import { pairsOf } from "../lists/detail-queries.ts";
import { reclassifyDomains } from "../sources/source-queries.ts";
import {
  daysOf,
  deleteByKey,
  type FactKey,
  insertMentions,
  keyOf,
  lockAnswers,
} from "./fact-queries.ts";
import { applyJudgements } from "./judgement-queries.ts";
import { markAnswersOf } from "./prompt-answer-queries.ts";

const BATCH_MAX = 250;

/**
 * Reads a project's stored answers again after its brands changed, in short transactions. Brands say `recalculating`
 * until mentions, domains, prompts and sums are right under the present rules; a crash costs one step, and a change
 * meanwhile begins again.
 */
export const detectAgain = job({
  ...DETECT_AGAIN,
  input: z.strictObject({ project_id: z.int() }),
  timeout_seconds: 3_600,
  async handler(context, project) {
    const { db } = context;
    if (!(await findProject(db, project))) return;
    const runner = createRegexRunner();
    try {
      let isDone = false;
      while (!isDone) {
        const reader = await loadReader(db, project);
        await begin(db, project, reader);
        while (await readNext(db, project, { reader, runner })) {
          // Others on this process get their turn between steps.
          await new Promise((resolve) => setImmediate(resolve));
        }
        await reclassifyDomains(db, project, reader.sites);
        await refreshBranded(db, project, reader);
        await rebuildDirtyRollups(db, project);
        isDone = await finish(db, project, reader);
      }
    } finally {
      await runner.close();
    }
    await askForSuggestions(context, project);
  },
});

/** Where the last attempt under the same rules stopped; else the beginning. */
async function begin(db: Database, { project_id }: Tenant, { rules }: Reader): Promise<void> {
  const hash = hashOf(rules);
  await sql`
    insert into recalculations (project_id, rules_hash, total)
    values (${project_id}, ${hash}, (select count(*) from answers where project_id = ${project_id}))
    on conflict (project_id) do update set rules_hash = excluded.rules_hash,
      total = excluded.total, done = 0, last_answer_id = 0, started_at = now()
    where recalculations.rules_hash <> excluded.rules_hash`.execute(db);
}

function hashOf(rules: string): string {
  return createHash("sha256").update(`${DETECTOR_VERSION} ${rules}`).digest("hex");
}

type StoredText = { answer_id: number; answer: string; status: string; removed_spans: number[] };

/** Reads the next answers again; false when there are none. */
async function readNext(
  db: Database,
  project: Tenant,
  { reader, runner }: { reader: Reader; runner: RegexRunner },
): Promise<boolean> {
  const { project_id } = project;
  return db.transaction().execute(async (trx) => {
    await lockAnswers(trx, project);
    const { rows } = await sql<StoredText & FactKey>`
      select a.answer_id, a.day, a.model_id, a.prompt_id, a.sample, a.answer, a.status,
        a.removed_spans
      from answers a join recalculations r on r.project_id = a.project_id
      where a.project_id = ${project_id} and a.answer_id > r.last_answer_id
      order by a.answer_id limit ${BATCH_MAX}`.execute(trx);
    const last = rows.at(-1);
    if (!last) return false;
    const texts = rows.map(({ answer, removed_spans }) => ({
      answer,
      removed_spans: pairsOf(removed_spans, answer),
    }));
    const found = await findBrands(reader, texts, runner);
    const mentions = rows.map((row, index) =>
      row.status === "answered" ? (found[index] ?? []) : [],
    );
    await deleteByKey(trx, project, { table: "mentions", keys: rows.map(keyOf) });
    await insertMentions(
      trx,
      project,
      rows.flatMap((row, index) => (mentions[index] ?? []).map((one) => ({ ...row, ...one }))),
    );
    const numbers = rows.map(({ answer_id }) => answer_id);
    await applyJudgements(trx, project, numbers);
    const changes = rows.map(({ answer_id }, index) => ({
      answer_id,
      brand_ids: (mentions[index] ?? []).map((mention) => mention.brand_id),
    }));
    await sql`
      update answers a set brand_ids = c.brand_ids, detector_version = ${DETECTOR_VERSION}::smallint
      from json_to_recordset(${JSON.stringify(changes)}::json) as c (answer_id bigint,
        brand_ids integer[])
      where a.project_id = ${project_id} and a.answer_id = c.answer_id`.execute(trx);
    await markDirty(trx, project, daysOf(rows));
    await sql`update recalculations set last_answer_id = ${last.answer_id},
      done = done + ${rows.length} where project_id = ${project_id}`.execute(trx);
    return true;
  });
}

/** Prompts that name the own brand are branded; where that changed, their days are summed anew. */
async function refreshBranded(db: Database, project: Tenant, reader: Reader): Promise<void> {
  const prompts = await listPromptTexts(db, project);
  const changed = prompts
    .map(({ is_branded: was, ...prompt }) => ({
      ...prompt,
      is_branded: reader.namesOwnBrand(prompt.text),
      was,
    }))
    .filter(({ is_branded, was }) => is_branded !== was);
  if (changed.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await markAnswersOf(
      trx,
      project,
      changed.map(({ prompt_id }) => prompt_id),
    );
    await setBranded(trx, project, changed);
  });
}

/** Sets the brands ready, unless their rules changed while answers were read; then false. */
async function finish(db: Database, project: Tenant, reader: Reader): Promise<boolean> {
  const { project_id } = project;
  return db.transaction().execute(async (trx) => {
    await lockBrands(trx, project);
    if ((await loadReader(trx, project, reader)) !== reader) return false;
    await setBrandsReady(trx, project);
    await judgeAgain(trx, project);
    await sql`delete from recalculations where project_id = ${project_id}`.execute(trx);
    return true;
  });
}

async function askForSuggestions({ db, queueOn }: AccountContext, project: Tenant): Promise<void> {
  const { project_id } = project;
  await queueOn(db).add(SUGGEST, { project_id }, { key: `${SUGGEST.name}:${project_id}` });
}

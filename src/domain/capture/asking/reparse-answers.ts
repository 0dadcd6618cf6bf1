import { EngineFailure } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { updateAdapterVersion } from "#domain/answers/facts/raw-answer-queries.ts";
import { unpackBody } from "#domain/answers/facts/raw-body.ts";
import { replaceAnswer } from "#domain/answers/ingest/replace-answer.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { readCaptured } from "./store-captured.ts";

const BATCH_MAX = 50;

/** How many bodies were read again, how many gave another answer, and how many could not be read. */
export type Reparsed = { read: number; changed: number; unreadable: number };

/**
 * Reads the bodies that a project's providers sent again with the adapters as they are now, and puts what they say in
 * place of what was stored, each answer with its number, day and sample. Doing it twice changes nothing; `dry_run` only
 * counts. A body that no longer can be read leaves its answer as it is. `onChanged` is called in each transaction that
 * changes answers.
 */
export async function reparseAnswers(
  context: AccountContext,
  project: Tenant,
  {
    dry_run,
    onBatch,
    onChanged,
  }: {
    dry_run: boolean;
    onBatch?: (so_far: Reparsed) => void;
    onChanged?: Batch["onChanged"];
  },
): Promise<Reparsed> {
  const total: Reparsed = { read: 0, changed: 0, unreadable: 0 };
  for (let after = 0; ; ) {
    const bodies = await listBodies(context.db, project, after);
    const last = bodies.at(-1);
    if (!last) break;
    const batch = await reparseBatch(context, project, { bodies, dry_run, onChanged });
    total.read += bodies.length;
    total.changed += batch.changed;
    total.unreadable += batch.unreadable;
    onBatch?.(total);
    after = last.answer_id;
  }
  if (!dry_run) await rebuildDirtyRollups(context.db, project);
  return total;
}

type Body = { answer_id: number; provider: string; requested_model: string; body: unknown };
type Packed = Omit<Body, "body"> & { body: Buffer };

async function listBodies(db: Database, { project_id }: Tenant, after: number): Promise<Body[]> {
  const rows = await rowsOf<Packed>(db)`
    select r.answer_id, m.provider, coalesce(m.requested_model, '') as requested_model, r.body
    from raw_answers r
    join answers a on a.project_id = r.project_id and a.answer_id = r.answer_id
    join models m on m.project_id = a.project_id and m.model_id = a.model_id
    where r.project_id = ${project_id} and r.answer_id > ${after}
    order by r.answer_id limit ${BATCH_MAX}`;
  return rows.map(({ body, ...row }) => ({ ...row, body: unpackBody(body) }));
}

type Batch = {
  bodies: readonly Body[];
  dry_run: boolean;
  onChanged: ((db: Database) => Promise<void>) | undefined;
};

async function reparseBatch(
  { db, providers, log }: AccountContext,
  project: Tenant,
  { bodies, dry_run, onChanged }: Batch,
): Promise<Pick<Reparsed, "changed" | "unreadable">> {
  const counts = { changed: 0, unreadable: 0 };
  await db
    .transaction()
    .execute(async (trx) => {
      for (const { answer_id, provider, requested_model, body } of bodies) {
        const captured = parse(providers, { provider, requested_model, body });
        if (!captured) {
          counts.unreadable++;
          continue;
        }
        const reading = readCaptured(captured);
        if (!(await replaceAnswer(trx, project, { answer_id, reading, log }))) continue;
        counts.changed++;
        const { adapter_version } = captured;
        await updateAdapterVersion(trx, project, { answer_id, adapter_version });
      }
      if (counts.changed > 0) await onChanged?.(trx);
      if (dry_run) throw new DryRun();
    })
    .catch((error: unknown) => {
      if (!(error instanceof DryRun)) throw error;
    });
  return counts;
}

class DryRun extends Error {}

function parse(
  providers: AccountContext["providers"],
  { provider, requested_model, body }: Omit<Body, "answer_id">,
) {
  try {
    return providers.get(provider)?.engine.parse(body, requested_model);
  } catch (error) {
    if (error instanceof EngineFailure) return undefined;
    throw error;
  }
}

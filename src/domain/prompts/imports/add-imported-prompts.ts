import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { translateDatabaseError } from "#core/database.ts";
import { Failure, toFailure } from "#core/failure.ts";
import { job } from "#core/job.ts";
import { loadLengthCheck } from "#domain/capture/targets/prompt-length.ts";
import { lockProject } from "#domain/projects/project-queries.ts";
import { beginTurn } from "#domain/projects/work-turn.ts";
import { addPrompts } from "./add-prompts.ts";
import { ADD_PROMPTS } from "./prompt-import.ts";
import {
  endImport,
  lockImport,
  nextLines,
  noteFailed,
  noteImported,
} from "./prompt-import-queries.ts";

const LINES_AT_ONCE = 500;
type OneImport = { project_id: number; import_id: number };

/** Makes the prompts of an uploaded file, some at a time: each step is kept whole or not at all, and done once. */
export const addImportedPrompts = job({
  ...ADD_PROMPTS,
  input: z.strictObject({ project_id: z.int(), import_id: z.int() }),
  async handler(context, one) {
    const { db, log, now, queueOn } = context;
    const isOver = beginTurn(context);
    try {
      while (await addSome(context, one)) {
        if (isOver()) return queueOn(db).add(ADD_PROMPTS, one, { line: ADD_PROMPTS.name });
      }
    } catch (thrown) {
      const error = translateDatabaseError(thrown);
      // What passes is tried again by the queue.
      if (error instanceof Failure && ["UNAVAILABLE", "CONFLICT"].includes(error.code)) throw error;
      const failure = toFailure(error);
      if (failure.code === "INTERNAL_ERROR") log.error({ ...one, error }, "an import failed");
      await endImport(db, one, { problem: failure.message, now: now() });
    }
  },
});

/** Makes the prompts of the next lines; false once none is left, or the import is gone. */
async function addSome(context: AccountContext, one: OneImport): Promise<boolean> {
  const { db, inTurn, now } = context;
  return inTurn("writes", one, () =>
    db.transaction().execute(async (trx) => {
      // As who deletes the project holds them: it first, then what is in it.
      await lockProject(trx, one);
      const plan = await lockImport(trx, one);
      if (!plan) return false;
      const lines = await nextLines(trx, one, LINES_AT_ONCE);
      if (lines.length === 0) {
        await endImport(trx, one, { problem: null, now: now() });
        return false;
      }
      const project = { project_id: one.project_id, plan };
      // Again: the project may ask an assistant since the file was read that does not take them.
      const sayTooLong = await loadLengthCheck({ ...context, db: trx, project });
      const checked = lines.map((line) => ({
        ...line,
        problem: sayTooLong(line.prompt.prompt)?.replace(/^text: /, "") ?? null,
      }));
      const { fine = [], long = [] } = Object.groupBy(checked, ({ problem }) =>
        problem === null ? "fine" : "long",
      );
      const wanted = fine.map(({ prompt }) => prompt);
      const imported = await addPrompts({ db: trx, project }, wanted);
      await noteImported(trx, one, { places: fine.map(({ place }) => place), imported });
      await noteFailed(trx, one, long);
      return true;
    }),
  );
}

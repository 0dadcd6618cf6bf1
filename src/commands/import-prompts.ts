import { recordAudit } from "#core/audit.ts";
import type { ProjectContext } from "#core/context.ts";
import { explainInput } from "#core/explain.ts";
import { Failure } from "#core/failure.ts";
import { type Line, readLines } from "#domain/answers/ingest/read-lines.ts";
import { loadLengthCheck } from "#domain/capture/targets/prompt-length.ts";
import { addPrompts, PromptLine, type WantedPrompt } from "#domain/prompts/imports/add-prompts.ts";

const LINE_BYTES_MAX = 65_536;
const PROMPTS_MAX = 50_000;

/** How an import of prompts went. */
export type PromptImport = {
  imported: number;
  unchanged: number;
  failed: { line: number; message: string }[];
};

/** Imports prompts from JSON Lines in one transaction; lines that cannot be used are reported, the others are kept. */
export async function importPrompts(
  context: ProjectContext,
  body: AsyncIterable<Uint8Array>,
  { dry_run }: { dry_run: boolean },
): Promise<PromptImport> {
  const wanted: WantedPrompt[] = [];
  const failed: PromptImport["failed"] = [];
  const tooLong = await loadLengthCheck(context);
  for await (const { number, text, refusal } of readLines(body, LINE_BYTES_MAX)) {
    try {
      const prompt = readPrompt(text, refusal);
      const message = tooLong(prompt.prompt);
      if (message !== null)
        throw new Failure("VALIDATION_ERROR", message.replace("text:", "prompt:"));
      wanted.push(prompt);
    } catch (error) {
      failed.push({ line: number, message: (error as Error).message });
    }
    if (wanted.length + failed.length > PROMPTS_MAX) {
      throw new Failure("VALIDATION_ERROR", `A file has at most ${PROMPTS_MAX} prompts.`);
    }
  }
  let imported = 0;
  const kept = context.db.transaction().execute(async (db) => {
    imported = await addPrompts({ ...context, db }, wanted);
    await recordAudit({ ...context, db }, { operation: "import_prompts", target: {} });
    if (dry_run) throw new RolledBack();
  });
  await kept.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return { imported, unchanged: wanted.length - imported, failed };
}

/** Ends the transaction of a dry run. */
class RolledBack extends Error {}

function readPrompt(text: string | null, refusal: Line["refusal"]): WantedPrompt {
  if (refusal === "long") throw new Failure("VALIDATION_ERROR", "The line is longer than 64 KB.");
  if (text === null) throw new Failure("VALIDATION_ERROR", "The line is not UTF-8.");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Failure("VALIDATION_ERROR", "The line is not JSON.", { cause });
  }
  const parsed = PromptLine.safeParse(value);
  if (!parsed.success) throw explainInput(parsed.error, PromptLine, value);
  return parsed.data;
}

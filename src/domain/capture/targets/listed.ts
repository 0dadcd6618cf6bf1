import { sql } from "kysely";
import * as z from "zod";
import { EngineFailure, type ListRequest } from "#core/answer-engine.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { addDays, Day } from "#core/period.ts";
import type { Provider } from "#core/ports.ts";

const dollars = (what: string) =>
  z.number().nullable().describe(`USD for a million tokens ${what}; null where it is not told.`);

/** What a provider's list says of a model besides its name. */
const Facts = {
  retires_on: Day.nullable().describe("The day it ends, as announced; null where none is told."),
  context_tokens: z.number().nullable(),
  input_usd: dollars("in"),
  output_usd: dollars("out"),
};

/** A model as its provider lists it. */
export const ListedModel = z.object({
  id: z.string().describe("What to ask for."),
  name: z.string(),
  created_on: Day.nullable().describe("The day it came out, as its provider says."),
  ...Facts,
  can_search: z
    .boolean()
    .nullable()
    .describe("Whether it can search the web there; null where it is not told."),
});

/** What a list said of a model that is asked, and the day it was read. */
export const Listed = z.object({ ...Facts, read_on: Day });

/** What a provider has; `problem`: why there is no list, in a sentence that names no key. */
type ModelList = {
  models: z.output<typeof ListedModel>[];
  problem: string | null;
  is_key_refused?: boolean;
};

/** Asks a provider what models it has; what goes wrong, opening the key included, is said in a sentence. */
export async function askForModels(
  { label, listModels, model_hint }: Provider,
  requestOf: () => ListRequest,
): Promise<ModelList> {
  if (!listModels) {
    return { models: [], problem: `${label} lists no models: write ${model_hint}.` };
  }
  try {
    const models = await listModels(requestOf());
    return { models, problem: models.length > 0 ? null : `${label} lists no model.` };
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    return { models: [], problem: explain(label, error), is_key_refused: isKeyRefused(error) };
  }
}

const isKeyRefused = ({ status }: EngineFailure) => status === 401 || status === 403;

function explain(label: string, error: EngineFailure): string {
  const { status, message, cause } = error;
  if (cause instanceof Failure) return message;
  if (isKeyRefused(error)) return `${label} refused the key (${message})`;
  if (status === 404) return `${label} lists no models at this address: write the model's name.`;
  return `${label} gave no list. ${message}`;
}

/** Days before its end from which a model is warned of. */
const WARN_DAYS = 60;
const DOCTOR_MAX = 100;

/** Models that are asked of all active projects, whose provider ends them within 60 days or did; 100 at most. */
export async function listEnding(
  db: Database,
  today: string,
): Promise<
  { project: string; name: string; model: string; retires_on: string; read_on: string }[]
> {
  return rowsOf<Awaited<ReturnType<typeof listEnding>>[number]>(db)`
    select p.name as project, m.name, m.requested_model as model, t.listed->>'retires_on' as retires_on,
      t.listed->>'read_on' as read_on
    from capture_targets t
    join models m on m.project_id = t.project_id and m.model_id = t.model_id and m.is_active
    join projects p on p.project_id = t.project_id and p.status = 'active'
    where t.listed->>'retires_on' <= ${addDays(today, WARN_DAYS)}
    order by retires_on, p.project_id, m.name limit ${DOCTOR_MAX}`;
}

/** Keeps what a list says of the model that is asked, with the day; what it does not list is left as it was. */
export async function noteListed(
  db: Database,
  { project_id, model_id }: { project_id: number; model_id: number },
  { models, read_on }: { models: z.output<typeof ListedModel>[]; read_on: string },
): Promise<void> {
  const facts = models.map(({ id, retires_on, context_tokens, input_usd, output_usd }) => ({
    ...{ id, listed: { retires_on, context_tokens, input_usd, output_usd, read_on } },
  }));
  await sql`
    update capture_targets t set listed = f.listed
    from models m, jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) f (id text, listed jsonb)
    where m.project_id = t.project_id and m.model_id = t.model_id and m.requested_model = f.id
      and t.project_id = ${project_id} and t.model_id = ${model_id}`.execute(db);
}

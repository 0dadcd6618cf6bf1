import type { Extra } from "#core/answer-engine.ts";
import type { Log } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import type { Surface } from "#core/ports.ts";
import type { Span } from "#domain/detection/clean-answer.ts";
import { ensureModels, type ImportedModel } from "#domain/models/model-queries.ts";
import { lockProject, type Tenant } from "#domain/projects/project-queries.ts";
import { promptKey } from "#domain/prompts/prompt-queries.ts";
import {
  type AskedSo,
  insertFacts,
  lockAnswers,
  type StoredAnswer,
} from "../facts/fact-queries.ts";
import { moveJudgements, removeReplaced } from "../facts/replaced-answers.ts";
import { forgetPages } from "../facts/unused-pages.ts";
import { ensurePages } from "../sources/source-queries.ts";
import type { Source, Status } from "./answer-line.ts";
import { ensurePrompts, type MadePrompts, type Room } from "./ensure-prompts.ts";
import {
  detectedIn,
  findBrands,
  loadReader,
  type PageUse,
  type ReadAnswers,
  readAnswers,
} from "./read-answers.ts";

/** Who was asked: a prompt and a model by number, as a capture knows them. */
type Asked = { prompt_id: number; model_id: number };
/** Who was asked by name, as an import tells it; the prompt and the model are made when there are none. */
type Named = { prompt_id?: never; language_code: string; model_name: string; surface: Surface };

/**
 * An answer to be stored. One of a capture is late, and dropped, when its prompt no longer has these words and country,
 * or it or its model is gone.
 */
export type NewAnswer = {
  external_id: string | null;
  captured_at: Date;
  /** Day that it counts for, in the project's time zone. */
  day: string;
  prompt: string;
  country_code: string;
  slug: string;
  status: Status;
  answer: string;
  /** Annotations of the answer that are no prose of it. */
  removed_spans?: readonly Span[];
  served_model: string | null;
  search_ran: boolean | null;
  /** Whether its provider ended it at a length limit; not unless given. */
  is_cut?: boolean;
  sources: readonly Source[];
  search_queries: readonly string[];
  /** What was shown beside the answer. */
  extras?: readonly Extra[];
  origin: "import" | "capture";
} & (Asked | Named) &
  Partial<AskedSo>;

export type StoreResult = {
  imported: number;
  unchanged: number;
  /** The number of each given answer, in order; 0 for one that was there already, null for one that was late. */
  answer_ids: (number | null)[];
};

/**
 * The one way answers get in: finds brands and pages, and stores answers with all their facts, in the transaction of
 * `db`. The same answer twice (by `external_id`, else by content) is stored once; another text under a known
 * `external_id` takes the place of the old one, with what people decided on which of the
 * brands that it still names are meant. Days are marked for their sums to be rebuilt.
 */
export async function storeAnswers(
  db: Database,
  project: Tenant,
  { answers, log }: { answers: readonly NewAnswer[]; log: Log },
): Promise<StoreResult> {
  const reader = await loadReader(db, project);
  const read = await readAnswers(reader, answers, log);
  return storeRead(db, project, { read, log, prompts_max: null });
}

/** The content of answers by what tells them apart. */
type Contents = Map<string, string>;
/** What a dry run stored and took back. */
export type Rehearsed = { contents: Contents; prompts: MadePrompts };

/**
 * Stores answers that were read before, as `storeAnswers` does; they are read again if brands changed meanwhile.
 * `rehearsed` counts as stored, too, and grows by what was stored now.
 */
export async function storeRead(
  db: Database,
  project: Tenant,
  {
    read,
    log,
    prompts_max,
    rehearsed,
  }: { read: ReadAnswers; log: Log; rehearsed?: Rehearsed | undefined } & Pick<Room, "prompts_max">,
): Promise<StoreResult & { made: MadePrompts }> {
  if (prompts_max !== null) await lockProject(db, project);
  await lockAnswers(db, project);
  const reader = await loadReader(db, project, read.reader);
  const { answers } = read;
  const found = reader === read.reader ? read.found : await findBrands(reader, answers, log);
  const late = await findLate(db, project, answers);
  const fresh = await dropKnown(db, project, {
    answers,
    late,
    rehearsed: rehearsed?.contents,
  });
  const named = fresh.answers.filter(isNamed);
  const { numbers: prompts, made } = await ensurePrompts(db, project, {
    asked: named.map(({ prompt: text, country_code, language_code }) => ({
      ...{ text, country_code, language_code },
    })),
    prompts_max,
    rehearsed: rehearsed?.prompts,
  });
  const models = await ensureModels(db, project, modelsOf(named));
  const pages = await ensurePages(db, project, {
    pages: fresh.answers.flatMap((answer) => answer.pages),
    sites: reader.sites,
  });
  const rows = fresh.answers.map((answer, index): StoredAnswer => {
    const given = fresh.places[index] ?? 0;
    return {
      ...answer,
      ...(isNamed(answer)
        ? {
            prompt_id: prompts.get(promptKey({ ...answer, text: answer.prompt })) ?? 0,
            model_id: models.get(answer.slug) ?? 0,
          }
        : { prompt_id: answer.prompt_id, model_id: answer.model_id }),
      ...detectedIn(answer, found[given]),
      pages: answer.pages.map((page) => ({ ...page, ...numbersOf(pages, page) })),
    };
  });
  const numbers = await insertFacts(db, project, rows);
  const answer_ids = answers.map((answer): number | null => (late.has(answer) ? null : 0));
  for (const [index, place] of fresh.places.entries()) answer_ids[place] = numbers[index] ?? 0;
  const moves = fresh.replaced.map(({ answer_id: from, place }) => ({
    from,
    to: answer_ids[place] ?? 0,
  }));
  await moveJudgements(db, project, moves);
  await forgetPages(db, project, fresh.left_pages);
  const unchanged = answers.length - late.size - rows.length;
  return { imported: rows.length, unchanged, answer_ids, made };
}

type Replaced = { answer_id: number; answer: string; place: number };
type Hashed = ReadAnswers["answers"][number];

function isNamed<Answer extends NewAnswer>(answer: Answer): answer is Answer & Named {
  return answer.prompt_id === undefined;
}

/** The captured answers among some whose question is no longer what was asked; under the lock of answers it stays so. */
async function findLate(
  db: Database,
  { project_id }: Tenant,
  answers: readonly Hashed[],
): Promise<Set<Hashed>> {
  const asked = answers.filter((answer) => !isNamed(answer));
  if (asked.length === 0) return new Set();
  const rows = asked.map(({ prompt_id, model_id, prompt: text, country_code }, place) => ({
    ...{ place, prompt_id, model_id, text, country_code },
  }));
  const current = await rowsOf<{ place: number }>(db)`
    select place
    from json_to_recordset(${JSON.stringify(rows)}::json) as a (place integer, prompt_id integer,
      model_id integer, text text, country_code text)
    join prompts p on p.project_id = ${project_id} and p.prompt_id = a.prompt_id
      and p.text = a.text and p.country_code = a.country_code
    join models m on m.project_id = ${project_id} and m.model_id = a.model_id`;
  const places = new Set(current.map(({ place }) => place));
  return new Set(asked.filter((_, place) => !places.has(place)));
}

/** Leaves out what is stored already, and removes what a new text under the same `external_id` replaces. */
async function dropKnown(
  db: Database,
  project: Tenant,
  {
    answers,
    late,
    rehearsed,
  }: {
    answers: readonly Hashed[];
    late: ReadonlySet<Hashed>;
    rehearsed: Contents | undefined;
  },
): Promise<{
  answers: Hashed[];
  places: number[];
  replaced: Replaced[];
  left_pages: number[];
}> {
  const known = await findKnown(db, project, answers);
  const replaced: Replaced[] = [];
  const last = new Map<string, number>();
  for (const [index, answer] of answers.entries()) last.set(identityOf(answer), index);
  const places: number[] = [];
  for (const [index, answer] of answers.entries()) {
    const identity = identityOf(answer);
    if (last.get(identity) !== index || late.has(answer)) continue;
    const stored = known.get(identity);
    const hash = answer.content_hash.toString("hex");
    if ((rehearsed?.get(identity) ?? stored?.hash) === hash) continue;
    if (stored) replaced.push({ ...stored, answer: answer.answer, place: index });
    rehearsed?.set(identity, hash);
    places.push(index);
  }
  const left_pages = await removeReplaced(db, project, replaced);
  return { answers: places.flatMap((index) => answers[index] ?? []), places, replaced, left_pages };
}

function identityOf({ external_id, content_hash }: Hashed): string {
  return external_id === null ? `#${content_hash.toString("hex")}` : `=${external_id}`;
}

async function findKnown(db: Database, { project_id }: Tenant, answers: readonly Hashed[]) {
  const ids = answers.flatMap(({ external_id }) => external_id ?? []);
  const hashes = answers.filter((row) => row.external_id === null).map((row) => row.content_hash);
  const rows = await rowsOf<{ answer_id: number; external_id: string | null; hash: string }>(db)`
    select answer_id, external_id, encode(content_hash, 'hex') as hash from answers
    where project_id = ${project_id} and external_id = any(${ids}::text[])
    union all
    select answer_id, external_id, encode(content_hash, 'hex') as hash from answers
    where project_id = ${project_id} and external_id is null
      and content_hash = any(${hashes}::bytea[])`;
  return new Map(
    rows.map((row) => [row.external_id === null ? `#${row.hash}` : `=${row.external_id}`, row]),
  );
}

function modelsOf(answers: readonly (NewAnswer & Named)[]): ImportedModel[] {
  const models = new Map<string, ImportedModel>();
  for (const { slug, model_name: name, surface, sources, search_queries } of answers) {
    const known = models.get(slug)?.supports;
    models.set(slug, {
      slug,
      name,
      surface,
      supports: {
        search_queries: known?.search_queries || search_queries.length > 0,
        retrieved: known?.retrieved || sources.some((source) => source.retrieved > 0),
        cited: known?.cited || sources.some((source) => source.cited > 0),
        location: false,
      },
    });
  }
  return [...models.values()];
}

function numbersOf(pages: Awaited<ReturnType<typeof ensurePages>>, { url }: PageUse) {
  return pages.get(url) ?? { url_id: 0, domain_id: 0 };
}

import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Surface } from "#core/ports.ts";
import type { RegexRunner } from "#domain/detection/brand-regex.ts";
import type { Span } from "#domain/detection/clean-answer.ts";
import { ensureModels, type ImportedModel } from "#domain/models/model-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { findPromptNumbers, insertPrompts, promptKey } from "#domain/prompts/prompt-queries.ts";
import {
  insertFacts,
  lockAnswers,
  removeAnswers,
  type StoredAnswer,
} from "../facts/fact-queries.ts";
import { ensurePages } from "../sources/source-queries.ts";
import type { Source, Status } from "./answer-line.ts";
import {
  findBrands,
  loadReader,
  type PageUse,
  type ReadAnswers,
  type Reader,
  readAnswers,
} from "./read-answers.ts";

/** An answer to be stored; the prompt and the model are made when there are none. */
export type NewAnswer = {
  external_id: string | null;
  captured_at: Date;
  /** Day in the project's time zone. */
  day: string;
  prompt: string;
  country_code: string;
  language_code: string;
  slug: string;
  model_name: string;
  surface: Surface;
  status: Status;
  answer: string;
  /** Annotations of the answer that are no prose of it. */
  removed_spans?: readonly Span[];
  served_model: string | null;
  search_ran: boolean | null;
  sources: readonly Source[];
  search_queries: readonly string[];
  origin: "import" | "capture";
};

export type StoreResult = {
  imported: number;
  unchanged: number;
  /** The number of each given answer, in order; 0 for one that was there already. */
  answer_ids: number[];
};

/**
 * The one way answers get in: finds brands and pages, and stores answers with all their facts, in the transaction of
 * `db`. The same answer twice (by `external_id`, else by content) is stored once; another text under a known
 * `external_id` takes the place of the old one. Days are marked for their sums to be rebuilt.
 */
export async function storeAnswers(
  db: Database,
  project: Tenant,
  { answers, runner }: { answers: readonly NewAnswer[]; runner: RegexRunner },
): Promise<StoreResult> {
  const reader = await loadReader(db, project);
  return storeRead(db, project, { read: await readAnswers(reader, answers, runner), runner });
}

/** The content of answers by what tells them apart. */
export type Contents = Map<string, string>;

/**
 * Stores answers that were read before, as `storeAnswers` does; they are read again if brands changed meanwhile.
 * `rehearsed` counts as stored, too, and grows by what was stored now.
 */
export async function storeRead(
  db: Database,
  project: Tenant,
  {
    read,
    runner,
    rehearsed,
  }: { read: ReadAnswers; runner: RegexRunner; rehearsed?: Contents | undefined },
): Promise<StoreResult> {
  await lockAnswers(db, project);
  const reader = await loadReader(db, project, read.reader);
  const { answers } = read;
  const mentions =
    reader === read.reader ? read.mentions : await findBrands(reader, answers, runner);
  const fresh = await dropKnown(db, project, { answers, rehearsed });
  const prompts = await ensurePrompts(db, project, { answers: fresh.answers, reader });
  const models = await ensureModels(db, project, modelsOf(fresh.answers));
  const pages = await ensurePages(db, project, {
    pages: fresh.answers.flatMap((answer) => answer.pages),
    sites: reader.sites,
  });
  const rows = fresh.answers.map((answer, index): StoredAnswer => {
    const given = fresh.places[index] ?? 0;
    return {
      ...answer,
      prompt_id: prompts.get(promptKey({ ...answer, text: answer.prompt })) ?? 0,
      model_id: models.get(answer.slug) ?? 0,
      mentions: answer.status === "answered" ? (mentions[given] ?? []) : [],
      pages: answer.pages.map((page) => ({ ...page, ...numbersOf(pages, page) })),
    };
  });
  const numbers = await insertFacts(db, project, rows);
  const answer_ids = answers.map(() => 0);
  for (const [index, place] of fresh.places.entries()) answer_ids[place] = numbers[index] ?? 0;
  return { imported: rows.length, unchanged: answers.length - rows.length, answer_ids };
}

type Hashed = ReadAnswers["answers"][number];

/** Leaves out what is stored already, and removes what a new text under the same `external_id` replaces. */
async function dropKnown(
  db: Database,
  project: Tenant,
  { answers, rehearsed }: { answers: readonly Hashed[]; rehearsed: Contents | undefined },
): Promise<{ answers: Hashed[]; places: number[] }> {
  const known = await findKnown(db, project, answers);
  const replaced: number[] = [];
  const last = new Map<string, number>();
  for (const [index, answer] of answers.entries()) last.set(identityOf(answer), index);
  const places: number[] = [];
  for (const [index, answer] of answers.entries()) {
    const identity = identityOf(answer);
    if (last.get(identity) !== index) continue;
    const stored = known.get(identity);
    const hash = answer.content_hash.toString("hex");
    if ((rehearsed?.get(identity) ?? stored?.hash) === hash) continue;
    if (stored) replaced.push(stored.answer_id);
    rehearsed?.set(identity, hash);
    places.push(index);
  }
  await removeAnswers(db, project, replaced);
  return { answers: places.flatMap((index) => answers[index] ?? []), places };
}

function identityOf({ external_id, content_hash }: Hashed): string {
  return external_id === null ? `#${content_hash.toString("hex")}` : `=${external_id}`;
}

async function findKnown(db: Database, { project_id }: Tenant, answers: readonly Hashed[]) {
  const ids = answers.flatMap(({ external_id }) => external_id ?? []);
  const hashes = answers.filter((row) => row.external_id === null).map((row) => row.content_hash);
  const { rows } = await sql<{ answer_id: number; external_id: string | null; hash: string }>`
    select answer_id, external_id, encode(content_hash, 'hex') as hash from answers
    where project_id = ${project_id} and external_id = any(${ids}::text[])
    union all
    select answer_id, external_id, encode(content_hash, 'hex') as hash from answers
    where project_id = ${project_id} and external_id is null
      and content_hash = any(${hashes}::bytea[])`.execute(db);
  return new Map(
    rows.map((row) => [row.external_id === null ? `#${row.hash}` : `=${row.external_id}`, row]),
  );
}

async function ensurePrompts(
  db: Database,
  project: Tenant,
  { answers, reader }: { answers: readonly NewAnswer[]; reader: Reader },
): Promise<Map<string, number>> {
  const wanted = new Map(
    answers.map(({ prompt: text, country_code, language_code }) => [
      promptKey({ text, country_code }),
      { text, country_code, language_code },
    ]),
  );
  const known = await findPromptNumbers(db, project, [...wanted.values()]);
  const missing = [...wanted].filter(([key]) => !known.has(key)).map(([, prompt]) => prompt);
  if (missing.length === 0) return known;
  const rows = missing.map((prompt) => ({
    ...prompt,
    is_branded: reader.namesOwnBrand(prompt.text),
  }));
  await insertPrompts(db, project, rows);
  return findPromptNumbers(db, project, [...wanted.values()]);
}

function modelsOf(answers: readonly NewAnswer[]): ImportedModel[] {
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

import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { giveTurn } from "#core/one-moment.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type Counts, writeCells } from "#domain/sums/packed-cells.ts";
import { factCondition } from "#domain/sums/scope-conditions.ts";
import { spanStartOf } from "#domain/sums/spans.ts";
import type { ReportQuery } from "./report-query.ts";
import { ableModels, type SourceKind, sourceCondition } from "./source-rows.ts";

/** What answers do with a source; each is counted as if it were a brand of its own. */
export const USES = ["retrieved", "cited"] as const;
export type Use = (typeof USES)[number];

/** The number under which a use of a source is counted. */
export const numberOf = (id: number, use: Use) => USES.length * id + USES.indexOf(use);

/** The usable answers of a model on a day by their prompts, and what they do with sources, as `usesOf` packs it. */
type Day = { start: string; model_id: number; prompts: Buffer; uses: Buffer | null };
type Packed = { start: string; model_id: number; cells: Uint8Array };

/** A prompt, a sample, a source and what is done with it, a bit each: two words of eight bytes. */
const USE_BYTES = 16;
const INTEGER = 4;

/**
 * The cells of some sources over the days of a query, packed by model and `span` days, in the order of days. The database
 * hands over each use as it lies there: to group them costs it five times as long as counting them here.
 */
export async function* readPackedUses(
  db: Database,
  tenant: Tenant,
  asked: { kind: SourceKind; ids: readonly number[]; query: ReportQuery; span: number },
): AsyncGenerator<Packed> {
  const places = new Map(asked.ids.map((id, place) => [id, place]));
  const rows = await rowsOf<Day>(db)`${daysOf(tenant, asked)}`;
  const spans = Map.groupBy(rows, ({ start, model_id }) => `${start} ${model_id}`);
  for (const days of spans.values()) {
    const counts: Counts = { answers: new Map(), brands: new Map() };
    for (const day of days) {
      countDay(counts, day, places);
      await giveTurn(db);
    }
    const { start, model_id } = days[0] as Day;
    yield { start, model_id, cells: writeCells(counts) };
  }
}

function daysOf(
  tenant: Tenant,
  {
    kind,
    ids,
    query,
    span,
  }: { kind: SourceKind; ids: readonly number[]; query: ReportQuery; span: number },
): RawBuilder<unknown> {
  const id = sql.ref(`c.${kind}_id`);
  const usable = factCondition(tenant, query, { of: "f", isAnswer: true });
  return sql`
    select ${spanStartOf("day", span)} as start, model_id, prompts, uses from (
      select f.day, f.model_id, string_agg(int4send(f.prompt_id), ''::bytea) as prompts from answers f
      where ${usable} and f.status = 'answered' and ${ableModels(tenant, "f")}
      group by f.day, f.model_id
    ) asked left join (
      select c.day, c.model_id, string_agg(int8send((c.prompt_id::bigint << 32) | c.sample)
        || int8send((${id}::bigint << 32) | (c.retrieved > 0)::integer | ((c.cited > 0)::integer << 1)),
        ''::bytea) as uses
      from citations c
      where ${sourceCondition(tenant, query, "c")} and ${id} = any(${ids}::integer[])
      group by c.day, c.model_id
    ) used using (day, model_id) order by day, model_id`;
}

/** Adds a day: an answer that uses several pages of a site uses the site once. */
function countDay(
  { answers, brands }: Counts,
  { prompts, uses }: Day,
  places: ReadonlyMap<number, number>,
): void {
  const numbers = new Map<number, number>();
  for (let at = 0; at < prompts.length; at += INTEGER) {
    const prompt_id = prompts.readInt32BE(at);
    if (!numbers.has(prompt_id)) numbers.set(prompt_id, numbers.size);
    answers.set(prompt_id, (answers.get(prompt_id) ?? 0) + 1);
  }
  if (!uses) return;
  let samples = 1;
  for (let at = 0; at < uses.length; at += USE_BYTES)
    samples = Math.max(samples, uses.readInt32BE(at + INTEGER) + 1);
  const seen = new Map<number, number>();
  for (let at = 0; at < uses.length; at += USE_BYTES) {
    const prompt_id = uses.readInt32BE(at);
    const id = uses.readInt32BE(at + 2 * INTEGER);
    const answer = (numbers.get(prompt_id) ?? 0) * samples + uses.readInt32BE(at + INTEGER);
    const key = answer * places.size + (places.get(id) ?? 0);
    const known = seen.get(key) ?? 0;
    const fresh = uses.readInt32BE(at + 3 * INTEGER) & ~known;
    if (fresh === 0) continue;
    seen.set(key, known | fresh);
    for (const [bit, use] of USES.entries()) {
      if ((fresh & (1 << bit)) === 0) continue;
      const number = numberOf(id, use);
      const named = brands.get(number) ?? new Map<number, number>();
      brands.set(number, named);
      named.set(prompt_id, (named.get(prompt_id) ?? 0) + 1);
    }
  }
}

import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { joinWhole } from "#domain/sums/join-whole.ts";
import { keepParts } from "#domain/sums/kept-facts.ts";
import { askedCondition, factCondition, sameAnswer } from "#domain/sums/scope-conditions.ts";

type Sql = RawBuilder<unknown>;

/** Two models that were asked the same prompts, by number. */
export type Pair = { one: number; other: number };
/** Usable answers of a model to a prompt, on days on which both models answered it. */
export type PairedPrompt = { prompt_id: number; model_id: number; answers: number; cells: number };
/** How many answers of a model mention a brand, and at which places in sum. */
export type Named = { answers: number; position_sum: number };
/** The same of two models, by prompt. */
export type NamedByBoth = Map<number, Record<keyof Pair, Named>>;
/** One answer with the domains it cites, each once. */
export type CitingAnswer = { prompt_id: number; day: string; model_id: number; domains: number[] };

/** Whose overlap is looked at: the newest answers, so many at most. */
export const OVERLAP_ANSWERS_MAX = 20_000;

/** The usable answers `p` of both models to a prompt on a day, where both have any. */
function paired(tenant: Tenant, scope: DatedScope, { one, other }: Pair): Sql {
  const condition = factCondition(tenant, scope, { of: "f", isAnswer: true });
  return sql`(select * from (
    select f.day, f.model_id, f.prompt_id, f.sample,
      bool_or(f.model_id = ${one}::integer) over cell
        and bool_or(f.model_id = ${other}::integer) over cell as is_paired
    from answers f where ${condition} and f.status = 'answered'
      and f.model_id in (${one}::integer, ${other}::integer)
    window cell as (partition by f.day, f.prompt_id)
  ) w where is_paired) p`;
}

/** The prompts that both models answered on some day, by prompt and model. */
export async function readPairedPrompts(
  db: Database,
  tenant: Tenant,
  { scope, pair }: { scope: DatedScope; pair: Pair },
): Promise<PairedPrompt[]> {
  const asked = { name: "paired prompts", scope, also: pair, isExact: true };
  const parts = await keepParts(db, tenant, asked, async (days) => {
    return rowsOf<PairedPrompt>(db)`
      select prompt_id, model_id, count(*)::integer as answers, count(distinct day)::integer as cells
      from ${paired(tenant, { ...scope, ...days }, pair)} group by prompt_id, model_id`;
  });
  const found = new Map<string, PairedPrompt>();
  for (const { prompt_id, model_id, answers, cells } of parts.flat()) {
    const key = `${prompt_id} ${model_id}`;
    const known = found.get(key) ?? { prompt_id, model_id, answers: 0, cells: 0 };
    found.set(key, { ...known, answers: known.answers + answers, cells: known.cells + cells });
  }
  return [...found.values()].sort(
    (one, other) => one.prompt_id - other.prompt_id || one.model_id - other.model_id,
  );
}

/** The brands that these answers mention, by their number. */
export async function readPairedMentions(
  db: Database,
  tenant: Tenant,
  { scope, pair }: { scope: DatedScope; pair: Pair },
): Promise<Map<number, NamedByBoth>> {
  const asked = { name: "paired mentions", scope, also: pair, isExact: true };
  const parts = await keepParts(db, tenant, asked, async (days) => {
    const rows = await rowsOf<Mentions>(db)`
      select p.prompt_id, p.model_id, m.brand_id, count(*)::integer as answers,
        sum(m.position)::integer as position_sum
      from ${paired(tenant, { ...scope, ...days }, pair)}
      join mentions m on m.project_id = ${tenant.project_id} and ${sameAnswer("m", "p")}
      group by p.prompt_id, p.model_id, m.brand_id`;
    return Int32Array.from(rows.flatMap((row) => COLUMNS.map((name) => row[name])));
  });
  const brands = new Map<number, NamedByBoth>();
  for (const numbers of parts) {
    for (let at = 0; at < numbers.length; at += COLUMNS.length)
      addMentions(brands, numbers, at, pair);
  }
  return brands;
}

/** The columns of a row of mentions, in the order in which they are kept. */
const COLUMNS = ["brand_id", "prompt_id", "model_id", "answers", "position_sum"] as const;
type Mentions = Record<(typeof COLUMNS)[number], number>;

/** Adds the row that begins at a place of a list. */
function addMentions(
  brands: Map<number, NamedByBoth>,
  numbers: Int32Array,
  at: number,
  { one }: Pair,
): void {
  const brand_id = numbers[at] ?? 0;
  const prompts: NamedByBoth = brands.get(brand_id) ?? new Map();
  brands.set(brand_id, prompts);
  const prompt_id = numbers[at + 1] ?? 0;
  const none = () => ({ answers: 0, position_sum: 0 });
  const both = prompts.get(prompt_id) ?? { one: none(), other: none() };
  prompts.set(prompt_id, both);
  const to = numbers[at + 2] === one ? both.one : both.other;
  to.answers += numbers[at + 3] ?? 0;
  to.position_sum += numbers[at + 4] ?? 0;
}

/** How many of these answers cite anything, by prompt and model. */
export async function readPairedCiting(
  db: Database,
  tenant: Tenant,
  { scope, pair }: { scope: DatedScope; pair: Pair },
): Promise<(of: Pick<PairedPrompt, "prompt_id" | "model_id">) => number> {
  const asked = { name: "paired citing", scope, also: pair, isExact: true };
  const { one, other } = pair;
  const parts = await keepParts(db, tenant, asked, async (days) => {
    const of = { ...scope, ...days };
    const citing = sql<Citing>`
      select p.prompt_id, p.model_id, count(*)::integer as answers from ${paired(tenant, of, pair)}
      join (select distinct c.day, c.model_id, c.prompt_id, c.sample from citations c
        where ${askedCondition(tenant, of, "c")} and c.cited > 0
          and c.model_id in (${one}::integer, ${other}::integer)) c using (day, model_id, prompt_id, sample)
      group by p.prompt_id, p.model_id`;
    return (await joinWhole(db, true, () => citing.execute(db))).rows;
  });
  const keyOf = ({ prompt_id, model_id }: Omit<Citing, "answers">) => `${prompt_id} ${model_id}`;
  const counts = new Map<string, number>();
  for (const row of parts.flat())
    counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + row.answers);
  return (of) => counts.get(keyOf(of)) ?? 0;
}
type Citing = Pick<PairedPrompt, "prompt_id" | "model_id" | "answers">;

/** The newest of these answers with the domains that each cites. */
export async function readCitingAnswers(
  db: Database,
  tenant: Tenant,
  { scope, pair }: { scope: DatedScope; pair: Pair },
): Promise<CitingAnswer[]> {
  return rowsOf<CitingAnswer>(db)`
    select p.prompt_id, p.day, p.model_id, array(
      select distinct c.domain_id from citations c
      where c.project_id = ${tenant.project_id} and ${sameAnswer("c", "p")} and c.cited > 0) as domains
    from (select * from ${paired(tenant, scope, pair)}
      order by day desc, prompt_id, model_id, sample limit ${OVERLAP_ANSWERS_MAX}) p`;
}

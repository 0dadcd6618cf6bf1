import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { type Database, rowsOf } from "#core/database.ts";
import { allEnded, Later } from "#core/one-moment.ts";
import { addDays } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "./answer-scope.ts";
import { canWait, countInTurn, waitForTurn } from "./count-in-turn.ts";
import type { Dimension } from "./dimensions.ts";
import { spanStart } from "./spans.ts";

/** What was counted last, by its question; `mark`: equal marks stand for equal facts. */
const KEPT = new LRUCache<string, { mark: string; found: object; counted_at: number }>({
  maxSize: 32_000_000,
  maxEntrySize: 4_000_000,
  sizeCalculation: ({ mark, found }, question) => question.length + mark.length + sizeOf(found),
});

/** About how many bytes a value takes; the first of a list stands for all. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return 32 + value.length;
  if (typeof value !== "object" || value === null) return 8;
  if (ArrayBuffer.isView(value)) return 64 + value.byteLength;
  const each: unknown[] = Array.isArray(value) ? value.slice(0, 1) : Object.values(value);
  const sizes = each.reduce((sum: number, one) => sum + sizeOf(one), 0);
  return 64 + 8 * each.length + sizes * (Array.isArray(value) ? value.length : 1);
}

/** What is larger, by question and mark, as long as the snapshot lasts in which it was counted. */
const HELD = new WeakMap<Database, Map<string, object>>();

/** What is being counted, by question and mark. */
const pending = new Map<string, Promise<object>>();

type Question = {
  name: string;
  scope: Counted;
  also?: unknown;
  isExact?: boolean;
  /** Asked before anything long is read, and counted for long: who waits for others gives its connection back. */
  isFirst?: boolean;
};
/** The days that are counted, all of them, and what chooses and tells apart their answers. */
type Counted = DatedScope & { dimensions?: readonly Dimension[] };

/** How long what is kept may lack answers that came since and are not in the sums of their days, either. */
const BEHIND_MS = 60_000;

/**
 * What is counted in the facts or sums of a scope's days, and in nothing that changes besides but names and settings of
 * prompts, models and brands: counted again when any of it has changed, and once where several ask at a time. Answers
 * that are only added to a day with sums change it when these have them, too, as in reports from sums, or after a
 * minute; `isExact`: at once. `name` and `also` tell apart what is counted. In one snapshot with what `count` reads;
 * nobody may change what is found.
 */
export function keepCounted<Found extends object>(
  db: Database,
  tenant: Tenant,
  asked: Question,
  count: () => Promise<Found>,
): Promise<Found> {
  return keep(db, tenant, { ...asked, names: markOfNames(db, tenant, asked.scope) }, count);
}

/** `names`: what they are in this snapshot. */
async function keep<Found extends object>(
  db: Database,
  tenant: Tenant,
  {
    name,
    scope,
    also,
    names,
    isExact = false,
    isFirst = false,
  }: Question & { names: Promise<string> },
  count: () => Promise<Found>,
): Promise<Found> {
  const question = JSON.stringify([tenant.project_id, name, scope, also]);
  const [days, ofNames] = await allEnded([markOfDays(db, tenant, scope, isExact), names]);
  const { is_behind } = days;
  const mark = `${days.mark} ${ofNames}`;
  const last = KEPT.get(question);
  const isRecent = last && (!is_behind || Date.now() - last.counted_at < BEHIND_MS);
  if (isRecent && last.mark === mark) return last.found as Found;
  const key = `${question} ${mark}`;
  const held = HELD.get(db)?.get(key);
  if (held) return held as Found;
  for (let other = pending.get(key); other; other = pending.get(key)) {
    if (isFirst && canWait(db)) throw new Later(other);
    // Who counts holds a connection already; where it fails, the next one counts.
    const found = await other.catch(() => null);
    if (found) return found as Found;
  }
  if (isFirst) waitForTurn(db, tenant, question);
  const counted_at = Date.now();
  const counting = isFirst ? countInTurn(db, tenant, count) : count();
  pending.set(key, counting);
  try {
    const found = await counting;
    KEPT.set(question, { mark, found, counted_at });
    if (db.isTransaction && !KEPT.has(question))
      HELD.set(db, (HELD.get(db) ?? new Map<string, object>()).set(key, found));
    return found;
  } finally {
    if (pending.get(key) === counting) pending.delete(key);
  }
}

type Days = Pick<DatedScope, "date_from" | "date_to">;
/** The last days of a range, which captures add to. */
const RECENT_DAYS = 2;

/**
 * The same of what adds up over days, in parts: the last days apart, so that those before are not counted again for
 * each answer of today; in the order of days. `span`: so many days are counted together, and stay so.
 */
export async function keepParts<Found extends object>(
  db: Database,
  tenant: Tenant,
  { scope, span = 1, ...asked }: Question & { span?: number },
  count: (days: Days) => Promise<Found>,
): Promise<Found[]> {
  const { date_from, date_to } = scope;
  const recent = spanStart(addDays(date_to, 1 - RECENT_DAYS), span);
  const before = { date_from, date_to: addDays(recent, -1) };
  const parts = date_from < recent ? [before, { date_from: recent, date_to }] : [scope];
  const names = markOfNames(db, tenant, scope);
  const found: Found[] = [];
  for (const { date_from, date_to } of parts) {
    const days = { date_from, date_to };
    const part = { ...asked, scope: { ...scope, ...days }, names };
    found.push(await keep(db, tenant, part, () => count(days)));
  }
  return found;
}

/** `is_behind`: whether answers were added that it does not tell. */
type Mark = { mark: string; is_behind: boolean };

/** Tells other facts of a scope's days from these. Apart from names: on a cluster days lie elsewhere. */
async function markOfDays(
  db: Database,
  { project_id }: Tenant,
  { date_from, date_to }: Counted,
  isExact: boolean,
): Promise<Mark> {
  const ofDays = sql`project_id = ${project_id} and day between ${date_from} and ${date_to}`;
  const isAdded = isExact
    ? sql`false`
    : sql`(answers is not null and day in (select day from rollup_days where ${ofDays}))`;
  const rows = await rowsOf<Mark>(db)`select json_build_array(
    (select encode(sha256(array_send(array_agg(version order by day))), 'base64')
      from rollup_days where ${ofDays}),
    (select encode(sha256(array_send(array_agg(version order by version))), 'base64')
      from rollup_dirty where ${ofDays} and not ${isAdded}))::text as mark,
    exists (select 1 from rollup_dirty where ${ofDays} and ${isAdded}) as is_behind`;
  return rows[0] as Mark;
}

/** Tells other prompts, models or brands from these, and other tags where a scope asks for them. */
async function markOfNames(
  db: Database,
  { project_id }: Tenant,
  { filters, dimensions = [] }: Counted,
): Promise<string> {
  const isByTag = dimensions.includes("tag_id") || filters.some(({ field }) => field === "tag_id");
  const tags = isByTag
    ? sql`(select md5(json_agg(json_build_array(prompt_id, tag_id) order by prompt_id, tag_id)::text)
        from prompt_tags where project_id = ${project_id})`
    : sql`null`;
  const rows = await rowsOf<{ mark: string }>(db)`select json_build_array(
    (select md5(string_agg(concat_ws(' ', prompt_id, coalesce(topic_id, 0), country_code, is_branded,
      status, brand_ids), ',' order by prompt_id)) from prompts where project_id = ${project_id}),
    (select md5(json_agg(json_build_array(model_id, slug, name, is_active, supports_retrieved,
      supports_cited) order by model_id)::text) from models where project_id = ${project_id}),
    (select md5(json_agg(json_build_array(brand_id, name, is_own) order by brand_id)::text)
      from brands where project_id = ${project_id}),
    ${tags})::text as mark`;
  return rows[0]?.mark ?? "";
}

/**
 * Notes that some days are summed, some `withSources`; what has sums of these keeps them. Call it in the transaction that
 * does, which takes their marks away.
 */
export async function markSummed(
  db: Database,
  { project_id }: Tenant,
  days: readonly string[],
  withSources: readonly string[] = [],
): Promise<void> {
  await sql`
    insert into rollup_days (project_id, day, version, has_sources)
    select ${project_id}::integer, day, ${randomUUID()}::uuid, day = any(${withSources}::date[])
    from unnest(${days}::date[]) as day
    on conflict (project_id, day) do update set version = excluded.version,
      has_sources = rollup_days.has_sources or excluded.has_sources`.execute(db);
}

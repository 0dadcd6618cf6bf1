import type { PoolClient } from "pg";
import { decodeId } from "#core/id.ts";
import { CELL_SPANS } from "#domain/sums/spans.ts";
import { packedNumbers } from "./packed-numbers.ts";
import type { Memory, Version } from "./random-walk.ts";
import type { World } from "./world.ts";

// Each query returns rows that must not be; $1 is the project. They read copies, in which any table joins any other.
const KEY = ["project_id", "day", "model_id", "prompt_id", "sample"];
const sameKey = (left: string, right: string) =>
  KEY.map((name) => `${left}.${name} = ${right}.${name}`).join(" and ");
const FACTS = ["mentions", "citations", "search_queries", "answer_extras"];
const ROLLUPS = "answer brand cell domain gap prompt url"
  .split(" ")
  .map((name) => `${name}_rollup`);
const lacks = (table: string, other: string, ...columns: string[]) =>
  `select '${table} without its row of ${other}' as fault, f.* from ${table} f where project_id = $1
   and not exists (select from ${other} o where ${["project_id", ...columns].map((name) => `o.${name} = f.${name}`).join(" and ")})`;
const NEVER: readonly string[] = [
  ...["answers", ...FACTS].flatMap((table) => [
    lacks(table, "prompts", "prompt_id"),
    lacks(table, "models", "model_id"),
  ]),
  ...FACTS.map((table) => lacks(table, "answers", "day", "model_id", "prompt_id", "sample")),
  lacks("mentions", "brands", "brand_id"),
  lacks("citations", "urls", "url_id", "domain_id"),
  lacks("raw_answers", "answers", "answer_id"),
  lacks("judgements", "answers", "answer_id"),
  lacks("verdicts", "answers", "answer_id"),
  lacks("prompt_tags", "prompts", "prompt_id"),
  lacks("capture_tasks", "prompts", "prompt_id"),
  ...["answer", "brand", "cell"].map((name) => lacks(`${name}_rollup`, "models", "model_id")),
  lacks("prompt_rollup", "prompts", "prompt_id"),
  lacks("domain_rollup", "domains", "domain_id"),
  lacks("url_rollup", "urls", "url_id"),
  ...ROLLUPS.map(
    (table) => `select '${table} of a day without answers' as fault, f.span, f.start from ${table} f
      where project_id = $1 and not exists (select from answers a where a.project_id = $1
        and a.day >= f.start and a.day < f.start + f.span)`,
  ),
  `select 'one sample twice' as fault, ${KEY} from answers where project_id = $1 group by ${KEY} having count(*) > 1`,
  `select 'one token twice' as fault, substring(answer from 't[0-9]+x[0-9]+$') from answers
    where project_id = $1 and origin = 'import' group by 2 having count(*) > 1`,
  `select 'brands of an answer are not its mentions' as fault, a.answer_id, a.brand_ids from answers a
    where project_id = $1 and array(select unnest(brand_ids) order by 1) <> array(select brand_id from mentions m
      where ${sameKey("m", "a")} order by 1)`,
  `select 'sources of an answer are miscounted' as fault, a.answer_id from answers a
    where project_id = $1 and source_count <> (select count(*) from citations c
      where ${sameKey("c", "a")})`,
  // Every name is a word of its own in the texts of a walk.
  `select 'a brand is not found, or found where it is not' as fault, a.answer_id, b.name, a.answer, b.aliases
    from answers a join brands b using (project_id) where a.project_id = $1 and a.origin = 'import'
    and (b.brand_id = any(a.brand_ids)) <> (a.status = 'answered' and exists (
      select from (select b.name union select x->>'text' from jsonb_array_elements(b.aliases) x) n (name)
      where a.answer ~* ('\\m' || n.name || '\\M')))`,
  `select 'branded is not what the prompt says' as fault, p.text, p.is_branded from prompts p join brands b using (project_id)
    where p.project_id = $1 and b.is_own and p.is_branded <> exists (
      select from (select b.name union select x->>'text' from jsonb_array_elements(b.aliases) x) n (name)
      where p.text ~* ('\\m' || n.name || '\\M'))`,
  `select 'a prompt names a brand that it is not said to name, or the other way round' as fault, p.text, b.name, p.brand_ids
    from prompts p join brands b using (project_id)
    where p.project_id = $1 and (b.brand_id = any(p.brand_ids)) <> exists (
      select from (select b.name union select x->>'text' from jsonb_array_elements(b.aliases) x) n (name)
      where p.text ~* ('\\m' || n.name || '\\M'))`,
  `select 'a task and its answer disagree' as fault, t.task_id, t.status, a.answer_id
    from (select * from capture_tasks where project_id = $1) t
    full join (select * from answers where project_id = $1 and origin = 'capture') a
      on split_part(a.external_id, ':', 2)::bigint = t.task_id and t.answer_id = a.answer_id
    where (t.status = 'done') is distinct from (a.answer_id is not null)`,
  `select 'a task has two answers' as fault, external_id from answers where project_id = $1 and origin = 'capture'
    group by external_id having count(*) > 1`,
  `select 'money is still held' as fault, l.* from capture_ledger l where project_id = $1 and reserved_micros <> 0`,
  `select 'the ledger lacks what tasks cost' as fault, l.*, t.cost, t.attempts from capture_ledger l
    join (select project_id, day, model_id, sum(cost_micros) as cost, sum(attempts) as attempts from capture_tasks group by 1, 2, 3) t
      using (project_id, day, model_id)
    where project_id = $1 and (l.spent_micros < t.cost or l.asked < t.attempts)`,
];

/** A question whose worker died counts at what was reserved for it, and one whose answer came late at what that cost, also when it was cancelled then and came back as new. */
const COST_MORE = `
  select 'a task that was answered at once cost more than any answer' as fault, t.* from capture_tasks t join capture_targets g using (project_id, model_id)
  where t.project_id = $1 and t.status = 'done' and t.attempts = 1 and t.cost_micros > g.costliest_micros
    and t.prompt_id <> all($2::bigint[])`;

const COPIED = [
  ...["answers", ...FACTS, "raw_answers", "judgements", "verdicts", ...ROLLUPS],
  ...["urls", "domains", "prompts", "prompt_tags", "models", "brands"],
  ...["capture_tasks", "capture_targets", "capture_ledger"],
];

/** What is wrong with what a walk has left, once its background work is done; in words and rows. */
export async function findFaults(
  { pool, project: { project_id } }: World,
  memory: Memory,
): Promise<unknown[]> {
  const copy = await pool.connect();
  try {
    await copy.query("begin isolation level repeatable read");
    for (const table of COPIED) await copyTable(copy, { table, project_id });
    return await findIn(copy, project_id, memory);
  } finally {
    await copy.query("rollback");
    copy.release();
  }
}

/** Puts a table of the same name before the one that is there, for this connection: a cluster joins only what lies together. */
async function copyTable(
  copy: PoolClient,
  { table, project_id }: { table: string; project_id: number },
): Promise<void> {
  const own = `create temporary table ${table} (like public.${table} including indexes) on commit drop`;
  await copy.query(own);
  await copy.query(
    `insert into pg_temp.${table} select * from public.${table} where project_id = ${project_id}`,
  );
  await copy.query(`analyze pg_temp.${table}`);
}

async function findIn(copy: PoolClient, project_id: number, memory: Memory): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const query of NEVER) {
    const { rows } = await copy.query(query, [project_id]);
    faults.push(...rows.slice(0, 3));
  }
  const again = [...memory.askedAgain].map((id) => decodeId("prm", id));
  faults.push(...(await copy.query(COST_MORE, [project_id, again])).rows.slice(0, 3));
  faults.push(...(await findMiscounted(copy, project_id)));
  const { rows } = await copy.query<{ token: string; text: string }>(
    `select substring(a.answer from 't[0-9]+x[0-9]+$') as token, p.text
     from answers a join prompts p using (project_id, prompt_id)
     where a.project_id = $1 and a.origin = 'import'`,
    [project_id],
  );
  const stored = new Map(rows.map((row) => [row.token, row.text]));
  for (const [identity, versions] of memory.answers) {
    const there = versions.filter(({ token }) => stored.delete(token));
    const fault = judge(memory, versions, there);
    if (fault) faults.push({ fault, identity, versions, there });
  }
  for (const token of stored.keys()) faults.push({ fault: "nobody imported this", token });
  return faults;
}

const USABLE = `select a.start, a.model_id, a.prompt_id, count(*)::integer as answers from (
    select day - (day - '1970-01-01'::date) % $2::integer as start, model_id, prompt_id from answers
    where project_id = $1 and status = 'answered') a group by 1, 2, 3`;

/** The prompts whose usable answers packed rows do not count as the facts do. */
async function findMiscounted(copy: PoolClient, project_id: number) {
  const faults: unknown[] = [];
  for (const span of CELL_SPANS) {
    const counts = new Map<string, number>();
    const add = (row: { start: string; model_id: number }, prompt_id: number, answers: number) => {
      const key = `${row.start} ${row.model_id} ${prompt_id}`;
      counts.set(key, (counts.get(key) ?? 0) + answers);
    };
    const packed =
      "select start, model_id, cells from cell_rollup where project_id = $1 and span = $2";
    for (const row of (await copy.query(packed, [project_id, span])).rows) {
      for (const { prompt_id, answers } of packedNumbers(row.cells).prompts)
        add(row, prompt_id, answers);
    }
    for (const row of (await copy.query(USABLE, [project_id, span])).rows)
      add(row, row.prompt_id, -row.answers);
    const wrong = [...counts].filter(([, more]) => more !== 0);
    faults.push(
      ...wrong
        .slice(0, 3)
        .map(([key, more]) => ({ fault: "packed rows miscount", span, key, more })),
    );
  }
  return faults;
}

/** What is wrong with one answer, of whose versions some are there. */
function judge(
  { deletions, texts }: Memory,
  versions: readonly Version[],
  there: readonly Version[],
): string | null {
  const acknowledged = versions.findLastIndex(({ end }) => end !== Number.POSITIVE_INFINITY);
  const possible = versions.slice(Math.max(acknowledged, 0));
  if (there.length > 1) return "two versions of one answer";
  const [one] = there;
  if (one) return possible.includes(one) ? null : "a corrected answer is the old one";
  const isDeleted = ({ prompt, start }: Version) =>
    deletions.some((gone) => gone.end > start && texts.get(gone.prompt_id)?.has(prompt));
  return acknowledged < 0 || possible.some(isDeleted) ? null : "an acknowledged answer is missing";
}

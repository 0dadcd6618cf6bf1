import * as z from "zod";
import { addDays } from "#core/period.ts";
import type { Table } from "./fit-page.ts";
import type { Params } from "./json-rpc.ts";

/** Asks a tool about the same project. */
export type Probe = (tool: string, args: Params) => Promise<Table>;

/** Arguments that choose no rows. */
const NEUTRAL = new Set([
  ..."project_id date_from date_to limit offset sort order_by dimensions compare".split(" "),
  ..."compare_from compare_to dimension sites".split(" "),
]);
const DAYS_MAX = 365;

type Asked = { tool: string; input: z.ZodObject; args: Params; hasRows: boolean };

/** Why there are no rows, and what to try: where the answers are, and what the filters leave out. */
export async function explainEmpty(
  { tool, input, args, hasRows }: Asked,
  probe: Probe,
): Promise<string> {
  const choices = choicesOf(input, args);
  const chosen = new Set(choices.map(({ key }) => key));
  const filters = Object.keys(args).filter((key) => !NEUTRAL.has(key) && !chosen.has(key));
  const kept = Object.fromEntries(Object.entries(args).filter(([key]) => !filters.includes(key)));
  // What cannot be found out is not said: the note is only beside the answer.
  const count = async (given: Params) => {
    const { limit: _, offset: __, ...rest } = given;
    return probe(tool, { ...rest, limit: 1 }).then(usedIn, () => undefined);
  };
  const sentences: string[] = [];
  if (filters.length > 0) {
    const more = await count(kept);
    if (more) sentences.push(`Without ${filters.join(", ")} there would be ${more}.`);
  }
  for (const { key, others } of choices) {
    for (const value of others) {
      const more = await count({ ...args, [key]: value });
      if (more) sentences.push(`With ${key} ${value} there would be ${more}.`);
    }
  }
  if ("date_from" in input.shape)
    sentences.push(...(await explainDays({ tool, args, count }, probe)));
  else if (sentences.length === 0) sentences.push(sayNone(args));
  const found = hasRows ? "No answers are behind these rows." : "No rows.";
  return [found, ...sentences].join(" ");
}

/** Filters that hold also where they are not given, and the values that each could have instead. */
function choicesOf(input: z.ZodObject, args: Params) {
  return Object.entries(input.shape).flatMap(([key, field]) => {
    if (NEUTRAL.has(key) || !(field instanceof z.ZodDefault)) return [];
    const inner: unknown = field.unwrap();
    const values =
      inner instanceof z.ZodEnum
        ? inner.options
        : inner instanceof z.ZodBoolean
          ? [false, true]
          : [];
    const value = args[key] ?? field.def.defaultValue;
    return values.length === 0 ? [] : { key, others: values.filter((one) => one !== value) };
  });
}

const sayNone = ({ project_id }: Params) =>
  project_id === undefined
    ? "This user may open none: start_onboarding makes one, or an admin invites."
    : "There are none in this project yet.";

async function explainDays(
  {
    tool,
    args,
    count,
  }: { tool: string; args: Params; count: (args: Params) => Promise<number | undefined> },
  probe: Probe,
): Promise<string[]> {
  const [first, last] = [await dayAt(probe, "asc"), await dayAt(probe, "desc")];
  if (first === undefined || last === undefined) return [];
  if (!first || !last) return ["Nothing was captured in this project yet: run_captures asks now."];
  const { date_from, date_to, compare: _, compare_from: __, compare_to: ___, ...rest } = args;
  const range = `Answers of this project go from ${first} to ${last}.`;
  // In all days there are none before to compare with.
  if (tool === "explain_change") return [range, "A change is between two periods with answers."];
  const start = addDays(last, 1 - DAYS_MAX);
  const date_from_wide = [start, first].sort()[1];
  const wider = { date_from: date_from_wide, date_to: last };
  if (wider.date_from === date_from && wider.date_to === date_to) return [range];
  const more = await count({ ...rest, ...wider });
  if (more === undefined) return [range];
  const outside = `With date_from ${wider.date_from} and date_to ${last} there would be ${more}.`;
  return more ? [range, outside] : [range, "No other days have any either."];
}

/** The first or last day with answers; null: there is none; undefined: that is not known. */
async function dayAt(probe: Probe, sort: "asc" | "desc"): Promise<string | null | undefined> {
  const args = { sort, limit: 1, include_archived: true };
  const table = await probe("list_chats", args).catch(() => undefined);
  if (!table) return undefined;
  const day = table.rows[0]?.[table.columns.indexOf("date")];
  return typeof day === "string" ? day : null;
}

/** Reports of brands have a row for each brand even where there is no answer. */
export function usedIn({ total_count, population }: Table): number {
  const { answers } = (population ?? {}) as { answers?: number };
  return answers === 0 ? 0 : total_count;
}

import type { ProjectContext } from "#core/context.ts";
import { decodeId } from "#core/id.ts";
import { readExcerpts } from "#domain/answers/lists/excerpts.ts";
import { nameKnown } from "#domain/prompts/known-ids.ts";
import type { Table } from "./fit-page.ts";
import type { Params } from "./json-rpc.ts";

const TEXT_MAX = 160;
const NAMED = /^(brd|top|tag|mdl)_/;

/** The project of the call, which is looked up only where something of it is to be read. */
export type Enter = () => Promise<ProjectContext | undefined>;

/** Puts the text of each row's prompt beside its id, and the names of all other things under `names`. */
export async function nameThings(enter: Enter, table: Table): Promise<Table> {
  const at = table.columns.indexOf("prompt_id");
  const prompts = at === -1 ? [] : table.rows.flatMap((row) => row[at] ?? []).map(String);
  const others = namedIn(table);
  const isNeeded = at !== -1 || others.length > 0;
  const inner = isNeeded ? await enter() : undefined;
  if (!inner) return table;
  const ids = [...new Set([...prompts, ...others])];
  const known = await nameKnown(inner.db, inner.project, ids);
  const names = Object.fromEntries(others.map((id) => [id, known.get(id) ?? null]));
  const named = others.length > 0 ? { ...table, names } : table;
  if (at === -1 || table.columns.includes("prompt_text")) return named;
  return withColumn(named, { at: at + 1, name: "prompt_text" }, (row) =>
    row[at] === null ? null : shorten(known.get(String(row[at])) ?? ""),
  );
}

/** Puts words around the mention beside each answer: of the brand or the text that was asked for, else of the own brand. */
export async function addExcerpts(
  enter: Enter,
  table: Table,
  { brand_id, search }: Params,
): Promise<Table> {
  const inner = await enter();
  if (!inner) return table;
  const numbers = table.rows.map(([id]) => decodeId("cht", String(id)));
  const excerpts = await readExcerpts(inner.db, inner.project, {
    answer_ids: numbers,
    brand_id: typeof brand_id === "string" ? decodeId("brd", brand_id) : null,
    search: typeof search === "string" ? search : null,
  });
  const { length } = table.columns;
  return withColumn(table, { at: length, name: "excerpt" }, (_, index) => {
    return excerpts.get(numbers[index] ?? 0) ?? null;
  });
}

function namedIn({ columns, rows }: Table): string[] {
  const own = columns.indexOf("id");
  const found = new Set<string>();
  const look = (value: unknown) => {
    if (typeof value === "string" && NAMED.test(value)) found.add(value);
  };
  for (const row of rows) {
    for (const [index, value] of row.entries()) {
      if (index === own) continue;
      if (Array.isArray(value)) value.forEach(look);
      else look(value);
    }
  }
  return [...found];
}

function withColumn(
  table: Table,
  { at, name }: { at: number; name: string },
  tell: (row: unknown[], index: number) => unknown,
): Table {
  return {
    ...table,
    columns: table.columns.toSpliced(at, 0, name),
    rows: table.rows.map((row, index) => row.toSpliced(at, 0, tell(row, index))),
  };
}

function shorten(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text;
}

import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { atOneMoment } from "#core/one-moment.ts";
import { type Column, type RowStream, Rows } from "#core/rows.ts";
import { askAgain } from "#domain/projects/ask-again.ts";
import { DIMENSION_NAMES, type Dimension, isInParts } from "#domain/sums/dimensions.ts";
import { type ReportInput, type reportInput, withoutPages } from "./report-query.ts";
import { COLUMN_WORDS } from "./report-words.ts";

const PAGE = 10_000;

/** A report's operation, whatever its fields. */
type Report = {
  input: ReturnType<typeof reportInput>;
  output: z.ZodObject<{ data: z.ZodArray<z.ZodObject> }>;
  handler(
    context: ProjectContext,
    query: ReportInput,
    body: AsyncIterable<Uint8Array>,
  ): Promise<{ data: readonly object[]; total_count: number }>;
};
type Query = Omit<ReportInput, "limit" | "offset">;
type Field = Column & { path: readonly string[] };

/** Exports a report: all of the operation but its names and what it says. */
export function exportOf(report: Report) {
  return {
    scope: "project",
    effect: "reads",
    audit: () => ({}),
    group: "Exports",
    returns: "The report",
    input: withoutPages(report.input),
    output: Rows,
    async handler(context: ProjectContext, query: Query) {
      return streamReport(context, report, query);
    },
  } as const;
}

/**
 * All rows of a report as flat rows; the fields of an object stand behind its name. Dimensions and comparison that
 * `query` does not ask for are no columns. Each 10,000 rows are of one moment; a reader that is slow holds no connection.
 */
function streamReport(context: ProjectContext, report: Report, query: Query): RowStream {
  const { columns, flatten } = flatRows(report.output.shape.data.element, (field) =>
    isAskedFor(field, query),
  );
  return { columns, batches: readRows() };

  async function* readRows() {
    for (let offset = 0; ; offset += PAGE) {
      const page = { ...query, limit: PAGE, offset };
      const read = () =>
        atOneMoment(context, (db) => report.handler({ ...context, db }, page, nothing()));
      const { data, total_count } = await (offset > 0 ? askAgain(read) : read());
      yield data.map(flatten);
      if (offset + PAGE >= total_count) return;
    }
  }
}

/** The columns that a report's file can have without a comparison. */
export function columnsOfReport(report: Pick<Report, "output">): readonly Column[] {
  const compared = ["previous", "change", "lead"];
  const { element } = report.output.shape.data;
  return flatRows(element, (field) => !compared.includes(field)).columns;
}

/** The columns of a schema's rows, the fields of an object behind its name, and how a row becomes cells. */
export function flatRows(schema: z.ZodObject, isShown: (field: string) => boolean = () => true) {
  const fields = fieldsOf(schema, []).filter(({ path: [first = ""] }) => isShown(first));
  return {
    columns: fields.map(({ path: _, ...column }): Column => column),
    flatten: (row: object) =>
      Object.fromEntries(fields.map(({ name, path }) => [name, valueAt(row, path)])),
  };
}

async function* nothing(): AsyncIterable<Uint8Array> {}

function isAskedFor(field: string, { dimensions, compare, other_brand_id }: Query): boolean {
  if (field === "lead") return other_brand_id !== undefined;
  if (field === "previous" || field === "change") return compare !== undefined;
  if (field === "is_partial") return isInParts(dimensions);
  return !DIMENSION_NAMES.includes(field as Dimension) || dimensions.includes(field as Dimension);
}

function fieldsOf(schema: z.ZodObject, path: readonly string[]): Field[] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const inner = unwrap(field);
    const here = [...path, name];
    if (inner instanceof z.ZodObject) return fieldsOf(inner, here);
    const column = here.join("_");
    // What is null in a report is an empty cell in a file.
    const said = (field.description ?? inner.description ?? "").replace("null:", "empty:");
    const words: Readonly<Record<string, string>> = COLUMN_WORDS;
    return [{ name: column, about: words[column] ?? said, path: here }];
  });
}

function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrap(schema.unwrap() as z.ZodType)
    : schema;
}

function valueAt(row: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
    row,
  );
}

import * as z from "zod";

/** A column: where its value is in a row, and whether it may be absent from all rows. */
type Column = { path: string[]; name: string; is_optional: boolean };

const DEPTH_MAX = 4;

/**
 * How to write an answer of `output` as columns; null for an output that is no list. Nested objects become
 * columns joined by "_", arrays stay values, and optional columns that no row has are left out.
 */
export function makeTabulate(
  output: z.ZodType,
): ((answer: unknown) => Record<string, unknown>) | null {
  const shape = shapeOf(output);
  const data = shape?.["data"];
  if (!shape || !(data instanceof z.ZodArray) || !shape["total_count"]) return null;
  const columns = columnsOf(data.element as z.ZodType);
  return (answer) => {
    const { data: items, total_count, limit: _, offset, ...extra } = answer as Answer;
    const kept = columns.filter(
      ({ path, is_optional }) =>
        !is_optional || items.some((item) => pick(item, path) !== undefined),
    );
    const end = offset + items.length;
    return {
      columns: kept.map(({ name }) => name),
      rows: items.map((item) => kept.map(({ path }) => pick(item, path) ?? null)),
      row_count: items.length,
      total_count,
      next_offset: items.length > 0 && end < total_count ? end : null,
      ...extra,
    };
  };
}

type Answer = { data: unknown[]; total_count: number; limit: number; offset: number };

function columnsOf(schema: z.ZodType, before: Column = { path: [], name: "", is_optional: false }) {
  const columns: Column[] = [];
  for (const [key, field] of Object.entries(shapeOf(schema) ?? {})) {
    const column: Column = {
      path: [...before.path, key],
      name: before.name ? `${before.name}_${key}` : key,
      is_optional: before.is_optional || field instanceof z.ZodOptional,
    };
    const isNested = shapeOf(field) !== undefined && column.path.length < DEPTH_MAX;
    columns.push(...(isNested ? columnsOf(field, column) : [column]));
  }
  return columns;
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  let inner: unknown = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap();
  return inner instanceof z.ZodObject ? inner.shape : undefined;
}

function pick(item: unknown, path: readonly string[]): unknown {
  let value = item;
  for (const key of path) {
    if (value === null || value === undefined) return value;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

import type { ProjectContext } from "#core/context.ts";
import { headerOf, makeSeal } from "./backup-format.ts";
import { fixMoment, readProjectRow, readTable } from "./backup-queries.ts";
import { BACKUP_TABLES, readColumns } from "./backup-tables.ts";

/**
 * A whole project as lines of JSON, as it is at one moment: what it is, its rows table by table, and last how many
 * there were and the SHA-256 of all before. Row numbers stay what they are and mean something in the file alone.
 * No secrets: no keys, users, grants or links. `onRows` hears how many rows are written.
 */
export async function* writeBackup(
  { db, project, now, server }: ProjectContext,
  onRows: (count: number) => void = () => {},
): AsyncGenerator<string> {
  const seal = makeSeal();
  const trx = await db
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  try {
    await fixMoment(trx, project);
    const columns = await readColumns(trx);
    const row = await readProjectRow(trx, project, columns);
    const facts = {
      exported_at: now().toISOString(),
      server_version: server.version,
      project: (JSON.parse(row) as { name: string }).name,
    };
    yield sealed([JSON.stringify(headerOf(facts, columns))]);
    yield sealed([`{"projects":${row}}`], "projects");
    let count = 0;
    for (const name of Object.keys(BACKUP_TABLES)) {
      for await (const rows of readTable(trx, project, { name, columns })) {
        const lines = rows.map((one) => `{"${name}":${one}}`);
        yield sealed(lines, name);
        count += rows.length;
        onRows(count);
      }
    }
    yield `${JSON.stringify({ end: seal.end() })}\n`;
  } finally {
    await trx.rollback().execute();
  }

  function sealed(lines: readonly string[], table?: string): string {
    for (const line of lines) seal.add(line, table);
    return lines.map((line) => `${line}\n`).join("");
  }
}

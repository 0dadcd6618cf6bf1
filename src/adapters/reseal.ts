import { sql } from "kysely";
import type { KeyRing } from "#adapters/vault.ts";
import { type Database, rowsOf } from "#core/database.ts";

/** Where sealed values are; the slice of the table says it. No two are the same: each has random bytes of its own. */
type SealedColumn = { table: string; column: string };

/**
 * Seals with the first key what another one of the ring sealed, so that the others can be taken away. `lost` counts
 * what none of them opens. Safe to repeat, and next to others that change the same values.
 */
export async function resealSecrets(
  db: Database,
  ring: KeyRing,
  columns: readonly SealedColumn[],
): Promise<{ resealed: number; lost: number }> {
  const counts = { resealed: 0, lost: 0 };
  for (const one of columns) {
    const name = namesOf(one);
    for (const sealed of await listOthers(db, ring, one)) {
      const secret = tryOpen(ring, sealed);
      if (secret === undefined) {
        counts.lost++;
        continue;
      }
      await sql`update ${name.table} set ${name.column} = ${ring.seal(secret)}
        where ${name.column} = ${sealed}`.execute(db);
      counts.resealed++;
    }
  }
  return counts;
}

/** How many stored secrets no key of the ring opens. */
export async function countLost(
  db: Database,
  ring: KeyRing,
  columns: readonly SealedColumn[],
): Promise<number> {
  const others = await Promise.all(columns.map((one) => listOthers(db, ring, one)));
  return others.flat().filter((sealed) => tryOpen(ring, sealed) === undefined).length;
}

const namesOf = ({ table, column }: SealedColumn) => ({
  ...{ table: sql.table(table), column: sql.ref(column) },
});

/** Sealed values that are not of the first key. */
async function listOthers(db: Database, ring: KeyRing, one: SealedColumn): Promise<Buffer[]> {
  const name = namesOf(one);
  const rows = await rowsOf<{ sealed: Buffer }>(db)`
    select ${name.column} as sealed from ${name.table} where ${name.column} is not null`;
  return rows.map(({ sealed }) => sealed).filter((sealed) => !ring.isCurrent(sealed));
}

function tryOpen(ring: KeyRing, sealed: Buffer): string | undefined {
  try {
    return ring.open(sealed);
  } catch {
    return undefined;
  }
}

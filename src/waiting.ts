import type pg from "pg";
import { findHindrance } from "#adapters/database/may-create.ts";
import { listWaiting } from "#adapters/database/migrate.ts";
import { Failure } from "#core/failure.ts";

const NONE_YET = "There is no installation in this database yet: npm start makes it.";

/**
 * What a version applies when it starts is not applied yet, and nobody asked for that. `is_new`: nothing ever was;
 * `hindrance`: why a start could not apply it, if that can be told.
 */
export class Waiting extends Failure {
  readonly is_new: boolean;
  readonly hindrance: string | null;
  constructor(message: string | null, hindrance: string | null = null) {
    super("UNAVAILABLE", message ?? NONE_YET);
    this.is_new = message === null;
    this.hindrance = hindrance;
  }
}

/** Throws Waiting where this version would apply something to a database; changes nothing in it. */
export async function refuseWaiting(pool: pg.Pool): Promise<void> {
  const { waiting, is_new } = await listWaiting(pool);
  if (waiting.length === 0) return;
  const named = waiting.slice(0, 3).join(", ");
  const more = waiting.length > 3 ? ` and ${waiting.length - 3} more` : "";
  const says = `${waiting.length} migrations wait (${named}${more}): npm start applies them, as does npm run migrate. Processes of an older version do not start after that: keep a copy.`;
  throw new Waiting(is_new ? null : says, await findHindrance(pool));
}

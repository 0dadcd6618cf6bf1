import type { CompiledQuery, DatabaseConnection, QueryExecutor } from "kysely";
import type { Database } from "#core/database.ts";

/** What is asked for in one turn of the event loop; `users` counts it, and the turn until it ends. */
type Turn = { connection: Promise<DatabaseConnection>; users: number; giveBack(): void };

/**
 * Has statements that come compiled share a connection with all of their turn, sent without waiting for each other: to
 * take a connection, write to it and read from it costs more than a few rows. Each fails alone.
 */
export function shareTurns(db: Database): Database {
  let turn: Turn | undefined;
  const end = () => {
    turn = undefined;
  };
  const begin = () => {
    const begun = beginTurn(db.getExecutor());
    // What got no connection is over at once: who asks next tries again.
    begun.connection.catch(end);
    process.nextTick(() => {
      end();
      leave(begun);
    });
    return begun;
  };
  const executeQuery = async <Row>(query: CompiledQuery<Row>) => {
    turn ??= begin();
    const ours = turn;
    ours.users += 1;
    try {
      return await (await ours.connection).executeQuery<Row>(query);
    } finally {
      leave(ours);
    }
  };
  return Object.assign(db, { executeQuery });
}

function beginTurn(pooled: QueryExecutor): Turn {
  const { promise: ended, resolve: giveBack } = Promise.withResolvers<void>();
  const connection = new Promise<DatabaseConnection>((resolve, reject) => {
    const holding = pooled.provideConnection((provided) => {
      resolve(provided);
      return ended;
    });
    holding.catch(reject);
  });
  return { connection, users: 1, giveBack };
}

function leave(turn: Turn): void {
  turn.users -= 1;
  if (turn.users === 0) turn.giveBack();
}

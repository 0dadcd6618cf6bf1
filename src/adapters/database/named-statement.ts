import pg from "pg";

/** How pg reads the columns of a statement's rows. */
type Columns = Record<"fields" | "_parsers" | "_prebuiltEmptyResultObject", unknown>;
/** What pg's types leave out of a query: how it is sent, and how its answer is read. */
type Sent = pg.Query & {
  _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: pg.Connection): void;
  handleRowDescription(message: unknown): void;
};
type Done = (error: Error | undefined, result: pg.ResultBuilder) => void;
type Sending = new (text: string, values: unknown[], done: Done) => Sent;

/** A connection on which nothing is described, and the columns of its statements by their names. */
export type Described = { terse: pg.Connection; columns: Map<string, Columns> };

/** What is known of a connection whose session lasts, to begin with. */
export function beginDescribed(connection: pg.Connection): Described {
  const terse = Object.assign(Object.create(connection), { describe: () => {} });
  return { terse, columns: new Map() };
}

/**
 * A statement that is prepared once per connection, and its columns are described once: PostgreSQL executes it no more when
 * they have become others. As a query of pg's own: what is given as an object, it copies with the descriptors of all
 * properties.
 */
export class NamedStatement extends (pg.Query as unknown as Sending) {
  readonly name: string;
  readonly #described: Described | null;

  constructor(
    { text, values, name }: { text: string; values: unknown[]; name: string },
    described: Described | null,
    done: Done,
  ) {
    super(text, values, done);
    this.name = name;
    this.#described = described;
  }

  override prepare(connection: pg.Connection): void {
    const columns = this.#described?.columns.get(this.name);
    if (columns) {
      Object.assign(this._result, columns);
      this._accumulateRows = true;
    }
    super.prepare((columns && this.#described?.terse) ?? connection);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#described?.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

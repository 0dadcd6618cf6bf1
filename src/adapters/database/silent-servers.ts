import { Failure } from "#core/failure.ts";

/** A connection: since when it may wait for which projects since it was taken, and how it is given up while it waits. */
export type Asking = { asked: Map<number, number>; giveUp(): void };

/** Which of a statement's values is the project it is about, and whether it asks for rows that are spread. */
type About = { place: number; isSpread: boolean };

const STATEMENTS_MAX = 1_000;
/** What asks for a project's settings is soon answered, unless who has them waits for a silent server. */
const SOON_MS = 2_000;
/** In place of a project: rows of all of them, on every server. */
const EVERY = 0;
const EVERY_TEXT = /\bdirty_projects\(\)/;
/** A project's lock, whose other half says for what. */
const PROJECT_LOCK = /\bpg_advisory_xact_lock\(\$\d+::integer, \$(\d+)::integer\)/;
const WORDS = "A server of the cluster does not answer; what lies there waits for it. Try again.";

/**
 * Which projects' rows lie on a server of a cluster that has stopped answering, without ending its connections. The
 * coordinator would wait for it with each statement, and cannot be talked out of that: so no more is asked for these rows,
 * and who waits for them, or for who does, gives up, which leaves connections and turns to the projects on other servers.
 */
export class SilentServers {
  #spread: RegExp | null = null;
  #projects: ReadonlySet<number> | null = null;
  readonly #connections = new Set<Asking>();
  /** By the text of a statement; null: it is about no project. */
  readonly #known = new Map<string, About | null>();

  /** From now on it is noted who asks for rows of these tables. */
  watch(tables: readonly string[]): void {
    this.#spread = new RegExp(`\\b(?:from|join|into|update) "?(?:${tables.join("|")})"?(?![a-z_])`);
  }

  /** A connection is there, until what is returned is called. */
  enter(connection: Asking): () => void {
    this.#connections.add(connection);
    return () => this.#connections.delete(connection);
  }

  /** The projects on servers that are silent now, null where none is; who waits because of them gives up. */
  set(projects: ReadonlySet<number> | null): void {
    this.#projects = projects;
    if (!projects) return;
    const before = performance.now() - SOON_MS;
    for (const connection of this.#connections) {
      const waits = ([project, since]: [number, number]) => since < before && this.#isLost(project);
      if ([...connection.asked].some(waits)) connection.giveUp();
    }
  }

  /** Notes what a connection is asked for; the refusal, where that lies on a silent server. */
  note({ asked }: Asking, text: unknown, values: unknown): Failure | null {
    if (!this.#spread || typeof text !== "string") return null;
    const about = this.#about(text);
    if (!about) return null;
    const { place, isSpread } = about;
    const project =
      place === EVERY ? EVERY : Number((values as unknown[] | undefined)?.[place - 1]);
    if (isSpread && this.#isLost(project)) return new Failure("UNAVAILABLE", WORDS);
    if (isSpread) asked.set(project, 0);
    else if (!asked.has(project)) asked.set(project, performance.now());
    return null;
  }

  #isLost(project: number): boolean {
    return this.#projects !== null && (project === EVERY || this.#projects.has(project));
  }

  #about(text: string): About | null {
    let about = this.#known.get(text);
    if (about === undefined) {
      about = this.#read(text);
      if (this.#known.size < STATEMENTS_MAX) this.#known.set(text, about);
    }
    return about;
  }

  /** A statement compares the project of each spread table, or gives it first to what it stores. */
  #read(text: string): About | null {
    if (EVERY_TEXT.test(text)) return { place: EVERY, isSpread: true };
    const [, held] = PROJECT_LOCK.exec(text) ?? [];
    const isSpread = this.#spread?.test(text) ?? false;
    const [, compared = held] = /\bproject_id"? = \$(\d+)/.exec(text) ?? [];
    const [, given] = (isSpread && /\b(?:select(?: distinct)?|values) \(?\$(\d+)/.exec(text)) || [];
    const place = Number(compared ?? given ?? Number.NaN);
    return Number.isNaN(place) ? null : { place, isSpread };
  }
}

import { isDeepStrictEqual } from "node:util";
import type { AnyOperation } from "#core/operation.ts";
import type { ProjectFile } from "./project-file.ts";
import type { People, Providers, State } from "./project-state.ts";
import type { Problem } from "./read-file.ts";

/** What one thing becomes, as people read it. */
export type Line = { sign: "+" | "~" | "-"; what: string; details: readonly string[] };
/** One call, and what it does; without lines it is part of what a step before it said. */
export type Step = {
  lines: readonly Line[];
  operation: AnyOperation;
  input: Readonly<Record<string, unknown>>;
};
export type Plan = {
  steps: Step[];
  /** What the project has and the file does not name. */
  left: string[];
  /** What is as the file says as far as it can be, and what is missing. */
  notes: string[];
  /** What cannot be. */
  problems: Problem[];
};

/** All that a plan follows from. */
export type Scene = {
  file: ProjectFile;
  state: State;
  /** The project is made first: `state` is how it begins. */
  is_new: boolean;
  providers: Providers;
  /** Null: who asks cannot know, as with a key. */
  people: People | null;
  organisation_id: string;
  /** What the file does not name is deleted. */
  prune: boolean;
  /** Values of the variables that the file names. */
  secrets: ReadonlyMap<string, string>;
};
export type Part = Partial<Plan>;

export type RefKind = "brand" | "topic" | "tag" | "prompt" | "webhook";
/** Stands in an input for the id of something that a step before makes; nothing in a file can look like one. */
export class Ref {
  readonly to: string;

  constructor(to: string) {
    this.to = to;
  }
}
export const refTo = (kind: RefKind, key: string): Ref => new Ref(`${kind} ${key}`);

type Fields = Readonly<Record<string, unknown>>;

/** Of what is wanted, the fields that are said and are otherwise now. */
export function differing(wanted: Fields, now: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, now[name]),
    ),
  );
}

/** True for lists of the same texts, in whatever order. */
export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return isDeepStrictEqual([...new Set(one)].sort(), [...new Set(other)].sort());
}

/** Fields as a plan shows them: `color: #2563eb -> #be123c`, without what was before where there is none. */
export function detailsOf(wanted: Fields, now: Fields = {}): string[] {
  return Object.entries(wanted)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const before = name in now ? `${show(now[name])} -> ` : "";
      return `${name}: ${before}${show(value)}`;
    });
}

const SHOWN_MAX = 100;

function show(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX - 1)}…` : text || '""';
}

type Leaving<One> = {
  prune: boolean;
  what(one: One): string;
  remove(one: One): Omit<Step, "lines">;
  details?: Line["details"];
};

/** What is there and not named: deleted with `prune`, before other `steps`, else left and told. */
export function leaveOrDelete<One>(
  rest: readonly One[],
  { prune, what, remove, details = [] }: Leaving<One>,
  steps: readonly Step[] = [],
): Pick<Plan, "steps" | "left"> {
  if (!prune) return { steps: [...steps], left: rest.map(what) };
  const removed = rest.map((one): Step => {
    return { lines: [{ sign: "-", what: what(one), details }], ...remove(one) };
  });
  return { steps: [...removed, ...steps], left: [] };
}

const PIECE = 100;

/** Pieces of at most 100, which bulk operations take. */
export function inPieces<One>(all: readonly One[]): One[][] {
  const count = Math.ceil(all.length / PIECE);
  return Array.from({ length: count }, (_, n) => all.slice(n * PIECE, (n + 1) * PIECE));
}

import type { Database, Reading } from "./database.ts";
import type { Job } from "./job.ts";
import type { Plan } from "./plans.ts";
import type { OnboardingModel, Post, Providers, SendMail, Vault } from "./ports.ts";

export type Access = "read" | "write";
export const ROLES = ["viewer", "member", "admin", "owner"] as const;
/** Rights in an organisation, least first. Viewers never write. */
export type Role = (typeof ROLES)[number];
export type Door = "rest" | "mcp" | "dashboard" | "command" | "job" | "share" | "oauth";

/** The organisation by whose provider a user came, which opens that one alone; null: by what is the user's own. */
export type SignOn = number | null;

/** Who calls, through which door, with which access. */
export type Actor = { door: Door; access: ReadonlySet<Access> } & (
  | { kind: "key"; key_id: number; project_id: number }
  | { kind: "user"; user_id: number; email: string; session_id?: number; sign_on?: SignOn }
  | { kind: "share"; share_id: number }
  | { kind: "system" }
);

/** The project a call works on, with what every operation needs to know of it. */
export type ProjectScope = {
  project_id: number;
  organisation_id: number;
  plan: Plan;
  timezone: string;
  /** The caller's role; keys, jobs and commands act as owner within their access. */
  role: Role;
};

/** Structured log lines; secrets are redacted by the adapter. */
export type Log = {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
};

/**
 * Puts work in the background; inside a transaction it starts only when that commits. Of one project one job of a name
 * is worked on at a time, and one piece of long work.
 */
export type Queue = {
  add(
    job: Pick<Job, "name" | "attempts" | "work">,
    input: Record<string, unknown>,
    options?: QueueOptions,
  ): Promise<void>;
  /** Takes back jobs that wait and whose input has these values. */
  cancel(input: Record<string, unknown>): Promise<void>;
};
/**
 * Two waiting jobs of one `key` are one; `run_at` delays it, until it is asked for without. `line`: not behind the others
 * of the project, but those of this line; `priority`: 0 where none is given, and what is greater waits for all that could begin.
 */
export type QueueOptions = { key?: string; run_at?: Date; line?: string; priority?: number };

/** Everything an account operation may touch. Doors build it; operations never reach past it. */
export type AccountContext = {
  db: Database;
  actor: Actor;
  log: Log;
  /** Reads on a replica that shows all that was committed before the call; `otherwise` while none does. Absent: there is none. */
  replica?: <R>(read: Reading<R>, otherwise: () => Promise<R>) => Promise<R>;
  /** The queue that writes through `db`. */
  queueOn(db: Database): Queue;
  /** Runs what takes a connection for long when it is a project's turn; RATE_LIMIT_EXCEEDED when too much of it waits. */
  inTurn<R>(kind: Long, project: { project_id: number }, work: () => Promise<R>): Promise<R>;
  /** Absent where all rows are on one server for good. */
  placement?: Placement;
  /** True once nobody waits for the answer any more; absent: somebody always does. */
  isGone?(): boolean;
  now(): Date;
  providers: Providers;
  onboarding_model: OnboardingModel | null;
  vault: Vault;
  post: Post;
  /** Null where the operator named no server for mail. */
  mail: SendMail | null;
  /** Fetches from an address that a user gave, in bounds of time and size, and follows no redirect. */
  fetch: typeof fetch;
  /** Facts of this installation that answers show. */
  server: ServerFacts;
};
export type ServerFacts = {
  version: string;
  base_url: string;
  rate_limit_per_minute: number;
  keep_days: KeepDays;
};
/** For how many days this installation keeps things at most; null: for ever. */
export type KeepDays = Record<"answers" | "raw_bodies" | "runs" | "audit", number | null>;

/** Where rows of projects may be on servers of their own. */
export type Placement = {
  /** The projects whose server does not answer now. */
  readonly away: ReadonlySet<number>;
  /** Does work of a project: what it asks the database fails at once while the project's server does not answer. */
  within<R>(project: { project_id: number }, work: () => R): R;
};

/** Does work of a project where there may be servers of their own for some. */
export const workFor = <R>({ placement }: Placed, of: { project_id: number }, work: () => R): R =>
  placement ? placement.within(of, work) : work();
type Placed = Pick<AccountContext, "placement">;

/** Reports and exports, or changes. */
export type Long = "reads" | "writes";

/** What every context is made of, before it is known who calls. */
export type BaseContext = Omit<AccountContext, "actor">;

/** Everything a project operation may touch. */
export type ProjectContext = AccountContext & { project: ProjectScope };

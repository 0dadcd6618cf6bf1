import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { addDays, dayIn } from "#core/period.ts";
import { sweepTime } from "#domain/accounts/seen-clock.ts";
import type { Tenant } from "./project-queries.ts";

/** What is deleted once it is too old, each after a time of its own. */
export const KEPT = ["answers", "raw_bodies", "runs", "audit"] as const;
export type Kept = (typeof KEPT)[number];
/** Days that each is kept; null: for ever. */
export type KeptDays = Record<Kept, number | null>;

const DAYS_MAX = 36_500;
// Usage counts the answers of a month, a run must be over before it goes, and what was done must be seen by somebody.
const DAYS_MIN: Record<Kept, number> = { answers: 35, raw_bodies: 1, runs: 7, audit: 30 };

/** For how many days one thing is kept, or null; with what null means. */
function days(kept: Kept, about: string) {
  return z
    .int()
    .min(DAYS_MIN[kept])
    .max(DAYS_MAX)
    .nullable()
    .describe(
      `Days that ${about} kept, ${DAYS_MIN[kept]} or more; null: as the installation does.`,
    );
}

/** What a project can set. */
export const RetentionInput = {
  answers_days: days("answers", "answers with all that was found in them are").optional(),
  raw_bodies_days: days("raw_bodies", "what providers sent is").optional(),
  runs_days: days("runs", "runs with their questions are").optional(),
  audit_days: days("audit", "the audit log of the project is").optional(),
};

const held = (about: string) =>
  z.int().nullable().describe(`Days that ${about} kept in fact; null: for ever.`);

export const Retention = z
  .object({
    answers_days: z.int().nullable().describe("What the project set for answers, or null."),
    raw_bodies_days: z.int().nullable().describe("What it set for providers' bodies, or null."),
    runs_days: z.int().nullable().describe("What it set for runs, or null."),
    audit_days: z.int().nullable().describe("What it set for its audit log, or null."),
    kept: z
      .object({
        answers_days: held("answers are"),
        raw_bodies_days: held("providers' bodies are"),
        runs_days: held("runs are"),
        audit_days: held("the audit log is"),
      })
      .describe("What holds: the shorter of the project's time and the installation's."),
    answers_from: z
      .string()
      .nullable()
      .meta({ format: "date" })
      .describe("The first day whose answers are kept; null: all of them."),
    paused_until: z
      .string()
      .nullable()
      .meta({ format: "date-time" })
      .describe(
        "Until then, if it runs on, the server deletes by how long it ran, since its clock was set, or it was off for days; null: by its clock.",
      ),
  })
  .meta({ id: "Retention" });

const NONE: KeptDays = { answers: null, raw_bodies: null, runs: null, audit: null };

type Reader = Pick<ProjectContext, "db" | "project" | "server" | "now">;

/** What a project set, what holds, and from which day on answers are kept. */
export async function readRetention({
  db,
  project,
  server: { keep_days },
  now,
}: Reader): Promise<z.input<typeof Retention>> {
  const own = (await listOwnDays(db, project))[0]?.own ?? NONE;
  const { answers, raw_bodies, runs, audit } = keptDays(own, keep_days);
  const { time, doubt } = await sweepTime({ db, now });
  return {
    answers_days: own.answers,
    raw_bodies_days: own.raw_bodies,
    runs_days: own.runs,
    audit_days: own.audit,
    kept: {
      answers_days: answers,
      raw_bodies_days: raw_bodies,
      runs_days: runs,
      audit_days: audit,
    },
    answers_from: firstKept(project.timezone, answers, time),
    paused_until: doubt?.until.toISOString() ?? null,
  };
}

/** The shorter of what a project and its installation say, for each. */
export function keptDays(own: KeptDays, installation: KeptDays): KeptDays {
  const shorter = (kept: Kept) => {
    const said = [own[kept], installation[kept]].filter((one) => one !== null);
    return said.length > 0 ? Math.min(...said) : null;
  };
  return {
    answers: shorter("answers"),
    raw_bodies: shorter("raw_bodies"),
    runs: shorter("runs"),
    audit: shorter("audit"),
  };
}

/** The first day that is kept: today in the project's time zone and so many days before it. */
export function firstKept(timezone: string, days: number | null, now: Date): string | null {
  return days === null ? null : addDays(dayIn(timezone, now), -days);
}

/** What projects set, one of them or all, by their numbers. */
export async function listOwnDays(
  db: Database,
  project?: Tenant,
): Promise<{ project_id: number; timezone: string; own: KeptDays }[]> {
  const rows = await db
    .selectFrom("projects")
    .select([
      "project_id",
      "timezone",
      "keep_answers_days as answers",
      "keep_raw_bodies_days as raw_bodies",
      "keep_runs_days as runs",
      "keep_audit_days as audit",
    ])
    .$if(project !== undefined, (all) => all.where("project_id", "=", project?.project_id ?? 0))
    .orderBy("project_id")
    .execute();
  return rows.map(({ project_id, timezone, ...own }) => ({ project_id, timezone, own }));
}

import * as z from "zod";
import { encodeId, idOutput } from "#core/id.ts";
import type { AuditRow } from "./audit-queries.ts";

const ACTOR_KINDS = { user: "usr", key: "key", share: "shr" } as const;

/** What was done once. */
export const AuditEntry = z.object({
  id: z.int().describe("Number of the entry; a later one is greater."),
  at: z.string().meta({ format: "date-time" }).describe("When it was done."),
  operation: z.string().describe("What was done, as an operation's name."),
  door: z
    .enum(["rest", "mcp", "dashboard", "command", "job", "share", "oauth"])
    .describe("Where the call came in."),
  actor: z
    .object({
      kind: z.enum(["user", "key", "share", "system"]).describe("What kind of caller it was."),
      id: z.string().nullable().describe("Id of the user, key or link; null: the system."),
      name: z
        .string()
        .nullable()
        .describe("E-mail of the user or name of the key; null once it is gone."),
    })
    .describe("Who did it."),
  project_id: idOutput("prj").nullable().describe("The project it was done in, if any."),
  target: z
    .record(z.string(), z.unknown())
    .describe("Ids of what it was done to or made, by what they are of; days that data is kept."),
});

export const OperationName = z
  .string()
  .regex(/^[a-z_]{1,64}$/)
  .optional()
  .describe("Only this operation, like create_brand.");

/** A row of the audit log as callers see it. */
export function showEntry({ actor, actor_name, target, ...row }: AuditRow) {
  return { ...row, actor: { ...readActor(actor), name: actor_name }, target: target ?? {} };
}

/** An actor as it is kept, like `user:7`, taken apart. */
function readActor(actor: string) {
  const [kind = "", number = ""] = actor.split(":");
  if (!isNamed(kind)) return { kind: "system" as const, id: null };
  return { kind, id: encodeId(ACTOR_KINDS[kind], Number(number)) };
}

function isNamed(kind: string): kind is keyof typeof ACTOR_KINDS {
  return kind in ACTOR_KINDS;
}

import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, encodeId, idInput, idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf, toPage } from "#core/page.ts";
import { type AuditFilter, listAuditRows } from "./audit-queries.ts";
import { OrganisationId, openOrganisation } from "./member.ts";

const ACTOR_KINDS = { user: "usr", key: "key", share: "shr" } as const;

const Entry = z.object({
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
    .describe("Ids of what it was done to or made, by what they are of."),
});

export const listAudit = operation({
  name: "list_audit",
  scope: "account",
  effect: "reads",
  group: "Account",
  summary: "List what was done",
  description:
    "Lists every change made in an organisation and its projects, newest first: who, through which door, when and to what. For its admins and owners.",
  returns: "A page of entries",
  input: z.strictObject({
    organisation_id: OrganisationId,
    project_id: idInput("prj").optional().describe("Only what was done in this project."),
    user_id: idInput("usr").optional().describe("Only what this user did."),
    key_id: idInput("key").optional().describe("Only what this API key did."),
    operation: z
      .string()
      .regex(/^[a-z_]{1,64}$/)
      .optional()
      .describe("Only this operation, like create_brand."),
    ...Page,
  }),
  output: pageOf(Entry),
  async handler(context, { organisation_id: id, user_id, key_id, ...given }) {
    const { organisation_id } = await openOrganisation(context, id, "admin");
    if (user_id !== undefined && key_id !== undefined) {
      throw new Failure("VALIDATION_ERROR", "key_id: cannot be given together with user_id", {
        problem: "CONFLICT",
      });
    }
    const filter: AuditFilter = {
      project_id: given.project_id === undefined ? undefined : decodeId("prj", given.project_id),
      operation: given.operation,
      actor:
        user_id !== undefined
          ? `user:${decodeId("usr", user_id)}`
          : key_id && `key:${decodeId("key", key_id)}`,
    };
    const page = { limit: given.limit, offset: given.offset };
    const { rows, total_count } = await listAuditRows(context.db, organisation_id, {
      filter,
      page,
    });
    const shown = rows.map(({ actor, actor_name, target, ...row }) => ({
      ...row,
      actor: { ...readActor(actor), name: actor_name },
      target: target ?? {},
    }));
    return toPage({ rows: shown, total_count }, page);
  },
});

/** An actor as it is kept, like `user:7`, taken apart. */
function readActor(actor: string) {
  const [kind = "", number = ""] = actor.split(":");
  if (!isNamed(kind)) return { kind: "system" as const, id: null };
  return { kind, id: encodeId(ACTOR_KINDS[kind], Number(number)) };
}

function isNamed(kind: string): kind is keyof typeof ACTOR_KINDS {
  return kind in ACTOR_KINDS;
}

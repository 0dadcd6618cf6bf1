import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { idInput } from "#core/id.ts";
import { Page, type PageInput, pageOf } from "#core/page.ts";
import { SHARE_PAGES } from "#core/shared.ts";
import type { LabelKind } from "./label.ts";
import {
  insertLabel,
  type LabelValues,
  listLabelRows,
  requireLabel,
  updateLabelRow,
} from "./label-queries.ts";

// All of an operation on labels but its name, what it does, and what it is given.

const GROUPS = { topic: "Topics", tag: "Tags" } as const;

type IdOf<Kind extends LabelKind, Id> = Record<`${Kind}_id`, Id>;
const idOf = <Kind extends LabelKind, Id>(kind: Kind, id: Id) =>
  ({ [`${kind}_id`]: id }) as IdOf<Kind, Id>;

/** The argument that names a label. */
export function idField<Kind extends LabelKind>(kind: Kind, text: string) {
  return idOf(kind, idInput(kind === "topic" ? "top" : "tag").describe(text));
}

function refuseTaken(kind: LabelKind, name: string | undefined): Failure {
  return new Failure("DUPLICATE", `name: there is a ${kind} named "${name}" already.`);
}

/** Makes a label. */
export function creationOf<Kind extends LabelKind, Item extends z.ZodType>(kind: Kind, item: Item) {
  return {
    scope: "project",
    effect: "adds",
    audit: (_: unknown, { id }: { id: string }) => idOf(kind, id),
    group: GROUPS[kind],
    summary: `Create a ${kind}`,
    returns: `The new ${kind}`,
    status: 201,
    route: `POST /${kind}s`,
    tool: true,
    failures: ["DUPLICATE"],
    output: item,
    async handler({ db, project }: ProjectContext, values: LabelValues & { name: string }) {
      const id = await insertLabel(db, project, { kind, ...values });
      if (id === 0) throw refuseTaken(kind, values.name);
      return requireLabel(db, project, { kind, id });
    },
  } as const;
}

/** Returns a label. */
export function readingOf<Kind extends LabelKind, Item extends z.ZodType>(kind: Kind, item: Item) {
  return {
    scope: "project",
    effect: "reads",
    group: GROUPS[kind],
    summary: `Get a ${kind}`,
    returns: `The ${kind}`,
    route: `GET /${kind}s/{${kind}_id}`,
    failures: ["NOT_FOUND"],
    input: z.strictObject(idField(kind, `The ${kind}.`)),
    output: item,
    async handler({ db, project }: ProjectContext, input: IdOf<Kind, string>) {
      return requireLabel(db, project, { kind, id: input[`${kind}_id` as const] });
    },
  } as const;
}

/** Lists the labels of a kind. */
export function listOf<Kind extends LabelKind, Item extends z.ZodType>(kind: Kind, item: Item) {
  return {
    scope: "project",
    effect: "reads",
    shared: { pages: SHARE_PAGES, filtered_by: `${kind}_id` },
    group: GROUPS[kind],
    summary: `List ${kind}s`,
    returns: `A page of ${kind}s`,
    route: `GET /${kind}s`,
    tool: true,
    input: z.strictObject({ ...Page }),
    output: pageOf(item),
    handler: ({ db, project }: ProjectContext, page: PageInput) =>
      listLabelRows(db, project, { kind, ...page }),
  } as const;
}

/** Changes a label. */
export function changeOf<Kind extends LabelKind, Item extends z.ZodType>(kind: Kind, item: Item) {
  return {
    scope: "project",
    effect: "changes",
    audit: (input: IdOf<Kind, string>) => idOf(kind, input[`${kind}_id` as const]),
    group: GROUPS[kind],
    summary: `Update a ${kind}`,
    returns: `The updated ${kind}`,
    route: `PATCH /${kind}s/{${kind}_id}`,
    tool: true,
    failures: ["NOT_FOUND", "DUPLICATE"],
    output: item,
    async handler({ db, project }: ProjectContext, input: IdOf<Kind, string> & LabelValues) {
      const { id } = await requireLabel(db, project, { kind, id: input[`${kind}_id` as const] });
      const { name, color } = input;
      if (!(await updateLabelRow(db, project, { kind, id, name, color }))) {
        throw refuseTaken(kind, name);
      }
      return requireLabel(db, project, { kind, id });
    },
  } as const;
}

/** Deletes a label. */
export function deletionOf<Kind extends LabelKind>(kind: Kind) {
  return {
    scope: "project",
    effect: "destroys",
    audit: (input: IdOf<Kind, string>) => idOf(kind, input[`${kind}_id` as const]),
    group: GROUPS[kind],
    summary: `Delete a ${kind}`,
    description: `Deletes a ${kind}; its prompts and their answers stay, without it.`,
    returns: "Deleted",
    status: 204,
    route: `DELETE /${kind}s/{${kind}_id}`,
    tool: true,
    failures: ["NOT_FOUND"],
    input: z.strictObject(idField(kind, `The ${kind} to delete.`)),
    output: z.object({}),
  } as const;
}

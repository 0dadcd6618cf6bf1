import type * as z from "zod";
import type { AnyOperation, Operation, Scope } from "#core/operation.ts";
import { listInvitations } from "#domain/accounts/list-invitations.ts";
import { listMembers } from "#domain/accounts/list-members.ts";
import { listBrands } from "#domain/brands/list-brands.ts";
import { getBudget } from "#domain/capture/budget/get-budget.ts";
import { listProviders } from "#domain/capture/targets/list-providers.ts";
import { listTargetsForUser } from "#domain/capture/targets/list-targets.ts";
import { listTags } from "#domain/labels/list-tags.ts";
import { listTopics } from "#domain/labels/list-topics.ts";
import { getProject } from "#domain/projects/get-project.ts";
import { getRetention } from "#domain/projects/get-retention.ts";
import { listPrompts } from "#domain/prompts/list-prompts.ts";
import { listWebhooks } from "#domain/webhooks/list-webhooks.ts";

/** Calls an operation, in this process or over REST; what it answers is as its output says. */
export type Call = <Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<string, Scope, Input, Output>,
  input: Record<string, unknown>,
) => Promise<z.output<Output>>;

type Found<One extends AnyOperation> = z.output<One["output"]>;
type Items<One extends AnyOperation> = Found<One> extends { data: (infer Item)[] } ? Item[] : never;

/** What a project consists of now. */
export type State = {
  project: Found<typeof getProject>;
  brands: Items<typeof listBrands>;
  topics: Items<typeof listTopics>;
  tags: Items<typeof listTags>;
  prompts: Items<typeof listPrompts>;
  targets: Items<typeof listTargetsForUser>;
  budget: Pick<Found<typeof getBudget>, "daily_cap_usd" | "monthly_cap_usd">;
  retention: Pick<
    Found<typeof getRetention>,
    `${"answers" | "raw_bodies" | "runs" | "audit"}_days`
  >;
  webhooks: Items<typeof listWebhooks>;
};
/** Who belongs to the organisation, and who is asked to. */
export type People = {
  members: Items<typeof listMembers>;
  invitations: Items<typeof listInvitations>;
};
/** The assistants that can be asked, and what each needs. */
export type Providers = Items<typeof listProviders>;

/** All rows of a list, page by page. */
async function readAll<One extends AnyOperation>(
  call: Call,
  operation: One,
  input: Record<string, unknown> = {},
): Promise<Items<One>> {
  const rows: unknown[] = [];
  for (const limit = 1_000; ; ) {
    const page = await call(operation, { ...input, limit, offset: rows.length });
    const { data } = page as { data: unknown[] };
    rows.push(...data);
    if (data.length < limit) return rows as Items<One>;
  }
}

/** Reads what a project consists of. */
export async function readState(call: Call): Promise<State> {
  return {
    project: await call(getProject, {}),
    brands: await readAll(call, listBrands),
    topics: await readAll(call, listTopics),
    tags: await readAll(call, listTags),
    prompts: await readAll(call, listPrompts),
    targets: await readAll(call, listTargetsForUser),
    budget: await call(getBudget, {}),
    retention: await call(getRetention, {}),
    webhooks: await readAll(call, listWebhooks),
  };
}

/** Reads who belongs to an organisation. */
export async function readPeople(call: Call, organisation_id: string): Promise<People> {
  return {
    members: await readAll(call, listMembers, { organisation_id }),
    invitations: await readAll(call, listInvitations, { organisation_id }),
  };
}

/** Reads which assistants can be asked here. */
export function readProviders(call: Call): Promise<Providers> {
  return readAll(call, listProviders);
}

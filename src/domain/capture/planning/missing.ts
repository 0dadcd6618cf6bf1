import * as z from "zod";
import type { ServerFacts } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { countPlannable } from "../runs/run-queries.ts";
import { assistantsPage } from "../targets/asked-model.ts";

/** What a project needs before it captures anything; none: it captures by its schedule. */
export const Missing = z
  .array(
    z.object({
      what: z.enum(["assistant", "prompts"]),
      message: z.string().describe("What to do, and with which tool."),
      url: z.string().describe("The page where a person does it."),
    }),
  )
  .describe("What it needs before it captures anything; none: it captures by its schedule.");

/** The same of an active project. */
export async function findMissing(
  db: Database,
  tenant: Tenant,
  server: Pick<ServerFacts, "base_url">,
): Promise<z.input<typeof Missing>> {
  const asked = await countPlannable(db, tenant, { prompt_ids: null, model_ids: null });
  const prompts = await hasPrompts(db, tenant);
  const page = assistantsPage(server, tenant.project_id);
  const missing: z.input<typeof Missing> = [];
  if (asked.length === 0)
    missing.push({ what: "assistant", message: noAssistant(page), url: page });
  if (!prompts) {
    const url = page.replace(/models$/, "prompts");
    missing.push({ what: "prompts", message: "It has no prompts: create_prompts adds some.", url });
  }
  return missing;
}

/** That no model is asked, and how to change it; `page`: where assistants are set up. */
export function noAssistant(page: string): string {
  return `No assistant is set up to be asked: create_model adds one, or a person does at ${page}, where keys are entered.`;
}

async function hasPrompts(db: Database, { project_id }: Tenant): Promise<boolean> {
  const found = await db
    .selectFrom("prompts")
    .select("prompt_id")
    .where("project_id", "=", project_id)
    .where("status", "=", "active")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

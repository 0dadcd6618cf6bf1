import * as z from "zod";
import { operation } from "#core/operation.ts";
import { requireRoom } from "#core/plans.ts";
import { holdOrganisation, OrganisationId } from "#domain/accounts/member.ts";
import { Project } from "#domain/projects/project.ts";
import { countProjects, requireProject } from "#domain/projects/project-queries.ts";
import { ensureDemoProject, fillDemoDays, furnishDemo } from "./fill-demo.ts";

export const createDemo = operation({
  name: "create_demo",
  scope: "account",
  effect: "adds",
  is_repeatable: true,
  audit: ({ organisation_id }, { id }) => ({ organisation_id, project_id: id }),
  group: "Projects",
  summary: "Make the demo project",
  description:
    "Makes a project of an invented market to look around in, or returns the one there is. Its 90 days of simulated answers arrive in the background within a minute; its status is onboarding until they are there, then active.",
  returns: "The demo project",
  status: 201,
  input: z.strictObject({ organisation_id: OrganisationId }),
  output: Project,
  async handler(context, { organisation_id: id }) {
    const { db, providers, queueOn, now } = context;
    const { organisation_id, plan } = await holdOrganisation(context, id, "admin");
    const { project_id, is_new } = await ensureDemoProject(db, organisation_id);
    if (is_new) requireRoom(plan, "projects", await countProjects(db, organisation_id));
    const found = await requireProject(db, { project_id });
    const { timezone } = found;
    const project = { project_id, organisation_id, plan, timezone, role: "owner" as const };
    await furnishDemo({ db, project, providers, now });
    await queueOn(db).add(fillDemoDays, { project_id }, { key: `demo:${project_id}` });
    return found;
  },
});

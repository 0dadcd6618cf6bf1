import * as z from "zod";
import { operation } from "#core/operation.ts";
import { requireRoom } from "#core/plans.ts";
import { holdOrganisation, OrganisationId } from "#domain/accounts/member.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import {
  CountryCode,
  DomainName,
  LanguageCode,
  Project,
  Timezone,
} from "#domain/projects/project.ts";
import { countProjects, insertProject, requireProject } from "#domain/projects/project-queries.ts";
import { nameText } from "#domain/words/name-text.ts";

export const createProject = operation({
  name: "create_project",
  scope: "account",
  effect: "adds",
  audit: ({ organisation_id }, { id }) => ({ organisation_id, project_id: id }),
  group: "Projects",
  summary: "Make a project",
  description:
    "Makes an empty project with its own brand, for an organisation's admins and owners. Nothing is asked until it has prompts and a model.",
  returns: "The new project",
  status: 201,
  input: z.strictObject({
    organisation_id: OrganisationId,
    name: nameText(100).describe("Name of the company or brand."),
    domain: DomainName.describe('Its main domain, such as "acme.com".'),
    country_code: CountryCode.default("US").describe("Default country of new prompts."),
    language_code: LanguageCode.default("en").describe("Default language of new prompts."),
    timezone: Timezone.default("UTC").describe("IANA time zone that decides where a day begins."),
  }),
  output: Project,
  async handler(context, { organisation_id: id, ...project }) {
    const { db } = context;
    const { organisation_id, plan } = await holdOrganisation(context, id, "admin");
    requireRoom(plan, "projects", (await countProjects(db, organisation_id)) + 1);
    const project_id = await insertProject(db, { organisation_id, ...project });
    const own = { name: project.name, domains: [project.domain], is_own: true };
    await insertBrand(db, { project_id }, own);
    return requireProject(db, { project_id });
  },
});

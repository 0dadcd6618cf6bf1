import * as z from "zod";
import { operation } from "#core/operation.ts";
import { wakeProject } from "#domain/capture/asking/turn-queries.ts";
import { nameText } from "#domain/words/name-text.ts";
import { CountryCode, LanguageCode, Profile, Project, Schedule, Timezone } from "./project.ts";
import { requireProject, updateProjectRow } from "./project-queries.ts";

export const updateProject = operation({
  name: "update_project",
  scope: "project",
  effect: "changes",
  audit: () => ({}),
  group: "Projects",
  summary: "Update a project",
  description:
    "Changes a project's name, status, defaults, schedule or profile. Fields that are left out stay as they are; a paused project asks no prompts.",
  returns: "The updated project",
  route: "PATCH /projects/{project_id}",
  tool: true,
  input: z.strictObject({
    name: nameText(100).optional().describe("Name shown in reports."),
    status: z.enum(["active", "paused"]).optional().describe("A paused project asks no prompts."),
    country_code: CountryCode.optional().describe("Default country of new prompts."),
    language_code: LanguageCode.optional().describe("Default language of new prompts."),
    timezone: Timezone.optional().describe("IANA time zone that decides where a day begins."),
    schedule: Schedule.optional().describe("When prompts are asked."),
    profile: Profile.nullable().optional().describe("What the company is and sells, or null."),
  }),
  output: Project,
  async handler({ db, project, now }, change) {
    await updateProjectRow(db, project, change);
    if (change.status === "active") await wakeProject(db, project, now());
    return requireProject(db, project);
  },
});

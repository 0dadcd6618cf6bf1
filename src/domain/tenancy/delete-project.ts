import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import { lockProject, requireProject } from "#domain/projects/project-queries.ts";
import { ERASE_PROJECT } from "./erase-project.ts";
import { deleteTenant } from "./tenancy-queries.ts";

export const deleteProject = operation({
  name: "delete_project",
  scope: "project",
  effect: "destroys",
  audit: () => ({}),
  sensitive: true,
  group: "Projects",
  summary: "Delete a project",
  description:
    "Deletes a project with its keys, prompts, answers and reports, for good; only an owner may. It is out of reach at once, and its answers are erased in the background within minutes. The audit log keeps who did it.",
  returns: "Deleted",
  status: 204,
  input: z.strictObject({
    confirm_name: z.string().max(200).describe("The project's name, typed to confirm."),
  }),
  output: z.void(),
  async handler({ db, project, actor, queueOn }, { confirm_name }) {
    if (actor.kind !== "user" || project.role !== "owner") {
      throw new Failure("ROLE_REQUIRED", "Only an owner of the organisation deletes a project.");
    }
    const found = await requireProject(db, project);
    if (confirm_name.trim() !== found.name) {
      throw new Failure("VALIDATION_ERROR", "confirm_name: must be the name of the project", {
        problem: "CONFLICT",
      });
    }
    const { project_id } = project;
    // Answers being stored are committed before; those that come later find no prompt and no model to belong to.
    await lockProject(db, project);
    await lockAnswers(db, project);
    await queueOn(db).cancel({ project_id });
    await deleteTenant(db, project);
    await queueOn(db).add(ERASE_PROJECT, { project_id });
  },
});

import * as z from "zod";
import { operation } from "#core/operation.ts";
import { SHARE_PAGES } from "#core/shared.ts";
import { Project } from "./project.ts";
import { requireProject } from "./project-queries.ts";

export const getProject = operation({
  name: "get_project",
  scope: "project",
  effect: "reads",
  shared: {
    pages: SHARE_PAGES,
    show: (project) => ({ ...project, profile: null }),
  },
  group: "Projects",
  summary: "Get a project",
  description: "Returns one project with its settings, schedule and profile.",
  returns: "The project",
  route: "GET /projects/{project_id}",
  tool: true,
  input: z.strictObject({}),
  output: Project,
  async handler({ db, project }) {
    return requireProject(db, project);
  },
});

import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, toPage } from "#core/page.ts";
import { Project } from "./project.ts";
import { findProject, listUserProjects } from "./project-queries.ts";

export const listProjects = operation({
  name: "list_projects",
  scope: "account",
  effect: "reads",
  group: "Projects",
  summary: "List projects",
  description:
    "Lists the projects the caller can see. An API key sees its own project only. Start here: most other calls need a project id.",
  returns: "A page of projects",
  route: "GET /projects",
  tool: true,
  input: z.strictObject({ ...Page }),
  output: pageOf(Project),
  async handler({ db, actor }, page) {
    if (actor.kind === "user")
      return listUserProjects(db, { ...actor, sign_on: actor.sign_on ?? null }, page);
    const own = actor.kind === "key" ? await findProject(db, actor) : undefined;
    const rows = own ? [own].slice(page.offset, page.offset + page.limit) : [];
    return toPage({ rows, total_count: own ? 1 : 0 }, page);
  },
});

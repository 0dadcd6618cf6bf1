import { listBrands } from "#domain/brands/list-brands.ts";
import { getProject } from "#domain/projects/get-project.ts";
import { listProjects } from "#domain/projects/list-projects.ts";
import { updateProject } from "#domain/projects/update-project.ts";

/** Every capability, in the order the documents list them. */
export const catalog = [listProjects, getProject, updateProject, listBrands] as const;

import * as z from "zod";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { PromptImportFailure } from "./prompt-import.ts";
import { listFailureRows } from "./prompt-import-queries.ts";

export const listPromptImportFailures = operation({
  name: "list_prompt_import_failures",
  scope: "project",
  effect: "reads",
  group: "Prompts",
  summary: "List lines that were not imported",
  description:
    "Lists the lines of an imported file that could not be used, and why, in the order of the file.",
  returns: "A page of lines",
  route: "GET /prompts/imports/{import_id}/failures",
  input: z.strictObject({
    import_id: idInput("imp").describe("The import, from list_prompt_imports."),
    ...Page,
  }),
  output: pageOf(PromptImportFailure),
  async handler({ db, project }, { import_id, ...page }) {
    const one = { project_id: project.project_id, import_id: decodeId("imp", import_id) };
    return listFailureRows(db, one, page);
  },
});

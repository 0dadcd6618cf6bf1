import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { PromptImport } from "./prompt-import.ts";
import { listImportRows } from "./prompt-import-queries.ts";

export const listPromptImports = operation({
  name: "list_prompt_imports",
  scope: "project",
  effect: "reads",
  group: "Prompts",
  summary: "List imports of prompts",
  description:
    "Lists how far the import of prompts is that runs, and else how the last one went. An import is forgotten when the next one begins.",
  returns: "A page of imports",
  route: "GET /prompts/imports",
  input: z.strictObject({ ...Page }),
  output: pageOf(PromptImport),
  handler: ({ db, project }, page) => listImportRows(db, project, page),
});

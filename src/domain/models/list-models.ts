import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { SHARE_PAGES } from "#core/shared.ts";
import { Model } from "./model.ts";
import { listModelRows } from "./model-queries.ts";

export const listModels = operation({
  name: "list_models",
  scope: "project",
  effect: "reads",
  shared: { pages: SHARE_PAGES, filtered_by: "model_id" },
  group: "Models",
  summary: "List models",
  description:
    "Lists the engine channels whose answers the project holds, and what each can report. Their ids filter reports and chats.",
  returns: "A page of models",
  route: "GET /models",
  tool: true,
  input: z.strictObject({ ...Page }),
  output: pageOf(Model),
  handler: ({ db, project }, page) => listModelRows(db, project, page),
});

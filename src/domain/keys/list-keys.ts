import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { Key } from "./key.ts";
import { listKeyRows } from "./key-queries.ts";

export const listKeys = operation({
  name: "list_keys",
  scope: "project",
  effect: "reads",
  group: "Keys",
  summary: "List API keys",
  description: "Lists the project's API keys, newest first, without the keys themselves.",
  returns: "A page of keys",
  input: z.strictObject({ ...Page }),
  output: pageOf(Key),
  handler: ({ db, project }, page) => listKeyRows(db, project, page),
});

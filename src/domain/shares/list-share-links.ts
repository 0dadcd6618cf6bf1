import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { ShareLink } from "./share.ts";
import { listShareRows } from "./share-queries.ts";

export const listShareLinks = operation({
  name: "list_share_links",
  scope: "project",
  effect: "reads",
  group: "Share links",
  summary: "List share links",
  description: "Lists the project's share links, newest first, without their addresses.",
  returns: "A page of links",
  route: "GET /share-links",
  input: z.strictObject({ ...Page }),
  output: pageOf(ShareLink),
  handler: ({ db, project, now }, page) => listShareRows(db, project, { page, now: now() }),
});

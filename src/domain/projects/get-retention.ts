import * as z from "zod";
import { operation } from "#core/operation.ts";
import { SHARE_PAGES } from "#core/shared.ts";
import { Retention, readRetention } from "./retention.ts";

export const getRetention = operation({
  name: "get_retention",
  scope: "project",
  effect: "reads",
  shared: { pages: SHARE_PAGES },
  group: "Projects",
  summary: "Get how long data is kept",
  description:
    "Returns for how many days a project keeps answers, what providers sent and runs, and from which day on there are answers.",
  returns: "How long data is kept",
  route: "GET /projects/{project_id}/retention",
  input: z.strictObject({}),
  output: Retention,
  handler: readRetention,
});

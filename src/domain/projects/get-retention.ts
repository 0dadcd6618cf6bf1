import * as z from "zod";
import { operation } from "#core/operation.ts";
import { SHARE_PAGES } from "#core/shared.ts";
import { Retention, readRetention } from "./retention.ts";

export const getRetention = operation({
  name: "get_retention",
  scope: "project",
  effect: "reads",
  shared: {
    pages: SHARE_PAGES,
    // A report says from when on there are answers; the rest is the operator's.
    show: ({ kept: { answers_days }, answers_from, paused_until }) => ({
      ...{ answers_days: null, raw_bodies_days: null, runs_days: null, audit_days: null },
      kept: { answers_days, raw_bodies_days: null, runs_days: null, audit_days: null },
      ...{ answers_from, paused_until },
    }),
  },
  group: "Projects",
  summary: "Get how long data is kept",
  description:
    "Returns for how many days a project keeps answers, what providers sent, runs and its audit log, and from which day on there are answers.",
  returns: "How long data is kept",
  route: "GET /projects/{project_id}/retention",
  input: z.strictObject({}),
  output: Retention,
  handler: readRetention,
});

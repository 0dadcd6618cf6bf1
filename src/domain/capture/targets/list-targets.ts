import * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf, pageOfAll } from "#core/page.ts";
import { listRefused } from "./refusals.ts";
import { Target } from "./target.ts";
import { describeCost } from "./target-cost.ts";
import { listTargets, type TargetRow } from "./target-queries.ts";

export const listTargetsForUser = operation({
  name: "list_targets",
  scope: "project",
  effect: "reads",
  group: "Models",
  summary: "List the models that are asked",
  description: "Lists how each model is asked, whether it is paused and why, without its key.",
  returns: "The models",
  route: "GET /targets",
  tool: true,
  input: z.strictObject({ ...Page }),
  output: pageOf(Target),
  async handler(context, page) {
    const rows = await listTargets(context.db, context.project);
    return pageOfAll(
      rows.map((row) => toTarget(context, row)),
      page,
    );
  },
});

/** A row as callers see it: without its key, with an estimated price. */
export function toTarget(
  { providers, now }: ProjectContext,
  row: TargetRow,
): z.input<typeof Target> {
  const { model_number: _, api_key: __, costliest_micros: ___, refusals, ...shown } = row;
  const left_out = listRefused(refusals, now());
  return { ...shown, left_out, ...describeCost(providers, row) };
}

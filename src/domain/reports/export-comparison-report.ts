import type { ProjectContext } from "#core/context.ts";
import { atOneMoment } from "#core/one-moment.ts";
import { operation } from "#core/operation.ts";
import { Rows } from "#core/rows.ts";
import {
  type ComparisonGiven,
  ComparisonInput,
  ComparisonReport,
  compareModels,
} from "./get-comparison-report.ts";
import { flatRows } from "./stream-report.ts";

export const exportComparisonReport = operation({
  name: "export_comparison_report",
  download: "comparison-report",
  scope: "project",
  effect: "reads",
  audit: () => ({}),
  group: "Exports",
  summary: "Export the comparison of two models",
  description:
    "Streams the brands of get_comparison_report, with the same arguments; the fields of an object stand behind its name, as in one_visibility.",
  returns: "The brands",
  input: ComparisonInput,
  output: Rows,
  async handler(context, given) {
    const { columns, flatten } = flatRows(ComparisonReport.shape.data.element);
    return { columns, batches: readRows(context, given, flatten) };
  },
});

async function* readRows(
  context: ProjectContext,
  given: ComparisonGiven,
  flatten: (row: object) => Record<string, unknown>,
) {
  const { data } = await atOneMoment(context, (db) => compareModels({ ...context, db }, given));
  yield data.map(flatten);
}

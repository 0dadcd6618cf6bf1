import { compareInput, reportInput, type Scope } from "../scope.ts";

/** The report that the overview stands on, held against the own brand if it is known. */
export const overviewInput = (
  { project_id, scope, timezone }: { project_id: string; scope: Scope; timezone: string },
  own_id?: string,
) => ({
  ...{ project_id, ...reportInput(scope, timezone), ...compareInput(scope) },
  ...{ limit: 1000, other_brand_id: own_id },
});

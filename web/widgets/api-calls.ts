import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { ofBrands, reportInput, showDays } from "../scope.ts";
import { quotedJson } from "../words/shell-quoted.ts";

const COUNTED = {
  exclude: "Prompts that name your brand are left out, as there",
  include: "Prompts that name your brand count, as there",
  only: "Only prompts that name your brand count, as there",
};

/** Calls of the REST API to paste into a terminal: the projects of a key, the numbers of the overview, of the days that are set and without filters, and the own brand's visibility by day, with its id. */
export function useApiCalls(key: string) {
  const { project_id, scope, timezone } = useHere();
  const header = `-H "X-API-Key: ${key}"`;
  const api = `${location.origin}/api/v1`;
  const { range, from, to } = scope;
  const days = { ...(range && { range }), ...(from && { from }), ...(to && { to }) };
  const query = { ...reportInput(days, timezone), limit: 1000 };
  const { data } = useAsk("list_brands", { project_id, limit: 1000 });
  const own = data?.data.find(({ is_own }) => is_own);
  const by_day = {
    ...reportInput({ range: "14d" }, timezone, [ofBrands([own?.id ?? ""])]),
    ...{ dimensions: ["date"], order_by: [{ field: "date", direction: "asc" }] },
  };
  const report = (asked: object) =>
    `curl ${api}/reports/brands \\\n  ${header} \\\n  -H "Content-Type: application/json" \\\n  -d ${quotedJson(asked)}`;
  return {
    projects: `curl ${api}/projects \\\n  ${header}`,
    overview: report(query),
    by_day: own && {
      says: `How visible ${own.name} was on each of the last 14 days, today so far included, without prompts that name it. In the answer each day has a row: “date” is a day in the time zone of the project, ${timezone}; “visibility” is a share, so 0.461 is 46.1\u00A0%; “visibility_low” and “visibility_high” are the ends of its 95\u00A0% interval. A day without answers has no row.`,
      value: report(by_day),
    },
    says: `The same numbers as the overview, of ${showDays(query.date_from, query.date_to)}, without filters. ${COUNTED[query.branded]}: "branded": "${query.branded}".`,
  };
}

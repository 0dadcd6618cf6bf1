import { useHere } from "../here.tsx";
import { reportInput } from "../scope.ts";
import { quotedJson } from "../words/shell-quoted.ts";

const COUNTED = {
  exclude: "Prompts that name your brand are left out, as there",
  include: "Prompts that name your brand count, as there",
  only: "Only prompts that name your brand count, as there",
};

/** Calls of the REST API to paste into a terminal: the projects of a key, and the numbers of the overview, of the days and filters that are set. */
export function useApiCalls(key: string) {
  const { scope, timezone } = useHere();
  const header = `-H "X-API-Key: ${key}"`;
  const api = `${location.origin}/api/v1`;
  const query = { ...reportInput(scope, timezone), limit: 1000 };
  return {
    projects: `curl ${api}/projects \\\n  ${header}`,
    overview: `curl ${api}/reports/brands \\\n  ${header} \\\n  -H "Content-Type: application/json" \\\n  -d ${quotedJson(query)}`,
    says: `The same numbers as the overview, of the days and filters that are set. ${COUNTED[query.branded]}: "branded": "${query.branded}".`,
  };
}

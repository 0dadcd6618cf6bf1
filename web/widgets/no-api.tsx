import { Alert } from "@mantine/core";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { hasApi } from "../words/plan.ts";
import { PageLink } from "./page-link.tsx";

/** That calls with a key are refused, where the plan is without the REST API. */
export function NoApi() {
  const { organisation_id } = useHere();
  const me = useAsk("get_me", {});
  const plan = me.data?.organisations.find(({ id }) => id === organisation_id)?.plan;
  if (plan === undefined || hasApi(plan)) return null;
  return (
    <Alert color="yellow" variant="light" mb="sm">
      Calls with a key are refused now: the REST API needs the Growth plan or above. See{" "}
      <PageLink isInText to="/settings" search={{ tab: "plan" }}>
        Plan and usage
      </PageLink>
      .
    </Alert>
  );
}

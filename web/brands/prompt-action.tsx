import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { leadsInput } from "../scope.ts";
import { PageLink } from "../widgets/page-link.tsx";

/** Leads to what can be done about a prompt whose answers name competitors; nothing where there is nothing. */
export function PromptAction({ prompt_id }: { prompt_id: string }) {
  const { project_id, scope, timezone } = useHere();
  const { input } = leadsInput(scope, timezone);
  const prompt = { field: "prompt_id" as const, operator: "in" as const, values: [prompt_id] };
  const leads = useAsk("list_actions", {
    ...{ project_id, ...input, filters: [...input.filters, prompt] },
    ...{ kind: "prompt_gap", limit: 1 },
  });
  const action = leads.data?.data.find((one) => one.prompt?.id === prompt_id);
  if (!action) return null;
  return (
    <PageLink isInText to="/actions" search={{ action: action.action_key }}>
      What to do about this prompt
    </PageLink>
  );
}

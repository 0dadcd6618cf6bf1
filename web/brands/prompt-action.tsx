import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { PageLink } from "../widgets/page-link.tsx";
import { useLeads } from "./use-leads.ts";

/** Leads to what can be done about a prompt whose answers name competitors; nothing where there is nothing. */
export function PromptAction({ prompt_id }: { prompt_id: string }) {
  const { project_id } = useHere();
  const { input, isKnown } = useLeads();
  const prompt = { field: "prompt_id" as const, operator: "in" as const, values: [prompt_id] };
  const asked = { project_id, ...input, filters: [...input.filters, prompt] };
  const leads = useAsk(
    "list_actions",
    { ...asked, kind: "prompt_gap", limit: 1 },
    { enabled: isKnown },
  );
  const [action] = leads.data?.data ?? [];
  // What is no lead of these days is in the list all the same, whichever prompt it is about.
  if (action?.prompt?.id !== prompt_id || action.prize === null) return null;
  return (
    <PageLink isInText to="/actions" search={{ action: action.action_key }}>
      What to do about this prompt
    </PageLink>
  );
}

import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { yesterdayIn } from "../scope.ts";
import { leadsInput } from "./leads.ts";

const DAY_MS = 86_400_000;
/** A project that was made longer ago is not on its first day with answers. */
const NEW_DAYS = 7;

/** What leads are looked for in, as `leadsInput` has it; `isKnown`: whether there are answers before today. */
export function useLeads() {
  const { project, project_id, scope, timezone } = useHere();
  const isNew = Date.now() - Date.parse(project.created_at) < NEW_DAYS * DAY_MS;
  const before = useAsk(
    "list_chats",
    { project_id, date_to: yesterdayIn(timezone), limit: 1, include_archived: true },
    { enabled: isNew },
  );
  const isFirstDay = isNew && before.data?.total_count === 0;
  return { ...leadsInput(scope, timezone, isFirstDay), isKnown: !isNew || !before.isPending };
}

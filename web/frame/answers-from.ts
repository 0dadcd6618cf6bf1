import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { beforeOf, reportInput } from "../scope.ts";
import { sayAnswersFrom } from "../words/answers-from.ts";

type Days = { date_from: string; date_to: string };
/**
 * From when on the days that a page compares with have answers, where these begin late: " (answers from 30 Aug on)"; empty
 * where they do not, until that is known, and for guests, who see no single answers. `days`: if not those of the scope; null:
 * not known yet.
 */
export function useAnswersFrom(days?: Days | null): string {
  const { project_id, scope, timezone, isGuest = false } = useHere();
  const isCompared = days === undefined ? scope.compare !== false : days !== null;
  const enabled = isCompared && !isGuest;
  const of = days ?? beforeOf(scope, timezone);
  const oldest = useAsk(
    "browse_chats",
    {
      ...{ project_id, ...reportInput(scope, timezone), ...of },
      ...{ status: "answered", sort: "asc", limit: 1 },
    },
    { enabled, beside: false },
  );
  const [chat] = enabled && !oldest.isPlaceholderData ? (oldest.data?.data ?? []) : [];
  return chat ? sayAnswersFrom(chat.date, of.date_from) : "";
}

import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { showDay } from "../scope.ts";
import { PageLink } from "../widgets/page-link.tsx";
import { useNames } from "../words/names.ts";

/** What some answers are called in a few words: their assistant and day; the prompt they answer. */
export type AnswerLabels = ReadonlyMap<string, { label: string; prompt: string }>;

/** How answers that are named by their ids alone are called, 100 at most; empty until it is known. */
export function useAnswerLabels(chat_ids: readonly string[]): AnswerLabels {
  const { project_id } = useHere();
  const modelName = useNames("model_id");
  const asked = useAsk(
    "browse_chats",
    { project_id, chat_ids: [...new Set(chat_ids)], limit: 100 },
    { enabled: chat_ids.length > 0 },
  );
  return new Map(
    asked.data?.data.map(({ id, model_id, date, prompt_text }) => [
      id,
      { label: `${modelName(model_id)}, ${showDay(date)}`, prompt: prompt_text },
    ]),
  );
}

/** Leads to some answers by the assistants that gave them and their days. */
export function AnswerLinks({
  chat_ids,
  labels,
}: {
  chat_ids: readonly string[];
  labels: AnswerLabels;
}) {
  return chat_ids.map((chat_id, at) => (
    <PageLink key={chat_id} to="/answers/$chat_id" params={{ chat_id }}>
      <span title={labels.get(chat_id)?.prompt}>
        {labels.get(chat_id)?.label ?? `Answer ${at + 1}`}
      </span>
    </PageLink>
  ));
}

import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { periodOf, showDay } from "../scope.ts";
import { whole } from "../words/numbers.ts";
import { Dim } from "../words/text.ts";

/** Says that the range begins before the first day whose answers are kept, where it does. */
export function KeptNote() {
  const { project_id, scope, timezone } = useHere();
  const { data } = useAsk("get_retention", { project_id });
  const first = data?.answers_from;
  if (!first || periodOf(scope, timezone).date_from >= first) return null;
  return (
    <Dim role="note">
      Answers are kept {whole(data.kept.answers_days)} days: there are none before {showDay(first)}.
    </Dim>
  );
}

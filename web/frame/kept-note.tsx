import { Text } from "@mantine/core";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { periodOf, showDay } from "../scope.ts";
import { whole } from "../words/numbers.ts";

/** Says that the range begins before the first day whose answers are kept, where it does. */
export function KeptNote() {
  const { project_id, scope, timezone } = useHere();
  const { data } = useAsk("get_retention", { project_id });
  const first = data?.answers_from;
  if (!first || periodOf(scope, timezone).date_from >= first) return null;
  return (
    <Text size="sm" c="dimmed" role="note">
      Answers are kept {whole(data.kept.answers_days)} days: there are none before {showDay(first)}.
    </Text>
  );
}

import { Text } from "@mantine/core";
import type { OutputOf } from "../../call.ts";
import { showDays } from "../../scope.ts";
import { Panel } from "../../widgets/panel.tsx";
import { type Action, winnableOf } from "../../words/action.ts";
import { whole } from "../../words/numbers.ts";

/** What an action was expected to win when somebody took it up, as it was seen then. */
export function Expected({
  kind,
  expected,
}: {
  kind: Action["kind"];
  expected: NonNullable<OutputOf<"get_action">["expected"]>;
}) {
  const { answer_count, date_from, date_to, is_filtered } = expected;
  const winnable = winnableOf({ kind, ...expected });
  return (
    <Panel title="Expected when it was decided">
      <Text size="sm">
        {winnable ? <b>{winnable}</b> : "Nothing that was more than chance"}
        {winnable && ` of ${whole(answer_count)}`}, from the answers of{" "}
        {showDays(date_from, date_to)}
        {is_filtered && " with the filters of then"}.
      </Text>
    </Panel>
  );
}

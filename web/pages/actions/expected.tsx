import { Text } from "@mantine/core";
import dayjs from "dayjs";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { leadsInput, RANGES, showDays } from "../../scope.ts";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { winnableOf } from "../../words/action.ts";
import { todayIn } from "../../words/formats.ts";
import { whole } from "../../words/numbers.ts";

/** What an action that is done was expected to win, from the answers before: counted again as of the day it went live. */
export function Expected({ action_key, shipped_on }: { action_key: string; shipped_on: string }) {
  const { project_id, scope, timezone } = useHere();
  const today = todayIn(timezone);
  const date_to = shipped_on < today ? shipped_on : today;
  const date_from = dayjs(date_to)
    .subtract(RANGES["30d"] - 1, "day")
    .format("YYYY-MM-DD");
  const days = { date_from, date_to };
  const { input } = leadsInput(scope, timezone);
  const then = useAsk("get_action", { project_id, action_key, ...input, ...days });
  return (
    <Panel title="Expected when it was done">
      <Answered asked={then} height={40}>
        {(found) => (
          <Text size="sm">
            {winnableOf(found) ? <b>{winnableOf(found)}</b> : "No lead that was more than chance"}
            {winnableOf(found) && ` of ${whole(found.answer_count)}`}, from the answers of{" "}
            {showDays(date_from, date_to)}.
          </Text>
        )}
      </Answered>
    </Panel>
  );
}

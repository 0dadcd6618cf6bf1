import { Table, Text } from "@mantine/core";
import dayjs from "dayjs";
import type { OutputOf } from "../../call.ts";
import { useHere } from "../../here.tsx";
import { showDays } from "../../scope.ts";
import { Panel } from "../../widgets/panel.tsx";
import { changesOf, othersOf, sayAnswers } from "../../words/action.ts";
import { leavesOutZero } from "../../words/doubt.ts";
import { todayIn } from "../../words/formats.ts";
import { percent, points, signed, whole } from "../../words/numbers.ts";

/** Fewer other prompts are a weak comparison, which is said. */
const OTHERS_MIN = 5;
/** So many days before it went live are compared with as many from then on. */
const EFFECT_DAYS = 28;
type Effect = NonNullable<OutputOf<"get_action">["effect"]>;
type Groups = NonNullable<Effect["before"]>;

/** What changed since it went live, against the prompts that it did not touch. */
export function EffectPanel({
  effect,
  own,
  shipped_on,
}: {
  effect: Effect;
  own: string;
  /** The day that it went live. */
  shipped_on: string;
}) {
  const { timezone } = useHere();
  const { before, after, value, low, high, reason, touched_prompts, untouched_prompts } = effect;
  if (!before || !after || value === null || low === null || high === null) {
    return (
      <Panel title="Before and after">
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
      </Panel>
    );
  }
  const rows = [
    [touched_prompts === 1 ? "This prompt" : `These ${whole(touched_prompts)} prompts`, "touched"],
    [othersOf(effect), "untouched"],
  ] as const;
  const changes = changesOf({ before, after, value });
  const from = (days: number) => dayjs(shipped_on).add(days, "day").format("YYYY-MM-DD");
  const [until = shipped_on] = [from(EFFECT_DAYS - 1), todayIn(timezone)].sort();
  return (
    <Panel title="Before and after">
      <Table
        aria-label="Visibility before and after"
        horizontalSpacing={6}
        fz={{ base: "xs", sm: "sm" }}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{own} is named</Table.Th>
            <Table.Th ta="right">
              Before <span className="dim">{showDays(from(-EFFECT_DAYS), from(-1))}</span>
            </Table.Th>
            <Table.Th ta="right">
              After <span className="dim">{showDays(shipped_on, until)}</span>
            </Table.Th>
            <Table.Th ta="right">Change</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([label, group]) => (
            <Table.Tr key={group}>
              <Table.Th scope="row" fw={400}>
                {label}
              </Table.Th>
              <Share counts={before[group]} />
              <Share counts={after[group]} />
              <Table.Td ta="right" className="nowrap">
                {signed(changes[group], points)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" mt="sm">
        The difference of both changes is <b>{signed(value, points)}</b>, {sayAnswers(effect)},
        95&nbsp;% interval {signed(low, points)} to {signed(high, points)}:{" "}
        {leavesOutZero({ low, high }) ? "more than chance." : "this may be chance."}
      </Text>
      <Text size="xs" c="dimmed" mt={4}>
        What moves all prompts alike is taken out; what else happened to these is not. Prompts that
        were chosen because they did badly tend to do better by themselves.
        {untouched_prompts < OTHERS_MIN &&
          ` Only ${untouched_prompts === 1 ? "one prompt is" : `${untouched_prompts} prompts are`} left to compare with, so what moved ${untouched_prompts === 1 ? "it" : "them"} alone counts as what moved all: ask more prompts that this does not touch.`}
      </Text>
    </Panel>
  );
}

function Share({ counts: { named, answers } }: { counts: Groups["touched"] }) {
  return (
    <Table.Td ta="right">
      {percent(named / answers)}{" "}
      <span className="dim">
        of&nbsp;{whole(answers)}
        <Text span inherit visibleFrom="sm">
          {answers === 1 ? " answer" : " answers"}
        </Text>
      </span>
    </Table.Td>
  );
}

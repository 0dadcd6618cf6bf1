import { Table, Text } from "@mantine/core";
import type { OutputOf } from "../../call.ts";
import { Panel } from "../../widgets/panel.tsx";
import { changesOf, othersOf } from "../../words/action.ts";
import { leavesOutZero } from "../../words/doubt.ts";
import { percent, points, signed, whole } from "../../words/numbers.ts";

/** Fewer other prompts are a weak comparison, which is said. */
const OTHERS_MIN = 5;
type Effect = NonNullable<OutputOf<"get_action">["effect"]>;
type Groups = NonNullable<Effect["before"]>;

/** What changed since it went live, against the prompts that it did not touch. */
export function EffectPanel({ effect, own }: { effect: Effect; own: string }) {
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
  return (
    <Panel title="Before and after">
      <Table aria-label="Visibility before and after">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{own} is named</Table.Th>
            <Table.Th ta="right">Before</Table.Th>
            <Table.Th ta="right">After</Table.Th>
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
        The difference of both changes is <b>{signed(value, points)}</b>, 95&nbsp;% interval{" "}
        {signed(low, points)} to {signed(high, points)}:{" "}
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

import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useHere } from "../here.tsx";
import { Change, type Difference } from "../words/change.tsx";
import { Panel } from "./panel.tsx";

/** One number in large, what it rests on, and how it changed. */
export function Figure(figure: {
  label: string;
  value: string;
  note: string;
  change: Difference | undefined;
  show(value: number): string;
  lowerIsBetter?: boolean;
  isOurs?: boolean;
  badge?: ReactNode;
}) {
  const { scope } = useHere();
  const { label, value, note, change, show, lowerIsBetter = false, isOurs = true, badge } = figure;
  return (
    <Panel title={label} action={badge}>
      <Group align="baseline" gap="xs">
        <span className="number">{value}</span>
        {scope.compare !== false && <Change {...{ change, show, lowerIsBetter, isOurs }} />}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {note}
      </Text>
    </Panel>
  );
}
